import { compareSettings } from "../../../src/model/compare-settings";
import { repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { encodeReview, reviewValue, withKnownReview } from "../../../src/terraform/verdict/review-value";
import { Unknown } from "../../../src/terraform/value";
import type { RepositoryEffect } from "../../../src/terraform/verdict/repository-effect";

const effects = (
  before: Settings,
  after: Settings,
  names: readonly string[],
  what = "which have it",
): RepositoryEffect => ({
  what,
  changes: compareSettings(before, after),
  repositories: names.map((name) => ({ id: repositoryId(`id of ${name}`), name })),
});
const weaker = effects({ comment: "enabled" }, { comment: "disabled" }, ["a", "b"]);
const unclassified = effects({ risk_threshold: 1 }, { risk_threshold: 2 }, ["c"]);
const stronger = effects({ comment: "disabled" }, { comment: "enabled" }, ["d", "e", "f"]);

test.each<[readonly RepositoryEffect[], object]>([
  [[], { weakens: 0, unclassified: 0, strengthens: 0, summary: "weakens and strengthens no repository", details: [] }],
  [[stronger], { weakens: 0, strengthens: 3, summary: "strengthens 3 repositories" }],
  [
    [stronger, unclassified, weaker],
    { weakens: 2, unclassified: 1, strengthens: 3, summary: "weakens 2 repositories, 1 unclassified" },
  ],
])("counts repositories by class", (groups, expected) => {
  expect(reviewValue(groups)).toMatchObject(expected);
});

test("each detail is one line, in which nothing is invisible, whatever the names hold", () => {
  const hostile = effects(
    { analyzers: { "x\ny": { enabled: true } } },
    { analyzers: { "x\ny": { enabled: false } } },
    ["a\r\nb", "c\u2028d", "\u001b[2Je", "f\u202eg"],
    'which have "h\u2029i\u200b"',
  );
  const { details } = reviewValue([hostile]);
  expect(details).toHaveLength(2);
  for (const line of details as readonly string[]) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

test("lists at most a thousand groups of repositories", () => {
  const groups = Array.from({ length: 1001 }, (_, at) => ({ ...stronger, what: `group ${String(at)}` }));
  const details = reviewValue(groups)["details"] as readonly string[];
  expect(details.filter((line) => line.startsWith("3 repositories, group "))).toHaveLength(1000);
  expect(details.at(-1)).toBe("and 3 repositories in 1 more group");
});

test("an unknown review is that which the plan of the apply has found, and null without one", () => {
  const review = reviewValue([weaker]);
  const planned = { name: "a", review: new Unknown() };
  expect(withKnownReview(planned, encodeReview(review))).toEqual({ name: "a", review });
  expect(withKnownReview(planned, {})).toEqual({ name: "a", review: null });
  expect(withKnownReview({ review }, encodeReview(reviewValue([stronger])))).toEqual({ review });
});
