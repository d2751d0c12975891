import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ProblemChannel, problemChannel } from "../../src/cli/app-problems";

const mostBytes = 4 * 2 ** 20;
const line = (detail: string, more: object = {}): string => `${JSON.stringify({ path: "a", detail, ...more })}\n`;
const asTheyAre = (text: string): string => text;
const tooMany = "The app reports more problems than are read. Fix these first.";

const made: ProblemChannel[] = [];
afterEach(() => {
  for (const each of made.splice(0)) each.remove();
});

/** A file for problems, and its path. */
function file(): { readonly problems: ProblemChannel; readonly path: string } {
  const problems = problemChannel();
  made.push(problems);
  return { problems, path: problems.env["SCANFORM_PROBLEMS"] ?? "" };
}

function told(text: string, redact = asTheyAre): readonly (string | undefined)[] {
  const { problems, path } = file();
  appendFileSync(path, text);
  return problems.read(redact).map(({ detail }) => detail);
}

test("a problem has its address, its path and its place", () => {
  const { problems, path } = file();
  writeFileSync(path, line("x", { path: "acme/bad", key: "rules[0]", location: "main.ts:7:3" }));
  expect(problems.read(asTheyAre)).toMatchObject([
    { code: "declaration-invalid", address: "acme/bad", path: "rules[0]", location: "main.ts:7:3", detail: "x" },
  ]);
});

test.each([
  ["entry-null", "entry-null"],
  ["internal", "declaration-invalid"],
  [7, "declaration-invalid"],
])("a problem with the code %j has the code %j", (code, shown) => {
  const { problems, path } = file();
  writeFileSync(path, line("x", { code }));
  expect(problems.read(asTheyAre)).toMatchObject([{ code: shown }]);
});

test("what is told twice is shown once", () => {
  expect(told(line("x") + line("y") + line("x"))).toEqual(["x", "y"]);
});

test("a thousand problems are shown, and of more how many are not", () => {
  const many = (count: number): string => Array.from({ length: count }, (_, at) => line(`n${String(at)}`)).join("");
  expect(told(many(1000)).at(-1)).toBe("n999");
  expect(told(many(1001)).slice(999)).toEqual(["n999", "1 more problem is not shown. Fix these first."]);
});

test("keys are removed, also from a file that is too large", () => {
  const redact = (text: string): string => text.replaceAll("secret", "***");
  expect(told(line("a secret"), redact)).toEqual(["a ***"]);
  expect(told(line("a secret") + "x".repeat(mostBytes), redact)).toEqual(["a ***", tooMany]);
});

test("a file of the greatest size is read whole", () => {
  const first = line("x");
  const filled = line("y".repeat(100)).padStart(mostBytes - first.length, " ");
  expect(told(first + filled)).toEqual(["x", "y".repeat(100)]);
});

test("of a file that is larger, a line that is cut is left out even where it could be read", () => {
  const first = line("x");
  const cut = line("y")
    .trimEnd()
    .padStart(mostBytes - first.length, " ");
  expect(told(`${first}${cut}z`)).toEqual(["x", tooMany]);
});

test("an app that tells nothing, or replaces the file by something else, has told no problems", () => {
  const { problems, path } = file();
  expect(problems.read(asTheyAre)).toEqual([]);
  mkdirSync(path);
  expect(problems.read(asTheyAre)).toEqual([]);
  rmSync(path, { recursive: true });
  writeFileSync(join(dirname(path), "other"), line("x"));
  symlinkSync("other", path);
  expect(problems.read(asTheyAre)).toEqual([]);
});

test("nothing is left of the file once it is removed", () => {
  const { problems, path } = file();
  writeFileSync(path, line("x"));
  problems.remove();
  expect(existsSync(dirname(path))).toBe(false);
});
