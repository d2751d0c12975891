import { existsSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fail, messageOf } from "../diagnostics/error";
import { visible } from "../diagnostics/foreign-text";
import { isObject } from "../model/json";
import { parseJson } from "../model/parse-json";
import { textOf } from "./files";
import { pasted } from "./shell";
import { ownFolder } from "./version";

/** From where the scanform that runs was installed, as the package.json of a project names it. */
export interface OwnSource {
  /** A version of the registry, the path of a tarball or of a folder with `file:`, or the URL of a tarball or a Git repository. */
  readonly spec: string;
  /** What `npm install` takes. */
  readonly argument: string;
  /** npm links a folder, in which scanform would find no package of the project, unless `install-links` is set. */
  readonly isFolder: boolean;
  /** The notice to the user; absent where it is a version that the registry has. */
  readonly note?: string;
}

/**
 * npm keeps from where it installed a package in `node_modules/.package-lock.json`. Other package managers, and global
 * installations, do not: there the package.json above may say it, or else the version is all that is known.
 *
 * @param project the folder that paths are relative to
 * @param own the folder of the package that runs
 */
export function ownSource(project: string, own: string = ownFolder): OwnSource {
  const { version, isPrivate } = manifestOf(own);
  const [top = "", ...inside] = own.split(sep).join("/").split("/node_modules/");
  if (inside.length === 0) return isPrivate ? checkout(project, own) : folder(project, own);
  const key = `node_modules/${inside.join("/node_modules/")}`;
  const locked = entryOf(join(top, "node_modules/.package-lock.json"), key);
  const named = locked ?? specIn(join(top, "package.json"));
  if (named === undefined)
    return registry(
      version,
      `scanform is pinned to ${version} of the npm registry, since this copy does not say from where it was installed. If it was not from there, set it in package.json.`,
    );
  if (/^(?:file|link):/.test(named)) {
    const path = resolve(top, named.replace(/^(?:file|link):/, ""));
    return /\.(?:tgz|tar|tar\.gz)$/.test(path) ? tarball(project, path) : folder(project, path);
  }
  return isOfRegistry(named) ? registry(version) : remote(named, version);
}

const registry = (version: string, note?: string): OwnSource => ({
  spec: version,
  argument: `scanform@${version}`,
  isFolder: false,
  ...(note === undefined ? {} : { note }),
});

/** A tarball that the registry serves, or a range or a tag of it. */
const isOfRegistry = (named: string): boolean => /^https?:.*\/scanform\/-\/[^/]*$/.test(named) || !named.includes(":");

/** What a URL contains besides the place may be a secret, and package.json is no place for that. */
function remote(url: string, version: string): OwnSource {
  const place = /^[a-z+]+:\/\/(?:git@)?[^/@?]+\/[^?@]*$/.test(url) ? url : undefined;
  if (place === undefined)
    return registry(
      version,
      `scanform is pinned to ${version} of the npm registry, since the URL that it was installed from is not a plain one. If the registry does not have it, set it in package.json.`,
    );
  return {
    spec: place,
    argument: place,
    isFolder: false,
    note: `scanform is pinned to ${visible(place)}, from where it was installed.`,
  };
}

function tarball(project: string, path: string): OwnSource {
  const at = pathFrom(project, path);
  const note = `scanform is pinned to the file ${visible(at)}, from which it was installed: installing this project needs that file.`;
  return { spec: `file:${at}`, argument: pasted(at), isFolder: false, note };
}

function folder(project: string, path: string): OwnSource {
  const at = pathFrom(project, path);
  const note = `scanform is pinned to the folder ${visible(at)}, which .npmrc has npm copy: installing this project needs that folder.`;
  return { spec: `file:${at}`, argument: `--install-links ${pasted(at)}`, isFolder: true, note };
}

/** A checkout is not the package, which is made from it. */
function checkout(project: string, own: string): OwnSource {
  const made = folder(project, join(own, "dist/npm"));
  if (existsSync(join(own, "dist/npm/package.json"))) return made;
  return {
    ...made,
    note: `This scanform runs from its checkout, which is not the package. Run there, before the project is installed: npm run package. ${made.note ?? ""}`,
  };
}

/** As npm writes it: relative, with slashes. */
function pathFrom(project: string, path: string): string {
  const way = relative(realpathSync(project), path).split(sep).join("/");
  return way.startsWith(".") || way.includes(":") ? way : `./${way}`;
}

function manifestOf(own: string): { readonly version: string; readonly isPrivate: boolean } {
  const { version, private: isPrivate } = jsonIn(join(own, "package.json"));
  return { version: typeof version === "string" ? version : "", isPrivate: isPrivate === true };
}

/** From where the lock file says that a package was installed. A package of the registry may have no URL there. */
function entryOf(lock: string, key: string): string | undefined {
  const { packages } = jsonIn(lock);
  const entry = isObject(packages) ? packages[key] : undefined;
  if (!isObject(entry)) return undefined;
  const { resolved, version } = entry;
  return [resolved, version].find((each) => typeof each === "string");
}

/** What a package.json names for scanform. */
function specIn(path: string): string | undefined {
  const { dependencies, devDependencies } = jsonIn(path);
  const found = [dependencies, devDependencies].map((each) => (isObject(each) ? each["scanform"] : undefined));
  return found.find((each) => typeof each === "string");
}

/** Nothing where the file is missing, or is no object. */
function jsonIn(path: string): Readonly<Record<string, unknown>> {
  const text = textOf(path);
  if (text === undefined) return {};
  try {
    const json = parseJson(text);
    return isObject(json) ? json : {};
  } catch (thrown) {
    return fail("project-file", `${path}: ${messageOf(thrown)}. Nothing was written.`, { path }, thrown);
  }
}
