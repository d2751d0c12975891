import { fingerprint } from "../../model/fingerprint";
import type { Desired } from "../../model/desired";
import type { Configuration, Observed } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { ConfigurationId } from "../../model/ids";
import type { ConfigurationChange, Deletion, Move } from "./change";
import type { Route } from "./route";

/** The part of the world that a plan rests on. When it moves, the plan is stale; anything else may move. */
export interface Preconditions {
  /** Every live configuration that the plan writes to, or moves repositories to or from, as it was found. */
  readonly configurations: readonly Configuration[];
  /** The configuration that each repository has which the plan moves; null for none. */
  readonly repositories: Readonly<Record<string, ConfigurationId | null>>;
  /** For each RepositoryAssignments, which repository falls under which of its rules. */
  readonly rules: Readonly<Record<string, Membership>>;
}

export interface Membership {
  readonly matched: number;
  readonly fingerprint: string;
}

interface PreconditionsInput {
  readonly desired: Desired;
  readonly configurations: readonly ConfigurationChange[];
  readonly deletions: readonly Deletion[];
  readonly moves: readonly Move[];
  readonly routes: readonly Route[];
  readonly observed: Observed;
}

export function preconditionsOf({
  desired,
  configurations,
  deletions,
  moves,
  routes,
  observed,
}: PreconditionsInput): Preconditions {
  const affected = new Set<ConfigurationId>([
    ...configurations.flatMap((each) => (each.action === "no-op" ? [] : (each.live?.id ?? []))),
    ...moves.flatMap(({ from, to }) => [...("id" in to ? [to.id] : []), ...(from === undefined ? [] : [from])]),
    ...deletions.map(({ live }) => live.id),
  ]);
  let rules: Preconditions["rules"] | undefined;
  return {
    configurations: observed.configurations.filter((each) => affected.has(each.id)),
    repositories: Object.fromEntries(moves.map(({ repository, from }) => [repository.id, from ?? null])),
    // only who saves the plan or looks again asks for it, and it takes long where there are many repositories
    get rules() {
      return (rules ??= membership(desired, routes));
    },
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
