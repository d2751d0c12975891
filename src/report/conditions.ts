import { count } from "../diagnostics/count";
import { isFutureWeakening } from "../reconcile/plan/base-comparison";
import type { AccountDocument } from "./document";

/**
 * What `--fail-on` can name, each with the reason for which it closes the gate: a clause for a sentence, or undefined
 * where the plan does not meet it (decision 13). Imports hardly more than types, so that the command line
 * is parsed without loading the engine.
 */
const reasons = {
  /** A repository gets weaker settings. */
  weakens: ({ summary: { repositories } }) =>
    counted(repositories.weakens, "repository is", "repositories are", "weakened"),
  /** A repository gets settings that are weaker or not, which nobody knows. */
  unclassified: ({ summary: { repositories } }) =>
    counted(repositories.unclassified, "repository has", "repositories have", "unclassified changes"),
  /** A configuration is deleted. */
  deletes: ({ deletions }) => counted(deletions.length, "configuration is", "configurations are", "deleted"),
  /** A finding is dismissed, by any category, or for another reason than before. */
  triages: ({ triages, prolonged = [] }) => {
    const set = triages.filter(({ action }) => action === "set");
    const replaced = set.filter(({ before }) => before !== null).length;
    return joined(
      counted(set.length - replaced, "finding is", "findings are", "dismissed"),
      counted(replaced, "finding gets", "findings get", "another category"),
      counted(prolonged.length, "finding is", "findings are", "dismissed for longer than in the base"),
    );
  },
  /** A configuration that no repository has once the plan is applied becomes weaker. */
  unused: ({ unused }) =>
    counted(
      unused.length,
      "configuration becomes",
      "configurations become",
      "weaker that no repository has once this is applied",
    ),
  /** A repository that does not exist yet would get weaker settings than by the rules before: `--base`. */
  future: ({ future = [] }) => {
    const ways = future.filter(isFutureWeakening);
    return ways.length === 0
      ? undefined
      : `new repositories ${likes(ways)} would get weaker settings than with the base`;
  },
  /** A repository that a rule names is gone, or what a configuration sets is no longer listed. */
  missing: ({ diagnostics }) => {
    const counts = (wanted: string): number => diagnostics.filter(({ code }) => code === wanted).length;
    return joined(
      counted(
        counts("repository-unknown"),
        "repository that rules name is",
        "repositories that rules name are",
        "not in the account",
      ),
      counted(counts("no-longer-listed"), "declared object is", "declared objects are", "no longer listed"),
    );
  },
} as const satisfies Readonly<Record<string, Reason>>;

type Reason = (plan: Gated) => string | undefined;

/** The part of a plan that conditions look at. */
type Gated = Pick<
  AccountDocument,
  "summary" | "deletions" | "diagnostics" | "triages" | "unused" | "future" | "prolonged"
>;

export type GateCondition = keyof typeof reasons;

/** In the order in which they are documented. */
export const gateConditions = Object.keys(reasons) as readonly GateCondition[];

/** Why a condition closes the gate before a plan, such as `4 repositories are weakened`; undefined where it does not. */
export const closes = (condition: GateCondition, plan: Gated): string | undefined => reasons[condition](plan);

const counted = (value: number, one: string, many: string, what: string): string | undefined =>
  value === 0 ? undefined : `${count(value, one, many)} ${what}`;

/** `like "payments-…"`, or `like "payments-…" and 3 other names`. */
function likes(ways: readonly { readonly like: string }[]): string {
  const [first = "", ...others] = new Set(ways.map(({ like }) => like));
  const more = others.length === 0 ? "" : ` and ${count(others.length, "other name")}`;
  return `like ${JSON.stringify(first)}${more}`;
}

const joined = (...clauses: readonly (string | undefined)[]): string | undefined => {
  const found = clauses.filter((each) => each !== undefined);
  return found.length === 0 ? undefined : found.join(" and ");
};
