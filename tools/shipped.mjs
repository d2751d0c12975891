// What scanform is made of besides its own code, read from the lock file and from esbuild's record of the bundle.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (name) => JSON.parse(readFileSync(join(import.meta.dirname, "..", name), "utf8"));

export const manifest = read("package.json");

const locked = read("package-lock.json").packages;

/**
 * A package as the lock file has it.
 * @param folder such as `node_modules/zod`
 * @param dependsOn the folders of the packages that it uses
 */
function packageAt(folder, dependsOn) {
  const entry = locked[folder];
  if (entry === undefined) throw new Error(`${folder} is not in package-lock.json. Run npm install.`);
  const { version, license, integrity } = entry;
  const name = entry.name ?? folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  return { folder, name, version, license, integrity, dependsOn };
}

/** The folder that node finds a package in, or undefined. @param from the folder of the package that requires it */
function resolve(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const folder = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (locked[folder] !== undefined) return folder;
    if (at === "") return undefined;
  }
}

/** The folders of what a package of the lock file depends on; optional ones only where they are locked. */
function dependenciesOf(folder) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = locked[folder];
  const peers = folder === "" ? {} : peerDependencies; // scanform's own are the user's choice
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peers })
    .map((name) => resolve(folder, name))
    .filter((found) => found !== undefined);
}

/** What npm installs with scanform: `{ direct: folders, packages }`. */
export function installed() {
  const direct = dependenciesOf("");
  const found = new Map();
  const waiting = [...direct];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    const dependsOn = dependenciesOf(folder);
    found.set(folder, packageAt(folder, dependsOn));
    waiting.push(...dependsOn);
  }
  return { direct, packages: [...found.values()] };
}

/** The folder of the package that a source of the bundle belongs to; undefined for scanform's own. */
const folderOf = (source) =>
  /(?:^|\/)(node_modules\/.*)/.exec(source)?.[1].match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)[0];

/** What is in the provider's bundle: `{ direct: folders, packages }`. @param metafile esbuild's */
export function bundled({ inputs, outputs }) {
  const included = new Set(
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([source, { bytesInOutput }]) =>
        bytesInOutput > 0 ? folderOf(source) : [],
      ),
    ),
  );
  const uses = new Map();
  for (const [source, { imports }] of Object.entries(inputs)) {
    const from = folderOf(source);
    const to = imports.filter(({ external }) => external !== true).map(({ path }) => folderOf(path));
    const others = to.filter((folder) => folder !== from && included.has(folder));
    uses.set(from, new Set([...(uses.get(from) ?? []), ...others]));
  }
  const packages = [...included].filter((folder) => folder !== undefined);
  return {
    direct: [...(uses.get(undefined) ?? [])],
    packages: packages.map((folder) => packageAt(folder, [...(uses.get(folder) ?? [])])),
  };
}
