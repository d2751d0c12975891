import type { LeafVerdict, RepositoryClass } from "../model/leaf-verdict";
import { count, repositories } from "../diagnostics/count";
import type { Mark } from "./since";

/** A detail. The lower its rank, the more it matters. */
export interface Detail {
  readonly rank: number;
  readonly lines: readonly string[];
  /** How it decides, for its colour. */
  readonly verdict?: LeafVerdict;
  /** The address that its last line is, of http or https. */
  readonly link?: string;
}

/** A paragraph about one thing: a line that names it, and details. */
export interface Paragraph {
  readonly rank: number;
  /** Made only while there is room. */
  readonly head: () => string;
  /** Made only where there is room for the head. */
  readonly details: () => readonly Detail[];
  /** How many repositories it concerns. */
  readonly repositories: number;
  /** How many things of the section's noun it is about; 1 by default. */
  readonly things?: number;
  /** How it differs from an earlier document, where one is given. */
  readonly mark?: Mark | undefined;
}

/** `  NEW ~ baseline   3 repositories`: nothing from elsewhere is before the sign of a head, so nothing can forge it. */
export const markedHead = ({ head, mark }: Pick<Paragraph, "head" | "mark">): string =>
  mark === undefined ? head() : `  ${mark.toUpperCase()} ${head().trimStart()}`;

/** A paragraph of lines that stay together: the first is its head. */
export const paragraphOf = (
  rank: number,
  [head = "", ...below]: readonly string[],
  details: readonly Detail[] = [],
  repositories = 0,
): Paragraph => ({
  rank,
  head: () => head,
  details: () => [...below.map((line) => ({ rank, lines: [line] })), ...details],
  repositories,
});

/** A part of a plan, as lines of plain text for a terminal or a fence. */
export interface Section {
  readonly class: RepositoryClass;
  /** Words of ours alone. */
  readonly title: string;
  /** What its paragraphs are: `group`, `configuration`. */
  readonly noun: string;
  /** No blank line is between its paragraphs. */
  readonly isClose?: true;
  readonly paragraphs: readonly Paragraph[];
}

/** Every line of a section, with its title. */
export const sectionLines = ({ title, paragraphs }: Section): readonly string[] => [
  title,
  ...paragraphs.flatMap((each) => [markedHead(each), ...each.details().flatMap(({ lines }) => lines)]),
];

/** The section; nothing where it has no paragraphs. */
export const unlessEmpty = (section: Section): readonly Section[] => (section.paragraphs.length === 0 ? [] : [section]);

/** A section with as many lines as there was room for. */
export interface Fitted extends Pick<Section, "class" | "title"> {
  readonly lines: readonly string[];
  /** Nothing is left out. */
  readonly isWhole: boolean;
}

/**
 * Sections with the lines that there is room for. What matters most is taken first, wherever it is, and of
 * what matters as much, what comes first. What is left out is counted where it would be.
 *
 * @param room the sum of what the lines may cost
 */
export function fit(sections: readonly Section[], room: number, cost: (line: string) => number): readonly Fitted[] {
  const taken = takenOf(sections, room, cost);
  return sections.map(({ class: kind, title, noun, paragraphs, isClose }) => {
    const omitted = paragraphs.filter((each) => !taken.has(each));
    const affected = omitted.reduce((sum, each) => sum + each.repositories, 0);
    const concerning = affected === 0 ? "" : ` of ${repositories(affected)}`;
    const many = omitted.reduce((sum, { things = 1 }) => sum + things, 0);
    const more =
      omitted.length === paragraphs.length
        ? `  ${count(many, noun)}${concerning}, not shown`
        : `  and ${count(many, `more ${noun}`)}${concerning}`;
    // what takes no more room than its count is shown instead
    const isShort =
      omitted.length <= cost(more) && // no line costs less than 1
      costOf(omitted.map(markedHead), cost) <= cost(more) &&
      omitted.every(({ details }) => details().length === 0);
    const blocks = paragraphs.flatMap((each) => {
      const shown = taken.get(each);
      if (shown !== undefined) return [blockOf(each, shown, cost)];
      return isShort ? [{ lines: [markedHead(each)], isWhole: true }] : [];
    });
    const lines = [...blocks.map((each) => each.lines), ...(omitted.length === 0 || isShort ? [] : [[more]])];
    return {
      class: kind,
      title,
      lines: isClose === true ? lines.flat() : joined(lines),
      isWhole: blocks.length === paragraphs.length && blocks.every((each) => each.isWhole),
    };
  });
}

const costOf = (lines: readonly string[], cost: (line: string) => number): number =>
  lines.reduce((sum, line) => sum + cost(line), 0);

/** The details of a paragraph, and those of them that there is room for. */
interface Taken {
  readonly details: readonly Detail[];
  readonly taken: Set<Detail>;
}

function takenOf(
  sections: readonly Section[],
  room: number,
  cost: (line: string) => number,
): ReadonlyMap<Paragraph, Taken> {
  const paragraphs = sections.flatMap((each) => each.paragraphs);
  const shown = new Map<Paragraph, Taken>();
  let left = room;
  const take = (lines: readonly string[]): boolean => {
    const price = costOf(lines, cost);
    if (price > left) return false;
    left -= price;
    return true;
  };
  // a paragraph may need a blank line above it, and one that counts what is left out
  const around = ["", moreLine(1000)];
  const ranks = new Set(paragraphs.map(({ rank }) => rank));
  while (ranks.size > 0) {
    const rank = Math.min(...ranks);
    ranks.delete(rank);
    for (const paragraph of paragraphs) {
      if (paragraph.rank === rank && costOf(around, cost) < left && take([markedHead(paragraph), ...around])) {
        const details = paragraph.details();
        shown.set(paragraph, { details, taken: new Set() });
        for (const detail of details) if (detail.rank > rank) ranks.add(detail.rank);
      }
      const { details = [], taken } = shown.get(paragraph) ?? {};
      for (const detail of details) if (detail.rank === rank && take(detail.lines)) taken?.add(detail);
    }
  }
  return shown;
}

/** The lines of a paragraph, with a count of what is left out where that is shorter. */
function blockOf(paragraph: Paragraph, { details, taken }: Taken, cost: (line: string) => number) {
  const head = markedHead(paragraph);
  const shown = details.filter((each) => taken.has(each));
  const rest = details.filter((each) => !taken.has(each)).flatMap(({ lines }) => lines);
  const more = moreLine(details.length - shown.length);
  return costOf(rest, cost) <= cost(more)
    ? { lines: [head, ...details.flatMap(({ lines }) => lines)], isWhole: true }
    : { lines: [head, ...shown.flatMap(({ lines }) => lines), more], isWhole: false };
}

const moreLine = (omitted: number): string => `      and ${count(omitted, "more detail")}`;

/** Paragraphs of one line follow each other; a blank line separates others. */
function joined(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flatMap((lines, at) => {
    const isApart = at > 0 && (lines.length > 1 || (blocks[at - 1]?.length ?? 0) > 1);
    return isApart ? ["", ...lines] : lines;
  });
}
