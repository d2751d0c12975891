import { isDeepStrictEqual } from "node:util";
import { label } from "../../diagnostics/foreign-text";
import type { LeafChange } from "../../model/compare-settings";
import type { AssignedConfiguration } from "../../reconcile/explain/explain-repository";
import { leafLines } from "../leaves";
import type { Colors } from "../renderer";
import { type Layout, row } from "../row";
import type { PolicyTitles } from "../sentence";
import type { ExplainedRepository } from "./explained";
import { meaningLines } from "./meaning";
import { placeOf } from "./rule-lines";

interface Sides {
  /** False for a repository to come, which has nothing now. */
  readonly exists?: boolean;
  readonly before: AssignedConfiguration | null;
  readonly after: AssignedConfiguration | null;
  readonly titles: PolicyTitles;
  readonly locationOf: ExplainedRepository["locationOf"];
}

/** What it means now, and after an apply: once where both are the same. */
export function standingLines(sides: Sides, layout: Layout, colors: Colors): readonly (readonly string[])[] {
  const { before, after, exists = true } = sides;
  if (!exists) return [side("it would get", after, sides, layout, colors)];
  const isSame = isDeepStrictEqual(before, after);
  if (isSame) return [side("now, and after an apply", after, sides, layout, colors)];
  return [side("now", before, sides, layout, colors), side("after an apply", after, sides, layout, colors)];
}

function side(
  when: string,
  standing: AssignedConfiguration | null,
  { titles, locationOf }: Sides,
  layout: Layout,
  colors: Colors,
): readonly string[] {
  if (standing === null) return [colors.bold(`${when}: no configuration`)];
  const { id, address, name } = standing;
  const place = placeOf(address, address === undefined ? undefined : locationOf(address));
  const head = row({ columns: Infinity })`${when}: ${label(name ?? id ?? "")}   ${place}`;
  return [colors.bold(head), ...meaningLines(standing.settings, titles, layout)];
}

/** What changes, in words: what gets weaker first. @param because what causes it, where that is to be said */
export function changeLines(
  { before, after, titles, changes, class: kind }: Sides & Changed,
  layout: Layout,
  because = "",
): readonly string[] {
  if (changes.length > 0)
    return [
      `an apply ${verbs[kind] ?? "changes it"}${because === "" ? "" : `: ${because}`}`,
      ...leafLines(changes, titles, layout).flatMap(({ lines }) => lines),
    ];
  if (isSameConfiguration(before, after))
    return [
      before?.name === after?.name ? "an apply changes nothing for it" : "an apply only renames the configuration",
    ];
  return [`an apply gives it ${before === null ? "a" : "another"} configuration, and changes no setting`];
}

interface Changed {
  readonly changes: readonly LeafChange[];
  readonly class: string;
}

/** One that is yet to be created has no id, and so is another one. */
const isSameConfiguration = (before: AssignedConfiguration | null, after: AssignedConfiguration | null): boolean =>
  before?.id === after?.id && (before === null) === (after === null);

const verbs: Readonly<Record<string, string>> = {
  weakens: "WEAKENS it",
  unclassified: "changes it, and whether that is weaker is not known",
  strengthens: "strengthens it",
  neutral: "changes it, and neither weakens nor strengthens it",
};
