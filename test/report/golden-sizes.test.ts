import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { planDocument } from "../../src/report/document";
import { plansMarkdown } from "../../src/report/markdown";
import { planText } from "../../src/report/text";
import { moving } from "./moving";

/** Compares with the file in `golden/`; `UPDATE_GOLDEN=1 npx jest test/report` writes it anew. */
function expectGolden(name: string, text: string): void {
  const path = join(__dirname, "golden", name);
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, "utf8"));
}

/** Each group moves as many repositories, the last twice as many. */
describe.each([
  [2, 1, 1],
  [45, 8, 5],
  [5000, 99, 50],
])("a plan of %d moves", (moves, groups, each) => {
  const plan = moving(groups, each, true);

  test("as text", () => {
    expect(plan.moves).toHaveLength(moves);
    expectGolden(`moves-${String(moves)}.txt`, planText(plan, pc.createColors(false)));
  });

  test("as a comment", () => {
    const text = plansMarkdown([plan]);
    expect(text.length).toBeLessThan(65_536);
    expectGolden(`moves-${String(moves)}.md`, text);
  });

  test("as a document, of which the lists are as long as the plan", () => {
    const [account] = planDocument([plan]).accounts;
    const { summary, requests, effects = [], moves: moved = [] } = account ?? {};
    expect(effects.flatMap(({ repositories }) => repositories)).toHaveLength(moves);
    expect(moved).toHaveLength(moves);
    const first = effects.slice(0, 1).map((effect) => ({ ...effect, repositories: effect.repositories.slice(0, 2) }));
    expectGolden(`moves-${String(moves)}.json`, `${JSON.stringify({ summary, requests, effects: first }, null, 2)}\n`);
  });
});
