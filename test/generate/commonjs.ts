import { transformSync } from "@swc/core";

/** A TypeScript module as CommonJS. swc, since loading TypeScript itself takes each file of tests a second. */
export const commonJsOf = (text: string): string =>
  transformSync(text, {
    jsc: { target: "es2022", parser: { syntax: "typescript" } },
    module: { type: "commonjs" },
    swcrc: false,
  }).code;
