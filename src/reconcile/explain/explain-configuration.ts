import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { Observed } from "../../model/entities";
import { judgementOf, type RepositoryClass } from "../../model/repository-class";
import { sameId } from "../../model/uuid";
import type { ConfigurationChange } from "../plan/change";
import { changesOfLoss } from "../plan/effects";
import type { Plan } from "../plan/plan";
import { type CountedRule, explainAccount } from "./explain-account";
import type { Standing } from "./standing";

/** What assigns one configuration, who has it, and what becomes of it. */
export interface ConfigurationExplanation {
  /** The rules that assign it. */
  readonly rules: readonly CountedRule[];
  /** The number of repositories that have it. */
  readonly repositories: { readonly before: number; readonly after: number };
  /** Null where it is yet to be created. */
  readonly before: Standing | null;
  /** Null where it is to be deleted. */
  readonly after: Standing | null;
  readonly changes: readonly LeafChange[];
  /** What it does to a repository that has it before and after. */
  readonly class: RepositoryClass | "unaffected";
}

/** Every configuration, live or declared, that somebody may mean: by its id, its address, or else a name. */
export function configurationsMeant(
  { configurations: changes }: Plan,
  { configurations }: Observed,
  meant: string,
): readonly ConfigurationMeant[] {
  const declared = new Map(changes.flatMap((each) => (each.live === undefined ? [] : [[each.live.id, each]])));
  const all: readonly ConfigurationMeant[] = [
    ...changes.map((change) => ({ change, ...(change.live === undefined ? {} : { live: change.live }) })),
    ...configurations.filter(({ id }) => !declared.has(id)).map((live) => ({ live })),
  ];
  const exact = all.filter(
    ({ change, live }) => change?.address === meant || (live !== undefined && sameId(live.id, meant)),
  );
  return exact.length > 0
    ? exact
    : all.filter(({ change, live }) => change?.declared.name === meant || live?.name === meant);
}

export interface ConfigurationMeant {
  readonly change?: ConfigurationChange;
  readonly live?: Observed["configurations"][number];
}

export function explainConfiguration(
  plan: Plan,
  observed: Observed,
  { change, live }: ConfigurationMeant,
): ConfigurationExplanation {
  const { repositories, rules } = explainAccount(plan, observed);
  const before = live === undefined ? null : standingOf(change, { id: live.id, name: live.name }, live.settings);
  const isDeleted = plan.deletions.some((each) => each.live.id === live?.id);
  const name = change?.declared.name ?? live?.name;
  const after = isDeleted ? null : standingOf(change, { id: live?.id, name }, change?.after ?? live?.settings ?? {});
  const changes = changesBetween(before, after);
  const has = (standing: Standing | null): boolean =>
    standing !== null && (live === undefined ? standing.address === change?.address : standing.id === live.id);
  return {
    rules: rules.filter(({ declared: { target } }) => {
      if ("leave" in target) return false;
      const { configuration } = target;
      return "id" in configuration ? configuration.id === live?.id : configuration.address === change?.address;
    }),
    repositories: {
      before: repositories.filter(({ repository }) => live !== undefined && repository.configuration_id === live.id)
        .length,
      after: repositories.filter((each) => has(each.after)).length,
    },
    before,
    after,
    changes,
    class: judgementOf(changes)?.class ?? "unaffected",
  };
}

const changesBetween = (before: Standing | null, after: Standing | null): readonly LeafChange[] => {
  if (after !== null) return compareSettings(before?.settings ?? {}, after.settings);
  return before?.id === undefined ? [] : changesOfLoss(before.id, before.settings);
};

const standingOf = (
  change: ConfigurationChange | undefined,
  { id, name }: { readonly id: Standing["id"]; readonly name: string | undefined },
  settings: Standing["settings"],
): Standing => ({
  ...(id === undefined ? {} : { id }),
  ...(change === undefined ? {} : { address: change.address }),
  ...(name === undefined ? {} : { name }),
  settings,
});
