import type { TerraformElement } from "cdktf";
import type { IConstruct } from "constructs";
import { existsSync, readFileSync, statSync } from "node:fs";
import nodePath from "node:path";
import { fileURLToPath } from "node:url";
import { isLocation } from "../../diagnostics/locations";
import { isObject } from "../../model/json";
import { classesOf, findInFrames, isCallable, positionOf } from "./frames";

const made = new WeakMap<IConstruct, string>();

/** Where a construct of scanform was made, relative to the project: `main.ts:31:5`; nothing where that is not known. */
export const locationOf = (construct: IConstruct): string | undefined => made.get(construct);

export function placeOf(node: IConstruct): { readonly location?: string } {
  const location = locationOf(node) ?? (node.node.scope && locationOf(node.node.scope));
  return location === undefined ? {} : { location };
}

/** Notes where a construct is made. To be called in its constructor. */
export function recordLocation(construct: IConstruct): void {
  for (const each of classesOf(construct)) {
    const found = findInFrames(each, nearest);
    if (found === undefined) continue;
    made.set(construct, found);
    return;
  }
}

/** Where a method was called. To be called in the method. */
export function locationOfCall(construct: IConstruct, method: string): string | undefined {
  const called: unknown = Reflect.get(construct, method);
  return isCallable(called) ? findInFrames(called, nearest) : undefined;
}

/** Where the module was loaded, or the function called, whose call of `start` is under way. */
export const locationAbove = (start: (...args: never[]) => unknown): string | undefined => findInFrames(start, nearest);

/** Where the program's first module names another, since no frame does in a program of ES modules. */
export function locationInEntry(name: string): string | undefined {
  const [, entry] = process.argv;
  const path = entry === undefined ? undefined : projectPath(entry, projectRoot());
  if (entry === undefined || path === undefined || statSync(entry, { throwIfNoEntry: false })?.isFile() !== true)
    return undefined;
  const lines = readFileSync(entry, "utf8").split("\n");
  const at = lines.findIndex((line) => line.includes(`"${name}"`) || line.includes(`'${name}'`));
  const location = `${path}:${String(at + 1)}:${String(lines[at]?.indexOf(name) ?? 0)}`;
  return at >= 0 && isLocation(location) ? location : undefined;
}

/**
 * The folder of the constructs: in node_modules as a rule, but not where the package is linked. Nothing where a bundle
 * holds them, in whose folder is the user's own code.
 */
const ours =
  typeof __dirname === "string" && nodePath.basename(__dirname) === "l2"
    ? nodePath.dirname(__dirname) + nodePath.sep
    : undefined;

function nearest(frames: readonly NodeJS.CallSite[], written: () => readonly string[]): string | undefined {
  for (const [at, frame] of frames.entries()) {
    if (isLibrary(frame.getFileName() ?? "node:")) continue;
    const position = positionOf(frame, () => lineOf(written(), at, frames.length));
    // a bundle holds libraries too, as its source map says
    if (position === undefined || isLibrary(position.file)) continue;
    const path = projectPath(position.file, projectRoot());
    if (path === undefined) continue;
    const location = `${path}:${String(position.line)}:${String(position.column)}`;
    return isLocation(location) ? location : undefined;
  }
  return undefined;
}

/** Only where there is one line for each frame. */
const lineOf = (lines: readonly string[], at: number, frames: number): string | undefined =>
  lines.length === frames ? lines[at] : undefined;

const isLibrary = (file: string): boolean =>
  file.startsWith("node:") || /[\\/]node_modules[\\/]/.test(file) || (ours !== undefined && file.startsWith(ours));

/** Metadata of the element's resource, besides the framework's own, under `//.metadata.scanform`. */
export interface Metadata {
  readonly location: string;
  /** Where rules were added by themselves, by their index. */
  readonly rules?: Readonly<Record<string, string>>;
  /** Where settings were written by calls of their own, by their path. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Adds to what an element synthesizes where the construct was made that it belongs to.
 *
 * @param more asked for at synthesis
 */
export function writeLocation(
  element: TerraformElement,
  construct: IConstruct = element,
  more: () => Omit<Metadata, "location"> = () => ({}),
): void {
  const location = made.get(construct);
  if (location === undefined) return;
  const toTerraform = element.toTerraform.bind(element);
  element.toTerraform = () => {
    const document: unknown = toTerraform();
    for (const body of bodiesIn(document)) {
      const comment = isObject(body["//"]) ? body["//"] : {};
      const metadata = isObject(comment["metadata"]) ? comment["metadata"] : {};
      body["//"] = { ...comment, metadata: { ...metadata, scanform: { location, ...more() } } };
    }
    return document;
  };
}

/** The bodies of the blocks: `resource.TYPE.NAME`, `data.TYPE.NAME` and `provider.NAME[n]`. */
function* bodiesIn(document: unknown): Generator<Record<string, unknown>> {
  if (!isObject(document)) return;
  for (const kind of ["resource", "data", "provider"])
    for (const named of Object.values(isObject(document[kind]) ? document[kind] : {}))
      for (const body of Object.values(isObject(named) || Array.isArray(named) ? named : {}))
        if (isObject(body)) yield body;
}

/**
 * The path of a file as the project calls it, with forward slashes: `main.ts`, `../shared/base.ts`.
 *
 * @param file an absolute path or a `file:` URL
 * @param path those of the other kind of system, for tests
 * @returns nothing for what is no file, or on another drive
 */
export function projectPath(file: string, root: string, path: nodePath.PlatformPath = nodePath): string | undefined {
  const absolute = file.startsWith("file:") ? pathOf(file, path.sep === "\\") : file;
  if (absolute === undefined || !path.isAbsolute(absolute)) return undefined;
  const way = path.relative(root, absolute);
  return way === "" || path.isAbsolute(way) ? undefined : way.split(path.sep).join("/");
}

function pathOf(url: string, windows: boolean): string | undefined {
  try {
    return fileURLToPath(url, { windows });
  } catch {
    return undefined; // on another machine, or not a URL
  }
}

const roots = new Map<string, string>();

/** The folder of `cdktf.json`: the current one or one above it; else the current one. */
export function projectRoot(): string {
  const from = process.cwd();
  const before = roots.get(from);
  if (before !== undefined) return before;
  const root = folderOfProject(from) ?? from;
  roots.set(from, root);
  return root;
}

function folderOfProject(folder: string): string | undefined {
  if (existsSync(nodePath.join(folder, "cdktf.json"))) return folder;
  const above = nodePath.dirname(folder);
  return above === folder ? undefined : folderOfProject(above);
}
