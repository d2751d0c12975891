import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../../support/spawned";
import { guides, type Page, referencePages } from "./pages";

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

test("every link of a guide and of the reference leads to a page and a heading that exist", () => {
  expect([...guides, ...referencePages].flatMap(broken)).toEqual([]);
});
