import { compareSettings } from "../../../src/model/compare-settings";
import { configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { reviewOfBoth, reviewValue, withoutUnknownReview } from "../../../src/terraform/verdict/review-value";
import { isUnknown, Unknown } from "../../../src/terraform/value";
import type { RepositoryEffect } from "../../../src/terraform/verdict/repository-effect";
import {
  encodeSeen,
  seenAccount,
  seenAt,
  seenConfiguration,
  seenConfigurations,
} from "../../../src/terraform/verdict/seen";
import { live } from "../../reconcile/account";

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

test("names the time of the refresh that it is computed from", () => {
  expect(reviewValue([stronger], "2026-01-02T03:04:05Z")["summary"]).toBe(
    "strengthens 3 repositories, as of the refresh at 2026-01-02T03:04:05Z",
  );
});

test("keeps the counts when both judgements agree on them, and is unknown otherwise", () => {
  const [one, same, other] = [[weaker], [{ ...weaker, what: "otherwise" }], [stronger]].map((each) =>
    reviewValue(each),
  );
  if (one === undefined || same === undefined || other === undefined) throw new Error("three are given");
  expect(reviewOfBoth(one, { ...one })).toEqual(one);
  expect(reviewOfBoth(one, same)).toEqual({ ...one, details: new Unknown() });
  expect(isUnknown(reviewOfBoth(one, other))).toBe(true);
  expect(withoutUnknownReview({ review: reviewOfBoth(one, same) })).toEqual({ review: { ...one, details: null } });
  expect(withoutUnknownReview({ review: reviewOfBoth(one, other) })).toEqual({ review: null });
});

const names = Array.from({ length: 30 }, (_, index) => `r${String(index)}`);
const { configurations, repositories } = live({ one: { has: names, settings: { comment: "silent" } } });

test("what a refresh has seen of a configuration comes back as it was: its settings, all counted, the first named", () => {
  const seen = seenConfiguration({ comment: "silent" }, repositories);
  expect(seen).toEqual({ settings: { comment: "silent" }, repositories: 30, names: names.slice(0, 20) });
  expect(seenConfigurations(encodeSeen({ [configurationId("one")]: seen }, 0))).toEqual({ one: seen });
});

test("what a refresh has seen of an account comes back as it was, in less space", () => {
  const refreshPrivate = encodeSeen({ configurations, repositories }, Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  expect(seenAccount(refreshPrivate)).toEqual({ configurations, repositories });
  expect(seenAt(refreshPrivate)).toBe("2026-01-02T03:04:05Z");
  expect(JSON.stringify(refreshPrivate).length).toBeLessThan(JSON.stringify(repositories).length / 2);
});

test("returns nothing without a refresh", () => {
  expect([seenAccount({}), seenConfigurations({}), seenAt({})]).toEqual([undefined, {}, undefined]);
});
