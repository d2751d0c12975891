import { type Block, blocksOf, type Page } from "./pages";
import { type Reader, reader } from "./reader";
import { temporaryFolder } from "../../support/temporary-folder";

/** Whether a block is typed into a shell. @param programs what there is besides Node and npm */
export const isTyped = ({ language, marks }: Block, programs: readonly string[]): boolean =>
  language === "sh" &&
  marks.notRun === undefined &&
  marks.background === undefined &&
  (marks.needs === undefined || programs.includes(marks.needs));

/** Does what a guide says, in a project of its own, and compares what is printed with what the guide shows. */
export async function follow(page: Page, programs: readonly string[] = []): Promise<void> {
  const folder = temporaryFolder();
  const who = reader(folder);
  try {
    const blocks = blocksOf(page);
    for (const [at, block] of blocks.entries()) {
      if (block.marks.file !== undefined) who.write(block.marks.file, block.text);
      else if (block.marks.background === true) await who.start(block.text.trim());
      else if (isTyped(block, programs)) await typed(who, block, blocks[at + 1]);
    }
  } finally {
    await who.leave();
  }
}

async function typed(who: Reader, { page, line, text, marks }: Block, next: Block | undefined): Promise<void> {
  const ran = await who.type(text);
  const place = `${page}:${String(line)}`;
  expect({ place, ...ran }).toEqual({ place, ...ran, code: marks.exitsWith ?? 0 });
  if (next?.language !== "text" || isShown(next.text, ran.out) || isShown(next.text, ran.err)) return;
  expect({ place, text: stable(ran.out === "" ? ran.err : ran.out) }).toEqual({ place, text: stable(next.text) });
}

/** What is another one each time, and what a page shows in its place. A slow machine is told what is waited for. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/^Waiting for .*\n/gm, ""],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:4010"],
  [/^digest [0-9a-f]{12}$/gm, "digest 3f9a1c02b7de"],
  [/(?<=since )\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-31T09:00:00.000Z"],
  [/\d{4}-\d\d-\d\dT[\d-]+Z-/g, "2026-01-31T09-00-00-000Z-"],
];

/** Output without what changes from one run to the next. */
const stable = (text: string): string =>
  changing.reduce((before, [what, instead]) => before.replaceAll(what, instead), text);

/** Whether output is what a page shows. A line `...` there stands for any lines. */
function isShown(shown: string, printed: string): boolean {
  const parts = `\n${stable(shown)}`.split(/(?<=\n)\.\.\.\n/);
  const text = `\n${stable(printed)}`;
  const places: number[] = [];
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    places.push(at);
    from = at + part.length;
  }
  const last = parts.at(-1) ?? "";
  return places[0] === 0 && (last === "" || text.endsWith(last));
}
