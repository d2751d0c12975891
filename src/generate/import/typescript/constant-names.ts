import { groupBy } from "../../../model/group-by";
import { camelCase, wordsOf } from "../../typescript/names";
import type { Expression, Member } from "../../typescript/syntax";

export interface Unnamed {
  readonly value: Expression;
  /** The key under which it was found. */
  readonly key: string;
}

/** How often each item occurs in values that begin alike. */
type Uses = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * The name for a constant, after what it says. Of several items the name has the one by which it differs most from the
 * other values of its kind: `notifyPaymentsChat`, where all of them notify `appsec-chat` too. Names are not unique: the
 * next ones have more of the items.
 *
 * @param all the values of the code, each once
 */
export function constantNames(all: readonly Unnamed[]): (value: Unnamed) => readonly [string, ...string[]] {
  const kinds = groupBy(
    all.map(({ key, value }) => saidBy(key, value)),
    ({ kind }) => kind,
  );
  const uses: Uses = new Map([...kinds].map(([kind, said]) => [kind, counted(said)]));
  return ({ key, value }) => {
    const [best = [], ...more] = wordsFor(saidBy(key, value), uses);
    return [camelCase(best), ...more.map(camelCase)];
  };
}

function counted(all: readonly Said[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { items } of all)
    for (const item of new Set(items.map(textOf))) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The most items in a name, and the most letters of one that is not the first choice. */
const [mostItems, mostLetters] = [3, 48];

/** Names, the best first: with the rarest item in few words, with all that sets it apart, then with more of the items. */
function wordsFor(said: Said, uses: Uses): readonly (readonly string[])[] {
  const { kind, lead, items, end, short = Infinity, exactly = [] } = said;
  const rarity = (item: readonly string[]): number => uses.get(kind)?.get(textOf(item)) ?? 0;
  const rarest = items.toSorted((left, right) => rarity(left) - rarity(right));
  const [best = []] = rarest;
  const more = Array.from({ length: Math.min(mostItems, rarest.length) }, (_, at) => rarest.slice(0, at + 1).flat());
  const first = [...lead, ...best.slice(0, short), ...end];
  const others = [[...lead, ...exactly, ...best.slice(0, short), ...end]].concat(
    more.flatMap((each) => [
      [...lead, ...each, ...end],
      [...lead, ...exactly, ...each, ...end],
    ]),
  );
  return [first, ...others.filter((each) => each.join("").length <= mostLetters)];
}

const textOf = (item: readonly string[]): string => item.join(" ");

/** What a value says, in words: its name is the lead, one of the items, and the end. */
export interface Said {
  /** Names of one kind are distinguished by their items. */
  readonly kind: string;
  readonly lead: readonly string[];
  readonly items: readonly (readonly string[])[];
  readonly end: readonly string[];
  /** Usually this many words of the item are enough. */
  readonly short?: number;
  /** Distinguishes it from what is nearly the same. */
  readonly exactly?: readonly string[];
}

/** @param key under which the value was found */
export function saidBy(key: string, value: Expression): Said {
  if (value.kind === "array") return saidByList(key, value.items);
  return saidByEntry(key, value.kind === "object" ? value.members : []);
}

function saidByList(key: string, items: readonly Expression[]): Said {
  const texts = textsOf(items, 3);
  switch (key) {
    case "excludes":
    case "includes":
      return { kind: "files", lead: [], items: texts, end: ["files"] };
    case "codePolicies":
      return { kind: "policies", lead: ["policies", "with"], items: items.map(policyOf), end: [] };
    case "slugs":
      return { kind: "slugs", lead: [], items: texts, end: ["and", "others"] };
    default:
      return { kind: key, lead: texts.length === 0 ? ["shared", ...wordsOf(key)] : [], items: texts, end: ["list"] };
  }
}

function saidByEntry(key: string, members: readonly Member[]): Said {
  const leaves = leavesOf(members);
  const removed = [...leaves].filter(([, value]) => codeOf(value) === "undefined").map(([leaf]) => wordsOf(leaf));
  if (removed.length > 0 && removed.length === members.length)
    return key === "analyzers"
      ? { kind: "without", lead: ["without"], items: removed, end: [] }
      : { kind: "removed", lead: [], items: removed, end: ["removed"] };
  const mode = modeOf(leaves);
  if (leaves.has("integrationNames")) {
    const isOff = codeOf(leaves.get("enabled")) === "false";
    const lead = isOff ? ["notifications", "off"] : ["notify"];
    return { kind: lead.join(" "), lead, items: textsOf(itemsOf(leaves.get("integrationNames")), 4), end: [] };
  }
  if (leaves.has("id")) return { kind: "policy", lead: mode, items: [policyWords(leaves.get("id"))], end: [] };
  if (key === "analyzers" && members.length > 0) return saidByAnalyzers(members);
  const [list, lead] = leaves.has("excludes") ? (["excludes", "except"] as const) : (["includes", "only"] as const);
  const items = textsOf(itemsOf(leaves.get(list)), 3);
  const limits = leaves.has("excludes") || (mode.length === 0 && items.length > 0);
  if (mode.length === 0 && !limits) return { kind: key, lead: ["shared", ...wordsOf(key)], items: [], end: [] };
  const words = [...mode, ...(limits && items.length > 0 ? [lead] : [])];
  return {
    kind: mode.length === 0 ? "files" : words.join(" "),
    lead: words,
    items: limits ? items : [],
    end: [],
    ...(mode.length === 0 ? {} : { short: 1, exactly: exactlyOf(leaves) }),
  };
}

/** `blockingIac` for one analyzer, `analyzersWithIac` for several. */
function saidByAnalyzers(members: readonly Member[]): Said {
  const slugs = members.flatMap((each) => ("key" in each ? [wordsOf(each.key.replace(/^Analyzers\./, ""))] : []));
  const [only] = members.length === 1 ? members : [];
  const entry = only !== undefined && "key" in only && only.value.kind === "object" ? only.value.members : [];
  const mode = modeOf(leavesOf(entry));
  const lead = mode.length > 0 ? mode : ["analyzers", "with"];
  return { kind: lead.join(" "), lead, items: slugs, end: [] };
}

type Leaves = ReadonlyMap<string, Expression>;

const leavesOf = (members: readonly Member[]): Leaves =>
  new Map(members.flatMap((each) => ("key" in each ? [[each.key, each.value] as const] : [])));

const codeOf = (value: Expression | undefined): string | undefined => (value?.kind === "code" ? value.code : undefined);

/** What an analyzer or a policy does with these settings; no word where they do not say. */
function modeOf(leaves: Leaves): readonly string[] {
  if (!["enabled", "blocking", "silent", "riskLevel"].some((key) => leaves.has(key))) return [];
  const level = codeOf(leaves.get("riskLevel"))?.split(".").at(1)?.toLowerCase();
  return [modeWord(leaves), ...(level === undefined ? [] : [level])];
}

function modeWord(leaves: Leaves): string {
  if (codeOf(leaves.get("enabled")) === "false") return "off";
  if (codeOf(leaves.get("silent")) === "true") return "silent";
  return codeOf(leaves.get("blocking")) === "true" ? "blocking" : "advisory";
}

/** What the word of the mode leaves open. */
function exactlyOf(leaves: Leaves): readonly string[] {
  const word = modeWord(leaves);
  const blocks = codeOf(leaves.get("blocking")) === "true" && word !== "blocking";
  return [...(blocks ? ["blocking"] : []), ...(codeOf(leaves.get("silent")) === "false" ? ["not", "silent"] : [])];
}

const policyOf = (value: Expression): readonly string[] =>
  policyWords(value.kind === "object" ? leavesOf(value.members).get("id") : undefined);

/** After the constant of its title. */
function policyWords(id: Expression | undefined): readonly string[] {
  if (id?.kind === "string") return ["policy"];
  const constant = codeOf(id) ?? "";
  const [, name] = /^policies\.([\p{ID_Continue}]+)$/u.exec(constant) ?? [];
  return name === undefined ? wordsOf(constant.replace("Policies.", "")) : [name];
}

const itemsOf = (value: Expression | undefined): readonly Expression[] => (value?.kind === "array" ? value.items : []);

/** @param most words of each item */
const textsOf = (items: readonly Expression[], most: number): readonly (readonly string[])[] =>
  items.flatMap((item) => {
    const words = item.kind === "string" ? wordsOf(item.text).slice(0, most) : [];
    return words.length === 0 ? [] : [words];
  });
