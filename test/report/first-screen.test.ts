import pc from "picocolors";
import { planDocument } from "../../src/report/document";
import { plansMarkdown } from "../../src/report/markdown";
import { planText, textRenderer } from "../../src/report/text";
import { expectGolden } from "./golden";
import { raw } from "./hostile";
import { moving, planOf, reviewed, rich } from "./plans";

const plain = pc.createColors(false);

/** Names that would do something in a terminal or in Markdown, and one that is longer than a line. */
const hostile = {
  configuration: "\x1b[31m```</details>@everyone ",
  analyzer: `[link](http://evil.example)|${"long-".repeat(30)}\n::error::`,
};
const idle = () => planOf({ configurations: [], assignments: [] }, { configurations: [], repositories: [] }, "idle");
const several = () => [idle(), moving(2, 1, true), rich(), reviewed()];

describe.each([80, 200])("in %d columns", (columns) => {
  test("a plan of eight configurations and 350 repositories", () => {
    expectGolden(`reviewed-${String(columns)}.txt`, planText(reviewed(), plain, { columns }));
  });

  test("hostile names", () => {
    const text = planText(reviewed(hostile), plain, { columns });
    expect(text.split("\n").filter((line) => raw.test(line))).toEqual([]);
    expectGolden(`hostile-${String(columns)}.txt`, text);
  });

  test("several accounts, the worst first", () => {
    expectGolden(`accounts-${String(columns)}.txt`, textRenderer.plans(several(), { colors: plain, columns }));
  });
});

test("as comments", () => {
  expectGolden("reviewed.md", plansMarkdown([reviewed()]));
  expectGolden("hostile.md", plansMarkdown([reviewed(hostile)]));
  expectGolden("accounts.md", plansMarkdown(several()));
});

test("as documents", () => {
  const [account] = planDocument([reviewed()]).accounts;
  const { summary, lines } = account ?? {};
  expectGolden("reviewed.json", `${JSON.stringify({ summary, lines }, null, 2)}\n`);
  expectGolden("accounts.json", `${JSON.stringify(planDocument(several()).overall, null, 2)}\n`);
});

test.each([80, 200])(
  "the first 25 lines of %d columns say what gets weaker, for how many, and where in the code",
  (columns) => {
    const first = planText(reviewed(), plain, { columns }).split("\n").slice(0, 25).join("\n");
    expect(first).toContain("WEAKENS 251 of 350 repositories");
    expect(first).toMatch(
      /weaker {8}sql-injection no longer blocks pull\s+requests[^]*?\s251 repositories, 6 configurations {3}settings.ts:40 and 5 more/,
    );
  },
);

test("what decides is coloured: what gets weaker, and what nobody can tell", () => {
  const colors = pc.createColors(true);
  const lines = planText(reviewed(), colors).split("\n");
  for (const line of lines.filter((each) => / weaker {8}/.test(each))) expect(line).toMatch(/^\x1b\[31m/);
  for (const line of lines.filter((each) => / unclassified {2}/.test(each))) expect(line).toMatch(/^\x1b\[33m/);
});

test("a place stands in the code, not a generated address, wherever it is known", () => {
  const text = planText(reviewed(), plain);
  expect(text).not.toContain("scanform_configuration.");
});
