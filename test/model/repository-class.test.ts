import { type LeafVerdict, judgementOf } from "../../src/model/leaf-verdict";

const judged = (...verdicts: readonly LeafVerdict[]) => judgementOf(verdicts.map((verdict) => ({ verdict })));

test("a repository feels the worst that any leaf does, in whatever order they change", () => {
  expect(judged("neutral", "stronger", "unclassified", "weaker")?.class).toBe("weakens");
  expect(judged("stronger", "unclassified", "neutral")?.class).toBe("unclassified");
  expect(judged("neutral", "stronger")?.class).toBe("strengthens");
  expect(judged("neutral")).toEqual({ class: "neutral", mixed: false });
  expect(judged()).toBeUndefined();
});

test("only what weakens in one leaf and strengthens in another is mixed", () => {
  expect(judged("weaker", "stronger")?.mixed).toBe(true);
  for (const others of [
    ["weaker", "neutral"],
    ["weaker", "unclassified"],
    ["stronger", "unclassified"],
  ] as const)
    expect(judged(...others)?.mixed).toBe(false);
});
