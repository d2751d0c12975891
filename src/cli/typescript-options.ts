import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { fail } from "../diagnostics/error";
import { isObject } from "../model/json";

/**
 * The options with which Node loads TypeScript: those of the tsx of the project, or none where Node does by itself.
 *
 * @param file as it was typed
 * @param path the same, absolute
 * @throws ScanformError `policy-file` where neither can
 */
export function typescriptOptions(file: string, path: string): readonly string[] {
  if (!/\.[cm]?tsx?$/.test(path)) return [];
  const tsx = installed(path, "tsx");
  if (tsx !== undefined) return ["--import", pathToFileURL(tsx).href];
  const own: unknown = Reflect.get(process.features, "typescript");
  if (own === "strip" || own === "transform") return [];
  return fail(
    "policy-file",
    `${file} is TypeScript, which Node ${process.versions.node} does not run by itself. Install tsx beside it (npm install --save-dev tsx), or write it as .mjs.`,
    { path: file },
  );
}

function installed(path: string, name: string): string | undefined {
  try {
    return createRequire(join(dirname(path), "_")).resolve(name);
  } catch (thrown) {
    if (isObject(thrown) && thrown["code"] === "MODULE_NOT_FOUND") return undefined;
    throw thrown;
  }
}
