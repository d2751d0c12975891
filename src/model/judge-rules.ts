export * from "./judge";
