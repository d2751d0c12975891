import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fail, messageOf } from "../../diagnostics/error";
import { isObject } from "../../model/json";

/** The locks that this process holds: another emulator in it is another emulator all the same. */
const ownLocks = new Set<string>();

/** Held until it is released, or its process is gone. */
export interface Lock {
  release(): void;
}

/**
 * Makes sure that nobody else writes to a file: `FILE.lock` holds the id of the process that may. The
 * lock of a process that is gone is taken over.
 *
 * @throws ScanformError `data-file` when another emulator has it, or the folder cannot be written to
 */
export function acquireLock(file: string): Lock {
  const path = `${file}.lock`;
  if (!tryCreate(path, file)) takeOver(path, file);
  ownLocks.add(path);
  return {
    release: () => {
      if (ownLocks.delete(path)) rmSync(path, { force: true });
    },
  };
}

/** Whether the lock was not there before. It is there with its content or not at all. */
function tryCreate(path: string, file: string): boolean {
  const beside = `${path}.${randomUUID()}`;
  try {
    writeFileSync(beside, `${String(process.pid)}\n`, { flag: "wx", mode: 0o600 });
  } catch (thrown) {
    return failUnwritable(file, thrown);
  }
  try {
    linkSync(beside, path);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === "EEXIST" ? false : failUnwritable(file, thrown);
  } finally {
    rmSync(beside, { force: true });
  }
}

function takeOver(path: string, file: string): void {
  refuseWhileHeld(path, file, readHolder(path));
  // moved away first, to see whether it is still the one that was read: another process may be as quick
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (thrown) {
    if (codeOf(thrown) !== "ENOENT") failUnwritable(file, thrown);
  }
  const moved = readHolder(aside);
  if (isHeld(moved, path)) renameSync(aside, path);
  else rmSync(aside, { force: true });
  if (!tryCreate(path, file)) refuse(path, file, readHolder(path));
}

function refuseWhileHeld(path: string, file: string, pid: number | "unreadable" | undefined): void {
  if (isHeld(pid, path)) refuse(path, file, pid);
}

function refuse(path: string, file: string, pid: number | "unreadable" | undefined): never {
  const who = typeof pid === "number" ? `the process ${String(pid)}` : "nobody that can be told";
  return fail(
    "data-file",
    `${file} is in use by another emulator: ${path} is held by ${who}. End that one or name another file; if it is no emulator, delete ${path}.`,
    { path: file },
  );
}

/** Undefined when there is no lock. */
function readHolder(path: string): number | "unreadable" | undefined {
  try {
    const text = readFileSync(path, "utf8").trim();
    return /^[1-9]\d*$/.test(text) ? Number(text) : "unreadable";
  } catch (thrown) {
    return codeOf(thrown) === "ENOENT" ? undefined : "unreadable";
  }
}

function isHeld(pid: number | "unreadable" | undefined, path: string): boolean {
  if (pid === undefined) return false;
  if (pid === "unreadable") return true;
  // the id may be ours because it was given out again, as in a container that was started anew
  if (pid === process.pid) return ownLocks.has(path);
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (thrown) {
    return codeOf(thrown) !== "ESRCH";
  }
}

/** Whether a process has ended and its parent has not asked about it. Where that cannot be told, it has not. */
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    // the name of the program comes before, in brackets, and may hold any character
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${String(pid)}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** @throws ScanformError `data-file` */
export const failUnwritable = (file: string, thrown: unknown): never =>
  fail(
    "data-file",
    `The state cannot be kept in ${file}: ${messageOf(thrown).split(",")[0] ?? ""}. The folder must be there, and allow writing.`,
    { path: file },
    thrown,
  );

export const codeOf = (thrown: unknown): unknown => (isObject(thrown) ? thrown["code"] : undefined);
