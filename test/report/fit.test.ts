import { fit, type Paragraph, type Section } from "../../src/report/outline";

const paragraph = (rank: number, head: string, ...details: readonly string[]): Paragraph => ({
  rank,
  head,
  details: details.map((line, at) => ({ rank: rank + at, lines: [line] })),
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
  expect(lines(sections, 6)).toEqual([["  and 1 more group of 2 repositories"], ["major", "w1", "w2", "w3"]]);
  expect(lines(sections, 4)).toEqual([
    ["  and 1 more group of 2 repositories"],
    ["major", "w1", "      and 2 more details"],
  ]);
});

test("of what matters as much, what stands first is kept", () => {
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
  expect(lines([section({ ...paragraph(9, "head", "x"), details: [{ rank: 0, lines: ["x"] }] })], 2)).toEqual([
    ["  and 1 more group of 2 repositories"],
  ]);
});
