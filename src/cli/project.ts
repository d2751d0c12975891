import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fail, messageOf } from "../diagnostics/error";
import { type Framework, frameworks, type TestRunner } from "../generate/choices";
import { shellRange, versionsFor } from "../generate/project/package-json";
import { isObject } from "../model/json";
import { parseJson, textOfFile } from "../model/parse-json";
import { isThere, textOf } from "./files";
import { ownSource } from "./own-source";
import { pasted } from "./shell";
import type { ModuleExtension } from "../generate/project/project-files";

/** A package.json, whatever it says. */
type PackageJson = Readonly<Record<string, unknown>>;

const fieldsOfPackages = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** The names of the packages that it depends on. */
export const packagesOf = (json: PackageJson): ReadonlySet<string> =>
  new Set(fieldsOfPackages.flatMap((field) => (isObject(json[field]) ? Object.keys(json[field]) : [])));

/**
 * The package.json of a folder; undefined where there is none.
 *
 * @throws ScanformError `project-file` where it is there and no object of JSON
 */
function packageJsonIn(folder: string): PackageJson | undefined {
  const path = join(folder, "package.json");
  if (!isThere(path)) return undefined;
  const advice = "Nothing was written. Fix the file, or use another folder.";
  let json: unknown;
  try {
    json = parseJson(textOfFile(readFileSync(path)));
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

/** The nearest folder with a cdktf.json: the folder itself, or one above it as far as `top`. */
export function appFolder(folder: string, top: string): string | undefined {
  if (existsSync(join(folder, "cdktf.json"))) return folder;
  return isBelow(folder, top) ? appFolder(dirname(folder), top) : undefined;
}

/**
 * The folder of the project: the nearest one with a cdktf.json, from this one up to the top of its git repository. Above
 * it, a file of another user does not count: it says which program is run.
 */
export const projectFolder = (folder: string): string | undefined =>
  [...upwards(folder)].find((at) =>
    at === folder ? existsSync(join(at, "cdktf.json")) : isOwn(join(at, "cdktf.json")),
  );

/** A folder, and those above it up to the top of its git repository. */
function* upwards(folder: string): Generator<string> {
  yield folder;
  for (let at = folder; !existsSync(join(at, ".git")) && dirname(at) !== at;) {
    at = dirname(at);
    yield at;
  }
}

/**
 * Why a cdktf.json above a folder is not used; undefined where there is none.
 *
 * @returns such as `../cdktf.json belongs to another user`
 */
export function unusedAbove(folder: string): string | undefined {
  const within = new Set(upwards(folder));
  for (let at = dirname(folder); dirname(at) !== at; at = dirname(at)) {
    const path = join(at, "cdktf.json");
    if (!isThere(path)) continue;
    const why = within.has(at) ? "belongs to another user" : "is above the top of the git repository";
    return `${relative(folder, path)} ${why}, and says which program is run`;
  }
  return undefined;
}

/** The folders with the programs of a project's packages, which a workspace may have above it: the nearest first. */
export const programFolders = (project: string): readonly string[] =>
  [...upwards(project)]
    .filter((at) => at === project || isOwn(join(at, "node_modules")))
    .map((at) => join(at, "node_modules", ".bin"));

/** On Windows every file belongs to user 0. */
function isOwn(path: string): boolean {
  const owner = isThere(path) ? statSync(path, { throwIfNoEntry: false })?.uid : undefined;
  return owner !== undefined && (owner === 0 || owner === process.getuid?.());
}

const isBelow = (folder: string, top: string): boolean => folder.startsWith(top.endsWith(sep) ? top : `${top}${sep}`);

/** What the names of modules end in, in imports of a project: nothing only where its modules are CommonJS. */
export const moduleExtension = (folder: string): ModuleExtension => extensionOf(nearestPackageJson(folder));

const extensionOf = (json: PackageJson | undefined): ModuleExtension =>
  json === undefined || Object.keys(json).length === 0 || json["type"] === "module" ? ".js" : "";

/** The framework that a project uses: the only one in its package.json, or in its code; else undefined. */
export function frameworkOf(folder: string): Framework | undefined {
  const packages = packagesOf(nearestPackageJson(folder) ?? {});
  const declared = frameworks.filter((each) => packages.has(each));
  if (declared.length === 1) return declared[0];
  const code = [folder, join(folder, "src")].flatMap(sources).join("\n");
  const used = frameworks.filter((each) => new RegExp(`["'](?:scanform/)?${each}["']`).test(code));
  return used.length === 1 ? used[0] : undefined;
}

/** The texts of the modules in a folder, without those below it. */
function sources(folder: string): readonly string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  const modules = readdirSync(folder).filter((name) => /\.[cm]?[jt]s$/.test(name));
  return modules.flatMap((name) => textOf(join(folder, name)) ?? []);
}

/**
 * The command that installs what a project needs.
 *
 * @param scanform what npm takes for it, such as `scanform@1.2.3`
 * @param packages the names of those that its package.json names
 */
export function installCommand(
  framework: Framework,
  scanform: string,
  packages: ReadonlySet<string>,
  runner: TestRunner = "none",
): string {
  const others = Object.entries(versionsFor(framework, runner)).filter(
    // a Jest that has another compiler keeps it
    ([name]) => !packages.has(name) && !(name.startsWith("@swc/") && packages.has("ts-jest")),
  );
  const missing = [
    ...others.map(([name, range]) => `${name}@${shellRange(range)}`),
    ...(packages.has("scanform") ? [] : [scanform]),
  ];
  return missing.length === 0 ? "npm install" : `npm install --save-dev ${missing.join(" ")}`;
}

/** `tsx: not found`, and what Node and tsx say of a module. A package's name may begin with a scope. */
const missing = [
  /(?:^|[\s/])([\w.-]+): (?:command )?not found/,
  /Cannot find (?:module|package) '((?:@[^'/]+\/)?[^'./@:][^'/:]*)(?:\/[^']*)?'/,
];

/**
 * A sentence where an app failed since a package is not installed, with the command that installs it.
 *
 * @param words what the app said. @param folder of the app
 */
export function notInstalled(words: string, folder: string): string | undefined {
  const name = missing.map((pattern) => pattern.exec(words)?.[1]).find((each) => each !== undefined);
  if (name === undefined || name === "npm" || name === "npx") return undefined;
  return `${name} is not installed there. ${advice(name, folder)}`;
}

/** What every project needs is installed at once, in versions that fit. */
function advice(name: string, folder: string): string {
  try {
    const packages = packagesOf(nearestPackageJson(folder) ?? {});
    if (packages.has(name)) return "Run: npm install";
    const framework = frameworkOf(folder) ?? "cdktn";
    const isNeeded = name === "scanform" || Object.hasOwn(versionsFor(framework), name);
    return `Run: ${isNeeded ? installCommand(framework, ownSource(folder).argument, packages) : `npm install --save-dev ${pasted(name)}`}`;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

/** What the package.json of a folder says. */
export interface Manifest {
  /** The names of the packages that it depends on. */
  readonly packages: ReadonlySet<string>;
  /** The framework among them, where it is only one. */
  readonly framework?: Framework;
  /** `npm test` runs something: what `npm init` writes, and what fails, is no test. */
  readonly hasTest: boolean;
  /** What the names of its modules end in, in imports. */
  readonly extension: ModuleExtension;
  /** The script that npm test runs. */
  readonly test?: string;
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
  const test = testScript(json);
  const [framework, ...others] = frameworks.filter((each) => packages.has(each));
  return {
    packages,
    extension: extensionOf(json),
    ...(test === undefined ? {} : { test }),
    hasTest: test !== undefined && !test.includes("no test specified"),
    ...(framework === undefined || others.length > 0 ? {} : { framework }),
  };
}

const testScript = ({ scripts }: PackageJson): string | undefined =>
  isObject(scripts) && typeof scripts["test"] === "string" ? scripts["test"] : undefined;
