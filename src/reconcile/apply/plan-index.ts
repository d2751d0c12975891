import type { Observed } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import type { ConfigurationId, RepositoryId } from "../../model/ids";
import { pathOf } from "../../model/leaves";
import { changesById, type ConfigurationChange, type Deletion, type Move } from "../plan/change";
import type { Plan } from "../plan/plan";

/** Parts of a plan by what a write names. */
export interface PlanIndex {
  /** The declared configurations that are live. */
  readonly changes: ReadonlyMap<ConfigurationId, ConfigurationChange>;
  readonly deletions: ReadonlyMap<ConfigurationId, Deletion>;
  readonly moves: ReadonlyMap<RepositoryId, Move>;
  /** The repositories that the plan takes away from each configuration. */
  readonly leaving: ReadonlyMap<ConfigurationId | undefined, ReadonlySet<RepositoryId>>;
  /** The category before, by the id of the finding in lower case. */
  readonly triages: ReadonlyMap<string, string | null>;
  /** The path of an analyzer or a policy that the account does not list; false where no list was read. */
  readonly isUnlisted: (path: string) => boolean;
}

export const indexPlan = ({ configurations, deletions, moves, triages, observed }: Plan): PlanIndex => ({
  isUnlisted: unlistedIn(observed),
  changes: changesById(configurations),
  deletions: new Map(deletions.map((each) => [each.live.id, each])),
  moves: new Map(moves.map((each) => [each.repository.id, each])),
  leaving: new Map(
    [...groupBy(moves, ({ from }) => from)].map(([id, gone]) => [
      id,
      new Set(gone.map(({ repository }) => repository.id)),
    ]),
  ),
  triages: new Map(triages.map(({ declared, before }) => [declared.findingId.toLowerCase(), before])),
});

function unlistedIn({ analyzers, policies }: Observed): PlanIndex["isUnlisted"] {
  const known = new Set([
    ...(analyzers ?? []).map(({ slug }) => pathOf({ setting: "analyzers", key: slug })),
    ...(policies ?? []).map(({ id }) => pathOf({ setting: "code_policies", key: id })),
  ]);
  const isRead = (path: string): boolean =>
    (analyzers !== undefined && path.startsWith("analyzers[")) ||
    (policies !== undefined && path.startsWith("code_policies["));
  return (path) => isRead(path) && !known.has(path);
}
