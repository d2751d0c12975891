import { wrapped } from "../../src/report/layout";

const start = "      weaker        ";
const statement = {
  start,
  subject: "sql-injection",
  words: "is not known to run any more",
  notes: ["true -> not set"],
};

test("a statement that fits is one line", () => {
  expect(wrapped(statement, 80)).toEqual([`${start}sql-injection is not known to run any more (true -> not set)`]);
});

test("what does not fit goes on below, and no line is wider than there is room", () => {
  const lines = wrapped(statement, 50);
  expect(lines).toEqual([`${start}sql-injection is not known to`, `${" ".repeat(20)}run any more (true -> not set)`]);
});

test("a subject and a note that are wider than a line are shortened in the middle", () => {
  const lines = wrapped({ ...statement, subject: "a".repeat(90), notes: ["b".repeat(90)] }, 40);
  expect(lines[0]).toBe(`${start}${"a".repeat(10)}…${"a".repeat(9)}`);
  expect(lines.at(-1)).toBe(`${" ".repeat(20)}(${"b".repeat(9)}…${"b".repeat(8)})`);
});

test("nothing is shortened where there is room without end", () => {
  const subject = "a".repeat(300);
  expect(wrapped({ ...statement, subject }, Infinity)).toEqual([
    `${start}${subject} ${statement.words} (true -> not set)`,
  ]);
});

test("notes that do not fit beside one another stand below one another", () => {
  const notes = [`+ ${"a".repeat(30)}`, `- ${"b".repeat(30)}`];
  expect(wrapped({ ...statement, words: "changes", notes }, 60)).toEqual([
    `${start}sql-injection changes`,
    `${" ".repeat(20)}(+ ${"a".repeat(30)})`,
    `${" ".repeat(20)}(- ${"b".repeat(30)})`,
  ]);
});
