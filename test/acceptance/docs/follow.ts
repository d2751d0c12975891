import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Block, blocksOf } from "./blocks";
import type { Page } from "./pages";
import { type Reader, reader } from "./reader";
import { isShown, stable } from "./shown";

/** Whether a block is typed into a shell. @param programs what there is besides Node and npm */
export const isTyped = ({ language, marks }: Block, programs: readonly string[]): boolean =>
  language === "sh" &&
  marks.notRun === undefined &&
  marks.background === undefined &&
  (marks.needs === undefined || programs.includes(marks.needs));

/** Whether a guide is the one that shows how tsx is installed: what it does is tried there. */
const installsTsx = ({ text }: Block): boolean => /^npm install .*\btsx\b/m.test(text);

/** Does what a guide says, in a project of its own, and compares what is printed with what the guide shows. */
export async function follow(page: Page, programs: readonly string[] = []): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-guide-")));
  const blocks = blocksOf(page);
  const who = reader(folder, blocks.some(installsTsx) ? "real" : "quick");
  try {
    for (const [at, block] of blocks.entries()) {
      if (block.marks.file !== undefined) who.write(block.marks.file, block.text);
      else if (block.marks.background === true) await who.start(block.text.trim());
      else if (isTyped(block, programs)) await typed(who, block, blocks[at + 1]);
    }
  } finally {
    await who.leave();
    rmSync(folder, { recursive: true });
  }
}

async function typed(who: Reader, { page, line, text, marks }: Block, next: Block | undefined): Promise<void> {
  const ran = await who.type(text);
  const place = `${page}:${String(line)}`;
  expect({ place, ...ran }).toEqual({ place, ...ran, code: marks.exitsWith ?? 0 });
  if (next?.language !== "text" || isShown(next.text, ran.out) || isShown(next.text, ran.err)) return;
  expect({ place, text: stable(ran.out === "" ? ran.err : ran.out) }).toEqual({ place, text: stable(next.text) });
}
