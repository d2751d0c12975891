import { compileFunction } from "node:vm";

/** Runs a CommonJS module whose `require` knows these modules only. */
export function runModule(text: string, modules: Readonly<Record<string, unknown>>, exported: object): void {
  const run = compileFunction(text, ["require", "exports"]) as (
    require: (name: string) => unknown,
    exports: object,
  ) => void;
  run((name) => modules[name], exported);
}
