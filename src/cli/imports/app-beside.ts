import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { type Framework, frameworks } from "../../generate/choices";
import { nearestPackageJson, packagesOf } from "../package-json";
import { textOf } from "../text-file";

/** The nearest folder with a cdktf.json: the folder itself, or one above it as far as `top`. */
export function appFolder(folder: string, top: string): string | undefined {
  if (existsSync(join(folder, "cdktf.json"))) return folder;
  return isBelow(folder, top) ? appFolder(dirname(folder), top) : undefined;
}

const isBelow = (folder: string, top: string): boolean => folder.startsWith(top.endsWith(sep) ? top : `${top}${sep}`);

/** What the names of modules end in, in imports of a project: nothing only where its modules are CommonJS. */
export function moduleExtension(folder: string): ".js" | "" {
  const json = nearestPackageJson(folder);
  return json === undefined || Object.keys(json).length === 0 || json["type"] === "module" ? ".js" : "";
}

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
