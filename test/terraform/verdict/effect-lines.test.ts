import { compareSettings } from "../../../src/model/compare-settings";
import type { Repository } from "../../../src/model/entities";
import { repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { countEffects, effectLines, type RepositoryEffect } from "../../../src/terraform/verdict/repository-effect";

const repositories = (count: number, of = "r"): readonly Repository[] =>
  Array.from({ length: count }, (_, at) => ({
    id: repositoryId(`id of ${of}${String(at)}`),
    name: `${of}${String(at)}`,
    provider_repo_id: at,
    enabled: true,
  }));
const effects = (what: string, before: Settings, after: Settings, count = 1): RepositoryEffect => ({
  what,
  changes: compareSettings(before, after),
  repositories: repositories(count),
});
const weaker = effects("which weaken", { comment: "enabled" }, { comment: "disabled" });
const stronger = effects("which strengthen", { comment: "disabled" }, { comment: "enabled" }, 3);
const unclassified = effects("of which it is not known", { risk_threshold: 1 }, { risk_threshold: 2 }, 2);
const mixed = effects(
  "which do both",
  { comment: "enabled", analyzers: { a: { enabled: false } } },
  { comment: "disabled", analyzers: { a: { enabled: true } } },
);

test("groups are listed with what they feel, the worst first, and who feels nothing is not", () => {
  const nobody = { ...weaker, what: "nobody", repositories: [] };
  expect(effectLines([stronger, unclassified, nobody, weaker])).toEqual([
    '1 repository, which weaken: "r0"',
    '  weaker: comments are not made ("enabled" -> "disabled")',
    '2 repositories, of which it is not known: "r0" and "r1"',
    "  unclassified: risk_threshold (1 -> 2)",
    '3 repositories, which strengthen: "r0", "r1" and "r2"',
    '  stronger: comments say more ("disabled" -> "enabled")',
  ]);
});

test("of groups that weaken, the one with more weaker settings comes first, and then the larger one", () => {
  const more = effects(
    "which weaken in two settings",
    { comment: "enabled", analyzers: { a: { enabled: true } } },
    { comment: "disabled", analyzers: { a: { enabled: false } } },
  );
  const larger = { ...weaker, what: "more that weaken", repositories: repositories(2) };
  const heads = effectLines([weaker, larger, more]).filter((line) => !line.startsWith(" "));
  expect(heads).toEqual([
    '1 repository, which weaken in two settings: "r0"',
    '2 repositories, more that weaken: "r0" and "r1"',
    '1 repository, which weaken: "r0"',
  ]);
});

test("many names, many leaves and many groups are cut with how many more there are", () => {
  const all = Object.fromEntries(Array.from({ length: 22 }, (_, at) => [`a${String(at)}`, { enabled: true }]));
  const off = Object.fromEntries(Object.keys(all).map((slug) => [slug, { enabled: false }]));
  const [names = "", leaves = ""] = effectLines([effects("which have it", { analyzers: all }, { analyzers: off }, 58)]);
  expect(names).toMatch(/"r19" and 38 more$/);
  expect(leaves).toMatch(/ and 2 more settings$/);
  const groups = effectLines(Array.from({ length: 53 }, (_, at) => ({ ...weaker, what: `group ${String(at)}` })));
  expect(groups.at(-1)).toBe("and 3 repositories in 3 more groups");
});

test("repositories are counted by what they feel; those that strengthen as well are among those that weaken", () => {
  const counts = { all: 7, weakens: 2, unclassified: 2, strengthens: 3, mixed: 1 };
  expect(countEffects([weaker, stronger, unclassified, mixed])).toEqual(counts);
});
