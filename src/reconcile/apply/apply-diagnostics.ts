import { count, number } from "../../diagnostics/count";
import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { enumeration } from "../../diagnostics/enumeration";
import type { Configuration } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import { isSameAt, leavesOf } from "../../model/leaves";
import { type Changed, conflictText } from "../plan/conflict";
import { identify } from "../plan/identify";
import type { Plan } from "../plan/plan";
import { changedLeaves } from "./changed-since";
import { notConverged } from "./outcome";
import type { ReadBack } from "./read-back";
import type { SentWrites } from "./sent-writes";
import { changedUnplanned } from "./verify";
import type { WriteResult } from "./write-result";
import type { WriteSender } from "./write-sender";

/** What an apply says about its outcome, besides the outcome of each object. */

export const notReadBack = (sent: number): Diagnostic =>
  error(
    "not-read-back",
    `${count(sent, "request")} may have arrived, and the account could not be read afterwards, so what it holds is not known. Plan again once the service answers: the plan shows what is left.`,
  );

/**
 * The service has no conditional writes, so somebody else may have created a configuration of the same name in the
 * meantime.
 */
export const namedTwice = (plan: Plan, { configurations }: NonNullable<ReadBack["seen"]>): readonly Diagnostic[] =>
  identify(plan.desired.configurations, configurations).diagnostics.filter(({ code }) => code === "name-live-twice");

/** The number of repositories that are named. */
const mostTaken = 5;

/** Somebody may move a repository into a configuration between the look and the write that takes it away from all it has. */
export function takenAway(sentWrites: SentWrites, seen: NonNullable<ReadBack["seen"]>): readonly Diagnostic[] {
  const taken = sentWrites.taken(seen);
  if (taken.length === 0) return [];
  const what = enumeration(taken.map(conflictText), mostTaken);
  const detail = `${what}, nor any other configuration: a write, or somebody else, has taken it away. Where a rule claims it, the next plan gives it back.`;
  const [address, ...others] = sentWrites.taking;
  return [error("changed-with-write", detail, others.length === 0 ? { address } : {})];
}

/**
 * A repository has what was declared only where its configuration holds that, also one that was not to change: somebody
 * else may have changed it since the repository came.
 */
export const changedTargets = (plan: Plan, { configurations }: NonNullable<ReadBack["seen"]>): readonly Diagnostic[] =>
  changedUnplanned(plan, configurations).map(notConverged);

/**
 * Notes about what somebody else has changed since the plan: leaves that ride along in a write, repositories that have
 * left, and what repositories get with a configuration that was not written.
 *
 * @param seen the account as read back
 */
export function meanwhile(
  { configurations, moves, observed }: Plan,
  results: readonly WriteResult[],
  { sender, sentWrites }: { readonly sender: Pick<WriteSender, "stateOf">; readonly sentWrites: SentWrites },
  seen: ReadBack["seen"] = { configurations: [], repositories: [] },
): readonly Diagnostic[] {
  const leaves = configurations.flatMap(({ address, live, after }): readonly Changed[] => {
    const look = live === undefined ? undefined : sentWrites.looked.get(live.id);
    if (live === undefined || look === undefined) return [];
    const [before, planned] = [leavesOf(live.settings), leavesOf(after)];
    return changedLeaves(live.settings, look.settings)
      .filter(({ path }) => isSameAt(path, before, planned))
      .map((each) => ({ address, ...each }));
  });
  const holders = new Map(seen.repositories.map((each) => [each.id, each.configuration_id]));
  const arrived = moves.filter(({ to, repository }) => "id" in to && holders.get(repository.id) === to.id);
  const goals = new Map(arrived.map(({ repository, assignments }) => [holders.get(repository.id), assignments]));
  const before = new Map(observed.configurations.map((each) => [each.id, each]));
  const given = seen.configurations.flatMap(({ id, name = id, settings }): readonly Changed[] => {
    const [address, planned] = [goals.get(id), before.get(id)];
    if (address === undefined || planned === undefined || sentWrites.expected.has(id)) return [];
    const declared = leavesOf(sentWrites.changeOf(id)?.declared.settings ?? {});
    return changedLeaves(planned.settings, settings)
      .filter(({ path }) => !declared.has(path))
      .map((each) => ({ address, ...each, path: `${each.path} of ${JSON.stringify(name)}` }));
  });
  const departed = results.flatMap(({ write }) => sender.stateOf(write).departed);
  const notes = groupBy([...leaves, ...given, ...departed], ({ address }) => address);
  return [...notes].map(([address, all]) =>
    warning("changed-meanwhile", `${all.map(conflictText).join("; ")}. It is left as it is.`, { address }),
  );
}

/** The number of leaves that are named. */
const mostFilledIn = 5;

/** A note about what the service has set by itself in what this apply has made or replaced. */
export function filledIn(seen: readonly Configuration[], sentWrites: SentWrites): readonly Diagnostic[] {
  const leaves = seen.flatMap((each) => sentWrites.becameOf(each)?.filledIn ?? []);
  if (leaves.length === 0) return [];
  const named = [...groupBy(leaves, ({ path }) => path)].map(([path, { length }]) =>
    length === 1 ? path : `${path} (${number(length)} times)`,
  );
  const detail = `The service has set what is not declared: ${enumeration(named, mostFilledIn)}. It stays.`;
  return [warning("filled-in", detail)];
}
