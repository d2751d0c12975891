import { lookupKinds } from "../../src/model/look-up";
import { at, type Json, problems, problemsIn, read, synthesized } from "./folder";

/** A stack with one configuration, rules, and data sources. */
const stack = (data: Json, strict: Json = {}, rules: readonly Json[] = []): Json => ({
  data,
  resource: {
    scanform_configuration: { strict: { name: "strict", ...strict } },
    ...(rules.length === 0 ? {} : { scanform_repository_assignments: { routing: { rules } } }),
  },
});
const policy = { scanform_custom_policy: { it: { title: "No secrets" } } };
const usesPolicy = { code_policies: [{ id: "${data.scanform_custom_policy.it.id}", enabled: true }] };
const id = "11111111-1111-4111-8111-000000000001";

test("the id of an object that is looked up is a placeholder, and the lookup goes with the declaration", () => {
  const { desired } = read(stack(policy, usesPolicy));
  expect(desired.lookups).toMatchObject([
    {
      kind: "customPolicy",
      sought: { key: "No secrets" },
      address: "data.scanform_custom_policy.it",
      path: at("/data/scanform_custom_policy/it/title"),
    },
  ]);
  const [configuration] = desired.configurations;
  expect(configuration?.settings.code_policies).toEqual([{ id: desired.lookups?.[0]?.placeholder, enabled: true }]);
  expect(read(stack(policy, usesPolicy)).desired).toEqual(desired);
});

test("what is looked up is found by a key that refers to something, and by an id", () => {
  const { desired } = read(
    stack(
      {
        scanform_configuration: { other: { name: "${scanform_configuration.strict.name}-2" } },
        scanform_repository: { docs: { id, provider: "scanform" }, unused: { name: "${each.x}" } },
        scanform_analyzer: { secrets: { slug: "secrets" } },
      },
      { analyzers: { "${data.scanform_analyzer.secrets.slug}": { enabled: true } } },
      [
        {
          configuration_id: "${data.scanform_configuration.other.id}",
          repository_ids: ["${data.scanform_repository.docs.id}"],
          repository_names: ["${data.scanform_configuration.other.name}"],
        },
      ],
    ),
  );
  expect(desired.lookups).toMatchObject([
    { kind: "analyzer", sought: { key: "secrets" } },
    { kind: "configuration", sought: { key: "strict-2" } },
    { kind: "repository", sought: { id } },
  ]);
  expect(desired.configurations[0]?.settings.analyzers).toEqual({ secrets: { enabled: true } });
  expect(desired.assignments[0]?.rules[0]).toMatchObject({
    target: { configuration: { id: desired.lookups?.[1]?.placeholder } },
    repositoryIds: [desired.lookups?.[2]?.placeholder],
    repositoryNames: ["strict-2"],
  });
});

const uses = (type: string) => ({ comment: "silent", name: `\${data.${type}.it.id}` });
test.each([
  ["nothing", {}, "lookup-empty", "Give its id or its exact title."],
  ["both", { id, title: "x" }, "lookup-ambiguous", "Give the id or the title"],
  ["a blank title", { title: " " }, "lookup-empty", "title is empty."],
  ["a variable", { title: "${each.x}" }, "not-evaluable", "refers to for_each"],
  ["another attribute", { title: "x", for_each: ["a"] }, "not-evaluable", "for_each: the CLI looks up by"],
  ["a number", { title: 3 }, "not-evaluable", "title: the CLI looks up by a known id or title alone."],
  ["itself", { title: "${data.scanform_custom_policy.it.title}" }, "not-evaluable", "refers to itself"],
])("a lookup by %s is refused", (_what, block, code, detail) => {
  const found = problems(stack({ scanform_custom_policy: { it: block } }, uses("scanform_custom_policy")));
  expect(found).toMatchObject([{ code, detail: expect.stringContaining(detail) as string }]);
});

test.each([
  ["an attribute that the CLI does not read", "${data.scanform_custom_policy.it.question}", "only terraform reads"],
  [
    "an id inside a longer text",
    "x-${data.scanform_custom_policy.it.id}",
    "makes text of an id that is known only later",
  ],
  ["what is not declared", "${data.scanform_custom_policy.its.id}", 'not declared. Did you mean "it"?'],
])("a reference to %s is refused", (_what, name, detail) => {
  expect(problems(stack(policy, { name }))).toMatchObject([{ detail: expect.stringContaining(detail) as string }]);
});

test("a diagnostic shows the reference, and never the placeholder", () => {
  const [entry] = usesPolicy.code_policies;
  expect(problems(stack(policy, { code_policies: [entry, entry] }))).toMatchObject([
    { detail: "code_policies names data.scanform_custom_policy.it.id twice. Keep one of the entries." },
  ]);
});

test("a lookup belongs to the account of its provider", () => {
  const accounts = {
    provider: { scanform: [{ account_id: id }, { alias: "other", account_id: id.replace("1", "2") }] },
  };
  const data = { scanform_custom_policy: { it: { title: "x", provider: "scanform.other" } } };
  expect(problemsIn(synthesized({ acme: { ...accounts, ...stack(data, usesPolicy) } }))).toMatchObject([
    {
      code: "reference-unknown",
      address: "data.scanform_custom_policy.it",
      detail: expect.stringContaining("looked up in another account") as string,
    },
  ]);
});

test("a lookup that a local names is used by every resource that takes the local", () => {
  const stack: Json = {
    provider: { scanform: [{ account_id: id }, { alias: "other", account_id: id.replace("1", "2") }] },
    data: policy,
    locals: { policies: usesPolicy.code_policies },
    resource: {
      scanform_configuration: {
        first: { name: "first", code_policies: "${local.policies}" },
        second: { name: "second", code_policies: "${local.policies}", provider: "scanform.other" },
      },
    },
  };
  expect(problems(stack)).toMatchObject([
    {
      code: "reference-unknown",
      address: "data.scanform_custom_policy.it",
      path: at("/data/scanform_custom_policy/it/title"),
      detail:
        "scanform_configuration.second uses data.scanform_custom_policy.it, which is looked up in another account. Choose one provider for both.",
    },
  ]);
});

test("a provider block cannot use a lookup", () => {
  const provider = { scanform: [{ account_id: "${data.scanform_custom_policy.it.id}" }] };
  expect(problems({ provider, ...stack(policy) })).toMatchObject([
    {
      code: "not-evaluable",
      severity: "error",
      detail: "A provider block cannot use what is looked up in its account. Write it out.",
      address: "data.scanform_custom_policy.it",
      path: at("/data/scanform_custom_policy/it/title"),
    },
  ]);
});

test("every kind but the account can be looked up", () => {
  expect(Object.keys(lookupKinds).sort()).toEqual([
    "account",
    "analyzer",
    "configuration",
    "customPolicy",
    "repository",
  ]);
});
