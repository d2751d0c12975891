import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { fail } from "../diagnostics/error";
import { isObject } from "../model/json";
import { ownFolder } from "./version";

/** A tsconfig that says nothing, for there must be one: the manifest of this package. */
const emptyConfig = join(ownFolder, "package.json");

/** How Node loads a file. */
interface Loading {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * How Node loads TypeScript: with the tsx of the project, or by itself. The tsconfig is the one beside the file, or none:
 * tsx looks for one in the current folder and above, where the `paths` of a pull request would replace what the file
 * imports.
 *
 * @param file as it was typed
 * @param path the same, absolute
 * @throws ScanformError `policy-file` where neither can
 */
export function typescriptOptions(file: string, path: string): Loading {
  if (!/\.[cm]?tsx?$/.test(path)) return { args: [], env: {} };
  const tsx = installed(path, "tsx");
  if (tsx !== undefined) {
    const beside = join(dirname(path), "tsconfig.json");
    return {
      args: ["--import", pathToFileURL(tsx).href],
      env: { TSX_TSCONFIG_PATH: existsSync(beside) ? beside : emptyConfig },
    };
  }
  const own: unknown = Reflect.get(process.features, "typescript");
  if (own === "strip" || own === "transform") return { args: [], env: {} };
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
