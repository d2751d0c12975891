export * from "./triage";
