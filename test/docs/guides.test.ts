import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { type Block, blocksOf } from "./blocks";
import { guides } from "./pages";
import { type Reader, reader } from "./reader";
import { isShown, stable } from "./shown";

jest.setTimeout(180_000);

let folder: string;
let who: Reader;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-guide-")));
  who = reader(folder);
});

afterEach(async () => {
  await who.leave();
  rmSync(folder, { recursive: true });
});

const all = guides.flatMap(blocksOf);
const isRun = ({ language, marks }: Block): boolean => language === "sh" && marks.notRun === undefined;
const isApp = ({ text }: Block): boolean => /^app\.synth\(\);$/m.test(text);

describe("a reader who does what it says sees what it shows:", () => {
  test.each(guides.map((page) => [basename(page.path), page] as const))("%s", async (_name, page) => {
    const blocks = blocksOf(page);
    for (const [at, block] of blocks.entries()) {
      if (block.marks.file !== undefined) who.write(block.marks.file, block.text);
      else if (block.marks.background === true) await who.start(block.text.trim());
      else if (isRun(block)) await follow(block, blocks[at + 1]);
    }
  });
});

/** Types what a block says, and compares what is printed with the block of text after it. */
async function follow({ page, line, text, marks }: Block, next: Block | undefined): Promise<void> {
  const ran = await who.type(text);
  const place = `${page}:${String(line)}`;
  expect({ place, ...ran }).toEqual({ place, ...ran, code: marks.exitsWith ?? 0 });
  if (next?.language !== "text") return;
  // what the page shows is in one of the two; on failure the difference to what was printed is of use
  if (!isShown(next.text, ran.out) && !isShown(next.text, ran.err))
    expect({ place, text: stable(ran.out === "" ? ran.err : ran.out) }).toEqual({ place, text: stable(next.text) });
}

test("each app of a guide is planned before the next one, or before its end", () => {
  for (const page of guides) {
    const blocks = blocksOf(page);
    const unplanned = blocks.filter((block, at) => {
      if (!isApp(block)) return false;
      const until = blocks.findIndex((other, index) => index > at && isApp(other));
      const after = blocks.slice(at + 1, until === -1 ? undefined : until);
      return !after.some((other) => isRun(other) && /scanform (plan|apply)|npm test|npx jest/.test(other.text));
    });
    expect(unplanned.map(({ line }) => `${page.path}:${String(line)}`)).toEqual([]);
  }
});

test("few commands cannot run here", () => {
  const reasons = all.flatMap(({ marks }) => marks.notRun ?? []);
  expect(reasons.length).toBeLessThanOrEqual(4);
});

test("each block is of a language that is checked", () => {
  const unchecked = all.filter(
    ({ language, marks }) => !["ts", "sh", "text", "json", "yaml"].includes(language) && marks.notRun === undefined,
  );
  expect(unchecked.map(({ page, line }) => `${page}:${String(line)}`)).toEqual([]);
});

test("each block of text follows a command that has printed it", () => {
  for (const page of guides) {
    const blocks = blocksOf(page);
    const alone = blocks.filter(({ language }, at) => language === "text" && blocks[at - 1]?.language !== "sh");
    expect(alone.map(({ line }) => `${page.path}:${String(line)}`)).toEqual([]);
  }
});

test("JSON and YAML can be read", () => {
  for (const { language, text } of all) {
    if (language === "json") JSON.parse(text);
    if (language === "yaml") parse(text);
  }
});
