import type { LeafChange } from "../../../src/model/compare-settings";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { type Effect, type Group, judged, repositoryCounts } from "../../../src/reconcile/plan/effects";

const change = (verdict: LeafChange["verdict"]): LeafChange => ({
  path: "comment",
  setting: "comment",
  verdict,
  removes: false,
});

const side = (name: string | null) => (name === null ? null : { id: configurationId(`id of ${name}`), name });

const group = (verdicts: readonly LeafChange["verdict"][], repositories = 1, more: Partial<Group> = {}): Group => ({
  from: side("from"),
  to: side("to"),
  changes: verdicts.map(change),
  repositories: Array.from({ length: repositories }, (_, at) => ({
    repository: { id: repositoryId(String(at)), name: String(at), provider_repo_id: at, enabled: true },
  })),
  ...more,
});

/** Judged in the given and in the opposite order: the result must not depend on it. */
function bothWays(groups: readonly Group[]): readonly Effect[] {
  const effects = judged(groups);
  expect(judged(groups.toReversed())).toEqual(effects);
  return effects;
}

test("the worst comes first, and of one class what most repositories feel", () => {
  const effects = bothWays([
    group(["neutral"], 9),
    group(["stronger"], 5),
    group(["weaker"], 1),
    group(["unclassified"], 2),
    group(["weaker", "stronger"], 3),
    group(["unclassified", "stronger"], 4),
  ]);
  expect(effects.map(({ class: kind, mixed, repositories }) => [kind, mixed, repositories.length])).toEqual([
    ["weakens", true, 3],
    ["weakens", false, 1],
    ["unclassified", false, 4],
    ["unclassified", false, 2],
    ["strengthens", false, 5],
    ["neutral", false, 9],
  ]);
});

test("what is equal otherwise comes by the names of the configurations, or their ids where they have no name", () => {
  const unnamed = { id: configurationId("b") };
  const sides: readonly (readonly [Group["from"], Group["to"]])[] = [
    [null, side("z")],
    [side("a"), side("bc")],
    [side("a"), side("c")],
    [side("ab"), null],
    [side("ab"), side("c")],
    [unnamed, side("a")],
    [side("c"), unnamed],
    [side("c"), side("ca")],
  ];
  const groups = [5, 2, 7, 0, 3, 6, 1, 4].flatMap((at) => {
    const [from, to] = sides[at] ?? [null, null];
    return [group(["weaker"], 1, { from, to })];
  });
  expect(bothWays(groups).map(({ from, to }) => [from, to])).toEqual(sides);
});

test("what reaches no repository, or changes nothing, is no effect", () => {
  expect(judged([group(["weaker"], 0), group([], 2)])).toEqual([]);
});

test("the summary counts each repository once, and those apart that weaken and strengthen", () => {
  const effects = judged([
    group(["weaker"], 1),
    group(["weaker", "stronger"], 2),
    group(["unclassified", "stronger"], 3),
    group(["stronger"], 4),
    group(["neutral"], 5),
  ]);
  expect(repositoryCounts(effects, 21)).toEqual({
    weakens: 3,
    unclassified: 3,
    strengthens: 4,
    neutral: 5,
    unaffected: 6,
    mixed: 2,
  });
});
