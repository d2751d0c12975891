import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { quoted } from "../../diagnostics/foreign-text";
import { skeleton } from "../../diagnostics/skeleton";
import { groupBy } from "../../model/group-by";
import type { ConfigurationChange, Deletion } from "./change";
import type { Effect } from "./effects";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Shown {
  readonly configurations: readonly ConfigurationChange[];
  readonly deletions: readonly Deletion[];
  readonly effects: readonly Effect[];
}

/** Different things in one plan whose names a reader could take for one another. */
export const lookAlikes = ({ configurations, deletions, effects }: Shown): readonly Diagnostic[] => [
  ...pairs("configurations", [
    ...configurations.map(({ address, live, declared: { name } }) => ({ id: live?.id ?? address, name })),
    ...[...effects.flatMap(({ from, to }) => [from, to]), ...deletions.map(({ live }) => live)].flatMap((each) =>
      each?.id === undefined || each.name === undefined ? [] : [{ id: each.id, name: each.name }],
    ),
  ]),
  ...pairs(
    "repositories",
    effects.flatMap(({ repositories }) =>
      repositories.flatMap(({ repository: { id, name } }) => (name === undefined ? [] : [{ id, name }])),
    ),
  ),
];

/** Maximum number of groups that are named. */
const most = 5;

function pairs(kind: string, things: readonly Named[]): readonly Diagnostic[] {
  const groups = [...groupBy(things, ({ name }) => skeleton(name)).values()].flatMap((group) => {
    const names = new Map(group.map(({ name, id }) => [name, id]));
    // a configuration that gets another name is one thing
    return new Set(names.values()).size < 2 ? [] : [names];
  });
  return groups.length === 0
    ? []
    : [warning("names-look-alike", `${groups.slice(0, most).map(told).join("\n")}${more(groups.length - most, kind)}`)];
}

const told = (names: ReadonlyMap<string, string>): string =>
  `These look alike: ${[...names].map(([name, id]) => `${quoted(name)} (${id})`).join(", ")}.`;

const more = (groups: number, kind: string): string =>
  groups > 0 ? `\nSo do the names of ${String(groups)} more groups of ${kind}.` : "";
