import { basename } from "node:path";
import { parse } from "yaml";
import { follow, isTyped } from "./follow";
import { type Block, blocksOf, guides } from "./pages";
import { withTerraform } from "../../support/terraform";

jest.setTimeout(300_000);

describe("a reader who does what it says sees what it shows:", () => {
  test.each(guides.map((page) => [basename(page.path), page] as const))("%s", async (_name, page) => {
    await follow(page, withTerraform ? ["terraform"] : []);
  });
});

const all = guides.flatMap(blocksOf);
const placeOf = ({ page, line }: Block): string => `${page}:${String(line)}`;
const isApp = ({ text }: Block): boolean => /^app\.synth\(\);$/m.test(text);

test("each app of a guide is planned or tested before the next one, or before its end", () => {
  const unplanned = guides.flatMap((page) => {
    const blocks = blocksOf(page);
    return blocks.filter((block, at) => {
      if (!isApp(block)) return false;
      const until = blocks.findIndex((other, index) => index > at && isApp(other));
      const after = blocks.slice(at + 1, until === -1 ? undefined : until);
      return !after.some((other) => isTyped(other, []) && /scanform (plan|apply)|npx jest/.test(other.text));
    });
  });
  expect(unplanned.map(placeOf)).toEqual([]);
});

test("few commands cannot run here", () => {
  expect(all.filter(({ marks }) => marks.notRun !== undefined).map(placeOf)).toHaveLength(3);
});

test("each block is of a language that is checked", () => {
  const checked = ["ts", "sh", "text", "json", "yaml", "hcl"];
  expect(all.filter(({ language }) => !checked.includes(language)).map(placeOf)).toEqual([]);
});

test("each block of text follows a command that has printed it", () => {
  const alone = guides.flatMap((page) => {
    const blocks = blocksOf(page);
    return blocks.filter(({ language }, at) => language === "text" && blocks[at - 1]?.language !== "sh");
  });
  expect(alone.map(placeOf)).toEqual([]);
});

test("JSON and YAML can be read", () => {
  for (const { language, text } of all) {
    if (language === "json") JSON.parse(text);
    if (language === "yaml") parse(text);
  }
});
