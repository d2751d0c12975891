export * from "./leaf-verdict";
