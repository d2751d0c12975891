import { type Framework, frameworks } from "../../generate/choices";
import { isObject } from "../../model/json";
import { packageJsonIn, packagesOf } from "../package-json";

/** What the package.json of a folder says. */
export interface Manifest {
  /** The names of the packages that it depends on. */
  readonly packages: ReadonlySet<string>;
  /** The framework among them, where it is only one. */
  readonly framework?: Framework;
  /** `npm test` runs something. */
  readonly hasTest: boolean;
}

/**
 * Undefined where there is none.
 *
 * @throws ScanformError `project-file` where it is there and no object of JSON
 */
export function readManifest(folder: string): Manifest | undefined {
  const json = packageJsonIn(folder);
  if (json === undefined) return undefined;
  const packages = packagesOf(json);
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
