import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Framework, frameworks } from "../../generate/project/frameworks";
import { isObject } from "../../model/json";
import { parseJsonOrNothing } from "../../model/parse-json";

/** The nearest folder with a cdktf.json: the folder itself, or one above it as far as `top`. */
export function appFolder(folder: string, top: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "cdktf.json"))) return at;
    if (at === top || dirname(at) === at || !at.startsWith(top)) return undefined;
  }
}

/** What the nearest package.json of a folder says; an empty object where there is none. */
function packageJsonOf(folder: string): Readonly<Record<string, unknown>> {
  for (let at = folder; ; at = dirname(at)) {
    const text = textOf(join(at, "package.json"));
    if (text !== undefined) {
      const json = parseJsonOrNothing(text);
      return isObject(json) ? json : {};
    }
    if (dirname(at) === at) return {};
  }
}

/** What the names of modules end in, in imports of a project: nothing only where its modules are CommonJS. */
export function moduleExtension(folder: string): ".js" | "" {
  const json = packageJsonOf(folder);
  return Object.keys(json).length === 0 || json["type"] === "module" ? ".js" : "";
}

/** The framework that a project uses: the only one in its package.json, or in its code; else undefined. */
export function frameworkOf(folder: string): Framework | undefined {
  const { dependencies, devDependencies, peerDependencies } = packageJsonOf(folder);
  const names = [dependencies, devDependencies, peerDependencies].flatMap((each) =>
    isObject(each) ? Object.keys(each) : [],
  );
  const declared = frameworks.filter((each) => names.includes(each));
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

/** Undefined for what cannot be read. */
function textOf(path: string): string | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.isFile() === true ? readFileSync(path, "utf8") : undefined;
}
