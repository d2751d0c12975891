import type { LeafChange } from "../../model/compare-settings";
import type { LeafVerdict } from "../../model/leaf-verdict";
import { listed } from "../../model/suggest";
import { bySeverity, type RepositoryEffect } from "./repository-effect";
import { describeLeafChange } from "./describe-leaf-change";
import { countOf } from "./summary";

/** How many repositories of a group are named, how many leaves of a verdict, and how many groups there are. */
export const mostNames = 20;
const mostLeaves = 20;
const mostGroups = 50;

const verdicts = ["weaker", "unclassified", "stronger"] as const satisfies readonly LeafVerdict[];

/**
 * What the repositories feel, the worst first:
 *
 *     4 repositories, "baseline" -> "strict" (rule 2: payments-%): "payments-api" and 3 more
 *       weaker: secrets is not known to run any more (true -> not set)
 *
 * No line begins with a name.
 */
export function effectLines(groups: readonly RepositoryEffect[], most = mostGroups): readonly string[] {
  const ranked = groups
    .filter(({ repositories }) => repositories.length > 0)
    .toSorted((left, right) => bySeverity(left, right) || right.repositories.length - left.repositories.length);
  const rest = ranked.slice(most).reduce((sum, { repositories }) => sum + repositories.length, 0);
  return [
    ...ranked.slice(0, most).flatMap(linesOf),
    ...(rest === 0 ? [] : [`and ${countOf(rest)} in ${String(ranked.length - most)} more groups`]),
  ];
}

const linesOf = ({ what, changes, repositories }: RepositoryEffect): readonly string[] => [
  `${countOf(repositories.length)}, ${what}: ${namesOf(repositories)}`,
  ...verdicts.flatMap((verdict) => {
    const leaves = changes.filter((each) => each.verdict === verdict);
    return leaves.length === 0 ? [] : [`  ${verdict}: ${sentence(leaves)}`];
  }),
];

const namesOf = (repositories: RepositoryEffect["repositories"]): string =>
  listed(
    repositories.map(({ name, id }) => name ?? id),
    mostNames,
  );

function sentence(leaves: readonly LeafChange[]): string {
  const more = leaves.length - mostLeaves;
  const shown = leaves.slice(0, mostLeaves).map(describeLeafChange).join(", ");
  return more > 0 ? `${shown} and ${String(more)} more settings` : shown;
}
