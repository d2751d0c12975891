export * from "./uuid";
