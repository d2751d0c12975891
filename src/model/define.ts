export * from "./json";
