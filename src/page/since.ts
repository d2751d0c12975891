import { canonicalJson } from "../model/fingerprint";
import { accountDocument } from "../report/make-document";
import { type AccountComparison, leavesOf } from "../report/compare/compare";
import { newSince } from "../report/compare/compare-sections";
import type { PlanReport, View } from "../report/renderer";
import { type Markup, markup } from "../diagnostics/markup";

/** `2 new since 3f9a1c02b7de`, for each account. */
export const sinceLine = (comparisons: readonly AccountComparison[]): Markup =>
  markup`${comparisons.map((each) => {
    const { words, isNew } = newSince(each);
    return markup`<p class="since${isNew ? " new" : ""}">${words}</p>`;
  })}`;

/** The comparison of the account of a plan; undefined without an earlier plan. */
export const comparisonOf = (
  { account: { id, baseUrl } }: PlanReport,
  { since }: Pick<View, "since">,
): AccountComparison | undefined =>
  since?.find(({ account_id: own, account }) => own === id && account.base_url === (baseUrl ?? null));

/** What an earlier plan does not do. */
export interface News {
  /** The ids of repositories that it does not affect, or affects otherwise. */
  readonly repositories: ReadonlySet<string>;
  /** The keys of settings that do not change by it: see `newsKey`. */
  readonly settings: ReadonlySet<string>;
}

export const newsKey = ({ verdict, path }: { readonly verdict: string; readonly path: string }): string =>
  `${verdict} ${path}`;

export function newsOf(plan: PlanReport, { came, changed }: AccountComparison): News {
  const sides = ({ from, to }: { readonly from: unknown; readonly to: unknown }): string => canonicalJson([from, to]);
  // who is affected by an effect that has gained leaves is affected otherwise than before
  const grown = new Set(changed.filter(({ leaves }) => leaves.came.length > 0).map(sides));
  const effects = accountDocument(plan).effects.filter((each) => grown.has(sides(each)));
  return {
    repositories: new Set([
      ...[...came.effects, ...effects].flatMap((each) => each.repositories.map(({ id }) => id)),
      ...changed.flatMap((each) => each.repositories.came.map(({ id }) => id)),
      ...came.moves.map((each) => each.repository_id),
    ]),
    settings: new Set([
      ...came.effects.flatMap((each) => leavesOf(each).map(newsKey)),
      ...changed.flatMap(({ leaves }) => leaves.came.map(newsKey)),
    ]),
  };
}
