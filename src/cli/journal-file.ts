import { closeSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { type Diagnostic, error, warning } from "../diagnostics/diagnostic";
import { fail, messageOf, ScanformError } from "../diagnostics/error";
import { parseJsonOrNothing } from "../model/parse-json";
import type { Checkpoint } from "../reconcile/apply/checkpoint";
import type { Journal } from "../reconcile/apply/execute";
import { checkpointShape } from "./checkpoint-shape";
import type { AccountPlan } from "./declared-plans";
import type { Io } from "./io";
import { type BeginEntry, type JournalEntry, sendingEntries, settledEntry } from "../reconcile/apply/journal-entry";

const format = "scanform-journal";
/** Files of another major version are refused. */
const version = "1.2";

/** A unique file name for the journal of an apply. */
export const journalPath = (cwd: string, folder: string | undefined, account: string): string =>
  join(resolve(cwd, folder ?? ".scanform"), `${now().replace(/[:.]/g, "-")}-${account.slice(0, 8)}.journal`);

/** A journal that is open for writing. */
export interface JournalFile extends Journal {
  readonly path: string;
  /** Why it could not be written, if so. */
  problems(): readonly Diagnostic[];
  /** Ends the journal with what the service holds. @returns why it could not be written, if so */
  ended(checkpoint: Checkpoint): readonly Diagnostic[];
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
  { plan, session, provider }: AccountPlan,
  { secrets }: Pick<Io, "secrets">,
): JournalFile {
  const noteOf = sendingEntries(plan);
  let file: number | undefined;
  const problems: Diagnostic[] = [];

  const withoutKey = (value: object): string => {
    const text = line(value);
    if (secrets.isIn(text)) throw new Error("it would contain an API key");
    return text;
  };
  const append = (entry: JournalEntry): void => {
    try {
      const text = withoutKey({ at: now(), ...entry });
      if (file === undefined) {
        const begun: BeginEntry = {
          type: "begin",
          account: plan.account,
          baseUrl: session.url,
          aliases: provider.aliases,
        };
        const head = withoutKey({ format, format_version: version, at: now(), ...begun });
        const folder = dirname(path);
        mkdirSync(folder, { recursive: true });
        if (lstatSync(folder).isSymbolicLink()) throw new Error(`${folder} is a symbolic link`);
        file = openSync(path, "wx", 0o600);
        writeSync(file, head);
      }
      writeSync(file, text);
      fsyncSync(file);
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
    sending: (write) => {
      append(noteOf(write));
    },
    settled: (result) => {
      const entry = settledEntry(result);
      if (entry !== undefined) append(entry);
    },
    ended: (checkpoint) => {
      if (problems.length > 0) return []; // they are reported
      try {
        append({ type: "applied", ...checkpoint });
        return [];
      } catch (thrown) {
        if (!(thrown instanceof ScanformError)) throw thrown;
        const lost = "Without this entry `scanform drift --since` cannot use the journal.";
        return problems.splice(0).map(({ detail }) => warning("journal", `${detail} ${lost}`, { path }));
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const now = (): string => new Date().toISOString();

const named = z.looseObject({ name: z.string().optional(), settings: z.looseObject({}) });
const common = { id: z.int(), carries: z.array(z.string()) };
const body = z.looseObject({ name: z.string(), settings: z.looseObject({}) });
const texts = z.array(z.string());
const configuration = z.string();

/** The part of each entry that a rollback needs. */
const entryShape = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("begin") }),
  z.looseObject({
    type: z.literal("sending"),
    write: z.discriminatedUnion("kind", [
      z.looseObject({ ...common, kind: z.literal("create"), body }),
      z.looseObject({ ...common, kind: z.enum(["put", "patch"]), configuration, body }),
      z.looseObject({ ...common, kind: z.literal("bulk"), configurations: texts }),
      z.looseObject({ ...common, kind: z.literal("assign"), configuration, repositories: texts }),
      z.looseObject({ ...common, kind: z.literal("delete"), configuration }),
      z.looseObject({ ...common, kind: z.literal("set-triage"), finding: z.string(), category: z.string() }),
      z.looseObject({ ...common, kind: z.literal("remove-triage"), finding: z.string() }),
    ]),
    images: z.array(z.looseObject({ id: z.string(), address: z.string(), before: named, after: named.optional() })),
    repositories: z.record(z.string(), z.string().nullable()),
    triage: z.looseObject({ before: z.string().nullable() }).optional(),
  }),
  z.looseObject({ type: z.literal("settled"), write: z.int(), status: z.enum(["succeeded", "failed"]) }),
  z.looseObject({ type: z.literal("applied"), at: z.string().optional(), ...checkpointShape.shape }),
]);
const beginShape = z.looseObject({
  format: z.literal(format),
  format_version: z.string(),
  type: z.literal("begin"),
  account: z.looseObject({ id: z.string() }),
  baseUrl: z.string(),
  aliases: z.array(z.string()).default([]),
});

/** The contents of a journal: its origin and its entries. */
export interface ReadJournal {
  readonly begun: BeginEntry;
  readonly entries: readonly JournalEntry[];
}

/**
 * Reads a journal. A truncated last line is ignored: the apply died while writing it, and so before sending the
 * announced write.
 *
 * @throws ScanformError that explains why the file cannot be used
 */
export function readJournal(path: string): ReadJournal {
  const corrupt = (why: string): never => fail("journal", `${path} ${why}.`, { path });
  if (!existsSync(path)) corrupt("is not there");
  const lines = textOf(path).split("\n");
  const whole = lines.slice(0, -1); // the text after the last line break is empty or truncated
  const values = whole.map((text, at) => {
    const value = parseJsonOrNothing(text);
    return entryShape.safeParse(value).success ? value : corrupt(`is damaged in line ${String(at + 1)}`);
  });
  const begun = beginShape.safeParse(values[0]);
  if (!begun.success) return corrupt("is not a journal of scanform");
  if (begun.data.format_version.split(".")[0] !== version.split(".")[0])
    corrupt(`has format ${begun.data.format_version}; this scanform reads ${version}`);
  // trusted as written by `journalFile`: whoever can write the file can write any entry
  const entries = values as unknown as readonly JournalEntry[];
  return { begun: { ...(values[0] as BeginEntry), aliases: begun.data.aliases }, entries };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    return fail("journal", `${path} cannot be read: ${messageOf(thrown)}. Name the file itself.`, { path }, thrown);
  }
}
