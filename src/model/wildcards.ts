export * from "./sql-like";
