import type { ComparedLeaf } from "../model/compare-settings";
import { leafAt } from "../model/leaves";
import { type LeafVerdict, leafVerdicts } from "../model/leaf-verdict";
import type { PolicyTitles } from "../model/leaf-sentence";
import type { AccountDocument } from "./document";

type Effect = AccountDocument["effects"][number];
type Leaf = Effect["weaker"][number];

/** A leaf of a document, as sentences are made of it. */
export function shownLeaf({ path, before, after }: Omit<Leaf, "words">, verdict: LeafVerdict): ComparedLeaf {
  const { setting, key, field, nth } = leafAt(path);
  return { setting, key, field, nth, path, before: before ?? undefined, after: after ?? undefined, verdict };
}

/** All leaves of an effect: the weaker ones first. */
export const leavesIn = (effect: Pick<Effect, LeafVerdict>): readonly ComparedLeaf[] =>
  leafVerdicts.flatMap((verdict) => effect[verdict].map((each) => shownLeaf(each, verdict)));

/** The leaves of a change of a configuration. Its name is none. */
export const leavesOfChange = ({ changes }: Pick<AccountDocument["changes"][number], "changes">) =>
  changes.filter(({ path }) => path !== "name").map((each) => shownLeaf(each, each.verdict));

/** Titles of custom policies, by id. */
export const titlesOf = ({ policy_titles: titles }: Pick<AccountDocument, "policy_titles">): PolicyTitles =>
  new Map(Object.entries(titles));
