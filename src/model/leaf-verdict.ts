import { texts } from "./json";
import type { VerdictRule } from "./field";
import { isOrderedBy } from "./same-set";

/**
 * What the change of one leaf can do to security, the weakest first; `unclassified` where the specification gives no
 * direction.
 */
export const leafVerdicts = ["weaker", "unclassified", "stronger", "neutral"] as const;
export type LeafVerdict = (typeof leafVerdicts)[number];

/** A map, since the name of a setting may come from the service: an object also has `constructor`. */
const subjects: ReadonlyMap<string, string> = new Map([
  ["comment", "comments"],
  ["configuration", "the repository"],
]);

/** The subject of the words about a top-level setting: `comments` in `comments say less`; others by their names. */
export const settingSubject = (setting: string): string => subjects.get(setting) ?? setting;

/**
 * What becomes of the entry that a leaf belongs to: an analyzer, a policy, the notifications, or for a setting at the top
 * the configuration. While it stays, a list that is not set is an empty one.
 */
export type EntryFate = "comes" | "stays" | "goes";

interface Judged {
  readonly verdict: LeafVerdict;
  /** What is said of it, after the subject. */
  readonly words?: string;
}

const unclassified: Judged = { verdict: "unclassified" };

/**
 * What the change of a leaf from one value to another does. Undefined is not set: what that means is the service's
 * own business, so only what is certain, or the worst case, has a direction (decision 13).
 */
export function leafVerdict(rule: VerdictRule, before: unknown, after: unknown, entry: EntryFate): Judged {
  switch (rule.by) {
    case "neutral":
    case "unclassified":
      return { verdict: rule.by };
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
function judgeOrder(
  { weakToStrong, words }: Extract<VerdictRule, { by: "order" }>,
  before: unknown,
  after: unknown,
  entry: EntryFate,
): Judged {
  const order: readonly unknown[] = weakToStrong;
  const strongest = order.length - 1;
  const [from, to] = [order.indexOf(before), order.indexOf(after)];
  if (before === undefined && to === strongest) return { verdict: "stronger", words: words.stronger };
  if (after === undefined && from === strongest) return { verdict: "weaker", words: words.lost };
  if (from < 0 && to === 0 && !(before === undefined && entry === "comes"))
    return { verdict: "weaker", words: words.weakest };
  if (from < 0 || to < 0) return unclassified; // not set, or a value that is newer than we are
  return to < from
    ? { verdict: "weaker", words: to === 0 && order.length > 2 ? words.weakest : words.weaker }
    : { verdict: "stronger", words: words.stronger };
}

type MembersRule = Extract<VerdictRule, { by: "members" }>;

/** A set that both gains and loses is weaker and stronger at once: weaker counts. */
function judgeMembers(rule: MembersRule, before: readonly string[], after: readonly string[]): Judged {
  const isUnsure = isOrderedBy(rule, before) || isOrderedBy(rule, after);
  if (losesReach(rule, before, after)) return weakerMembers(rule, after, isUnsure);
  if (isUnsure || (rule.empty === "unspecified" && after.length === 0)) return unclassified;
  return { verdict: "stronger", words: rule.words.stronger };
}

function losesReach({ more, empty }: MembersRule, before: readonly string[], after: readonly string[]): boolean {
  const gains = after.some((each) => !before.includes(each));
  const loses = before.some((each) => !after.includes(each));
  if (more === "weaker") return gains;
  // no includes may be no restriction, or nothing at all
  return empty === "unspecified" ? after.length > 0 && (loses || before.length === 0) : loses;
}

/** The entry that the set belongs to comes or goes. */
function judgeUnset(rule: MembersRule, before: unknown, after: unknown): Judged {
  const { empty, words } = rule;
  const [had, has] = [texts(before), texts(after)];
  if (before === undefined && takesEverything(rule, has)) return weakerMembers(rule, has, isOrderedBy(rule, has));
  if (had.length > 0 || has.length > 0) return unclassified;
  if (empty === "strongest")
    return before === undefined
      ? { verdict: "stronger", words: words.stronger }
      : { verdict: "weaker", words: words.lost ?? words.weaker };
  return empty === "weakest" && before === undefined ? weakerMembers(rule, has, false) : unclassified;
}

function weakerMembers(rule: MembersRule, after: readonly string[], isUnsure: boolean): Judged {
  const { weaker, weakest = weaker, unsure = weaker } = rule.words;
  if (isUnsure) return { verdict: "weaker", words: unsure };
  const isWeakest = takesEverything(rule, after) || (rule.empty === "weakest" && after.length === 0);
  return { verdict: "weaker", words: isWeakest ? weakest : weaker };
}

const takesEverything = ({ everything = [] }: MembersRule, members: readonly string[]): boolean =>
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
