import type { TerraformStack } from "cdktf";
import { Configuration, Configurations, l1, ScanformProvider } from "../../src/constructs";
import { problems } from "./settings";
import { problemsOf } from "./synth";

const [id, other] = ["0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11", "7a0e2a51-2b7d-4c61-8f0e-6a1d2c3b4e5f"];

/** Two provider blocks, and a configuration of the same name in each. */
const inBoth =
  (first: object, second: object) =>
  (stack: TerraformStack): void => {
    for (const [alias, props] of Object.entries({ first, second })) {
      const provider = new ScanformProvider(stack, alias, { alias, ...props });
      new Configuration(stack, `strict-${alias}`, { name: "strict", provider });
    }
  };

test.each<[string, object, object]>([
  ["an id in another case", { accountId: id }, { accountId: id.toUpperCase() }],
  ["a base URL as well", { accountId: id, baseUrl: "https://a" }, { accountId: id, baseUrl: "https://a" }],
])("two provider blocks with %s are one account, in which names differ", (_what, first, second) => {
  expect(problemsOf(inBoth(first, second))).toContain('"acme/strict-second" have the name "strict"');
});

test.each<[string, object, object]>([
  ["two ids", { accountId: id }, { accountId: other }],
  ["one id at two services", { accountId: id, baseUrl: "https://a" }, { accountId: id, baseUrl: "https://b" }],
])("%s are two accounts, in which names may be the same", (_what, first, second) => {
  expect(problemsOf(inBoth(first, second))).toBe("");
});

test("a generated binding is pinned by its own importFrom", () => {
  const pinned = (count: number) =>
    problems((stack) => {
      for (const [at, configurationId] of [id, other].entries()) {
        const made = new l1.configuration.Configuration(stack, `strict-${String(at)}`, { name: "strict" });
        if (at < count) made.importFrom(configurationId);
      }
    });
  expect(pinned(2)).toBe("");
  expect(pinned(1)).toContain('have the name "strict"');
});

test.each([0, 1])("where one of two is pinned, the other may not have its name: %d", (pinned) => {
  const found = problems((stack) => {
    for (const at of [0, 1]) {
      const made = new Configuration(stack, `strict-${String(at)}`, { name: "strict" });
      if (at === pinned) made.importFrom(id);
    }
  });
  expect(found).toContain('have the name "strict"');
});

test("of a collection only those are pinned whose keys are imported", () => {
  const found = problems((stack) => {
    new Configuration(stack, "strict", { name: "strict" }).importFrom(id);
    const teams = new Configurations(stack, "teams", { configurations: { web: { name: "strict" }, api: {} } });
    teams.importFrom({ api: other });
  });
  expect(found).toContain('configurations.web of "acme/teams" have the name "strict"');
});
