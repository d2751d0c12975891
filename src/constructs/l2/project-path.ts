import { existsSync } from "node:fs";
import nodePath from "node:path";
import { fileURLToPath } from "node:url";

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
