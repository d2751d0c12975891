import { textWidth } from "../diagnostics/text-width";
import { groupBy } from "../model/group-by";
import { type PolicyTitles, predicateOfAll } from "../model/leaf-sentence";
import type { LeafVerdict } from "../model/leaf-verdict";
import { flowed, type Layout, shortened } from "./layout";
import { fieldOf, type LeafLines, valueTexts, isSwitch, statement, verdictStart } from "./leaf-lines";
import { isFresh, type Mark } from "./since";
import type { ChangedSetting } from "./what-changes";
import { shownCount } from "../diagnostics/enumeration";
import { count, number, repositories } from "../diagnostics/count";
import { placesLabel } from "./words";

/** What changes, each once, and what there was no room for. */
interface ChangedLines {
  readonly lines: readonly LeafLines[];
  /** `and 12 more changes, 3 of them weaker`; absent where nothing is left out. */
  readonly more?: string;
}

interface ChangedOptions {
  /** How many lines are shown. */
  readonly most?: number;
  /** How a setting differs from an earlier document, where one is given. */
  readonly markOf?: MarkOf | undefined;
}

type MarkOf = (setting: ChangedSetting) => Mark | undefined;

/** How many lines are shown, and how many names in each. */
const mostLines = 10;
const mostNames = 8;

/**
 * What changes, the weakest first: `weaker  xss no longer runs   249 repositories, 5 configurations   main.ts:40`.
 * Settings that change alike, for the same repositories and at the same places, share a line.
 */
export function changedLines(
  all: readonly ChangedSetting[],
  titles: PolicyTitles,
  layout: Layout,
  { most = layout.full ? Infinity : mostLines, markOf }: ChangedOptions = {},
): ChangedLines {
  const groups = groupsOf(all, markOf);
  const shown = shownCount(groups.length, most);
  const left = groups.slice(shown).flat();
  return {
    lines: groups
      .slice(0, shown)
      .flatMap((group) => partsOf(group, titles, layout, markOf))
      .map((part) => linesOf(part, layout, markOf !== undefined)),
    ...(left.length === 0 ? {} : { more: `  ${moreChanges(left)}` }),
  };
}

/** `and 12 more changes, 3 of them weaker` */
export function moreChanges(left: readonly ChangedSetting[]): string {
  const weaker = left.filter(({ verdict }) => verdict === "weaker").length;
  return `and ${count(left.length, "more change")}${weaker === 0 ? "" : `, ${number(weaker)} of them weaker`}`;
}

/** A line of what changes, by its parts. */
export interface ChangedPart {
  readonly verdict: LeafVerdict;
  /** What is said, as texts that may be parted. */
  readonly texts: readonly string[];
  /** `249 repositories, 5 configurations` */
  readonly many: string;
  /** `main.ts:40`; "" where none is known. */
  readonly place: string;
  readonly settings: readonly ChangedSetting[];
  readonly mark?: Mark | undefined;
}

/** What changes by its parts, each line once: see `changedLines`. */
export const changedParts = (
  all: readonly ChangedSetting[],
  titles: PolicyTitles,
  layout: Layout,
  markOf?: MarkOf,
): readonly ChangedPart[] => groupsOf(all, markOf).flatMap((group) => partsOf(group, titles, layout, markOf));

function partsOf(
  group: readonly ChangedSetting[],
  titles: PolicyTitles,
  layout: Layout,
  markOf?: MarkOf,
): readonly ChangedPart[] {
  const [first] = group;
  if (first === undefined) return [];
  const { verdict, change, isAlike, words, places } = first;
  const said = words.length === 0 ? undefined : predicateOfAll(change, words);
  const isPlain = !isAlike.before || !isAlike.after || (said !== undefined && isSwitch(change));
  const texts = statement(
    group.map((each) => each.change),
    titles,
    layout,
    said,
    isPlain ? [] : valueTexts(change, layout),
    layout.full ? Infinity : mostNames,
  );
  const many = `${repositories(first.repositories)}, ${count(first.configurations, "configuration")}`;
  return [{ verdict, texts, many, place: placesLabel(places), settings: group, mark: markOf?.(first) }];
}

/** @param isCompared a column has the marks */
function linesOf({ verdict, texts, many, place, mark }: ChangedPart, layout: Layout, isCompared: boolean): LeafLines {
  const start = verdictStart(verdict, isCompared ? `  ${(mark ?? "").toUpperCase().padEnd(7)} ` : "  ");
  const lines = flowed(start, texts, layout.columns);
  const tail = place === "" ? many : `${many}   ${place}`;
  const last = lines.at(-1) ?? "";
  if (textWidth(last) + 3 + textWidth(tail) <= layout.columns)
    return { verdict, lines: [...lines.slice(0, -1), `${last}   ${tail}`] };
  const indent = " ".repeat(start.length);
  const room = layout.columns - indent.length;
  // the line of the code is at the end, which stays
  const fitted = textWidth(tail) <= room ? [tail] : [many, shortened(place, Math.max(8, room))];
  return { verdict, lines: [...lines, ...fitted.map((each) => indent + each)] };
}

/** The settings of each line; first what was not reviewed before. */
function groupsOf(
  all: readonly ChangedSetting[],
  markOf: MarkOf = () => undefined,
): readonly (readonly ChangedSetting[])[] {
  const groups = groupBy(all, (setting) => `${markOf(setting) ?? ""} ${alike(setting)}`);
  const rank = ([first]: readonly ChangedSetting[]): number => (first && isFresh(markOf(first)) ? 0 : 1);
  return [...groups.values()].toSorted((one, other) => rank(one) - rank(other));
}

const alike = ({ verdict, change, isAlike, words, places, effects }: ChangedSetting): string =>
  JSON.stringify([
    verdict,
    words,
    change.key === undefined ? change.path : fieldOf(change),
    isAlike.before ? change.before : "differs",
    isAlike.after ? change.after : "differs",
    isAlike,
    places,
    effects,
  ]);
