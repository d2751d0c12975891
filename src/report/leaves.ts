import { textWidth } from "../diagnostics/text-width";
import { label, quoted, visible } from "../diagnostics/foreign-text";
import type { LeafChange } from "../model/compare-settings";
import { groupBy } from "../model/group-by";
import { type PolicyTitles, subjectOf, valuesOf } from "../model/leaf-sentence";
import type { LeafVerdict } from "../model/leaf-verdict";
import { type Layout, row, shortened, wrapped } from "./layout";
import { enumeration, number } from "./words";

/** Leaves that change in the same way: `weaker        secrets no longer runs (true -> false)`. */
interface LeafLines {
  readonly verdict: LeafVerdict;
  /** More than one where the words do not fit into one. */
  readonly lines: readonly string[];
}

const verdicts: readonly LeafVerdict[] = ["weaker", "stronger", "unclassified", "neutral"];

/** What changes, in words: what gets weaker first. */
export function leafLines(changes: readonly LeafChange[], titles: PolicyTitles, layout: Layout): readonly LeafLines[] {
  const groups = [...groupBy(changes, sameness).values()];
  return verdicts.flatMap((verdict) =>
    groups
      .flatMap((group) => statements(group, titles, layout))
      .flatMap((group): readonly LeafLines[] => {
        const [first] = group;
        if (first?.verdict !== verdict) return [];
        const lines = wrapped(
          {
            start: `      ${verdict.padEnd(12)}  `,
            subject:
              first.words === undefined ? namesOf(group, titles, layout) : subjects(group, titles, layout, "each of "),
            words: first.words ?? "",
            notes: valuesOf(first, shownValue, (members) => membersOf(members, layout)),
          },
          layout.columns,
        );
        return [{ verdict, lines }];
      }),
  );
}

/** Whatever gets weaker is named: as many subjects as fit into a line are one statement. */
function statements(
  group: readonly LeafChange[],
  titles: PolicyTitles,
  { columns, full }: Layout,
): readonly (readonly LeafChange[])[] {
  if (full || group[0]?.verdict !== "weaker" || group[0].words === undefined) return [group];
  const room = columns - besideSubjects;
  const all: LeafChange[][] = [];
  let width = Infinity;
  for (const change of group) {
    const own = textWidth(subjectOf(change, titles, label, quoted)) + 2;
    const last = all.at(-1);
    if (last === undefined || width + own > room || last.length === named) {
      all.push([change]);
      width = own;
    } else {
      last.push(change);
      width += own;
    }
  }
  return all;
}

/** What stands before the subjects of a statement. */
const besideSubjects = "      weaker        each of  and ".length;

/** The settings of what is new: `sets          sql-injection risk_level = "high"`. */
export const settingLines = (changes: readonly LeafChange[], titles: PolicyTitles, layout: Layout): readonly string[] =>
  [...groupBy(changes, sameness).values()].map(
    (group) => row(layout)`      sets          ${namesOf(group, titles, layout)} = ${shownValue(group[0]?.after)}`,
  );

/** `risk_threshold`, or `secrets enabled`: the setting of a leaf of which nothing is said. */
function namesOf(group: readonly LeafChange[], titles: PolicyTitles, layout: Layout): string {
  const [first] = group;
  if (first?.key === undefined) return label(first?.path ?? "");
  return subjects(group, titles, layout) + fieldOf(first);
}

/** What the leaves of one line have in common. */
const sameness = (change: LeafChange): string => {
  const { verdict, words = "", key, path, before, after } = change;
  return JSON.stringify([verdict, words, key === undefined ? path : fieldOf(change), before, after]);
};

/** The field inside an entry, after a blank: ` risk_level`; "" for an entry as a whole or a setting. */
function fieldOf({ key, path }: LeafChange): string {
  const field = key === undefined ? "" : path.slice(path.lastIndexOf("]") + 1).replace(/^\./, "");
  return field === "" ? "" : ` ${label(field)}`;
}

/** How many subjects of a line are named. */
const named = 4;

/** @param each what is said before several, so that words of one fit them */
function subjects(group: readonly LeafChange[], titles: PolicyTitles, { full }: Layout, each = ""): string {
  const all = group.map((change) => subjectOf(change, titles, label, quoted));
  if (all.length === 1) return all.join("");
  return `${each}${listed(all, full ? all.length : named)}`;
}

/** The first so many, and how many more. */
const listed = (items: readonly string[], most: number): string =>
  items.length <= most
    ? enumeration(items)
    : `${items.slice(0, most).join(", ")} and ${number(items.length - most)} more`;

/** How many members of a set that come, or go, are named, and how much room they have. */
const mostMembers = 3;
const besideMembers = 26;

function membersOf(changed: readonly string[], { columns, full }: Layout): string {
  const all = changed.map(shownValue);
  if (full) return all.join(", ");
  const shown = (many: number): string =>
    all.slice(0, many).join(", ") + (all.length > many ? ` and ${number(all.length - many)} more` : "");
  for (let many = Math.min(mostMembers, all.length); many > 1; many -= 1)
    if (textWidth(shown(many)) <= columns - besideMembers) return shown(many);
  const [first = ""] = all;
  const rest = all.length > 1 ? ` and ${number(all.length - 1)} more` : "";
  return shortened(first, Math.max(8, columns - besideMembers - rest.length)) + rest;
}

/** A value of a setting, as JSON; absent is `not set`. */
const shownValue = (value: unknown): string => (value === undefined ? "not set" : visible(JSON.stringify(value)));
