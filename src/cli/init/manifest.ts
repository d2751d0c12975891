import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, messageOf } from "../../diagnostics/error";
import { type Framework, frameworks } from "../../generate/project/frameworks";
import { isObject } from "../../model/json";
import { parseJson } from "../../model/parse-json";
import { isThere } from "../new-files";

/** What the package.json of a folder says. */
export interface Manifest {
  /** The names of the packages that it depends on. */
  readonly packages: ReadonlySet<string>;
  /** The framework among them, where it is only one. */
  readonly framework?: Framework;
  /** `npm test` runs something. */
  readonly hasTest: boolean;
}

const fieldsOfPackages = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/**
 * Undefined where there is none.
 *
 * @throws ScanformError `project-file` where it is there and no object of JSON
 */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, "package.json");
  if (!isThere(path)) return undefined;
  const json = parsed(path);
  const packages = new Set(
    fieldsOfPackages.flatMap((field) => (isObject(json[field]) ? Object.keys(json[field]) : [])),
  );
  const [framework, ...others] = frameworks.filter((each) => packages.has(each));
  return {
    packages,
    hasTest: hasTest(json["scripts"]),
    ...(framework === undefined || others.length > 0 ? {} : { framework }),
  };
}

/** What `npm init` writes, and what fails, is no test. */
const hasTest = (scripts: unknown): boolean =>
  isObject(scripts) && typeof scripts["test"] === "string" && !scripts["test"].includes("no test specified");

function parsed(path: string): Readonly<Record<string, unknown>> {
  const advice = "Nothing was written. Mend the file, or run scanform init in an empty folder.";
  try {
    const json = parseJson(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
    if (isObject(json)) return json;
  } catch (thrown) {
    return fail("project-file", `${path}: ${messageOf(thrown)}. ${advice}`, { path: "package.json" }, thrown);
  }
  return fail("project-file", `${path} is not an object. ${advice}`, { path: "package.json" });
}
