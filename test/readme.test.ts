import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitCode } from "../src/cli/exit-codes";
import { picturePath, planPicture } from "../tools/plan-picture/picture";

const root = join(__dirname, "..");
const pageAt = (path: string): string => readFileSync(join(root, path), "utf8");
const readme = pageAt("README.md");

/** The fenced blocks of a page, by their language. */
const blocks = (page: string, language: string): readonly string[] =>
  [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, of, text = ""]) => (of === language ? [text] : []));

test("has at most 200 lines, of at most 200 characters", () => {
  const lines = readme.split("\n");
  expect(lines.length).toBeLessThanOrEqual(200);
  expect(lines.filter(({ length }) => length > 200)).toEqual([]);
});

test("says how to use it before how to work on it, and names the commands of the checkout only there", () => {
  const headings = [...readme.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(headings).toEqual([
    ...["Use it", "Declare", "How it flows", "Guides", "Exit codes", "Examples", "Work on it", "License"],
  ]);
  const [use = "", work = ""] = readme.split("## Work on it");
  expect(use).not.toMatch(/npm (?:run|test)/);
  expect(work).toContain("In a checkout of this repository");
});

test.each([
  ["README.md", "quickstart"],
  ["docs/guides/library.md", "library"],
])("%s shows the example %s as it is", (page, name) => {
  expect(blocks(pageAt(page), "ts")).toEqual([pageAt(`examples/${name}/main.ts`)]);
});

test("shows a picture of the plan that the quickstart prints", async () => {
  const made = await planPicture();
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(picturePath, made);
  expect(readFileSync(picturePath, "utf8")).toBe(made);
  expect(readme).toContain("](docs/plan.svg)");
}, 30_000);

test("the picture has the colors of light and dark, and no script, font or image from elsewhere", () => {
  const svg = readFileSync(picturePath, "utf8");
  expect(svg).toContain("@media (prefers-color-scheme: dark)");
  expect(svg).not.toMatch(/<script|<image|href|url\(|@import/);
  // its text names the verdict that the README tells of
  const [, count] = /(\d+ of \d+ repositories) would be scanned less/.exec(readme) ?? [];
  expect(svg).toContain(`WEAKENS ${count ?? ""}`);
});

test("names every exit code", () => {
  const named = [...readme.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
  expect(named).toEqual(Object.values(exitCode));
});

test("names every script that it says to run", () => {
  const { scripts } = JSON.parse(pageAt("package.json")) as { readonly scripts: Record<string, string> };
  const told = new Set(
    [...readme.matchAll(/npm (?:run )?(demo|test|check|generate|bench)\b/g)].map(([, name]) => name),
  );
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...told]));
});

test.each(["SECURITY.md", "CONTRIBUTING.md"])("%s names only files and folders that there are", (page) => {
  const named = [...pageAt(page).matchAll(/`((?:src|test|tools)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
