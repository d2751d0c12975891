import fc from "fast-check";
import type { DesiredRule } from "../../../src/model/desired";
import { repositoryId } from "../../../src/model/ids";
import { like } from "../../../src/model/sql-like";
import { indexRules } from "../../../src/reconcile/plan/route";

const text = fc.string({ unit: fc.constantFrom("a", "b", "\u{1f600}", "\ud83d"), maxLength: 4 });
const pattern = fc.array(fc.constantFrom("a", "b", "%", "_", "\\%", "\\\\", "\u{1f600}", "\ud83d"), { maxLength: 5 });
const rule = fc
  .record(
    {
      repositoryIds: fc.array(text.map(repositoryId), { maxLength: 2 }),
      repositoryNames: fc.array(text, { maxLength: 2 }),
      repositoryPattern: pattern.map((parts) => parts.join("")),
    },
    { requiredKeys: [] },
  )
  .map((selectors): DesiredRule => ({ target: { leave: true }, ...selectors }));

const selects = (
  { repositoryIds = [], repositoryNames = [], repositoryPattern }: DesiredRule,
  id: string,
  name: string,
): boolean =>
  (repositoryIds as readonly string[]).includes(id) ||
  repositoryNames.includes(name) ||
  (repositoryPattern !== undefined && like(repositoryPattern)(name));

test("the candidates for a repository include every rule that selects it, in order", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 8 }),
      fc.array(fc.tuple(text, text), { minLength: 12, maxLength: 12 }),
      (rules, all) => {
        const candidates = indexRules(rules);
        for (const [id, name] of all) {
          const found = candidates({ id: repositoryId(id), name, provider_repo_id: 1, enabled: true });
          const selecting = rules.flatMap((each, at) => (selects(each, id, name) ? [at] : []));
          expect(selecting.filter((at) => !found.includes(at))).toEqual([]);
          expect(found.every((at, index) => index === 0 || (found[index - 1] ?? at) <= at)).toBe(true);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test("patterns that part after a common beginning are each found by the names that they match", () => {
  const patterns = ["team-a-%", "team-b-%", "team-b-api", "tools"];
  const candidates = indexRules(
    patterns.map((each): DesiredRule => ({ target: { leave: true }, repositoryPattern: each })),
  );
  const found = (name: string) => candidates({ id: repositoryId("r"), name, provider_repo_id: 1, enabled: true });
  expect(["team-a-web", "team-b-web", "team-b-api", "tools", "team-", "other"].map(found)).toEqual([
    [0],
    [1],
    [1, 2],
    [3],
    [],
    [],
  ]);
});
