export * from "./time";
