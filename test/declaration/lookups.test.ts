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
const usesPolicy = { code_policies: { "${data.scanform_custom_policy.it.id}": { enabled: true } } };
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
  ["nothing", {}, "lookup-empty", "It is empty. Give its id or its exact title."],
  ["both", { id, title: "x" }, "lookup-ambiguous", "has both an id and a title"],
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
    "makes a string of an id that is known only later",
  ],
  ["what is not declared", "${data.scanform_custom_policy.its.id}", 'not declared. Did you mean "it"?'],
])("a reference to %s is refused", (_what, name, detail) => {
  expect(problems(stack(policy, { name }))).toMatchObject([{ detail: expect.stringContaining(detail) as string }]);
});

test("a diagnostic shows the reference, and never the placeholder", () => {
  const [reference = ""] = Object.keys(usesPolicy.code_policies);
  expect(problems(stack(policy, { code_policies: { [reference]: { enabled: 1 } } }))).toMatchObject([
    { detail: 'code_policies["data.scanform_custom_policy.it.id"].enabled is 1, and must be true or false.' },
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

describe("lookup blocks", () => {
  /** A stack of one data source `it`, and a configuration with a name that is made of it. */
  const using = (type: string, block: Json, name = `\${data.${type}.it.id}`): Json => ({
    data: { [type]: { it: block } },
    resource: { scanform_configuration: { use: { name } } },
  });

  /** A stack of one policy that is looked up and used. */
  const policy = (block: Json): Json => ({
    data: { scanform_custom_policy: { it: block } },
    resource: {
      scanform_configuration: { use: { name: "use", code_policies: { "${data.scanform_custom_policy.it.id}": {} } } },
    },
  });

  /** Why a stack is refused, without what all diagnostics have. */
  const refused = (stack: Json) =>
    problems(stack).map(({ code, address, path, detail }) => ({ code, address, path, detail }));

  test("a wrong lookup is reported once, however many references it has, also where one is wrong itself", () => {
    const longer = "x-${data.scanform_custom_policy.it.id}";
    const stack = using("scanform_custom_policy", { title: "" }, `${longer}-\${data.scanform_custom_policy.it.title}`);
    expect(refused(stack).map(({ detail }) => detail)).toEqual(["title is empty. Give it a value."]);
  });

  test("an analyzer is looked up by its slug alone", () => {
    expect(refused(using("scanform_analyzer", { id }))).toEqual([
      {
        code: "not-evaluable",
        address: "data.scanform_analyzer.it",
        path: at("/data/scanform_analyzer/it/id"),
        detail: "id: the CLI looks up by a known slug alone.",
      },
    ]);
  });

  test("a null attribute of a lookup is as one that is left out", () => {
    expect(read(policy({ id: null, title: "No secrets", question: null })).desired.lookups).toMatchObject([
      { sought: { key: "No secrets" } },
    ]);
  });
});

describe("lookup references", () => {
  const other = "22222222-2222-4222-8222-000000000002";
  const policy = "${data.scanform_custom_policy.it.id}";

  /** The text that quotes an expression. */
  const quoted = (expression: string): string => `\`${expression}\``;
  const useTerraform =
    "The scanform CLI evaluates literals, references to scanform's own resources, variables and locals, and some functions of these; compute anything else in the app, or apply it with the Terraform provider.";

  /** A policy that is looked up in the default account, beside another account. */
  const twoAccounts: Json = {
    provider: { scanform: [{ account_id: id }, { alias: "eu-west", account_id: other }] },
    data: { scanform_custom_policy: { it: { title: "No secrets" } } },
  };

  /** Why each of these configurations is refused, without what all diagnostics have. */
  const refused = (stack: Json, configurations: Json) =>
    problemsIn(synthesized({ acme: { ...stack, resource: { scanform_configuration: configurations } } })).map(
      ({ code, address, path, detail }) => ({ code, address, path, detail }),
    );

  const elsewhere = (user: string) => ({
    code: "reference-unknown",
    address: "data.scanform_custom_policy.it",
    path: at("/data/scanform_custom_policy/it/title"),
    detail: `scanform_configuration.${user} uses data.scanform_custom_policy.it, which is looked up in another account. Choose one provider for both.`,
  });

  test("a looked up id cannot reach another account through another configuration", () => {
    const found = refused(twoAccounts, {
      home: { name: "home", code_policies: { [policy]: { enabled: true } } },
      away: {
        name: "away",
        provider: "scanform.eu-west",
        code_policies: "${scanform_configuration.home.code_policies}",
      },
      apart: { name: "apart", provider: "scanform.eu-west" },
    });
    expect(found).toEqual([elsewhere("away")]);
  });

  test("a looked up id goes with each configuration that takes it from a local value", () => {
    const stack = { ...twoAccounts, locals: { policies: { [policy]: {} } } };
    const code_policies = "${local.policies}";
    const away = { provider: "scanform.eu-west", code_policies };
    const found = refused(stack, {
      home: { name: "home", code_policies },
      one: { name: "one", ...away },
      two: { name: "two", ...away },
    });
    expect(found).toEqual([elsewhere("one"), elsewhere("two")]);
  });

  test("a data source with another provider's name is in none of the declared accounts", () => {
    const it = { title: "No secrets", provider: "eu-scanform.west" };
    const stack = { ...twoAccounts, data: { scanform_custom_policy: { it } } };
    const use = { name: "use", provider: "scanform.eu-west", code_policies: { [policy]: {} } };
    expect(refused(stack, { use })).toEqual([elsewhere("use")]);
  });

  test("a reference to an undeclared data source is a mistake, and the nearest is named", () => {
    const name = "${data.scanform_custom_policy.its.id}";
    const reference = `${quoted(name)} refers to data.scanform_custom_policy.its, which is not declared.`;
    const use = { code: "reference-unknown", address: "scanform_configuration.use" };
    const path = at("/resource/scanform_configuration/use/name");
    expect(refused(twoAccounts, { use: { name } })).toEqual([
      { ...use, path, detail: `${reference} Did you mean "it"?` },
    ]);
    expect(refused({}, { use: { name } })).toEqual([{ ...use, path, detail: `${reference} There are none.` }]);
  });

  test.each(["it.i.d", "it.ti.tle", "it.title.x"])("a data source has no attribute %s", (steps) => {
    const name = `\${data.scanform_custom_policy.${steps}}`;
    const why = "refers to what only terraform reads of data.scanform_custom_policy.it: the CLI looks up its id.";
    expect(refused(twoAccounts, { use: { name } })).toEqual([
      {
        code: "not-evaluable",
        address: "scanform_configuration.use",
        path: at("/resource/scanform_configuration/use/name"),
        detail: `${quoted(name)} ${why} ${useTerraform}`,
      },
    ]);
  });

  test("a lookup that comes after too many references is not said to refer to itself elsewhere", () => {
    const last = "${data.scanform_custom_policy.it.title}";
    const chain: Json = Object.fromEntries(
      Array.from({ length: 101 }, (_, index) => {
        const next = `\${scanform_configuration.c${String(index + 1)}.name}`;
        return [`c${String(index)}`, { name: index === 100 ? last : next }];
      }),
    );
    const use = { name: "use", code_policies: { [policy]: {} } };
    const found = problems({
      ...twoAccounts,
      resource: { scanform_configuration: { ...chain, use } },
    });
    expect(found).toMatchObject([
      {
        code: "not-evaluable",
        address: "scanform_configuration.c100",
        detail: expect.stringContaining("comes after 100 references that lead from one to the next") as string,
      },
    ]);
  });

  test("the title of a lookup may refer to that of another lookup", () => {
    const data = {
      scanform_custom_policy: { it: { title: "a" }, longer: { title: "${data.scanform_custom_policy.it.title}-b" } },
    };
    const code_policies = { "${data.scanform_custom_policy.longer.id}": {} };
    const { desired } = read({ data, resource: { scanform_configuration: { use: { name: "use", code_policies } } } });
    expect(desired.lookups?.map(({ sought }) => sought)).toEqual([{ key: "a" }, { key: "a-b" }]);
  });
});
