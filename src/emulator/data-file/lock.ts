import { randomUUID } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fail, messageOf } from "../../diagnostics/error";
import { isObject } from "../../model/json";

/** The locks held by this process, which may run several emulators. */
const ownLocks = new Set<string>();

/**
 * Locks a file against other emulators: `FILE.lock` contains the id of the owning process. The lock of a
 * process that has ended is taken over.
 *
 * @returns releases the lock; idempotent
 * @throws ScanformError `data-file` when another emulator holds the lock or the folder is not writable
 */
export function acquireLock(file: string): () => void {
  const path = `${file}.lock`;
  if (!tryCreate(path, file)) takeOver(path, file);
  ownLocks.add(path);
  let isHeldHere = true; // another emulator of this process may hold it after that
  return () => {
    if (!isHeldHere) return;
    isHeldHere = false;
    ownLocks.delete(path);
    rmSync(path, { force: true });
  };
}

/** Creates the lock atomically with its content; false if it exists. */
function tryCreate(path: string, file: string): boolean {
  const beside = `${path}.${randomUUID()}`;
  try {
    writeFileSync(beside, `${String(process.pid)}\n`, { flag: "wx", mode: 0o600 });
  } catch (thrown) {
    if (existsSync(beside)) rmSync(beside); // empty, where the disk is full
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
  const holder = readHolder(path);
  if (isHeld(holder, path)) refuse(path, file, holder);
  // moved away first to check that it is the lock that was read: another process may act concurrently
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

function refuse(path: string, file: string, pid: Holder): never {
  const who = typeof pid === "number" ? `the process ${String(pid)}` : "an unknown process";
  return fail(
    "data-file",
    `${file} is in use by another emulator: ${path} is held by ${who}. End that one or name another file; if it is no emulator, delete ${path}.`,
    { path: file },
  );
}

/** The id of the process that holds a lock; undefined if there is no lock. */
type Holder = number | "unreadable" | undefined;

function readHolder(path: string): Holder {
  try {
    const text = readFileSync(path, "utf8").trim();
    return /^[1-9]\d*$/.test(text) ? Number(text) : "unreadable";
  } catch (thrown) {
    return codeOf(thrown) === "ENOENT" ? undefined : "unreadable";
  }
}

function isHeld(pid: Holder, path: string): boolean {
  if (pid === undefined) return false;
  if (pid === "unreadable") return true;
  // the id may be ours because it was reused, as in a restarted container
  if (pid === process.pid) return ownLocks.has(path);
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (thrown) {
    return codeOf(thrown) !== "ESRCH";
  }
}

/** Whether a process has ended without its parent having waited for it; false where that is unknown. */
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    // the program name precedes it in brackets and may contain any character
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
