import type { LeafVerdict, RepositoryClass } from "../model/leaf-verdict";
import { count, repositories } from "../diagnostics/count";

/** A detail. The lower its rank, the more it matters. */
export interface Detail {
  readonly rank: number;
  readonly lines: readonly string[];
  /** How it decides, for its colour. */
  readonly verdict?: LeafVerdict;
  /** The address that its last line is, of http or https. */
  readonly link?: string;
}

/** What is said of one thing: a line that names it, and details. */
export interface Paragraph {
  readonly rank: number;
  readonly head: string;
  readonly details: readonly Detail[];
  /** How many repositories it concerns. */
  readonly repositories: number;
}

/** A paragraph of lines that stay together: the first is its head. */
export const paragraphOf = (
  rank: number,
  [head = "", ...below]: readonly string[],
  details: readonly Detail[] = [],
  felt = 0,
): Paragraph => ({
  rank,
  head,
  details: [...below.map((line) => ({ rank, lines: [line] })), ...details],
  repositories: felt,
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
  ...paragraphs.flatMap(({ head, details }) => [head, ...details.flatMap(({ lines }) => lines)]),
];

/** The section; nothing where it has no paragraphs. */
export const unlessEmpty = (section: Section): readonly Section[] => (section.paragraphs.length === 0 ? [] : [section]);

/** A section with as many lines as there was room for. */
export interface Fitted extends Pick<Section, "class" | "title"> {
  readonly lines: readonly string[];
  /** Nothing is left out. */
  readonly isWhole: boolean;
}

/** A line that may be left out; the head of its paragraph where it is no detail. */
interface Piece {
  readonly rank: number;
  readonly paragraph: Paragraph;
  readonly detail?: Detail;
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
    const felt = omitted.reduce((sum, each) => sum + each.repositories, 0);
    const concerning = felt === 0 ? "" : ` of ${repositories(felt)}`;
    const more =
      omitted.length === paragraphs.length
        ? `  ${count(omitted.length, noun)}${concerning}, not shown`
        : `  and ${count(omitted.length, `more ${noun}`)}${concerning}`;
    // what takes no more room than its count is shown instead
    const heads = omitted.flatMap(({ head, details }) => (details.length === 0 ? [head] : [head, more]));
    const isShort = costOf(heads, cost) <= cost(more);
    const blocks = paragraphs.flatMap((each) => {
      const details = taken.get(each) ?? (isShort ? new Set<Detail>() : undefined);
      return details === undefined ? [] : [linesOf(each, details, cost)];
    });
    const whole = paragraphs.reduce((sum, { details }) => sum + 1 + details.flatMap(({ lines }) => lines).length, 0);
    const lines = omitted.length === 0 || isShort ? blocks : [...blocks, [more]];
    return {
      class: kind,
      title,
      lines: isClose === true ? lines.flat() : joined(lines),
      isWhole: blocks.flat().length === whole,
    };
  });
}

const costOf = (lines: readonly string[], cost: (line: string) => number): number =>
  lines.reduce((sum, line) => sum + cost(line), 0);

type Taken = ReadonlyMap<Paragraph, ReadonlySet<Detail>>;

function takenOf(sections: readonly Section[], room: number, cost: (line: string) => number): Taken {
  const pieces = sections.flatMap(({ paragraphs }) =>
    paragraphs.flatMap((paragraph): readonly Piece[] => [
      { rank: paragraph.rank, paragraph },
      ...paragraph.details.map((detail) => ({ rank: detail.rank, paragraph, detail })),
    ]),
  );
  const taken = new Map<Paragraph, Set<Detail>>();
  let left = room;
  for (const { paragraph, detail } of pieces.toSorted((one, other) => one.rank - other.rank)) {
    const details = taken.get(paragraph);
    if (detail !== undefined && details === undefined) continue;
    // a paragraph may need a blank line above it, and one that counts what is left out
    const lines = detail === undefined ? [paragraph.head, "", moreLine(1000)] : detail.lines;
    const price = costOf(lines, cost);
    if (price > left) continue;
    left -= price;
    if (detail === undefined) taken.set(paragraph, new Set());
    else details?.add(detail);
  }
  return taken;
}

function linesOf(
  { head, details }: Paragraph,
  taken: ReadonlySet<Detail>,
  cost: (line: string) => number,
): readonly string[] {
  const all = details.flatMap(({ lines }) => lines);
  const shown = details.filter((each) => taken.has(each));
  const rest = details.filter((each) => !taken.has(each)).flatMap(({ lines }) => lines);
  const more = moreLine(details.length - shown.length);
  if (costOf(rest, cost) <= cost(more)) return [head, ...all];
  return [head, ...shown.flatMap(({ lines }) => lines), more];
}

const moreLine = (omitted: number): string => `      and ${count(omitted, "more detail")}`;

/** Paragraphs of one line follow each other; a blank line separates others. */
function joined(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flatMap((lines, at) => {
    const isApart = at > 0 && (lines.length > 1 || (blocks[at - 1]?.length ?? 0) > 1);
    return isApart ? ["", ...lines] : lines;
  });
}
