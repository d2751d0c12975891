import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";

jest.setTimeout(120_000);

const written = join(repositoryRoot, "docs/reference");

const pagesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );

test("docs/reference is what `npm run docs:reference` writes, and no docstring of the constructs or the testing kit lacks anything", () => {
  // it exits with 1, and says so, when a docstring lacks its unit, its default, its section or its example
  const made = process.env["UPDATE_GOLDEN"] === "1" ? written : temporaryFolder();
  execFileSync(process.execPath, ["tools/reference.mjs", made], { cwd: repositoryRoot, stdio: "pipe" });
  expect(pagesIn(written)).toEqual(pagesIn(made));
});

test("names no folder of the machine that wrote it, and shows no type that nobody could read", () => {
  for (const text of Object.values(pagesIn(written))) {
    expect(text).not.toContain(repositoryRoot);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(1000);
  }
});
