import type { z } from "zod";
import { type AccountDocument, type Frozen, isPlanned, type PlanDocument } from "./document";
import type { comparedAccountShape, comparedPlanShape } from "./document-shape";
import { comparedLists, goneAccounts, isUnaffected, type News, newsOf } from "./since";

type ComparedPlan = Frozen<z.infer<typeof comparedPlanShape>>;
type ComparedAccount = Frozen<z.infer<typeof comparedAccountShape>>;

/** A document, with how each of its accounts differs from an earlier one. */
export const comparedDocument = (document: PlanDocument, earlier: PlanDocument): ComparedPlan => ({
  ...document,
  accounts: document.accounts.map((each) => {
    const news = isPlanned(each) ? newsOf(each, earlier) : undefined;
    return isPlanned(each) && news !== undefined ? { ...each, since: sinceMember(each, news) } : each;
  }),
  gone: goneAccounts(document, earlier).map(({ account_id, account }) => ({ account_id, account })),
});

function sinceMember(account: AccountDocument, { old, marks, gone }: News): ComparedAccount["since"] {
  const { policies = [], future = [], prolonged = [], no_longer_declared = [], moves } = gone;
  const { deletions, unused, effects, changes, triages } = gone;
  return {
    digest: old?.digest ?? null,
    review_digest: old?.review_digest ?? null,
    marks: comparedLists.flatMap((list) =>
      (account[list] ?? []).flatMap((entry, at) => {
        const mark = marks.get(entry);
        return mark === undefined ? [] : [{ list, at, mark, ...(mark === "new" ? {} : cameTo(entry, marks)) }];
      }),
    ),
    gone: {
      ...{ future, prolonged, no_longer_declared, deletions, unused, effects, changes, triages },
      policies: policies.map(({ waiver: _position, ...each }) => each),
      moves: moves.filter(isUnaffected),
    },
  };
}

/** What has come to an effect, or to the change of a configuration. */
function cameTo(entry: object, marks: News["marks"]) {
  const came = <T extends object>(list: readonly T[]): readonly T[] => list.filter((each) => marks.has(each));
  if ("repositories" in entry && "weaker" in entry) {
    const { repositories, weaker, unclassified, stronger, neutral } = entry as AccountDocument["effects"][number];
    const leaves = [weaker, unclassified, stronger, neutral].flatMap((each) => came(each));
    return { repositories: came(repositories).map(({ id }) => id), paths: leaves.map(({ path }) => path) };
  }
  if ("changes" in entry) {
    const { changes } = entry as AccountDocument["changes"][number];
    return { paths: came(changes).map(({ path }) => path) };
  }
  return {};
}
