import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail, messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import { parseJson } from "../model/parse-json";
import { isThere } from "./new-files";

/** A package.json, whatever it says. */
export type PackageJson = Readonly<Record<string, unknown>>;

const fieldsOfPackages = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** The names of the packages that it depends on. */
export const packagesOf = (json: PackageJson): ReadonlySet<string> =>
  new Set(fieldsOfPackages.flatMap((field) => (isObject(json[field]) ? Object.keys(json[field]) : [])));

/**
 * The package.json of a folder; undefined where there is none.
 *
 * @throws ScanformError `project-file` where it is there and no object of JSON
 */
export function packageJsonIn(folder: string): PackageJson | undefined {
  const path = join(folder, "package.json");
  if (!isThere(path)) return undefined;
  const advice = "Nothing was written. Fix the file, or use another folder.";
  let json: unknown;
  try {
    json = parseJson(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch (thrown) {
    fail("project-file", `${path}: ${messageOf(thrown)}. ${advice}`, { path: "package.json" }, thrown);
  }
  return isObject(json) ? json : fail("project-file", `${path} is not an object. ${advice}`, { path: "package.json" });
}

/** The one of the folder, or else the nearest above it. */
export function nearestPackageJson(folder: string): PackageJson | undefined {
  const found = packageJsonIn(folder);
  return found !== undefined || dirname(folder) === folder ? found : nearestPackageJson(dirname(folder));
}
