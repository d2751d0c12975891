import type { Detail, Fitted, Paragraph, Section } from "./outline";
import { count, repositories } from "./words";

/** A line that may be left out; the head of its paragraph where it is no detail. */
interface Piece {
  readonly rank: number;
  readonly paragraph: Paragraph;
  readonly detail?: Detail;
}

/**
 * Sections with the lines that there is room for. What matters most is taken first, wherever it stands, and of
 * what matters as much, what comes first. What is left out is counted where it would stand.
 *
 * @param room the sum of what the lines may cost
 */
export function fit(sections: readonly Section[], room: number, cost: (line: string) => number): readonly Fitted[] {
  const taken = takenOf(sections, room, cost);
  return sections.map(({ class: kind, title, noun, paragraphs, isClose }) => {
    const omitted = paragraphs.filter((each) => !taken.has(each));
    const felt = omitted.reduce((sum, each) => sum + each.repositories, 0);
    const concerning = felt === 0 ? "" : ` of ${repositories(felt)}`;
    const more = omitted.length === 0 ? [] : [[`  and ${count(omitted.length, `more ${noun}`)}${concerning}`]];
    const blocks = paragraphs.flatMap((each) => {
      const details = taken.get(each);
      return details === undefined ? [] : [linesOf(each, details)];
    });
    const isWhole = paragraphs.every((each) => taken.get(each)?.size === each.details.length);
    return {
      class: kind,
      title,
      lines: isClose === true ? [...blocks, ...more].flat() : joined([...blocks, ...more]),
      isWhole,
    };
  });
}

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
    const price = lines.reduce((sum, line) => sum + cost(line), 0);
    if (price > left) continue;
    left -= price;
    if (detail === undefined) taken.set(paragraph, new Set());
    else details?.add(detail);
  }
  return taken;
}

function linesOf({ head, details }: Paragraph, taken: ReadonlySet<Detail>): readonly string[] {
  const shown = details.filter((each) => taken.has(each));
  const omitted = details.length - shown.length;
  return [head, ...shown.flatMap(({ lines }) => lines), ...(omitted > 0 ? [moreLine(omitted)] : [])];
}

const moreLine = (omitted: number): string => `      and ${count(omitted, "more detail")}`;

/** Paragraphs of one line stand close; others are set apart. */
function joined(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flatMap((lines, at) => {
    const isApart = at > 0 && (lines.length > 1 || (blocks[at - 1]?.length ?? 0) > 1);
    return isApart ? ["", ...lines] : lines;
  });
}
