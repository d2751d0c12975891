import { texts } from "./json";
import type { VerdictRule } from "./field";
import { isOrderedBy } from "./same-set";

/**
 * What the change of one leaf can do to security, the weakest first; `unclassified` where the specification gives no
 * direction.
 */
export const leafVerdicts = ["weaker", "unclassified", "stronger", "neutral"] as const;
export type LeafVerdict = (typeof leafVerdicts)[number];

/**
 * What becomes of the entry that a leaf belongs to: an analyzer, a policy, the notifications, or for a setting at the top
 * the configuration. While it stays, a list that is not set is an empty one.
 */
export type EntryFate = "comes" | "stays" | "goes";

/**
 * What the change of a leaf from one value to another does. Undefined is not set: what that means is the service's
 * own business, so only what is certain, or the worst case, has a direction (decision 13).
 */
export function leafVerdict(rule: VerdictRule, before: unknown, after: unknown, entry: EntryFate): LeafVerdict {
  switch (rule.by) {
    case "neutral":
    case "unclassified":
      return rule.by;
    case "order":
      return judgeOrder(rule, before, after, entry);
    case "members":
      return entry === "stays" ? judgeMembers(rule, texts(before), texts(after)) : judgeUnset(rule, before, after);
    default:
      return rule satisfies never;
  }
}

/**
 * | from, to     | the weakest                              | between      | the strongest | not set      | not known    |
 * |--------------|------------------------------------------|--------------|---------------|--------------|--------------|
 * | the weakest  |                                          | stronger     | stronger      | unclassified | unclassified |
 * | between      | weaker                                   | by the order | stronger      | unclassified | unclassified |
 * | the strongest| weaker                                   | weaker       |               | weaker       | unclassified |
 * | not set      | weaker; unclassified where its entry comes | unclassified | stronger      |              | unclassified |
 * | not known    | weaker                                   | unclassified | unclassified  | unclassified | unclassified |
 */
function judgeOrder({ weakToStrong }: OrderRule, before: unknown, after: unknown, entry: EntryFate): LeafVerdict {
  const order: readonly unknown[] = weakToStrong;
  const strongest = order.length - 1;
  const [from, to] = [order.indexOf(before), order.indexOf(after)];
  if (before === undefined && to === strongest) return "stronger";
  if (after === undefined && from === strongest) return "weaker";
  if (from < 0 && to === 0 && !(before === undefined && entry === "comes")) return "weaker";
  if (from < 0 || to < 0) return "unclassified"; // not set, or a value that is newer than we are
  return to < from ? "weaker" : "stronger";
}

export type OrderRule = Extract<VerdictRule, { by: "order" }>;
export type MembersRule = Extract<VerdictRule, { by: "members" }>;

/** A set that both gains and loses is weaker and stronger at once: weaker counts. */
function judgeMembers(rule: MembersRule, before: readonly string[], after: readonly string[]): LeafVerdict {
  if (losesReach(rule, before, after)) return "weaker";
  const isUnsure = isOrderedBy(rule, before) || isOrderedBy(rule, after);
  return isUnsure || (rule.empty === "unspecified" && after.length === 0) ? "unclassified" : "stronger";
}

function losesReach({ more, empty }: MembersRule, before: readonly string[], after: readonly string[]): boolean {
  const gains = after.some((each) => !before.includes(each));
  const loses = before.some((each) => !after.includes(each));
  if (more === "weaker") return gains;
  // no includes may be no restriction, or nothing at all
  return empty === "unspecified" ? after.length > 0 && (loses || before.length === 0) : loses;
}

/** The entry that the set belongs to comes or goes. */
function judgeUnset(rule: MembersRule, before: unknown, after: unknown): LeafVerdict {
  const [had, has] = [texts(before), texts(after)];
  if (before === undefined && takesEverything(rule, has)) return "weaker";
  if (had.length > 0 || has.length > 0) return "unclassified";
  if (rule.empty === "strongest") return before === undefined ? "stronger" : "weaker";
  return rule.empty === "weakest" && before === undefined ? "weaker" : "unclassified";
}

export const takesEverything = ({ everything = [] }: MembersRule, members: readonly string[]): boolean =>
  members.some((each) => everything.includes(each));

/** The verdict of a code policy that comes or goes whole. One that is off does nothing either way. */
export function presenceVerdict(before: Values | undefined, after: Values | undefined): LeafVerdict {
  if ((before ?? after)?.["enabled"] === false) return "neutral";
  if (before !== undefined) return "weaker";
  return after?.["silent"] === true || after?.["blocking"] === false ? "unclassified" : "stronger";
}

type Values = Readonly<Record<string, unknown>>;

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

/** The class of a set of leaf changes; undefined without any: the repository is unaffected. */
export function judgementOf(changes: readonly { readonly verdict: LeafVerdict }[]): Judgement | undefined {
  const present = new Set(changes.map(({ verdict }) => classOfVerdict[verdict]));
  const worst = repositoryClasses.find((each) => present.has(each));
  return worst && { class: worst, mixed: present.has("weakens") && present.has("strengthens") };
}
