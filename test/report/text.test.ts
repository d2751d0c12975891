import fc from "fast-check";
import pc from "picocolors";
import { error } from "../../src/diagnostics/diagnostic";
import { address } from "../../src/model/ids";
import { diagnosticsText } from "../../src/report/diagnostics-text";
import { hostileName, hostileNames, raw } from "./hostile";
import { declared, live, many, moving, planOf, repositories, routing, to, varied } from "./plans";
import { accountDocuments, outcomeText, planText } from "./rendered";
import { textWidth } from "../../src/diagnostics/text-width";
import { flowed, own, row, shortened } from "../../src/report/layout";
import { fit, type Paragraph, type Section } from "../../src/report/outline";
import type { Settings } from "../../src/model/settings";
import type { Plan } from "../../src/reconcile/plan/plan";
import { listingText, tableLines } from "../../src/report/listing";

const plain = pc.createColors(false);
const rawIn = (text: string): readonly string[] => text.split("\n").filter((line) => raw.test(line));

test("text for a terminal has no raw control character of a name, and no line that a name has made", () => {
  fc.assert(
    fc.property(hostileNames(5), ([name = "", goal = "", from = "", org = "", setting = ""]) => {
      const text = planText(
        planOf(
          {
            configurations: [
              { ...declared("a", goal, { notifications: { integration_names: [setting] } }), address: address(org) },
              { ...declared("b", `${from}!`, {}), renamedFrom: [from] },
            ],
            assignments: routing(
              { target: { leave: true }, repositoryNames: [`${name}.`] },
              { target: to("a"), repositoryPattern: "%" },
            ),
          },
          { configurations: [live(1, from, {})], repositories: repositories([name, `${name}.`], 1) },
          org,
        ),
        plain,
      );
      expect(rawIn(text)).toEqual([]);
      for (const line of text.split("\n"))
        expect(line).toMatch(
          /^$|^ {2}[-+~>] |^ {2}(weaker|stronger|unclassified|neutral) |^ {16}|^ {6}(weaker|stronger|sets|unclassified|neutral|namely|such as|rule \d:|and \d) ?|^ {6}scanform_|^ {20}|^account |^ {2}\d|^[A-Z]+ \d|^(WEAKENS|weakens) |^left where |^ {2}(its|their|the) configuration|^ {2}(namely|such as) |^digest /,
        );
    }),
    { numRuns: 30 },
  );
});

test("text for a terminal has none of an outcome or a diagnostic either", () => {
  fc.assert(
    fc.property(hostileName, hostileName, (one, other) => {
      const outcomes = [{ address: address(one), status: "skipped" as const, error: other }];
      const applied = {
        outcomes,
        sent: 1,
        verified: false,
        wrote: true,
        unread: false,
        diagnostics: [],
        created: new Map(),
        unexpected: [],
      };
      expect(rawIn(outcomeText(applied))).toEqual([]);
      const said = diagnosticsText([error("write-failed", one, { address: other, path: one })], plain);
      expect(rawIn(said)).toEqual([]);
      // a message may have lines of its own, but none that looks like another message
      for (const line of said.split("\n").slice(1)) expect(line).toMatch(/^( {2}|$)/);
    }),
    { numRuns: 30 },
  );
});

test("300 rules that leave repositories take few lines, and say how many there are", () => {
  const names = Array.from({ length: 300 }, (_, at) => `repository-${String(at)}`);
  const plan = planOf(
    {
      configurations: [declared("old", "old", { comment: "silent" })],
      assignments: routing(...names.map((name) => ({ target: { leave: true } as const, repositoryNames: [name] }))),
    },
    { configurations: [live(1, "old", { comment: "enabled" })], repositories: repositories(names, 1) },
  );
  const text = planText(plan, plain);
  expect(text).toContain("295 more rules leave 295 repositories");
  expect(text.split("\n").length).toBeLessThan(60);
});

test("what a rule leaves has its name whole, on a line of its own where the line is full", () => {
  const names = Array.from({ length: 300 }, (_, at) => `billing-batch-cache-${String(at + 100)}`);
  const plan = planOf(
    {
      configurations: [declared("old", "old", {})],
      assignments: routing({ target: { leave: true }, repositoryNames: names }),
    },
    { configurations: [live(1, "old", {})], repositories: repositories(names, 1) },
  );
  expect(planText(plan, plain)).toContain(
    `left where they are (rule 1, 300 repositories):\n  such as "billing-batch-cache-100", "billing-batch-cache-101" and 298 more\n`,
  );
});

