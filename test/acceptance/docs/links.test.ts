import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../../support/spawned";
import { guides, otherPages, type Page, referencePages } from "./pages";

const proseOf = (text: string): string => text.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "");

/** The anchors of a page as code hosts make them of its headings, and those that it names itself. */
function anchorsOf(text: string): ReadonlySet<string> {
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  const made = new Set<string>();
  for (const [, title = ""] of text.replaceAll(/^```.*?^```/gms, "").matchAll(/^#+ (.*)$/gm)) {
    const plain = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    let anchor = plain;
    for (let again = 1; made.has(anchor); again += 1) anchor = `${plain}-${String(again)}`;
    made.add(anchor);
  }
  return new Set([...named, ...made]);
}

/** The links of a page that lead nowhere. */
function broken({ path, text }: Page): readonly string[] {
  return [...proseOf(text).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].flatMap(([, to = ""]) => {
    const [file = "", anchor] = to.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    const at = join(repositoryRoot, target);
    if (!existsSync(at)) return [`${path}: ${to}`];
    if (anchor === undefined || statSync(at).isDirectory()) return [];
    return anchorsOf(readFileSync(at, "utf8")).has(anchor) ? [] : [`${path}: ${to}`];
  });
}

test("every link of README, a guide, the reference and each other page leads to a page and a heading that exist", () => {
  expect([...guides, ...referencePages, ...otherPages].flatMap(broken)).toEqual([]);
});

test("README and the guides lead to every guide", () => {
  const links = (path: string) =>
    [...readFileSync(join(repositoryRoot, path), "utf8").matchAll(/\]\(([^)#\s]+)/g)].map(([, to = ""]) =>
      join(dirname(path), to),
    );
  const pages = guides.map(({ path }) => path).filter((path) => path !== "docs/guides/README.md");
  for (const from of ["README.md", "docs/guides/README.md"])
    expect(pages.filter((page) => !links(from).includes(page))).toEqual([]);
});

/** The sentences of a page that are long enough to be nobody else's, without what is in blocks and tables. */
const sentencesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/^```.*?^```/gms, "")
    .replaceAll(/^[|#].*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[.:]) /)
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length > 60);

test("no sentence of README, the guides or AGENTS stands twice", () => {
  const pages = [...guides, ...otherPages.filter(({ path }) => /^(?:README|AGENTS)\.md$/.test(path))];
  const seen = new Map<string, string>();
  const twice = pages.flatMap(({ path, text }) =>
    sentencesOf(text).flatMap((sentence) => {
      const before = seen.get(sentence);
      seen.set(sentence, path);
      return before === undefined ? [] : [`${before} and ${path}: ${sentence}`];
    }),
  );
  expect(twice).toEqual([]);
});
