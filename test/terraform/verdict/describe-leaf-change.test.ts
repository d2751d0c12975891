import { compareSettings } from "../../../src/model/compare-settings";
import type { Settings } from "../../../src/model/settings";
import { describeLeafChange } from "../../../src/terraform/verdict/describe-leaf-change";
import { unknownChange } from "../../../src/terraform/verdict/unknown-leaves";

const many = ["a", "b", "c", "d", "e", "f"];
const secrets = (more: object): Settings => ({ analyzers: { secrets: { enabled: true, ...more } } });
const policy = (more: object): Settings => ({ code_policies: [{ id: "p-1", ...more }] });

test.each<[string, Settings, Settings, string]>([
  [
    "an analyzer by its slug",
    secrets({ blocking: true }),
    secrets({ blocking: false }),
    "secrets no longer blocks pull requests (true -> false)",
  ],
  [
    "a slug that could be taken for words in quotes",
    { analyzers: { "a b": { enabled: true } } },
    { analyzers: { "a b": { enabled: false } } },
    '"a b" no longer runs (true -> false)',
  ],
  ["a policy that goes by its id", policy({ enabled: true }), {}, "p-1 is no longer evaluated"],
  ["comments", { comment: "enabled" }, { comment: "silent" }, 'comments say less ("enabled" -> "silent")'],
  [
    "notifications, with what they lose",
    { notifications: { integration_names: ["x", "y"] } },
    { notifications: { integration_names: ["y"] } },
    'notifications no longer go to every integration that they went to (- "x")',
  ],
  [
    "a set by what it gains and loses, what takes in everything first",
    secrets({ excludes: ["gone"] }),
    secrets({ excludes: [...many, "**"] }),
    'secrets looks at no files (+ "**", "a", "b", "c", "d" and 2 more; - "gone")',
  ],
  [
    "what takes in everything first, whatever sorts before it",
    secrets({ excludes: [] }),
    secrets({ excludes: ["(1)", "(2)", "(3)", "(4)", "(5)", "**"] }),
    'secrets looks at no files (+ "**", "(1)", "(2)", "(3)", "(4)" and 1 more)',
  ],
  ["a setting of which nothing is said by its path", { risk_threshold: 3 }, {}, "risk_threshold (3 -> not set)"],
  [
    "a leaf of which nothing is said by its path",
    secrets({ risk_level: "low" }),
    secrets({ risk_level: "high" }),
    'analyzers["secrets"].risk_level ("low" -> "high")',
  ],
])("words name %s", (_, before, after, words) => {
  expect(compareSettings(before, after).map(describeLeafChange)).toEqual([words]);
});

test("words of what is known only after apply say so", () => {
  const path = 'analyzers["secrets"].excludes';
  expect(describeLeafChange(unknownChange(path, "analyzers", "secrets"))).toBe(`${path} (known after apply)`);
});

test("words of a lost configuration say nothing of its id", () => {
  expect(
    describeLeafChange({
      path: "configuration",
      setting: "configuration",
      before: "id",
      verdict: "weaker",
      words: "has no configuration any more",
      removes: true,
    }),
  ).toBe("the repository has no configuration any more");
});