test("an error says the line of the code that it is about", () => {
  const place = { address: "scanform_configuration.strict", location: "main.ts:31:5" };
  expect(diagnosticsText([error("declaration-invalid", "It is wrong.", place)], plain)).toContain(
    "\n  scanform_configuration.strict  at main.ts:31:5\n  It is wrong.\n",
  );
});

test("plans of several accounts share the room of one", () => {
  const lines = (plans: number): number => planText(varied(100), plain, {}, plans).split("\n").length;
  expect(lines(1)).toBeGreaterThan(100);
  expect(lines(2)).toBeLessThan(120);
  expect(lines(100)).toBe(lines(4));
});

test("what follows the verdict has a line of its own where both do not fit into one", () => {
  const plan = planOf(
    {
      configurations: [declared("a", "a", { comment: "silent" }), declared("b", "b", { risk_threshold: 3 })],
      assignments: [],
    },
    {
      configurations: [live(1, "a", { comment: "enabled" }), live(2, "b", {})],
      repositories: [...repositories(["api"], 1), ...repositories(["web"], 2, 10)],
    },
  );
  const [verdict, rest] = ["WEAKENS 1 of 2 repositories", "1 unclassified"];
  expect(planText(plan, plain, { columns: 43 })).toContain(`\n${verdict}, ${rest}\n`);
  expect(planText(plan, plain, { columns: 42 })).toContain(`\n${verdict}\n  ${rest}\n`);
});

test("the verdict counts those that weaken, and among them those that also get stronger settings", () => {
  const plan = planOf(
    {
      configurations: [
        declared("a", "a", { comment: "disabled", analyzers: { xss: { enabled: true } } }),
        declared("b", "b", { comment: "disabled" }),
      ],
      assignments: [],
    },
    {
      configurations: [
        live(1, "a", { comment: "enabled", analyzers: { xss: { enabled: false } } }),
        live(2, "b", { comment: "enabled" }),
      ],
      repositories: [...repositories(["api"], 1), ...repositories(["web", "docs"], 2, 10)],
    },
  );
  expect(planText(plan, plain)).toContain("\nWEAKENS 3 of 3 repositories (1 of which also gets stronger settings)\n");
});

test("a configuration that gets another name is renamed: in the head, in its section and in the document", () => {
  const renamed = planOf(
    { configurations: [{ ...declared("team", "team", {}), renamedFrom: ["squad"] }], assignments: [] },
    { configurations: [live(1, "squad", {})], repositories: [] },
  );
  const text = planText(renamed, plain);
  expect(text).toContain("1 configuration to rename");
  expect(text).toMatch(/^CONFIGURATIONS 1 renamed\n {2}~ team \(was squad\)/m);
  expect(accountDocuments([renamed])).toMatchObject([{ summary: { rename: 1 }, changes: [{ action: "rename" }] }]);
});

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

