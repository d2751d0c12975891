import fc from "fast-check";
import { textWidth } from "../../src/diagnostics/text-width";
import { flowed, own, row, shortened } from "../../src/report/layout";
import { fit, type Paragraph, type Section } from "../../src/report/outline";

test("a line that fits is as it was written", () => {
  expect(row({ columns: 80 })`  > ${"a"} -> ${"b"}   ${own("2 repositories")}`).toBe("  > a -> b   2 repositories");
});

test("the widest value is shortened in the middle until the line fits, and what is ours never is", () => {
  const line = row({ columns: 40 })`  > ${"short"} -> ${"x".repeat(90)}   ${own("12 repositories")}`;
  expect(line).toBe("  > short -> xxxx…xxxx   12 repositories");
  expect(row({ columns: 50 })`  > ${"y".repeat(60)} -> ${"x".repeat(90)}`).toHaveLength(50);
});

test("a wide character takes two columns, and none is cut in two", () => {
  expect(textWidth("名前")).toBe(4);
  expect(shortened("名前名前名前名前", 9)).toBe("名前…名前");
  expect(shortened("🦀".repeat(10), 6)).toBe("🦀…🦀");
});

test("a shortened text is never wider than it may be", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, most) => {
      expect(textWidth(shortened(text, most))).toBeLessThanOrEqual(Math.max(most, 1));
    }),
    { numRuns: 40 },
  );
});

const start = "      weaker        ";
const words = "is no longer declared to run".split(" ");
const texts = ["sql-injection", ...words, "(true -> not set)"];
const indent = " ".repeat(20);

test("texts that fit are one line", () => {
  expect(flowed(start, texts, 80)).toEqual([`${start}sql-injection is no longer declared to run (true -> not set)`]);
});

test("what is cut at its end keeps the quote that closes it", () => {
  expect(flowed("", [`"${"x".repeat(90)}"`, "runs"], 10)).toEqual([
    `"${"x".repeat(9)}`,
    ...Array.from({ length: 3 }, () => `| ${"x".repeat(8)}`),
    '| xxxx…"',
    "runs",
  ]);
});

test("what does not fit goes on below, and no line is wider than there is room", () => {
  expect(flowed(start, texts, 50)).toEqual([
    `${start}sql-injection is no longer`,
    `${indent}declared to run`,
    `${indent}(true -> not set)`,
  ]);
});

test("a text that is wider than a line is not cut inside: it goes on below, and no line begins with a part of it", () => {
  expect(flowed(start, [`"${"a".repeat(40)}"`, "runs"], 40)).toEqual([
    `${start}"${"a".repeat(19)}`,
    `${indent}| ${"a".repeat(18)}`,
    `${indent}| aaa" runs`,
  ]);
});

test("a text of many lines ends after a few", () => {
  const lines = flowed(start, ["a".repeat(5_000), "runs"], 40);
  expect(lines.length).toBeLessThan(7);
  expect(lines.at(-1)).toMatch(/a… runs$/);
});

test("nothing is shortened where there is room without end", () => {
  const subject = "a".repeat(300);
  expect(flowed(start, [subject, ...words], Infinity)).toEqual([`${start}${subject} ${words.join(" ")}`]);
});

test("texts that do not fit beside one another are below one another", () => {
  const notes = [`(+ ${"a".repeat(30)})`, `(- ${"b".repeat(30)})`];
  expect(flowed(start, ["sql-injection", "changes", ...notes], 60)).toEqual([
    `${start}sql-injection changes`,
    ...notes.map((each) => indent + each),
  ]);
});

const paragraph = (rank: number, head: string, ...details: readonly string[]): Paragraph => ({
  rank,
  head: () => head,
  details: () => details.map((line, at) => ({ rank: rank + at, lines: [line] })),
  repositories: 2,
});

const section = (...paragraphs: readonly Paragraph[]): Section => ({
  class: "weakens",
  title: "T",
  noun: "group",
  paragraphs,
});

const lines = (sections: readonly Section[], room: number): readonly (readonly string[])[] =>
  fit(sections, room, () => 1).map((each) => each.lines);

test("everything is shown where there is room, with a blank line between paragraphs of several lines", () => {
  const [fitted] = fit([section(paragraph(1, "a", "a1"), paragraph(1, "b"), paragraph(1, "c"))], 99, () => 1);
  expect(fitted).toMatchObject({ lines: ["a", "a1", "", "b", "c"], isWhole: true });
});

test("what matters most is kept wherever it stands, and what is left out is counted", () => {
  const sections = [section(paragraph(30, "minor", "m1")), section(paragraph(10, "major", "w1", "w2", "w3"))];
  expect(lines(sections, 6)).toEqual([["  1 group of 2 repositories, not shown"], ["major", "w1", "w2", "w3"]]);
  expect(lines(sections, 4)).toEqual([
    ["  1 group of 2 repositories, not shown"],
    ["major", "w1", "      and 2 more details"],
  ]);
});

test("of what matters as much, what is first is kept", () => {
  const sections = [section(...["a", "b", "c", "d"].map((head) => paragraph(1, head)))];
  expect(lines(sections, 6)).toEqual([["a", "b", "  and 2 more groups of 4 repositories"]]);
});

test("what takes no more room than its count is shown", () => {
  const details = section(paragraph(1, "head", "x", "y"));
  expect(fit([details], 4, () => 1)).toMatchObject([{ lines: ["head", "x", "y"], isWhole: true }]);
  const heads = section(...["a", "b", "c"].map((head) => paragraph(1, head)));
  expect(fit([heads], 6, () => 1)).toMatchObject([{ lines: ["a", "b", "c"], isWhole: true }]);
});

test("a detail is never shown without the line that says of what", () => {
  expect(lines([section({ ...paragraph(9, "head", "x"), details: () => [{ rank: 0, lines: ["x"] }] })], 2)).toEqual([
    ["  1 group of 2 repositories, not shown"],
  ]);
});
