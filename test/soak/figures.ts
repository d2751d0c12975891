import fc from "fast-check";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What the tests of this folder share: how many cases there are, which, and the document with what became of them.
 *
 *     npm run test:soak                                 10,000 cases, always the same ones
 *     SOAK_RUNS=20 npm run test:soak                   fewer of them, as in CI
 *     UPDATE_GOLDEN=1 npm run test:soak                 docs/reliability.md is written again
 *     SEED=… CASE_PATH=… npx jest test/soak/faults      the case that a failure has printed as `seed` and `path`
 *     SEED=$RANDOM npm run test:soak                   other cases
 */
const { SOAK_RUNS, SEED, CASE_PATH, UPDATE_GOLDEN } = process.env;

/** How many cases of the largest property; the others have a part of that. */
export const runs = Number(SOAK_RUNS ?? 10_000);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`SOAK_RUNS is "${String(SOAK_RUNS)}". Set it to a number from 1.`);
const standardSeed = 20260101;

/** The same cases in every run. @param series other cases than those of another number */
export const parametersOf = (
  numRuns: number,
  series = 0,
): { readonly numRuns: number; readonly seed: number; readonly path?: string } => ({
  numRuns: Math.ceil(numRuns),
  seed: Number(SEED ?? standardSeed + series),
  ...(CASE_PATH === undefined ? {} : { path: CASE_PATH }),
});

/** As many of them as there are runs, spread over all; all of them where there are no more. */
export function sampleOf<T>(all: readonly T[]): readonly T[] {
  if (all.length <= runs) return all;
  const subsets = fc.shuffledSubarray([...all], { minLength: runs, maxLength: runs });
  return fc.sample(subsets, parametersOf(1))[0] ?? [];
}

const file = join(__dirname, "../../docs/reliability.md");
const heading = (title: string): string => `\n## ${title}\n`;

/** A section of the document; "" when there is none. */
function section(title: string): string {
  const [, after = ""] = readFileSync(file, "utf8").split(heading(title));
  return after.split("\n## ")[0] ?? "";
}

/** Puts a section in the place of the old one, or at the end. */
function writeSection(title: string, text: string): void {
  const before = readFileSync(file, "utf8");
  const [first = "", second = ""] = before.split(heading(title));
  const after = second.slice(section(title).length);
  writeFileSync(file, `${first}${heading(title)}${text}${after}`);
}

type Row = readonly (string | number)[];

/** Prettier's form, with the first column to the left and numbers to the right. */
export function table(head: Row, rows: readonly Row[]): string {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => String(row[at] ?? "").length)));
  const line = (row: Row): string =>
    `| ${widths.map((width, at) => (at === 0 ? String(row[at] ?? "").padEnd(width) : String(row[at] ?? "").padStart(width))).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** What is counted. How often it happens depends on which request comes first, and is not compared. */
const rowsIn = (text: string): readonly string[] =>
  text.split("\n").flatMap((each) => (each.startsWith("|") ? [each.split("|")[1]?.trim() ?? ""] : []));

/** The test that a section of the document is that of this run; writes it where that is asked for. */
export function testFigures(title: string, text: () => string): void {
  test("the figures are in docs/reliability.md", () => {
    if (UPDATE_GOLDEN === "1") writeSection(title, text());
    expect(rowsIn(section(title))).toEqual(rowsIn(text()));
  });
}