describe("large plans", () => {
  const plain = pc.createColors(false);
  const textOf = (plan: Plan, view = {}): readonly string[] => planText(plan, plain, view).split("\n");

  test("a plan of 3,000 moves that change alike is one paragraph, in a few lines of 80 columns", () => {
    const lines = textOf(moving(30, 100, true));
    expect(lines).toContain("WEAKENS 3,100 of 3,100 repositories (which also get stronger settings)");
    expect(lines).toContain("  weaker        xss no longer runs   3,100 repositories, 1 configuration");
    expect(lines.filter((line) => line.startsWith("  > "))).toEqual([
      "  > live-0029 and 29 more -> goal   3,100 repositories   rule 1: team-%",
    ]);
    expect(lines.length).toBeLessThan(25);
    expect(lines.filter((line) => textWidth(line) > 80)).toEqual([]);
  });

  test("a plan of 900 moves in 300 groups shows those that weaken most repositories, and counts the others", () => {
    const lines = textOf(varied(300, 3));
    expect(lines.length).toBeLessThan(200);
    expect(lines.find((line) => line.startsWith("  ~ "))).toBe(
      "  ~ live-0299   6 repositories   scanform_configuration.live-0299",
    );
    expect(lines.find((line) => line.startsWith("  and "))).toBe("  and 292 more changes, 291 of them weaker");
    expect(lines.findLast((line) => line.startsWith("  and "))).toMatch(
      /^ {2}and 2\d\d more groups of [78]\d\d repositories$/,
    );
    expect(lines).toContain("--full shows what is left out");
  });

  test("a plan of 3,000 moves is shown whole with --full: every repository with its rule", () => {
    const lines = textOf(moving(30, 100, true), { full: true });
    expect(lines.filter((line) => /^ {6}- "team-\d{4}-\d{4}" {3}rule 1: team-%$/.test(line))).toHaveLength(3100);
    expect(lines.join("\n")).not.toMatch(/ more|…|--full/);
  });

  const changing = (before: Settings, after: Settings, name = "one"): Plan =>
    planOf(
      { configurations: [declared("one", name, after)], assignments: [] },
      { configurations: [live(1, name, before)], repositories: repositories(["web"], 1) },
    );

  test("a set of forty members shows what it gains and loses, the pattern that hides everything first", () => {
    const before = many(40, "old").map((each) => `${each}/**`);
    const after = [...before.slice(2), ...many(9, "new"), "**"];
    const lines = textOf(
      changing({ analyzers: { xss: { excludes: before } } }, { analyzers: { xss: { excludes: after } } }),
    );
    expect(lines.join("\n")).toContain(
      'weaker        xss scans no files (+ "**", "new-0000", "new-0001" and 7 more)\n',
    );
    expect(lines.join("\n")).toContain(`${" ".repeat(16)}(- "old-0000/**" and "old-0001/**")\n`);
  });

  test.each([60, 80, 200])("in %d columns no line is wider, however long and wide the names are", (columns) => {
    const long = "名前".repeat(60);
    const plan = planOf(
      {
        configurations: [
          declared("goal", long, { comment: "disabled", analyzers: { [`slug-${long}`]: { excludes: [long, "**"] } } }),
        ],
        assignments: routing({ target: to("goal"), repositoryPattern: `${"名前".repeat(30)}%` }),
      },
      {
        configurations: [live(1, `old ${long}`, { comment: "enabled" })],
        repositories: repositories([`${long}1`, `${long}2`], 1),
      },
      long,
    );
    const lines = textOf(plan, { columns });
    const ours = /^WEAKENS|^ {2}\d|^matched|^ {2}\+ /; // words of ours are never cut
    expect(lines.filter((line) => textWidth(line) > columns && !ours.test(line))).toEqual([]);
    expect(lines.join("\n")).toContain("…");
  });

  test("deletions are above all else, with their names and how many repositories lose them", () => {
    const plan = planOf(
      {
        configurations: [declared("one", "one", { comment: "disabled" })],
        assignments: [],
        deletions: [live(2, "old", {}).id],
      },
      {
        configurations: [live(1, "one", { comment: "enabled" }), live(2, "old", { comment: "enabled" })],
        repositories: [...repositories(["a", "b"], 1), ...repositories(["c"], 2, 10)],
      },
    );
    const text = textOf(plan).join("\n");
    expect(text).toContain("\n\nDELETES 1 configuration\n  - old   leaves 1 repository without a configuration");
    expect(text).toContain(
      "\n\nWEAKENS 3 repositories\n  ~ one   2 repositories   scanform_configuration.one\n      weaker        comments: enabled -> disabled",
    );
    expect(text).toContain(
      "  - old -> none   1 repository\n      weaker        the repository no longer has a configuration\n",
    );
  });

  test("a policy is shown by its title, in quotes", () => {
    const id = "cccccccc-0000-4000-8000-000000000001";
    const plan = planOf(
      { configurations: [declared("one", "one", { code_policies: [{ id, enabled: false }] })], assignments: [] },
      {
        configurations: [live(1, "one", { code_policies: [{ id, enabled: true }] })],
        repositories: repositories(["a"], 1),
        policies: [{ id, title: "No plaintext secrets", question: "?", dashboard_url: "https://a.example" }],
      },
    );
    expect(textOf(plan)).toContain('  weaker        "No plaintext secrets" is no longer evaluated');
  });
});

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
