import { enumeration } from "../../diagnostics/enumeration";
import { label, quoted } from "../../diagnostics/foreign-text";
import { readableOnly } from "../../model/unreadable";
import type { Settings } from "../../model/settings";
import { filled, flowed, type Layout, withCommas } from "../layout";
import { textWidth } from "../../diagnostics/text-width";
import { groupBy } from "../../model/group-by";
import type { PolicyTitles } from "../../model/leaf-sentence";
import { count } from "../../diagnostics/count";

const ownDefault = "the service's own default";

/** The columns that items need to stand beside their beginning. */
const leastRoom = 24;

/** The statement about one topic: words of ours, or items with what they are. */
interface Statement {
  /** Precedes the items. */
  readonly words: string;
  readonly items: readonly string[];
}

/** The statement about some of the analyzers and policies of a topic. */
interface Group {
  /** Before their names, or after them where `items` follow. */
  readonly words: string;
  readonly subjects: readonly Subject[];
  /** What they have in common, where that is text from elsewhere. */
  readonly items?: readonly string[];
}

/** More names than these are counted, where the others are named: `runs` names all of them. */
const mostNames = 3;

/** The groups of a topic. The largest is counted where it is large. */
function grouped(groups: readonly Group[]): readonly Statement[] {
  const there = groups.filter(({ subjects }) => subjects.length > 0);
  if (there.length === 0) return [{ words: ownDefault, items: [] }];
  const [largest] = there.toSorted((one, other) => other.subjects.length - one.subjects.length);
  return there.map((group) => {
    const { words, subjects, items } = group;
    const isCounted = group === largest && subjects.length > mostNames;
    const names = isCounted ? [counted(subjects, there.length > 1)] : subjects.map(({ name }) => name);
    return items === undefined ? { words, items: names } : { words: `${words} ${enumeration(names)}`, items };
  });
}

/** `11 analyzers`, `the other 2 analyzers and 3 policies` */
function counted(subjects: readonly Subject[], others: boolean): string {
  const policies = subjects.filter(({ isPolicy }) => isPolicy === true).length;
  const parts = [
    ...(policies < subjects.length ? [count(subjects.length - policies, "analyzer")] : []),
    ...(policies > 0 ? [count(policies, "policy", "policies")] : []),
  ];
  return `${others ? "the other " : ""}${enumeration(parts)}`;
}

/** What settings mean for a repository that has them; what is not set is the service's own default. */
export function meaningLines(held: Settings, titles: PolicyTitles, { columns }: Layout): readonly string[] {
  const settings = readableOnly(held);
  const analyzers = analyzersOf(settings);
  const all = [...analyzers, ...policiesOf(settings, titles)];
  const active = all.filter((each) => !isOff(each));
  const topics: readonly (readonly [title: string, statements: readonly Statement[]])[] = [
    ["runs", [...running(all), { words: ownDefault, items: [unnamed(all)] }]],
    ["blocks", switched(active, "blocking")],
    ["silent", switched(active, "silent")],
    ["files", filesOf(analyzers.filter((each) => !isOff(each)))],
    ["risk levels", riskLevels(analyzers.filter((each) => !isOff(each)))],
    ["comments", [single(settings.comment)]],
    ["confirmation", [single(settings.show_scan_confirmation)]],
    ["threshold", [single(settings.risk_threshold)]],
    ["notifies", [notified(settings)]],
  ];
  return topics.flatMap(([title, statements]) =>
    statements.flatMap(({ words, items }, at) => {
      const start = `  ${(at === 0 ? title : "").padEnd(titleWidth)}`;
      if (items.length === 0) return [start + words];
      if (words === "") return filled(start, items, columns);
      const lead = `${start}${words}: `;
      // items below a long beginning would have no room
      if (textWidth(lead) > columns - leastRoom)
        return flowed(start, [...`${words}:`.split(" "), ...withCommas(items)], columns);
      return filled(lead, items, columns);
    }),
  );
}

const titleWidth = 14;

const unnamed = (all: readonly Subject[]): string => (all.length > 0 ? "all others" : "everything");

