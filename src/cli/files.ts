import { randomUUID } from "node:crypto";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { DiagnosticCode } from "../diagnostics/catalogue";
import { error } from "../diagnostics/diagnostic";
import { fail, messageOf, ScanformError } from "../diagnostics/error";
import type { FileTexts } from "../generate/project/project-files";
import { isObject } from "../model/json";

/**
 * Writes a file whole or not at all. What is there and not a regular file, such as a symbolic link, stays as it is.
 *
 * @param mode readable only by its owner, if left out
 * @throws Error of the file system, or one that says what is at the path
 */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error("it exists and is not a regular file");
  const beside = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(beside, text, { mode, flag: "wx" });
    renameSync(beside, path);
  } catch (thrown) {
    rmSync(beside, { force: true });
    // the message of the system names a file that nobody has asked for
    if (isObject(thrown) && thrown["code"] === "ENOENT")
      throw new Error(`there is no folder ${dirname(path)}`, { cause: thrown });
    throw thrown;
  }
}

/** The same for a file that `--out` names. @throws ScanformError that says so */
export function saveFile(path: string, text: string, code: DiagnosticCode, mode?: number): void {
  try {
    replaceFile(path, text, mode);
  } catch (thrown) {
    fail(code, `${path} cannot be written: ${messageOf(thrown)}. Name another file with --out.`, { path }, thrown);
  }
}

/**
 * Whether something is at a path, even a link that leads nowhere.
 *
 * @throws ScanformError `project-file` where that cannot be found out
 */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (thrown) {
    if (isObject(thrown) && thrown["code"] === "ENOTDIR") return false;
    return fail(
      "project-file",
      `${path} cannot be checked: ${messageOf(thrown)}. Nothing was written.`,
      { path },
      thrown,
    );
  }
}

/**
 * The text of a file of the project; undefined where there is no regular file.
 *
 * @throws ScanformError `project-file` where it cannot be read
 */
export function textOf(path: string): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, "utf8") : undefined;
  } catch (thrown) {
    if (isObject(thrown) && thrown["code"] === "ENOTDIR") return undefined;
    return fail("project-file", `${path} cannot be read: ${messageOf(thrown)}. Nothing was written.`, { path }, thrown);
  }
}

/** The beginning of a file. @param most in bytes. @throws Error of the file system */
export function beginningOf(path: string, most: number): string {
  const bytes = Buffer.alloc(most);
  const file = openSync(path, "r");
  try {
    return bytes.toString("utf8", 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** Files that were written; can be taken back. */
export interface NewFiles {
  /** Removes the files, and the folders that were made for them. Returns the paths of what could not be removed. */
  readonly undo: () => readonly string[];
}

/**
 * Writes files that are not there yet into a folder, all of them or none: where one cannot be written, those that were
 * written are removed again. Makes the folder where it is missing, and follows no symbolic link below it.
 *
 * @param texts by their paths below the folder, with slashes
 * @param advice what to do where they cannot be written
 * @throws ScanformError `project-file`
 */
export function writeNewFiles(folder: string, texts: FileTexts, advice = ""): NewFiles {
  const made: Made[] = [];
  let path = folder;
  const end = advice === "" ? "" : ` ${advice}`;
  const there = Object.keys(texts).find((name) => isThere(join(folder, name)));
  if (there !== undefined)
    fail("project-file", `${join(folder, there)} already exists, and nothing is overwritten.${end}`, {
      path: join(folder, there),
    });
  try {
    for (const missing of missingFolders(folder)) {
      path = missing;
      mkdirSync(path);
      made.push({ path, isFolder: true });
    }
    for (const [name, text] of Object.entries(texts)) {
      for (const parent of parentsOf(name)) {
        path = join(folder, parent);
        if (makeFolder(path)) made.push({ path, isFolder: true });
      }
      path = join(folder, name);
      const file = openSync(path, "wx");
      made.push({ path, isFolder: false });
      try {
        writeFileSync(file, text);
      } finally {
        closeSync(file);
      }
    }
    return { undo: () => removed(made) };
  } catch (thrown) {
    const kept = removed(made);
    const left = kept.length === 0 ? "Nothing was written." : `These could not be removed again: ${kept.join(", ")}.`;
    const problem = error("project-file", `${path} cannot be written: ${messageOf(thrown)}. ${left}${end}`, { path });
    throw new ScanformError([problem], { cause: thrown });
  }
}

interface Made {
  readonly path: string;
  readonly isFolder: boolean;
}

/** The folder and those above it that are not there, the outermost first. @throws Error where that cannot be found out */
function missingFolders(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return [];
  return [...missingFolders(dirname(folder)), folder];
}

/** `.github` and `.github/workflows`, of `.github/workflows/a.yml`. */
function parentsOf(name: string): readonly string[] {
  const parent = dirname(name);
  return parent === "." ? [] : [...parentsOf(parent), parent];
}

/** @returns whether it was not there. @throws Error where something else is there */
function makeFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return false;
  if (found !== undefined) throw new Error(found.isSymbolicLink() ? "it is a symbolic link" : "it is not a folder");
  mkdirSync(path);
  return true;
}

/** Removes what was made, the last first. @returns the paths of what could not be removed */
const removed = (made: readonly Made[]): readonly string[] =>
  made.toReversed().flatMap(({ path, isFolder }) => {
    try {
      if (isFolder) rmdirSync(path);
      else rmSync(path);
      return [];
    } catch {
      return [path];
    }
  });
