import { readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { type Diagnostic, warning } from "../diagnostics/diagnostic";
import { fail, messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import { parseJsonOrNothing } from "../model/parse-json";
import type { PlanAccount } from "../reconcile/plan/change";
import { shortDigest } from "../report/head";
import { beginningOf } from "./files";
import type { Io } from "./io";
import { journalFolder, journalNames } from "./journal-file";
import { beginShape } from "./journal-shape";
import { durationText, milliseconds } from "./options";
import { decidesNothing, type SavedPlan } from "./plan-file";

/** A plan of one account that somebody has approved: from a file, or a digest alone. */
export interface Approved {
  readonly digest: string;
  readonly from?: { readonly file: string; readonly saved: SavedPlan };
}

export interface OnceOptions {
  /** The folder for journals. */
  readonly journal?: string;
  /** Applies a plan that is already applied. */
  readonly again?: boolean;
  /** The age above which a saved plan is refused, in milliseconds. */
  readonly maxAge?: number;
}

/** The accounts of a plan that is applied in part. */
interface AppliedOnce {
  /** The digests of the plans that are already applied. */
  readonly applied: ReadonlySet<string>;
  /** Which accounts are done, and which journals could not be read. */
  readonly diagnostics: readonly Diagnostic[];
}

const standardAge = 7 * milliseconds.d;

/** How far the clocks of two machines may differ, in milliseconds. */
const clockSkew = milliseconds.m;

/**
 * A plan is applied once: otherwise one that weakened, was applied and was taken back could be applied again by anyone who
 * kept it. The plan of an account is already applied where a journal shows its digest as verified, for a saved one after
 * it was made.
 *
 * @throws ScanformError `plan-too-old` for a saved plan that is too old; `plan-applied` when every account is done
 */
export function appliedOnce(io: Io, approved: readonly Approved[], options: OnceOptions): AppliedOnce {
  for (const { from } of approved) if (from !== undefined) refuseAge(from, io.now(), options.maxAge ?? standardAge);
  const pending = approved.filter(({ from }) => from === undefined || !decidesNothing(from.saved));
  if (options.again === true || pending.length === 0) return { applied: new Set(), diagnostics: [] };
  const digests = new Set(pending.map(({ digest }) => digest));
  const { found, unread } = verifiedApplies(journalFolder(io.cwd, options.journal), digests);
  const done = pending.flatMap((each) => {
    const shown = found.find((apply) => shows(apply, each));
    return shown === undefined ? [] : [{ each, said: saidOf(each, relative(io.cwd, shown.journal)) }];
  });
  if (done.length === pending.length)
    fail(
      "plan-applied",
      `${done.map(({ said }) => said).join("\n")}\nNothing was written. Plan again, and have it reviewed; or apply it once more with --again.`,
    );
  return {
    applied: new Set(done.map(({ each }) => each.digest)),
    diagnostics: [
      ...done.map(({ said }) => warning("plan-applied", `${said} Nothing is left to do there.`)),
      ...unread.map((why) => warning("journal", `${why}. Whether it shows the plan as applied is not known.`)),
    ],
  };
}

/** An earlier apply is one of an equal plan that was made before. */
function shows({ digest, at }: VerifiedApply, approved: Approved): boolean {
  const made = approved.from?.saved.madeAt;
  return digest === approved.digest && (made === undefined || at >= Date.parse(made));
}

/** The other accounts of the plan wait as well: somebody took back what was applied, or changed it. */
export function refuseTakenBack(account: PlanAccount): never {
  return fail(
    "plan-applied",
    `The account ${account.id} no longer holds what was applied there, and nothing was written. Plan again, and have it reviewed; or apply it once more with --again.`,
  );
}

const saidOf = ({ digest, from }: Approved, journal: string): string => {
  const what =
    from === undefined ? `The plan ${shortDigest(digest)}` : `${from.file}, for ${from.saved.plan.account.id},`;
  return `${what} is already applied, as ${journal} shows.`;
};

function refuseAge({ file, saved: { madeAt } }: NonNullable<Approved["from"]>, now: number, most: number): void {
  const again = "Plan again, and have it reviewed.";
  const refuse = (why: string): never => fail("plan-too-old", `${file} ${why}`, { path: file });
  const age = now - Date.parse(madeAt);
  if (age < -clockSkew)
    refuse(`was made at ${madeAt}, which is in the future. Set the clock of this machine right, or plan again here.`);
  if (age > most)
    refuse(
      `was made at ${madeAt}, more than ${durationText(most)} ago. ${again} --max-age allows another age, such as 30d.`,
    );
}

/** A journal that shows a plan as applied and verified. */
interface VerifiedApply {
  readonly digest: string;
  readonly journal: string;
  /** The end of the apply, in milliseconds since 1970; infinite where the journal does not say it. */
  readonly at: number;
}

interface VerifiedApplies {
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
function verifiedApplies(folder: string, digests: ReadonlySet<string>): VerifiedApplies {
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

/** The journals of earlier applies of a plan that were cut off, the last one first: an apply that continues it does the rest. */
export const cutOffApplies = (folder: string, digest: string): readonly string[] =>
  journalsIn(folder)
    .map((name) => join(folder, name))
    .filter((journal) => isCutOff(journal, digest))
    .toReversed();

function isCutOff(journal: string, digest: string): boolean {
  try {
    return statSync(journal).isFile() && applyOf(journal, new Set([digest]))?.verified.length === 0;
  } catch {
    return false; // `appliedOnce` has warned of it
  }
}

function journalsIn(folder: string): readonly string[] {
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return journalNames(folder);
  } catch (thrown) {
    const detail = `${folder} cannot be read: ${messageOf(thrown)}. Name the folder of the journals with --journal, or apply without a look at them with --again.`;
    return fail("journal", detail, { path: folder }, thrown);
  }
}

const verifiedApply = (journal: string, digests: ReadonlySet<string>): readonly VerifiedApply[] => {
  const apply = applyOf(journal, digests);
  return apply === undefined ? [] : apply.verified.map((at) => ({ digest: apply.digest, journal, at }));
};

/** The apply of one of these digests, and when it was verified; undefined where the journal is of another one. */
function applyOf(
  journal: string,
  digests: ReadonlySet<string>,
): { readonly digest: string; readonly verified: readonly number[] } | undefined {
  const first = parseJsonOrNothing(firstLine(journal));
  if (!isObject(first)) throw new Error("it is damaged in line 1");
  const begun = beginShape.safeParse(first);
  const digest = begun.data?.digest;
  if (digest === undefined || !digests.has(digest)) return undefined;
  const lines = readFileSync(journal, "utf8").split("\n");
  const verified = lines.flatMap(verifiedAt);
  const damaged = lines.slice(0, -1).findIndex((line) => !isObject(parseJsonOrNothing(line)));
  // the last line is truncated where the apply died
  if (verified.length === 0 && damaged !== -1) throw new Error(`it is damaged in line ${String(damaged + 1)}`);
  return { digest, verified };
}

/** The most that is read of the first line, which has the account's name and aliases. */
const longestLine = 1 << 20;

function firstLine(path: string): string {
  for (let most = 16_384; ; most *= 8) {
    const text = beginningOf(path, most);
    const end = text.indexOf("\n");
    if (end !== -1) return text.slice(0, end);
    if (most >= longestLine || Buffer.byteLength(text) < most) return text;
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
