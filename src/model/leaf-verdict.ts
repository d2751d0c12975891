import { texts } from "./json";
import type { VerdictRule } from "./field";

/** What the change of one leaf does to security; `unclassified` where the specification gives no direction. */
export type LeafVerdict = "weaker" | "unclassified" | "stronger" | "neutral";

/** A map, since the name of a setting may come from the service: an object also has `constructor`. */
const subjects: ReadonlyMap<string, string> = new Map([
  ["comment", "comments"],
  ["configuration", "the repository"],
]);

/** The subject of the words about a top-level setting: `comments` in `comments say less`; others by their names. */
export const settingSubject = (setting: string): string => subjects.get(setting) ?? setting;

interface Judged {
  readonly verdict: LeafVerdict;
  /** What is said of it, after the subject. */
  readonly words?: string;
}

/**
 * What the change of a leaf from one value to another does. Undefined is not set: what that means is the service's
 * own business, so only what is certain, or the worst case, has a direction (DESIGN, *A leaf's verdict*).
 *
 * @param inBoth the entry that the leaf belongs to is set before and after, so that a list which is not set is empty
 */
export function leafVerdict(rule: VerdictRule, before: unknown, after: unknown, inBoth: boolean): Judged {
  switch (rule.by) {
    case "neutral":
    case "unclassified":
      return { verdict: rule.by };
    case "order":
      return judgeOrder(rule, before, after);
    case "members":
      return inBoth ? judgeMembers(rule, texts(before), texts(after)) : judgeUnset(rule, before, after);
    default:
      return rule satisfies never;
  }
}

function judgeOrder(
  { weakToStrong, words }: Extract<VerdictRule, { by: "order" }>,
  before: unknown,
  after: unknown,
): Judged {
  const order: readonly unknown[] = weakToStrong;
  const strongest = order.length - 1;
  const [from, to] = [order.indexOf(before), order.indexOf(after)];
  if (before === undefined && to === 0) return { verdict: "weaker", words: words.weakest };
  if (before === undefined && to === strongest) return { verdict: "stronger", words: words.stronger };
  if (after === undefined && from === strongest) return { verdict: "weaker", words: words.lost };
  if (from < 0 || to < 0) return { verdict: "unclassified" }; // not set, or a value that is newer than we are
  return to < from
    ? { verdict: "weaker", words: to === 0 && order.length > 2 ? words.weakest : words.weaker }
    : { verdict: "stronger", words: words.stronger };
}

type MembersRule = Extract<VerdictRule, { by: "members" }>;

/** A set that both gains and loses is weaker and stronger at once: weaker counts. */
function judgeMembers(rule: MembersRule, before: readonly string[], after: readonly string[]): Judged {
  const { words } = rule;
  const weaker: Judged = { verdict: "weaker", words: takesEverything(rule, after) ? words.weakest : words.weaker };
  const gains = after.some((each) => !before.includes(each));
  const loses = before.some((each) => !after.includes(each));
  // where an empty set is the strongest, and more is stronger, an empty set is everything
  if (rule.more === "stronger" && rule.empty === "strongest") {
    if (before.length === 0) return weaker;
    if (after.length === 0) return { verdict: "stronger", words: words.stronger };
  }
  if (rule.more === "weaker" ? gains : loses)
    return after.length === 0 ? { verdict: "weaker", words: words.weakest } : weaker;
  return { verdict: "stronger", words: words.stronger };
}

/** The entry that the set belongs to comes or goes. */
function judgeUnset(rule: MembersRule, before: unknown, after: unknown): Judged {
  const { words } = rule;
  const isStrongest = rule.empty === "strongest";
  if (before === undefined) {
    if (takesEverything(rule, texts(after))) return { verdict: "weaker", words: words.weakest };
    if (texts(after).length > 0) return { verdict: "unclassified" };
    return isStrongest ? { verdict: "stronger", words: words.stronger } : { verdict: "weaker", words: words.weakest };
  }
  return isStrongest && texts(before).length === 0
    ? { verdict: "weaker", words: words.lost }
    : { verdict: "unclassified" };
}

const takesEverything = ({ everything = [] }: MembersRule, members: readonly string[]): boolean =>
  members.some((each) => everything.includes(each));

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
