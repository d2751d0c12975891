import type { LeafVerdict } from "./leaf-verdict";

/** What a plan does to a repository, from what a reviewer must see first to what may be passed over. */
export const repositoryClasses = ["weakens", "unclassified", "strengthens", "neutral"] as const;
export type RepositoryClass = (typeof repositoryClasses)[number];

const classOfVerdict: Readonly<Record<LeafVerdict, RepositoryClass>> = {
  weaker: "weakens",
  unclassified: "unclassified",
  stronger: "strengthens",
  neutral: "neutral",
};

export interface Judgement {
  /** The worst that any leaf does. */
  readonly class: RepositoryClass;
  /** It weakens in one leaf and strengthens in another. */
  readonly mixed: boolean;
}

/** What a repository feels whose settings change in these leaves; undefined where none does: it is unaffected. */
export function judgementOf(changes: readonly { readonly verdict: LeafVerdict }[]): Judgement | undefined {
  const present = new Set(changes.map(({ verdict }) => classOfVerdict[verdict]));
  const worst = repositoryClasses.find((each) => present.has(each));
  return worst && { class: worst, mixed: present.has("weakens") && present.has("strengthens") };
}
