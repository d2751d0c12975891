import { relative } from "node:path";
import { type Diagnostic, warning } from "../diagnostics/diagnostic";
import { fail } from "../diagnostics/error";
import { shortDigest } from "../report/head";
import { durationText, milliseconds } from "./duration";
import type { Plan } from "../reconcile/plan/plan";
import type { Io } from "./io";
import { journalFolder } from "./journal-file";
import type { SavedPlan } from "./plan-file";
import { type VerifiedApply, verifiedApplies } from "./verified-applies";

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
export interface AppliedOnce {
  /** The digests of the plans that are already applied. */
  readonly applied: ReadonlySet<string>;
  /** Which accounts are done, and which journals could not be read. */
  readonly diagnostics: readonly Diagnostic[];
}

const standardAge = 7 * milliseconds.d;

/** How far the clocks of two machines may differ, in milliseconds. */
const clockSkew = milliseconds.m;

/**
 * A plan is applied once: otherwise one that weakened, was applied and was taken back could be applied again by whoever
 * kept it. The plan of an account is already applied where a journal shows its digest as verified, for a saved one after
 * it was made.
 *
 * @throws ScanformError `plan-too-old` for a saved plan that is too old; `plan-applied` when every account is done
 */
export function appliedOnce(io: Io, approved: readonly Approved[], options: OnceOptions): AppliedOnce {
  const { now = Date.now } = io;
  for (const { from } of approved) if (from !== undefined) refuseAge(from, now(), options.maxAge ?? standardAge);
  // a saved plan without writes has nothing to apply
  const pending = approved.filter(({ from }) => from === undefined || from.saved.writes.length > 0);
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
export function refuseTakenBack({ account }: Plan): never {
  return fail(
    "plan-applied",
    `The account ${account.id} no longer holds what was applied there, and nothing was written. Plan again, and have it reviewed; or apply it once more with --again.`,
  );
}

const saidOf = ({ digest, from }: Approved, journal: string): string => {
  const what = from === undefined ? `The plan ${shortDigest(digest)}` : `${from.file}, for ${from.saved.account.id},`;
  return `${what} is already applied, as ${journal} shows.`;
};

function refuseAge({ file, saved: { madeAt } }: NonNullable<Approved["from"]>, now: number, most: number): void {
  const again = "Plan again, and have it reviewed.";
  const refuse = (why: string): never => fail("plan-too-old", `${file} ${why}`, { path: file });
  if (madeAt === undefined) return refuse(`does not say when it was made: it is of an earlier version. ${again}`);
  const age = now - Date.parse(madeAt);
  if (age < -clockSkew)
    refuse(`was made at ${madeAt}, which is in the future. Set the clock of this machine right, or plan again here.`);
  if (age > most)
    refuse(
      `was made at ${madeAt}, more than ${durationText(most)} ago. ${again} --max-age allows another age, such as 30d.`,
    );
}
