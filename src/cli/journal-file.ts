import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Diagnostic, error, warning } from "../diagnostics/diagnostic";
import { fail, messageOf, ScanformError } from "../diagnostics/error";
import { isObject } from "../model/json";
import { parseJsonOrNothing } from "../model/parse-json";
import type { Checkpoint } from "../reconcile/apply/checkpoint";
import type { Applied } from "../reconcile/apply/apply";
import type { Journal } from "../reconcile/apply/execute";
import { isEmpty } from "../reconcile/plan/plan";
import { formatVersion, ofAnotherVersion } from "../report/format-version";
import type { AccountPlan } from "./account-plans";
import type { Io } from "./io";
import { beginShape, entryShape, journalFormat } from "./journal-shape";
import { projectFolder } from "./project";
import {
  type BeginEntry,
  existingIn,
  type JournalEntry,
  sendingEntries,
  settledEntry,
} from "../reconcile/apply/journal-entry";
import { readGivenFile } from "../diagnostics/given-file";

/** The folder for journals: `.scanform` of the project. @param folder the value of `--journal`, in place of it */
export const journalFolder = (cwd: string, folder?: string): string =>
  folder === undefined ? join(projectFolder(cwd) ?? cwd, ".scanform") : resolve(cwd, folder);

/** The names of the journals in a folder, in the order of their times. @throws Error of the file system */
export const journalNames = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((each) => each.endsWith(".journal"))
    .sort();

/** A file name that nothing has yet, for the journal of an apply. Names are sorted by time. */
export function journalPath(io: Pick<Io, "cwd" | "now">, folder: string | undefined, account: string): string {
  for (let time = io.now(); ; time += 1) {
    const name = `${new Date(time).toISOString().replace(/[:.]/g, "-")}-${account.slice(0, 8)}.journal`;
    const path = join(journalFolder(io.cwd, folder), name);
    if (!existsSync(path)) return path;
  }
}

/** A journal that is open for writing. */
export interface JournalFile extends Journal {
  readonly path: string;
  /** Why it could not be written, if so. */
  problems(): readonly Diagnostic[];
  /**
   * Ends the journal with what the service holds.
   *
   * @param verified the account was read back and holds everything that was planned
   * @param beside what it holds neither as before a write nor as that was to leave it
   * @returns why it could not be written, if so
   */
  ended(checkpoint: Checkpoint, verified: boolean, unexpected: Applied["unexpected"]): readonly Diagnostic[];
  close(): void;
}

/**
 * Starts the journal of an apply: one JSON object per line, flushed to disk before the request that it announces is
 * sent. Never contains a key. The file is created with the first entry.
 *
 * @throws ScanformError when it cannot be written; the announced write must then not be sent
 */
