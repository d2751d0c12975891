import { count, repositories } from "../diagnostics/count";
import { addressLabel, label, visible } from "../diagnostics/foreign-text";
import type { Outcome } from "../reconcile/apply/outcome";
import { hasNoPlace } from "../reconcile/rollback/put-back";
import { rollbackAssignments } from "../reconcile/rollback/put-back-places";
import type { AccountDocument } from "./document";
import type { AppliedPlan, Colors } from "./renderer";

/** What became of an apply. */
export function outcomeText({ document: plan, applied, isUntouched }: AppliedPlan, colors: Colors): string {
  const by = (status: Outcome["status"]) => applied.outcomes.filter((each) => each.status === status);
  const [succeeded, failed, skipped] = [by("succeeded"), by("failed"), by("skipped")];
  const objectsOf = objectsIn(plan);
  if (isUntouched) {
    const errors = new Set(failed.map(({ error = "" }) => error));
    const [only = "", other] = errors;
    const why =
      only !== "" && other === undefined
        ? visible(only)
        : failed.length > 0
          ? `${objectsOf(failed)} failed`
          : `${objectsOf(skipped)} skipped`;
    return `${colors.red("Not applied")}: ${why.replace(/\.$/, "")}. Nothing was changed.\n`;
  }
  const done = succeeded.length === 0 ? "nothing" : objectsOf(succeeded);
  const parts = [
    applied.sent === 0 && applied.verified
      ? `Already applied, by somebody else: ${done}.`
      : `Applied with ${count(applied.sent, "request")}: ${done}.`,
    ...(failed.length > 0 ? [colors.red(`Failed: ${objectsOf(failed, "some or all")}.`)] : []),
    ...(skipped.length > 0 ? [colors.yellow(`Skipped: ${objectsOf(skipped, "some or all")}.`)] : []),
  ];
  const verdict = applied.verified
    ? colors.green("Read back: the service holds all that was planned.")
    : applied.unread
      ? colors.red("The service could not be read back. Plan again to see what it holds.")
      : colors.red("The service does not hold all that was planned. Plan again to see what is left.");
  const nameOf = namesIn(plan);
  return [
    parts.join(" "),
    // what somebody else has changed is a diagnostic, with what was planned and what was found
    ...skipped
      .filter(({ code }) => code !== "changed-since-planned")
      .map(({ address, error = "" }) => `  skipped ${nameOf(address)}: ${visible(error)}`),
    ...failed
      .filter(({ code }) => code === "not-read-back")
      .map(({ address, error = "" }) => `  unknown ${nameOf(address)}: ${visible(error)}`),
    verdict,
    "",
  ].join("\n");
}

type Planned = Pick<AccountDocument, "moves" | "triages" | "after" | "rules" | "changes">;

/**
 * Counts what outcomes are about: `2 configurations, 51 repositories, 1 triage`. Those of a RepositoryAssignments are the
 * repositories that it moves.
 */
function objectsIn({ moves, triages, after, rules }: Planned) {
  const ruleOf = new Map(after.repositories.map(({ id, rule = -1 }) => [id, rules[rule]?.address]));
  const mover = moves.map(({ repository_id: id }) => ruleOf.get(id) ?? rollbackAssignments);
  const triaged = new Set(triages.map(({ address }) => address));
  return (outcomes: readonly Outcome[], how?: string): string => {
    const addresses = outcomes.map(({ address }) => address as string);
    const moved = mover.filter((each) => addresses.includes(each)).length;
    const assignments = addresses.filter((each) => mover.includes(each));
    const decided = addresses.filter((each) => triaged.has(each));
    const configurations = addresses.length - assignments.length - decided.length;
    return [
      ...(configurations > 0 ? [count(configurations, "configuration")] : []),
      ...(moved > 0 ? [repositories(moved) + (how === undefined || moved === 1 ? "" : ` (${how})`)] : []),
      ...(decided.length > 0 ? [count(decided.length, "triage")] : []),
    ].join(", ");
  };
}

/** Names what has an address that is no place in a declaration. */
function namesIn({ changes }: Planned): (address: string) => string {
  const names = new Map(changes.map(({ address, name }) => [address, name]));
  return (at) => (hasNoPlace(at) ? label(names.get(at) ?? "repositories that move back") : addressLabel(at));
}
