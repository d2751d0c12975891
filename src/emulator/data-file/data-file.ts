import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fail, messageOf, ScanformError } from "../../diagnostics/error";
import { fingerprint } from "../../model/fingerprint";
import { isObject } from "../../model/json";
import { parseJson } from "../../model/parse-json";
import { seedInput } from "../seed/read-seed";
import type { Seed } from "../seed/seed-schema";
import { jsonChunks } from "../support/json-stream";
import { syntaxProblem } from "../support/problems";
import { acquireLock, codeOf, failUnwritable } from "./lock";

/** A file that stores the state of one emulator. It is locked until it is closed. */
export class DataFile {
  /** The state that the file contained; undefined if it did not exist. */
  readonly stored: Seed | undefined;
  readonly #file: string;
  readonly #releaseLock: () => void;
  #queue: SaveQueue | undefined;

  /** @throws ScanformError `data-file` when it is in use, damaged or not writable */
  constructor(name: string) {
    this.#file = resolve(name);
    this.#releaseLock = acquireLock(this.#file);
    try {
      this.stored = readDataFile(this.#file);
    } catch (thrown) {
      this.#releaseLock();
      throw thrown;
    }
  }

  /** Enables `persist` with the result of `snapshot`. Saves at once if the file did not exist. */
  async start(snapshot: () => Seed): Promise<void> {
    this.#queue = new SaveQueue(() => writeDataFile(this.#file, snapshot()));
    if (this.stored !== undefined) return;
    await this.persist().catch((thrown: unknown) => {
      this.#queue = undefined;
      this.#releaseLock();
      failUnwritable(this.#file, thrown);
    });
  }

  /** Resolves when the current state is on disk. */
  async persist(): Promise<void> {
    await this.#queue?.save();
  }

  /** Saves a last time and releases the lock. */
  async close(): Promise<void> {
    try {
      await this.persist();
    } finally {
      this.#queue = undefined;
      this.#releaseLock();
    }
  }
}

/**
 * Reads a data file; undefined if it does not exist. Never writes.
 *
 * @throws ScanformError `data-file` when it is not a data file or is damaged, with the position and a remedy
 */
function readDataFile(file: string): Seed | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const json = parse(text, file);
  if (!isObject(json) || json["format"] !== formatName) return refuse(file, "is not a data file of the emulator");
  const given = String(json["format_version"]);
  if (given.split(".")[0] !== formatVersion.split(".")[0])
    return refuse(file, `has format_version ${given}, and this scanform reads ${formatVersion}`);
  // checked before the checksum, since a problem in the content is more specific
  const seed = seedInput.check(json["body"], `${file} is damaged: body`, "data-file");
  if (fingerprint(findBody(text) ?? "") !== json["checksum"])
    return refuse(file, "is damaged: its body is not the one of its checksum");
  return seed;
}

function textOf(file: string): string | undefined {
  try {
    // a link would be replaced by a file when the state is saved
    if (!lstatSync(file).isFile()) refuse(file, "is not a regular file");
    return readFileSync(file, "utf8");
  } catch (thrown) {
    if (thrown instanceof ScanformError) throw thrown;
    if (codeOf(thrown) === "ENOENT") return undefined;
    return refuse(file, `cannot be read: ${messageOf(thrown)}`, thrown);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    return refuse(file, `is damaged: ${syntaxProblem(text, thrown)}`, thrown);
  }
}

const refuse = (file: string, why: string, cause?: unknown): never =>
  fail(
    "data-file",
    `${file} ${why}. It was left as it is: restore it from a copy, move it away to start with the seed, or name another file.`,
    { path: file },
    cause,
  );

/**
 * Writes a data file atomically: to a new file that is synced to disk and then renamed, so that a crash
 * leaves the old file or the new one. Readable by its owner only, since it contains keys.
 */
async function writeDataFile(file: string, seed: Seed): Promise<void> {
  const beside = `${file}.new`;
  await rm(beside, { force: true });
  await withFile(beside, "wx", async (handle) => {
    for (const piece of dataFileChunks(seed)) await handle.appendFile(piece);
    await handle.sync();
  });
  await rename(beside, file);
  // the rename is durable once the folder is synced, which Windows does not support
  if (process.platform !== "win32") await withFile(dirname(file), "r", (folder) => folder.sync());
}

async function withFile(path: string, flags: string, use: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    await use(handle);
  } finally {
    await handle.close();
  }
}

/**
 * A data file is JSON: `{format, format_version, body, checksum}`. The body is a seed with its keys;
 * `checksum` is the SHA-256 of its text. Each field begins a line, so that the body's text can be located.
 */
const formatName = "scanform-emulator-data";
/** Files of another major version are rejected. */
const formatVersion = "1.1";

const head = `{"format":${JSON.stringify(formatName)},\n"format_version":${JSON.stringify(formatVersion)},\n"body":`;
const foot = ',\n"checksum":';

/** The levels to write in chunks: down to the items of an account's lists. */
const depth = 5;

/** Yields the text of a data file in chunks. */
function* dataFileChunks(seed: Seed): Generator<string, void> {
  const checksum = createHash("sha256");
  yield head;
  for (const piece of jsonChunks(seed, depth)) {
    checksum.update(piece);
    yield piece;
  }
  yield `${foot}${JSON.stringify(checksum.digest("hex"))}}\n`;
}

/** The text of the body within a data file; undefined if the layout differs. */
function findBody(text: string): string | undefined {
  const start = text.indexOf('\n"body":');
  const end = text.lastIndexOf(foot);
  return start === -1 || end < start ? undefined : text.slice(start + '\n"body":'.length, end);
}

/**
 * Runs one save at a time. Calls during a running save share the next one, which contains the changes of
 * all of them.
 */
class SaveQueue {
  readonly #save: () => Promise<void>;
  /** Resolves when the last save has ended, with or without success. */
  #ended: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param save writes the state of the time of the call, and resolves when it is on disk */
  constructor(save: () => Promise<void>) {
    this.#save = save;
  }

  /** Resolves when the current state is saved. */
  save(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    this.#next = this.#ended.then(() => {
      this.#next = undefined;
      return this.#save();
    });
    // a failed save rejects for its own callers only; one that does not wait must not end the process
    this.#ended = this.#next.catch(() => undefined);
    return this.#next;
  }
}
