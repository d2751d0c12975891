import type { LeafChange } from "../../model/compare-settings";
import type { Configuration } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { ConfigurationId } from "../../model/ids";
import type { Move } from "../../reconcile/plan/change";
import { changesBetween } from "../../reconcile/plan/moves";
import type { PlannedSettings } from "../ledger/planned-settings";
import { bySeverity, type RepositoryEffect } from "../verdict/repository-effect";
import { unknownChange } from "../verdict/unknown-leaves";

/** The repositories that move, grouped by where they come from and go to, each group with what it feels. */
export function judgeMoves(
  moves: readonly Move[],
  settings: PlannedSettings,
  live: ReadonlyMap<ConfigurationId, Configuration>,
): readonly RepositoryEffect[] {
  const alike = groupBy(moves, ({ from, to }) => JSON.stringify([from, "id" in to ? to.id : null]));
  return [...alike.values()].flatMap((group): readonly RepositoryEffect[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { to, changes } = judge(first, settings, live);
    const from = first.fromName === null ? "none" : JSON.stringify(first.fromName);
    return [
      {
        what: `${from} -> ${to} (${rulesOf(group)})`,
        changes,
        repositories: group.map(({ repository }) => repository),
      },
    ];
  });
}

interface Judged {
  readonly to: string;
  readonly changes: readonly LeafChange[];
}

/** A configuration whose id is not known is one of those that are pending: the worst counts. */
function judge(
  { from, to, toName, changes }: Move,
  settings: PlannedSettings,
  live: ReadonlyMap<ConfigurationId, Configuration>,
): Judged {
  if ("id" in to) return { to: JSON.stringify(toName), changes: [...changes, ...settings.unknownIn(to.id)] };
  const listed = from === undefined ? undefined : live.get(from);
  const [worst, ...others] = settings.pending
    .map(({ name, after, unknown }) => ({
      name: name === undefined ? "a new one" : JSON.stringify(name),
      changes: [...changesBetween(from, listed, after), ...unknown],
    }))
    .sort(bySeverity);
  if (worst === undefined) return { to: "(known after apply)", changes: [unknownChange("configuration")] };
  return {
    to: others.length === 0 ? `${worst.name} (new)` : `(known after apply, at worst ${worst.name})`,
    changes: worst.changes,
  };
}

/** `rule 2: payments-%`; where several rules, or several names of one, match: `rules 1, 3`. */
function rulesOf(group: readonly Move[]): string {
  const texts = new Set(group.map(({ rule }) => rule));
  const [only = ""] = texts;
  if (texts.size === 1) return only;
  const numbers = [...new Set([...texts].map((each) => Number(/^rule (\d+)/.exec(each)?.[1])))];
  return `${numbers.length === 1 ? "rule" : "rules"} ${numbers.sort((left, right) => left - right).join(", ")}`;
}