export function journalFile(
  path: string,
  { plan, session, provider, approved }: AccountPlan,
  io: Pick<Io, "secrets" | "now">,
): JournalFile {
  const noteOf = sendingEntries(plan);
  // all empty plans of an account have the same digest: it identifies none of them
  const digest = approved ?? (isEmpty(plan) ? undefined : plan.digest);
  let file: number | undefined;
  /** Bytes of whole entries. */
  let size = 0;
  const problems: Diagnostic[] = [];

  const withoutKey = (value: object): string => {
    const text = line(value);
    if (io.secrets.isIn(text)) throw new Error("it would contain an API key");
    return text;
  };
  const append = (entry: JournalEntry): void => {
    try {
      let text = withoutKey({ at: timeOf(io), ...entry });
      if (size === 0) {
        const begun: BeginEntry = {
          type: "begin",
          account: plan.account,
          baseUrl: session.url,
          aliases: provider.aliases,
          ...(digest === undefined ? {} : { digest }),
          ...(plan.desired.putBack === undefined ? {} : { rollback: true }),
          ...existingIn(plan),
        };
        text = `${withoutKey({
          format: journalFormat,
          format_version: formatVersion,
          at: timeOf(io),
          ...begun,
        })}${text}`;
      }
      if (file === undefined) {
        const folder = dirname(path);
        mkdirSync(folder, { recursive: true });
        if (lstatSync(folder).isSymbolicLink()) throw new Error(`${folder} is a symbolic link`);
        file = openSync(path, "ax", 0o600);
      }
      try {
        writeFileSync(file, text); // not writeSync, which writes a part where the disk has room for no more
        fsyncSync(file);
      } catch (thrown) {
        ftruncateSync(file, size); // so that a later entry begins a line
        throw thrown;
      }
      size += Buffer.byteLength(text);
    } catch (thrown) {
      const detail = `${path} cannot be written: ${messageOf(thrown)}. Name another folder with --journal.`;
      const problem = error("journal", detail, { path });
      if (problems.length === 0) problems.push(problem);
      throw new ScanformError([problem], { cause: thrown });
    }
  };
  return {
    path,
    problems: () => problems,
    sending: (write, expected) => {
      append(noteOf(write, expected));
    },
    settled: (result) => {
      append(settledEntry(result));
    },
    ended: (checkpoint, verified, unexpected) => {
      if (problems.length > 0) return []; // they are reported
      try {
        append({ type: "applied", verified, ...(unexpected.length === 0 ? {} : { unexpected }), ...checkpoint }); // `verified` survives a truncated line
        return [];
      } catch (thrown) {
        if (!(thrown instanceof ScanformError)) throw thrown;
        const lost = "Without this entry `scanform drift` does not know what was read back.";
        return problems.splice(0).map(({ detail }) => warning("journal", `${detail} ${lost}`, { path }));
      }
    },
    close: () => {
      if (file === undefined) return;
      closeSync(file);
      file = undefined;
      if (size === 0) rmSync(path, { force: true });
    },
  };
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const timeOf = ({ now }: Pick<Io, "now">): string => new Date(now()).toISOString();

/** The contents of a journal: its origin and its entries. */
export interface ReadJournal {
  readonly begun: BeginEntry;
  readonly entries: readonly JournalEntry[];
}

/**
 * Reads a journal. A truncated last line is ignored: the apply died while writing it, and so before sending the
 * announced write.
 *
 * @throws ScanformError that explains why the file cannot be used: `usage` where it is another file
 */
export function readJournal(path: string): ReadJournal {
  const corrupt = (why: string): never => fail("journal", `${path} ${why}.`, { path });
  const text = textOf(path);
  const values = text.split("\n").slice(0, -1).map(parseJsonOrNothing); // the text after the last line break is empty or truncated
  const [first] = values;
  if (values.length === 0) corrupt("is not a journal of scanform");
  if (isObject(first) ? first["format"] !== journalFormat : !values.some(isEntry))
    fail("usage", `${path} is ${isSavedPlan(text) ? "a saved plan, not a journal" : "not a journal of scanform"}.`, {
      path,
    });
  if (isObject(first) && first["format_version"] !== formatVersion) corrupt(ofAnotherVersion);
  const damaged = values.findIndex((value, at) => !(at === 0 ? beginShape : entryShape).safeParse(value).success);
  if (damaged !== -1) corrupt(`is damaged in line ${String(damaged + 1)}`);
  // trusted as written by `journalFile`: anyone who can write the file can write any entry
  return { begun: first as BeginEntry, entries: values as unknown as readonly JournalEntry[] };
}

const isEntry = (value: unknown): boolean => entryShape.safeParse(value).success;

function isSavedPlan(text: string): boolean {
  const value = parseJsonOrNothing(text);
  return isObject(value) && Array.isArray(value["accounts"]);
}

function textOf(path: string): string {
  try {
    return readGivenFile(path).toString("utf8");
  } catch (thrown) {
    return fail("journal", `${path} cannot be read: ${messageOf(thrown)}. Name the file itself.`, { path }, thrown);
  }
}
