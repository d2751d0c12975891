import type { z } from "zod";
import { type AccountDocument, type Frozen, isPlanned, type PlanDocument } from "./document";
import type { comparedAccountShape, comparedPlanShape } from "./document-shape";
import { comparedLists, goneAccounts, type Difference, type News, newsOf } from "./since";

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

const sinceMember = (account: AccountDocument, { old, differences, gone }: News): ComparedAccount["since"] => ({
  digest: old?.digest ?? null,
  review_digest: old?.review_digest ?? null,
  marks: ([...comparedLists, "lines"] as const).flatMap((list) =>
    (account[list] ?? []).flatMap((entry, at) => {
      const difference = differences.get(entry);
      if (difference === undefined) return [];
      const { mark } = difference;
      return [
        { list, at, mark, ...(mark === "new" ? {} : { ...partIn(difference, "came"), ...partIn(difference, "gone") }) },
      ];
    }),
  ),
  gone: { ...gone, policies: gone.policies.map(({ waiver: _position, ...each }) => each) },
});

/** What has come to an entry, or gone from it; nothing where nothing has. */
function partIn(difference: Difference, name: "came" | "gone") {
  const { repositories, leaves } = difference[name];
  if (repositories.length + leaves.length === 0) return {};
  return { [name]: { repositories, leaves: leaves.map(({ verdict, leaf }) => ({ ...leaf, verdict })) } };
}
