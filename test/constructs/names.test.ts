import { TerraformStack } from "cdktf";
import { Configuration, FindingTriage, l1, ScanformProvider } from "../../src/constructs";
import { id, linesOf, other, problems, problemsOf } from "./synth";

const at = String.raw`at test/constructs/names\.test\.ts:\d+:\d+`;

const named =
  (...names: readonly string[]) =>
  (stack: TerraformStack) =>
    names.map((name, index) => new Configuration(stack, `strict-${String(index)}`, { name }));

test.each([
  ["Base", "base"],
  ["base", " base"],
  ["base", "base"],
  ["caf\u00e9", "cafe\u0301"],
])("refuses the names %j and %j in one account, and says where both are", (left, right) => {
  const said = problems(named(left, right));
  expect(said).toMatch(new RegExp(`\\[acme\\] "acme/strict-0" \\(${at}\\) and "acme/strict-1" have `));
  expect(said).toMatch(new RegExp(`rename one of them, or pin both to their ids with importFrom\\. \\(${at}\\)`));
});

test("refuses a name that an override gives", () => {
  const said = problems((stack) => {
    const [, second] = named("base", "other")(stack);
    (second?.node.defaultChild as l1.configuration.Configuration).addOverride("name", "BASE");
  });
  expect(said).toContain('"base" and "BASE"');
});

test("accepts names that are alike only where each configuration is pinned to its id", () => {
  const pinned = (...which: readonly number[]) =>
    problems((stack) => {
      for (const [index, each] of named("Base", "base")(stack).entries())
        if (which.includes(index)) each.importFrom(id);
    });
  expect(pinned(0, 1)).toBe("");
  for (const only of [0, 1]) expect(pinned(only)).toContain("have names that look the same");
});

test("accepts generated bindings of one name only where each is pinned by its own importFrom", () => {
  const pinned = (count: number) =>
    problems((stack) => {
      for (const [index, configurationId] of [id, other].entries()) {
        const made = new l1.configuration.Configuration(stack, `strict-${String(index)}`, { name: "strict" });
        if (index < count) made.importFrom(configurationId);
      }
    });
  expect(pinned(2)).toBe("");
  expect(pinned(1)).toContain('have the name "strict"');
});

/** Two provider blocks, a configuration of the same name in each, and a triage of the same finding. */
const inBoth =
  (first: object, second: object) =>
  (stack: TerraformStack): void => {
    for (const [alias, props] of Object.entries({ first, second })) {
      const provider = new ScanformProvider(stack, alias, { alias, ...props });
      new Configuration(stack, `strict-${alias}`, { name: "strict", provider });
      const triage = { findingId: id, category: "wont_fix", justification: "A test." } as const;
      new FindingTriage(stack, `key-${alias}`, { ...triage, provider });
    }
  };

test.each<[string, object, object]>([
  ["an id in another case", { accountId: id }, { accountId: id.toUpperCase() }],
  ["a base URL as well", { accountId: id, baseUrl: "https://a" }, { accountId: id, baseUrl: "https://a" }],
])("takes two provider blocks with %s for one account, in which names and findings differ", (_what, first, second) => {
  const said = problemsOf(inBoth(first, second));
  expect(said).toContain('"acme/strict-second" have the name "strict"');
  expect(said).toContain(`"acme/key-second": findingId is "${id}", which another triage decides about`);
  expect(said).toContain('"acme/second": accountId is ');
  expect(linesOf(said)).toHaveLength(3);
});

test.each<[string, object, object]>([
  ["two aliases", {}, {}],
  ["two ids", { accountId: id }, { accountId: other }],
  ["one id at two services", { accountId: id, baseUrl: "https://a" }, { accountId: id, baseUrl: "https://b" }],
])("takes provider blocks with %s for two accounts", (_what, first, second) => {
  expect(problemsOf(inBoth(first, second))).toBe("");
});

test("takes a configuration without a provider for one of the usual provider block", () => {
  const said = problemsOf((stack) => {
    const provider = new ScanformProvider(stack, "scanform", { accountId: id });
    new Configuration(stack, "one", { name: "base" });
    new Configuration(stack, "two", { name: "base", provider });
  });
  expect(said).toMatch(/"acme\/one" \(at .*\) and "acme\/two" have the name "base"/);
});

test("says nothing of names that are empty, which are refused as such", () => {
  expect(problems(named(" ", " "))).not.toContain("rename one of them");
});

test("refuses two triages of one finding, in whichever case its id is written, also of generated bindings", () => {
  const triage = { findingId: id, category: "wont_fix", justification: "A test." } as const;
  const found = problems((stack) => {
    new FindingTriage(stack, "first", triage);
    new FindingTriage(stack, "second", { ...triage, findingId: id.toUpperCase() });
    new l1.findingTriage.FindingTriage(stack, "third", triage);
  });
  const lines = linesOf(found);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    new RegExp(
      `"acme/second": findingId is "${id.toUpperCase()}", which another triage decides about\\. ` +
        `Remove it here, or "acme/first"\\. \\(${at}\\)`,
    ),
  );
  expect(lines[1]).toContain(`"acme/third": finding_id is "${id}", which another triage decides about`);
});

test("accepts one name and one finding in a stack and in a stack that it contains", () => {
  const found = problems((outer) => {
    const inner = new TerraformStack(outer, "inner");
    new ScanformProvider(inner, "scanform");
    for (const stack of [outer, inner]) {
      new Configuration(stack, "same", { name: "same" });
      new l1.configuration.Configuration(stack, "plain", { name: "plain" });
      new FindingTriage(stack, "key", { findingId: id, category: "wont_fix", justification: "A test." });
    }
  });
  expect(found).toBe("");
});
