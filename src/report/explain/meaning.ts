import { label, quoted } from "../../diagnostics/foreign-text";
import type { Settings } from "../../model/settings";
import { filled, type Layout } from "../layout";
import type { PolicyTitles } from "../../model/leaf-sentence";

const ownDefault = "the service's own default";

/** What is said of one topic: words of ours, or items with what they are. */
interface Statement {
  /** Stands before the items. */
  readonly words: string;
  readonly items: readonly string[];
}

/** What settings mean for a repository that has them; what is not set is the service's own default. */
export function meaningLines(settings: Settings, titles: PolicyTitles, { columns }: Layout): readonly string[] {
  const analyzers = analyzersOf(settings);
  const all = [...analyzers, ...policiesOf(settings, titles)];
  const active = all.filter((each) => !isOff(each));
  const topics: readonly (readonly [title: string, statements: readonly Statement[]])[] = [
    ["runs", [...(all.length > 0 ? switched(all, "enabled") : []), { words: ownDefault, items: [unnamed(all)] }]],
    ["blocks", switched(active, "blocking")],
    ["silent", switched(active, "silent")],
    ["files", filesOf(analyzers.filter((each) => !isOff(each)))],
    ["risk levels", riskLevels(analyzers.filter((each) => !isOff(each)))],
    ["comments", [single(settings.comment)]],
    ["confirmation", [single(settings.show_scan_confirmation)]],
    ["threshold", [single(settings.risk_threshold)]],
    ["told", [told(settings)]],
  ];
  return topics.flatMap(([title, statements]) =>
    statements.flatMap(({ words, items }, at) => {
      const start = `  ${(at === 0 ? title : "").padEnd(titleWidth)}`;
      if (items.length === 0) return [start + words];
      return filled(words === "" ? start : `${start}${words}: `, items, columns);
    }),
  );
}

const titleWidth = 14;

const unnamed = (all: readonly Subject[]): string => (all.length > 0 ? "whatever is not named here" : "everything");

/** What is on, what is off, and what is not set; each only where there is any. */
function switched(subjects: readonly Subject[], field: "enabled" | "silent" | "blocking"): readonly Statement[] {
  const having = (value: boolean | undefined) =>
    subjects.filter((each) => each[field] === value).map(({ name }) => name);
  const on = having(true);
  const statements = [
    { words: "", items: on },
    { words: "not", items: having(false) },
    { words: ownDefault, items: having(undefined) },
  ].filter(({ items }) => items.length > 0);
  return statements.length > 0 ? statements : [{ words: ownDefault, items: [] }];
}

/** Which files are not looked at, and by which analyzer. */
function filesOf(analyzers: readonly AnalyzerSubject[]): readonly Statement[] {
  const all = analyzers.filter(({ excludes, includes = [] }) => excludes?.length === 0 && includes.length === 0);
  const unset = analyzers.filter(({ excludes, includes = [] }) => excludes === undefined && includes.length === 0);
  const statements = [
    ...analyzers.flatMap(({ name, excludes = [] }) => patterns(`not looked at by ${name}`, excludes)),
    ...analyzers.flatMap(({ name, includes = [] }) => patterns(`the only ones looked at by ${name}`, includes)),
    ...(all.length > 0 ? [{ words: "all of them", items: all.map(({ name }) => name) }] : []),
    ...(unset.length > 0 ? [{ words: ownDefault, items: unset.map(({ name }) => name) }] : []),
  ];
  return statements.length > 0 ? statements : [{ words: ownDefault, items: [] }];
}

const patterns = (words: string, given: readonly string[]): readonly Statement[] =>
  given.length === 0 ? [] : [{ words, items: given.map(label) }];

function riskLevels(analyzers: readonly AnalyzerSubject[]): readonly Statement[] {
  const items = analyzers.flatMap(({ name, risk_level: level }) =>
    level === undefined ? [] : [`${name} ${label(level)}`],
  );
  return [{ words: items.length === 0 ? ownDefault : "", items }];
}

const single = (value: string | number | boolean | undefined): Statement => ({
  words: value === undefined ? ownDefault : label(shown(value)),
  items: [],
});

const shown = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value);

function told({ notifications = {} }: Settings): Statement {
  const { enabled, integration_names: names } = notifications;
  if (enabled === false) return { words: "nobody: notifications are off", items: [] };
  if (names === undefined) return { words: ownDefault, items: [] };
  if (names.length === 0) return { words: "nobody", items: [] };
  return { words: enabled === undefined ? `if ${ownDefault} is to notify` : "", items: names.map(label) };
}

/** An analyzer or a custom policy, as it is set. */
interface Subject {
  /** As it is shown. */
  readonly name: string;
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
    return { ...entry, name: title === undefined ? label(id) : quoted(title) };
  });

/** What is switched off does nothing, whatever else is said of it. */
const isOff = ({ enabled }: Subject): boolean => enabled === false;
