import { textWidth } from "../../src/diagnostics/text-width";
import { listingText, tableLines } from "../../src/report/listing";

const id = "99999999-0000-4000-8000-000000000000";

test("what the service does not say of an item is shown as such, and not as no", () => {
  const items = [
    { name: "api", enabled: false, id },
    { name: "web", id },
  ];
  expect(listingText("repositories", items, undefined)).toBe(
    `NAME  CONFIGURATION  SCANNED  ID\napi   -              no       ${id}\nweb   -              -        ${id}\n`,
  );
});

test("ids are whole in the narrowest terminal, for they are there to be copied", () => {
  const name = "payments-service-of-the-department";
  const text = listingText("repositories", [{ name, configuration_name: name, enabled: true, id }], 70);
  expect(text).toContain(` ${id}\n`);
  expect(text).not.toContain(name);
});

test("items of several accounts say of which, and accounts themselves do not", () => {
  const names = new Map([["a-1", "acme"]]);
  const items = [
    { account_id: "a-1", slug: "xss", enabled: true },
    { account_id: "a-2", slug: "xss", enabled: true },
  ];
  expect(listingText("analyzers", items, undefined, names)).toMatch(/^ACCOUNT +SLUG .*\nacme +xss .*\na-2 +xss .*\n$/);
  expect(listingText("accounts", [{ account_id: "a-1", org_name: "acme" }], undefined, names)).toMatch(/^NAME /);
});

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
