import { configuration } from "../../../src/terraform/resources/configuration";
import { reviewOfChange } from "../../../src/terraform/review/own-change";
import { isUnknown, type ObjectValue, Unknown } from "../../../src/terraform/value";
import { analyzer } from "../acme";
import { blank } from "../session";

const stateOf = (given: ObjectValue): ObjectValue => blank(configuration.schema, { id: "1", name: "it", ...given });
const secrets = (given: ObjectValue): ObjectValue => ({ analyzers: { secrets: analyzer(given) } });
const reviewed = (before: ObjectValue, after: ObjectValue): Record<string, readonly string[]> =>
  reviewOfChange(stateOf(before), stateOf(after)) as unknown as Record<string, readonly string[]>;
const nothing = { weaker: [], stronger: [], unclassified: [] };

test.each<[string, ObjectValue, ObjectValue, Partial<typeof nothing> | Record<string, readonly string[]>]>([
  [
    "a leaf that gets weaker",
    secrets({ enabled: true, blocking: true }),
    secrets({ enabled: true, blocking: false }),
    { weaker: ["secrets: no longer blocks pull requests"] },
  ],
  ["a leaf that gets stronger", { comment: "silent" }, { comment: "enabled" }, { stronger: ["comment: changes"] }],
  [
    "a leaf without a direction",
    { risk_threshold: 1 },
    { risk_threshold: 2 },
    { unclassified: ["risk_threshold: changes"] },
  ],
  ["another name alone", { comment: "silent" }, { name: "other", comment: "silent" }, {}],
  ["a leaf that is no longer declared, and so left as it is", { comment: "enabled" }, {}, {}],
  ["a leaf that is declared now, at its strongest", {}, { comment: "enabled" }, { stronger: ["comment: is set"] }],
  ["a leaf that is declared now, at its weakest", {}, secrets({ enabled: false }), { weaker: ["secrets: off"] }],
  [
    "a list that is declared now: what it replaces is not known",
    secrets({ enabled: true }),
    secrets({ enabled: true, excludes: ["x"] }),
    { unclassified: ['analyzers["secrets"].excludes: the value that it replaces was not declared'] },
  ],
  [
    "policies that are declared now",
    {},
    { code_policies: {} },
    { unclassified: ["code_policies: the value that it replaces was not declared"] },
  ],
  [
    "an analyzer that exclusive_analyzers removes",
    { exclusive_analyzers: true, ...secrets({ enabled: true }) },
    { exclusive_analyzers: true },
    { weaker: ["secrets: no longer set (was on)"] },
  ],
  [
    "exclusive_analyzers from now on",
    secrets({ enabled: true }),
    { exclusive_analyzers: true, ...secrets({ enabled: true }) },
    { unclassified: ["analyzers: those that are not declared are removed"] },
  ],
])("has %s", (_, before, after, expected) => {
  expect(reviewed(before, after)).toEqual({ ...nothing, ...expected });
});

test.each<[string, ObjectValue, ObjectValue, boolean]>([
  ["a setting is", { review: nothing }, { comment: new Unknown() }, true],
  ["the name is, and something else changes", { review: nothing }, { name: new Unknown(), force_destroy: true }, false],
  ["only the name is, and the last change had nothing to review", { review: nothing }, { name: new Unknown() }, false],
  [
    "only the name is, which may stay, and with it the review of the last change",
    { review: { ...nothing, weaker: ["comment: changes"] } },
    { name: new Unknown() },
    true,
  ],
  [
    "only a former name is, which may stay as well",
    { renamed_from: ["old"], review: { ...nothing, weaker: ["comment: changes"] } },
    { renamed_from: [new Unknown()] },
    true,
  ],
])("a review is known or unknown while %s", (_, prior, next, isOpen) => {
  const before = stateOf({ comment: "silent", ...prior });
  const review = reviewOfChange(before, { ...before, ...next });
  expect(isUnknown(review)).toBe(isOpen);
  if (!isOpen) expect(review).toEqual(nothing);
});

test("is one line for what is created, whatever it holds: it may take over what the account has", () => {
  const [one, other] = [stateOf({ comment: "silent" }), stateOf({ comment: new Unknown() })];
  expect(reviewOfChange(null, one)).toEqual(reviewOfChange(null, other));
  expect(reviewOfChange(null, one)).toEqual({
    ...nothing,
    unclassified: [expect.stringMatching(/taken over.*replaced/)],
  });
});

test("has no value and no pattern, and each of its lines is one line that no name can end", () => {
  const slug = "::set-output\n::add-mask\u001b[2J";
  const [before, after] = [true, false].map((enabled) => ({
    risk_threshold: enabled ? 7711 : 7712,
    analyzers: { [slug]: analyzer({ enabled, excludes: [`sekrit ${String(enabled)}`] }) },
    notifications: { integration_names: [`sekrit ${String(enabled)}`] },
  }));
  const lines = Object.values(reviewed(before ?? {}, after ?? {})).flat();
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    expect(line).not.toMatch(/sekrit|771|^::|[\u0000-\u001f]/);
    expect(line).toMatch(/^["\w]/);
  }
});
