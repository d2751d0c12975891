import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail, messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import { parseJsonOrNothing } from "../model/parse-json";
import { beginShape } from "./journal-shape";

/** A journal that shows a plan as applied and verified. */
export interface VerifiedApply {
  readonly digest: string;
  readonly journal: string;
  /** The end of the apply, in milliseconds since 1970; infinite where the journal does not say it. */
  readonly at: number;
}

export interface VerifiedApplies {
  readonly found: readonly VerifiedApply[];
  /** Why some journals could not be read. */
  readonly unread: readonly string[];
}

/**
 * The verified applies of these digests in a folder of journals. A digest covers the account and its base URL. Only the
 * first line of other journals is read, and what is no journal is passed over.
 *
 * @throws ScanformError `journal` when the folder cannot be read
 */
export function verifiedApplies(folder: string, digests: ReadonlySet<string>): VerifiedApplies {
  const found: VerifiedApply[] = [];
  const unread: string[] = [];
  for (const name of journalsIn(folder)) {
    const journal = join(folder, name);
    try {
      if (statSync(journal).isFile()) found.push(...verifiedApply(journal, digests));
    } catch (thrown) {
      unread.push(`${journal} cannot be read: ${messageOf(thrown)}`);
    }
  }
  return { found, unread };
}

function journalsIn(folder: string): readonly string[] {
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return readdirSync(folder).filter((each) => each.endsWith(".journal"));
  } catch (thrown) {
    const detail = `${folder} cannot be read: ${messageOf(thrown)}. Name the folder of the journals with --journal, or apply without a look at them with --again.`;
    return fail("journal", detail, { path: folder }, thrown);
  }
}

function verifiedApply(journal: string, digests: ReadonlySet<string>): readonly VerifiedApply[] {
  const first = parseJsonOrNothing(firstLine(journal));
  if (!isObject(first)) throw new Error("it is damaged in line 1");
  const begun = beginShape.safeParse(first);
  const digest = begun.data?.digest;
  if (digest === undefined || !digests.has(digest)) return [];
  const lines = readFileSync(journal, "utf8").split("\n");
  const verified = lines.flatMap(verifiedAt);
  const damaged = lines.slice(0, -1).findIndex((line) => !isObject(parseJsonOrNothing(line)));
  // the last line is truncated where the apply died
  if (verified.length === 0 && damaged !== -1) throw new Error(`it is damaged in line ${String(damaged + 1)}`);
  return verified.map((at) => ({ digest, journal, at }));
}

/** The most that is read of the first line, which has the account's name and aliases. */
const longestLine = 1 << 20;

function firstLine(path: string): string {
  const file = openSync(path, "r");
  try {
    let bytes = Buffer.alloc(0);
    while (bytes.length < longestLine && !bytes.includes("\n")) {
      const more = Buffer.alloc(16_384);
      const read = readSync(file, more);
      if (read === 0) break;
      bytes = Buffer.concat([bytes, more.subarray(0, read)]);
    }
    const end = bytes.indexOf("\n");
    return bytes.toString("utf8", 0, end === -1 ? bytes.length : end);
  } finally {
    closeSync(file);
  }
}

/** The beginning of an entry that was truncated while it was written, after the account had been read back. */
const truncated = /^\{"at":"([^"]*)","type":"applied","verified":true,/;

/** The time of a line that says that the account holds all that was planned; none for other lines. */
function verifiedAt(line: string): readonly number[] {
  if (!line.includes('"applied"')) return [];
  const entry = parseJsonOrNothing(line);
  if (isObject(entry)) return entry["type"] === "applied" && entry["verified"] === true ? [timeOf(entry["at"])] : [];
  const cut = truncated.exec(line);
  return cut === null ? [] : [timeOf(cut[1])];
}

function timeOf(at: unknown): number {
  const time = typeof at === "string" ? Date.parse(at) : Number.NaN;
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}
