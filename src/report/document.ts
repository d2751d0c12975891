import type { z } from "zod";
import { visibleJson } from "../diagnostics/foreign-text";
import { baseUrlText } from "../model/base-url";
import type { ComparedLeaf } from "../model/compare-settings";
import { accountId } from "../model/ids";
import type { PolicyTitles } from "../model/leaf-sentence";
import { type LeafVerdict, leafVerdicts } from "../model/leaf-verdict";
import { leafAt } from "../model/leaves";
import type { DeclaredIdentity, PlanAccount } from "../reconcile/plan/change";
import type { accountShape, appliedPlanShape, appliedShape, failedAccountShape, planShape } from "./document-shape";
import { formatVersion } from "./format-version";

/** Nothing of it can be changed. */
export type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** The document of a plan: what is printed, saved, compared, approved and applied. */
export type PlanDocument = Frozen<z.infer<typeof planShape>>;

/** What one account gets by a plan. */
export type AccountDocument = Frozen<z.infer<typeof accountShape>>;

/** An account without a plan. */
export type FailedAccountDocument = Frozen<z.infer<typeof failedAccountShape>>;

/** What one account got. */
export type AppliedDocument = Frozen<z.infer<typeof appliedShape>>;

/** The document of an apply: the plan's, and what became of it. */
export type AppliedPlanDocument = Frozen<z.infer<typeof appliedPlanShape>>;

/** Whether there is a plan of the account. */
export const isPlanned = (each: AccountDocument | FailedAccountDocument): each is AccountDocument => "digest" in each;

/** What is no longer declared; of a rule its selectors, since its number depends on the others. */
export const withoutRuleNumber = (each: NonNullable<AccountDocument["no_longer_declared"]>[number]) =>
  each.kind === "rule" ? { ...each, path: null } : each;

export const plannedIn = ({ accounts }: Pick<PlanDocument, "accounts">): readonly AccountDocument[] =>
  accounts.filter(isPlanned);

/** Equal for the same account of the same service, however its address is written. */
export const accountKey = ({ account: { id, alias, base_url: url } }: Pick<FailedAccountDocument, "account">): string =>
  JSON.stringify([id?.toLowerCase() ?? { alias }, url === null ? null : baseUrlText(url)]);

export function accountIn(document: Pick<AccountDocument, "account">): PlanAccount;
export function accountIn(document: Pick<FailedAccountDocument, "account">): DeclaredIdentity;
export function accountIn({ account }: Pick<FailedAccountDocument, "account">): DeclaredIdentity {
  const { id, name, inactive, alias, base_url: baseUrl } = account;
  return {
    id: id === null ? null : accountId(id),
    ...(name === null ? {} : { name }),
    ...(inactive === undefined ? {} : { inactive }),
    ...(alias === null ? {} : { alias }),
    ...(baseUrl === null ? {} : { baseUrl }),
  };
}

export const jsonText = (document: object): string => `${visibleJson(JSON.stringify(document, null, 2))}\n`;

/** A document for a program, in which nothing is invisible. @param content all but the version of its format */
export const documentText = <Document extends { readonly format_version: string }>(
  content: Omit<Document, "format_version">,
): string => jsonText({ format_version: formatVersion, ...content });

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
