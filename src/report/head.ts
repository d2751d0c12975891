import type { PlanAccount } from "../reconcile/plan/change";
import { label } from "../diagnostics/foreign-text";
import { repositoryCounts } from "../reconcile/plan/effects";
import { isEmpty } from "../reconcile/plan/plan";
import type { PlanReport } from "./renderer";
import { summaryOf } from "./document";
import { count, number, repositories } from "./words";

/** `1 to create, 1 to change, 14 repositories move, 31 unchanged`: how much, before anything else. */
export function headline(plan: PlanReport): string {
  const { create, update, delete: gone, adopt, move, triage, unchanged } = summaryOf(plan);
  const parts = [
    [create, `${number(create)} to create`],
    [update, `${number(update)} to change`],
    [adopt, `${number(adopt)} to adopt`],
    [gone, `${number(gone)} to delete`],
    [move, `${repositories(move)} ${move === 1 ? "moves" : "move"}`],
    [triage.set, `${count(triage.set, "triage")} to set`],
    [triage.remove, `${count(triage.remove, "triage")} to remove`],
  ] as const;
  const doing = parts.filter(([many]) => many > 0).map(([, words]) => words);
  return [...(isEmpty(plan) ? ["no changes"] : doing), `${number(unchanged)} unchanged`].join(", ");
}

/** What the requests cost, beside one for each object, and beside the least there could be if that is less. */
export const requestLine = ({ requests: { planned, oneByOne, lowerBound } }: PlanReport): string => {
  const least = lowerBound < planned ? `; at least: ${number(lowerBound)}` : "";
  return `${count(planned, "request")} (one by one: ${number(oneByOne)}${least})`;
};

/** `account acme (5f0c41d2) at findings.example.com`, with the alias of its provider block if it has one. */
export function accountLine({ id, name, alias, baseUrl }: PlanAccount): string {
  const which = name === undefined ? label(id) : `${label(name)} (${label(id.slice(0, 8))})`;
  const as = alias === undefined ? "" : `, alias ${label(alias)}`;
  const at = baseUrl === undefined || !URL.canParse(baseUrl) ? "" : ` at ${new URL(baseUrl).host}`;
  return `account ${which}${as}${at}`;
}

/** What a plan does to the repositories in one line: `weakens` and `rest` are words of ours alone. */
export interface Verdict {
  readonly isWeaker: boolean;
  /** `WEAKENS 2,878 of 4,000 repositories`, or `weakens nothing`. */
  readonly weakens: string;
  /** ` (12 of them also strengthen), 3 unclassified` */
  readonly rest: string;
}

export function verdictOf(plan: PlanReport): Verdict {
  const { weakens, mixed, unclassified } = repositoryCounts(plan.effects, plan.repositories);
  const all = `of ${repositories(plan.repositories)}`;
  if (weakens === 0) {
    const rest = unclassified === 0 ? "" : `, ${number(unclassified)} ${all} unclassified`;
    return { isWeaker: false, weakens: "weakens nothing", rest };
  }
  const also = mixed === 0 ? "" : ` (${number(mixed)} of them also ${mixed === 1 ? "strengthens" : "strengthen"})`;
  const open = unclassified === 0 ? "" : `, ${number(unclassified)} unclassified`;
  return { isWeaker: true, weakens: `WEAKENS ${number(weakens)} ${all}`, rest: also + open };
}

/** `2 triages set, 1 removed`; empty without any. They change no settings, so the verdict does not count them. */
function triageLine(plan: PlanReport): string {
  const { set, remove } = summaryOf(plan).triage;
  if (set === 0) return remove === 0 ? "" : `${count(remove, "triage")} removed`;
  return `${count(set, "triage")} set${remove === 0 ? "" : `, ${number(remove)} removed`}`;
}

/** The verdict for a question, with the account where there are several, and the triages beside it. */
export function verdictLine(plan: PlanReport, several: boolean): string {
  const { weakens, rest } = verdictOf(plan);
  const triages = triageLine(plan);
  return `${several ? `${accountLine(plan.account)}: ` : ""}${weakens}${rest}${triages === "" ? "" : `; ${triages}`}`;
}

/** The first digits of a digest, enough to tell plans apart at a glance. */
export const shortDigest = (digest: string): string => digest.slice(0, 12);

export const digestLine = ({ digest }: PlanReport): string => `digest ${shortDigest(digest)}`;