/** What is on, what is off, and what is not set; each only where there is any. */
const switched = (subjects: readonly Subject[], field: "silent" | "blocking"): readonly Statement[] =>
  grouped(parted(subjects, field));

function parted(subjects: readonly Subject[], field: "enabled" | "silent" | "blocking"): readonly Group[] {
  const having = (value: boolean | undefined) => subjects.filter((each) => each[field] === value);
  return [
    { words: "", subjects: having(true) },
    { words: "not", subjects: having(false) },
    { words: ownDefault, subjects: having(undefined) },
  ];
}

/** Whether each runs: all of them by their names, which other topics count. */
const running = (subjects: readonly Subject[]): readonly Statement[] =>
  parted(subjects, "enabled")
    .map(({ words, subjects: some }) => ({ words, items: some.map(({ name }) => name) }))
    .filter(({ items }) => items.length > 0);

/** Which files are not looked at, and by which analyzer. */
function filesOf(analyzers: readonly AnalyzerSubject[]): readonly Statement[] {
  const some = ({ excludes = [], includes = [] }: AnalyzerSubject) => excludes.length + includes.length > 0;
  return grouped([
    ...alike(analyzers, "excludes", "not scanned by"),
    ...alike(analyzers, "includes", "the only ones scanned by"),
    { words: "all of them", subjects: analyzers.filter((each) => !some(each) && each.excludes !== undefined) },
    { words: ownDefault, subjects: analyzers.filter((each) => !some(each) && each.excludes === undefined) },
  ]);
}

/** Those that have the same patterns, together. */
function alike(analyzers: readonly AnalyzerSubject[], field: "excludes" | "includes", words: string): readonly Group[] {
  const having = analyzers.filter((each) => (each[field] ?? []).length > 0);
  const groups = groupBy(having, (each) => JSON.stringify(each[field]));
  return [...groups.values()].map((subjects) => ({
    words,
    subjects,
    items: (subjects[0]?.[field] ?? []).map(label),
  }));
}

function riskLevels(analyzers: readonly AnalyzerSubject[]): readonly Statement[] {
  const groups = groupBy(analyzers, ({ risk_level: level }) => (level === undefined ? ownDefault : label(level)));
  if (groups.size === 1 && groups.has(ownDefault)) return [{ words: ownDefault, items: [] }];
  const inOrder = [...groups].toSorted(([one], [other]) => Number(one === ownDefault) - Number(other === ownDefault));
  return grouped(inOrder.map(([words, subjects]) => ({ words, subjects })));
}

const single = (value: string | number | boolean | undefined): Statement => ({
  words: value === undefined ? ownDefault : label(shown(value)),
  items: [],
});

const shown = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value);

function notified({ notifications = {} }: Settings): Statement {
  const { enabled, integration_names: names } = notifications;
  if (enabled === false) return { words: "nobody: notifications are off", items: [] };
  if (names === undefined) return { words: ownDefault, items: [] };
  if (names.length === 0) return { words: "nobody", items: [] };
  return { words: enabled === undefined ? "if the service notifies by default" : "", items: names.map(label) };
}

/** An analyzer or a custom policy, as it is set. */
interface Subject {
  /** As it is shown. */
  readonly name: string;
  readonly isPolicy?: true;
  readonly enabled?: boolean | undefined;
  readonly silent?: boolean | undefined;
  readonly blocking?: boolean | undefined;
}

interface AnalyzerSubject extends Subject {
  readonly risk_level?: string | undefined;
  readonly excludes?: readonly string[] | undefined;
  readonly includes?: readonly string[] | undefined;
}

const analyzersOf = ({ analyzers = {} }: Settings): readonly AnalyzerSubject[] =>
  Object.entries(analyzers).map(([slug, entry]) => ({ ...entry, name: label(slug) }));

const policiesOf = ({ code_policies: policies = [] }: Settings, titles: PolicyTitles): readonly Subject[] =>
  policies.map(({ id, ...entry }) => {
    const title = titles.get(id);
    return { ...entry, name: title === undefined ? label(id) : quoted(title), isPolicy: true };
  });

/** What is switched off does nothing, whatever its other settings are. */
const isOff = ({ enabled }: Subject): boolean => enabled === false;
