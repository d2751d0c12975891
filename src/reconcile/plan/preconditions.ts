import { fingerprint } from "../../model/fingerprint";
import type { Desired } from "../../model/desired";
import type { Configuration, Observed } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { ConfigurationId } from "../../model/ids";
import type { PlannedChanges } from "./change";
import type { Route } from "./route";
import { pendingTriages, type TriageChange } from "./triages";

/** The objects that a plan depends on. The plan is stale when one of them changes; other objects may change. */
export interface Preconditions {
  /** The live configurations that the plan writes to, or moves repositories from or to, as observed. */
  readonly configurations: readonly Configuration[];
  /** The former configuration of each repository that the plan moves; null for none. */
  readonly repositories: Readonly<Record<string, ConfigurationId | null>>;
  /** For each RepositoryAssignments, the repositories of each of its rules. */
  readonly rules: Readonly<Record<string, Membership>>;
  /** The former category of each finding whose triage the plan changes; null for none. Absent where it changes none. */
  readonly triages?: Readonly<Record<string, string | null>>;
}

export interface Membership {
  readonly matched: number;
  readonly fingerprint: string;
}

interface PreconditionsInput extends Omit<PlannedChanges, "holders"> {
  readonly desired: Desired;
  readonly routes: readonly Route[];
  readonly triages: readonly TriageChange[];
  readonly observed: Observed;
}

export function preconditionsOf({
  desired,
  configurations,
  deletions,
  moves,
  routes,
  triages,
  observed,
}: PreconditionsInput): Preconditions {
  const affected = new Set<ConfigurationId>([
    ...configurations.flatMap((each) => (each.action === "no-op" ? [] : (each.live?.id ?? []))),
    ...moves.flatMap(({ from, to }) => [...("id" in to ? [to.id] : []), ...(from === undefined ? [] : [from])]),
    ...deletions.map(({ live }) => live.id),
  ]);
  const pending = pendingTriages(triages);
  let rules: Preconditions["rules"] | undefined;
  return {
    configurations: observed.configurations.filter((each) => affected.has(each.id)),
    repositories: Object.fromEntries(moves.map(({ repository, from }) => [repository.id, from ?? null])),
    // computed only for saving or replanning, since it takes long with many repositories
    get rules() {
      return (rules ??= membership(desired, routes));
    },
    ...(pending.length === 0
      ? {}
      : { triages: Object.fromEntries(pending.map(({ declared, before }) => [declared.findingId, before])) }),
  };
}

function membership(desired: Desired, routes: readonly Route[]): Preconditions["rules"] {
  const byAssignments = groupBy(routes, (each) => each.assignments);
  return Object.fromEntries(
    desired.assignments.map(({ address }): [string, Membership] => {
      const members = (byAssignments.get(address) ?? []).map((each) => `${each.repository.id} ${String(each.rule)}`);
      return [address, { matched: members.length, fingerprint: fingerprint(members.sort().join("\n")) }];
    }),
  );
}
