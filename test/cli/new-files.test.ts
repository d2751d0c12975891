import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile, writeNewFiles } from "../../src/cli/files";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scanform-files-"));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test("new files are taken back with the folders that were made for them, and no others", () => {
  mkdirSync(join(folder, "there"));
  const texts = { "there/a.ts": "a", ".github/workflows/b.yml": "b", "c.ts": "c" };
  const files = writeNewFiles(folder, texts);
  expect(readFileSync(join(folder, ".github/workflows/b.yml"), "utf8")).toBe("b");
  expect(files.undo()).toEqual([]);
  expect(readdirSync(folder)).toEqual(["there"]);
  const made = join(folder, "made", "below");
  expect(writeNewFiles(made, { "a.ts": "a" }).undo()).toEqual([]);
  expect(existsSync(join(folder, "made"))).toBe(false);
});

test("new files are named where they cannot be taken back", () => {
  const files = writeNewFiles(join(folder, "made"), { "a.ts": "a" });
  writeFileSync(join(folder, "made", "mine.ts"), "");
  expect(files.undo()).toEqual([join(folder, "made")]);
  expect(readdirSync(join(folder, "made"))).toEqual(["mine.ts"]);
});

test("new files are not written at all where the last of them is there already", () => {
  writeFileSync(join(folder, "b.ts"), "mine");
  expect(() => writeNewFiles(folder, { "a.ts": "a", "b.ts": "b" })).toThrow("already exists");
  expect(readdirSync(folder)).toEqual(["b.ts"]);
  expect(readFileSync(join(folder, "b.ts"), "utf8")).toBe("mine");
});

test("new files are all taken back where one of them cannot be written", () => {
  expect(() => writeNewFiles(folder, { "a.ts": "a", "b.ts": "b", "b.ts/c.ts": "c" })).toThrow("Nothing was written.");
  expect(readdirSync(folder)).toEqual([]);
});

test("a file that cannot be replaced stays as it is, and nothing is left beside it", () => {
  const path = join(folder, "a.plan");
  replaceFile(path, "before");
  jest.spyOn(fs, "renameSync").mockImplementation(() => {
    throw new Error("no space");
  });
  expect(() => {
    replaceFile(path, "after");
  }).toThrow("no space");
  expect(readdirSync(folder)).toEqual(["a.plan"]);
  expect(readFileSync(path, "utf8")).toBe("before");
});
