import { textWidth } from "../../src/diagnostics/text-width";
import { tableLines } from "../../src/report/listing";

interface Item {
  readonly name: string;
  readonly other: string;
  readonly id: string;
}

const table = [
  { title: "NAME", text: ({ name }: Item) => name },
  { title: "OTHER", text: ({ other }: Item) => other },
  { title: "ID", text: ({ id }: Item) => id, isWhole: true },
];
const id = "99999999-0000-4000-8000-000000000000";
const items = [
  { name: "n".repeat(60), other: "short", id },
  { name: "日本".repeat(10), other: "o".repeat(30), id },
];

test("a table is whole where there is no terminal", () => {
  const [title = "", first = ""] = tableLines(table, items);
  expect(first).toBe(`${"n".repeat(60)}  ${"short".padEnd(30)}  ${id}`);
  expect(title.indexOf("ID")).toBe(first.indexOf(id));
});

test.each([120, 80, 70])("a table fits a terminal of %d columns, with whole ids", (columns) => {
  for (const line of tableLines(table, items, columns)) expect(textWidth(line)).toBeLessThanOrEqual(columns);
  expect(tableLines(table, items, columns).filter((line) => line.endsWith(id))).toHaveLength(2);
});

test("columns stay aligned where characters take two columns", () => {
  const [, first = "", second = ""] = tableLines(table, items);
  expect(textWidth(second.slice(0, second.indexOf(id)))).toBe(textWidth(first.slice(0, first.indexOf(id))));
});

test("shortens values, never the title of a column", () => {
  const titled = [{ title: "REPOSITORIES", text: ({ name }: Item) => name }];
  expect(tableLines(titled, items, 8)[0]).toBe("REPOSITORIES");
});
