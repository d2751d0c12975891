import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { fail, messageOf } from "../diagnostics/error";
import type { Journal } from "../reconcile/execute/execute";
import type { AccountPlan } from "./declared";
import { type Begun, type JournalEntry, sentBy, settledBy } from "../reconcile/journal";

const format = "scanform-journal";
/** Files of another major version are refused. */
const version = "1.0";

/** A name that no other apply has. */
export const journalPath = (cwd: string, folder: string | undefined, account: string): string =>
  join(resolve(cwd, folder ?? ".scanform"), `${now().replace(/[:.]/g, "-")}-${account.slice(0, 8)}.journal`);

/** A journal that is being written. */
export interface JournalFile extends Journal {
  readonly path: string;
  close(): void;
}

/**
 * Begins the journal of an apply: one JSON object on each line, on the disk before the request that it
 * announces is sent. Never holds a key. The file comes into being with the first entry.
 *
 * @throws ScanformError when it cannot be written; what it would announce must not be sent then
 */
export function journalFile(path: string, { plan, session, provider }: AccountPlan): JournalFile {
  const noteOf = sentBy(plan);
  let file: number | undefined;

  const append = (entry: JournalEntry): void => {
    try {
      if (file === undefined) {
        mkdirSync(dirname(path), { recursive: true });
        file = openSync(path, "wx", 0o600);
        const begun: Begun = {
          type: "begin",
          account: plan.account,
          baseUrl: session.url,
          aliases: provider.aliases,
        };
        writeSync(file, line({ format, format_version: version, at: now(), ...begun }));
      }
      writeSync(file, line({ at: now(), ...entry }));
      fsyncSync(file);
    } catch (thrown) {
      fail(
        "journal",
        `${path} cannot be written: ${messageOf(thrown)}. Name another folder with --journal.`,
        { path },
        thrown,
      );
    }
  };
  return {
    path,
    sending: (write) => {
      append(noteOf(write));
    },
    settled: (result) => {
      const entry = settledBy(result);
      if (entry !== undefined) append(entry);
    },
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const now = (): string => new Date().toISOString();

const entryShape = z.looseObject({ type: z.enum(["begin", "sending", "settled"]) });
const beginShape = z.looseObject({
  format: z.literal(format),
  format_version: z.string(),
  type: z.literal("begin"),
  account: z.looseObject({ id: z.string() }),
  baseUrl: z.string(),
  aliases: z.array(z.string()).default([]),
});

/** What a journal holds: where it is from, and its entries. */
export interface ReadJournal {
  readonly begun: Begun;
  readonly entries: readonly JournalEntry[];
}

/**
 * Reads a journal. A last line that was cut off is left out: the apply died while it wrote it, and so
 * before it sent what the line announces.
 *
 * @throws ScanformError that says why the file cannot be used
 */
export function readJournal(path: string): ReadJournal {
  const corrupt = (why: string): never => fail("journal", `${path} ${why}.`, { path });
  if (!existsSync(path)) corrupt("is not there");
  const lines = readFileSync(path, "utf8").split("\n");
  const whole = lines.slice(0, -1); // what stands behind the last line break is empty, or cut off
  const values = whole.map((text, at) => {
    const value = parsed(text);
    return entryShape.safeParse(value).success ? value : corrupt(`is damaged in line ${String(at + 1)}`);
  });
  const begun = beginShape.safeParse(values[0]);
  if (!begun.success) return corrupt("is not a journal of scanform");
  if (begun.data.format_version.split(".")[0] !== version.split(".")[0])
    corrupt(`has format ${begun.data.format_version}; this scanform reads ${version}`);
  // as `journalFile` wrote them: whoever may write the file may write any
  const entries = values as unknown as readonly JournalEntry[];
  return { begun: { ...(values[0] as Begun), aliases: begun.data.aliases }, entries };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}
