import { join } from "node:path";
import { exportsByEntry, isModule, moduleOf } from "./fragment";
import { type Block, blocksOf, guides, type Page, referencePages } from "./pages";
import { typeErrors } from "./typed-project";
import { temporaryFolder } from "../../support/temporary-folder";

jest.setTimeout(120_000);

/** The modules of a page. Each block has a folder of its own, with the files that are before it on the page. */
function modulesOf(
  page: Page,
  exports: ReadonlyMap<string, ReadonlySet<string>>,
): readonly (readonly [string, string])[] {
  const before = new Map<string, string>();
  return blocksOf(page).flatMap((block) => {
    if (block.language !== "ts") return [];
    const name = block.marks.file ?? "block.ts";
    const text = isModule(block.text) ? block.text : moduleOf(block.text, exports);
    const all = new Map([...before, [name, text]]);
    if (block.marks.file !== undefined) before.set(name, text);
    return [...all].map(([path, content]) => [join(folderOf(block), path), content] as const);
  });
}

const folderOf = ({ page, line }: Block): string => `${page.replace(/\.md$/, "")}/line-${String(line)}`;

/** The entry points, that of the page first, since two may export the same name. */
function entriesFor({ path }: Page, all: ReadonlyMap<string, ReadonlySet<string>>) {
  const own = /docs\/reference\/(scanform(?:\/(?:cdktn|policy|testing|emulator|service|webhooks))?)\//.exec(path)?.[1];
  const others = [...all].filter(([name]) => name !== own && name !== "scanform/cdktf");
  return new Map([
    ...[...all].filter(([name]) => name === own),
    ...others.sort(([one]) => (one === "scanform/cdktn" ? -1 : 0)),
  ]);
}

test("every ts block of the guides and of the reference compiles", async () => {
  const exports = exportsByEntry();
  const pages = [...guides, ...referencePages];
  const files = new Map(pages.flatMap((page) => modulesOf(page, entriesFor(page, exports))));
  expect(files.size).toBeGreaterThan(8);
  expect(await typeErrors(temporaryFolder(), files)).toBe("");
});
