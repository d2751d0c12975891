import { readDeclaration } from "../../src/declaration/read-declaration";
import { at, problems, problemsIn, read, readOne, strict, synthesized } from "./folder";

const canary = "canary-7f3e9b51c2d84a60";
const account = "5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34";
const scanform = (...blocks: readonly unknown[]) => strict({}, { provider: { scanform: blocks } });

test("reads the provider block", () => {
  const block = {
    base_url: "https://findings.example.com",
    account_id: account,
    alias: "west",
    managed_scope: { names: "platform-%", all: null, max_deletes: 3 },
  };
  const chosen = strict({ provider: "scanform.west" }, { provider: { scanform: [block] } });
  const { provider, desired } = read(chosen);
  expect(provider).toEqual({ baseUrl: "https://findings.example.com", accountId: account, aliases: ["west"] });
  expect(desired.managedScope).toEqual({ names: "platform-%", maxDeletes: 3 });
});

test.each([
  ["no provider block", strict({})],
  ["one of another provider", strict({}, { provider: { aws: [{ region: "${each.r}" }] } })],
  ["an empty one", scanform({})],
  ["one of null values", scanform({ base_url: null, account_id: null, api_key: null })],
  ["one of an empty key and no scope", scanform({ api_key: "", managed_scope: null })],
  ["one whose key is an expression", scanform({ api_key: "${each.key}" })],
])("leaves the provider to the environment for an app with %s", (_what, acme) => {
  expect(read(acme)).toMatchObject({ provider: { aliases: [""] }, diagnostics: [] });
  expect(read(acme).provider).toEqual({ aliases: [""] });
});

test("evaluates references in the provider block", () => {
  expect(read(scanform({ account_id: "${scanform_configuration.strict.name}" })).provider).toEqual({
    accountId: "strict",
    aliases: [""],
  });
});

test.each([
  ["text", canary],
  ["text with an escape", `$\${${canary}`],
  ["text around an expression", `${canary}\${each.x}`],
  ["an expression that is not closed", `\${${canary}`],
  ["a list", [canary]],
  ["a number", 7_316_400_501],
])("refuses a key that is written out as %s, without repeating it", (_what, api_key) => {
  const found = problems(scanform({ account_id: account, api_key }));
  expect(found).toMatchObject([
    {
      code: "secret-declared",
      severity: "error",
      address: "provider.scanform",
      path: at("/provider/scanform/0/api_key"),
    },
  ]);
  expect(found[0]?.detail).toBe(
    "apiKey is written out, and so is in the synthesized files in plain text. " +
      "Remove it, set SCANFORM_API_KEY instead, and make a new key in the dashboard.",
  );
  expect(JSON.stringify(found)).not.toMatch(/canary|7316400501/);
});

test.each([
  [{ base_url: 5 }, "/base_url", "value-kind"],
  [{ managed_scope: { name: "x" } }, "/managed_scope/name", "attribute-unknown"],
  [{ base_url: "${each.url}" }, "/base_url", "not-evaluable"],
])("refuses the provider block %j at %s", (block, pointer, code) => {
  expect(problems(scanform({}, { alias: "x", ...block }))).toMatchObject([
    { code, address: "provider.scanform", path: at(`/provider/scanform/1${pointer}`) },
  ]);
});

const named = (name: string, provider?: string) => ({ name, ...(provider === undefined ? {} : { provider }) });
const two = {
  provider: { scanform: [{ account_id: "a" }, { account_id: "b", alias: "west", managed_scope: { all: true } }] },
  resource: {
    scanform_configuration: { east: named("east"), west: named("west", "scanform.west") },
  },
};

test("assigns resources to the account of their provider block", () => {
  const { accounts } = readDeclaration(synthesized({ acme: two }));
  expect(accounts.map(({ provider, desired }) => [provider, desired.configurations.map(({ name }) => name)])).toEqual([
    [{ accountId: "a", aliases: [""] }, ["east"]],
    [{ accountId: "b", aliases: ["west"] }, ["west"]],
  ]);
});

test("keeps blocks without an account apart, since each may have its own key", () => {
  const resource = { scanform_configuration: { home: named("home"), away: named("away", "scanform.eu") } };
  const { accounts } = readDeclaration(
    synthesized({ acme: { provider: { scanform: [{}, { alias: "eu" }] }, resource } }),
  );
  expect(accounts.map(({ provider, desired }) => [provider.aliases, desired.configurations[0]?.name])).toEqual([
    [[""], "home"],
    [["eu"], "away"],
  ]);
});

test("keeps an unused account that owns something, and drops any other", () => {
  const empty = { ...two, resource: {} };
  expect(readDeclaration(synthesized({ acme: empty })).accounts.map(({ provider }) => provider.accountId)).toEqual([
    "b",
  ]);
});

test("refuses to assign a configuration of another account", () => {
  const rules = [{ configuration_id: "${scanform_configuration.east.id}", repository_pattern: "%" }];
  const routing = { provider: "scanform.west", rules };
  const resource = { ...two.resource, scanform_repository_assignments: { routing } };
  expect(problems({ ...two, resource })).toMatchObject([
    {
      code: "reference-unknown",
      address: "scanform_repository_assignments.routing",
      path: "rules[0]",
      detail:
        "rules[0] assigns scanform_configuration.east, which belongs to another account. Choose one provider for both.",
    },
  ]);
});

test("allows leave rules and assignments by id in any account", () => {
  const rules = [
    { leave: true, repository_names: ["a"] },
    { configuration_id: account, repository_pattern: "%" },
  ];
  const routing = { provider: "scanform.west", rules };
  const resource = { ...two.resource, scanform_repository_assignments: { routing } };
  expect(problems({ ...two, resource })).toEqual([]);
});

test.each([
  [
    "an alias that is not declared",
    { provider: two.provider, name: "scanform.north" },
    {
      code: "reference-unknown",
      address: "scanform_configuration.one",
      path: at("/resource/scanform_configuration/one/provider"),
      detail: 'There is no provider block with the alias "north" in acme. Declare it there.',
    },
  ],
  [
    "two blocks without an alias",
    { provider: { scanform: [{}, { account_id: "a" }] }, name: undefined },
    {
      code: "several-providers",
      address: "provider.scanform",
      path: at("/provider/scanform/1"),
      detail: "Two provider blocks of acme have no alias. Give each another alias.",
    },
  ],
  [
    "two blocks of one alias",
    { provider: { scanform: [{ alias: "x" }, { alias: "x" }] }, name: "scanform.x" },
    {
      code: "several-providers",
      address: "provider.scanform",
      path: at("/provider/scanform/1"),
      detail: 'Two provider blocks of acme have the alias "x". Give each another alias.',
    },
  ],
  [
    "two blocks of one account",
    { provider: { scanform: [{ account_id: "A" }, { account_id: "a", alias: "x" }] }, name: "scanform.x" },
    {
      code: "account-declared-twice",
      address: "provider.scanform",
      path: "account_id",
      detail:
        'The provider block without an alias and the one with the alias "x" are of one account in acme: A. Keep one of them.',
    },
  ],
  [
    "a resource that chooses none of two blocks with an alias",
    { provider: { scanform: [{ alias: "x" }, { alias: "y" }] }, name: undefined },
    {
      code: "provider-not-chosen",
      address: "scanform_configuration.one",
      path: at("/resource/scanform_configuration/one"),
      detail:
        'scanform_configuration.one names no provider, and each provider block of acme has an alias: "x" and "y". Give it the provider of one of them.',
    },
  ],
])("refuses %s", (_what, { provider, name }, said) => {
  const resource = { scanform_configuration: { one: named("one", name) } };
  expect(problems({ provider, resource })).toMatchObject([{ ...said, severity: "error" }]);
});

const inStacks = (...blocks: readonly object[]): string =>
  synthesized(
    Object.fromEntries(
      blocks.map((block, index) => {
        const name = `n${String(index)}`;
        return [
          name,
          { provider: { scanform: [block] }, resource: { scanform_configuration: { [name]: named(name) } } },
        ];
      }),
    ),
  );

test("refuses different scopes of an account's stacks", () => {
  const folder = inStacks(
    { account_id: "A", managed_scope: { all: true } },
    { account_id: "a", managed_scope: { names: "a%" } },
  );
  expect(problemsIn(folder)).toMatchObject([
    {
      code: "several-providers",
      address: "provider.scanform",
      path: "managed_scope",
      detail: "Its provider blocks of one account have a different managedScope each. Keep one.",
    },
  ]);
});

test("takes the smallest max_concurrency of an account's stacks, and any dry_run", () => {
  const { provider } = readOne(
    inStacks(
      { account_id: "a", max_concurrency: 5, dry_run: false },
      { account_id: "a", max_concurrency: 3, dry_run: true },
    ),
  );
  expect(provider).toMatchObject({ maxConcurrency: 3, dryRun: true });
});

test("merges the scope of an account's stacks", () => {
  const scope = { managed_scope: { names: "a%", all: false, max_deletes: 0 } };
  const { provider: merged, desired } = readOne(
    inStacks({ account_id: "A" }, { account_id: "a", ...scope }, { account_id: "a", ...scope }),
  );
  const managedScope = { names: "a%", all: false, maxDeletes: 0 };
  expect(merged).toEqual({ accountId: "A", aliases: [""] });
  expect(desired.managedScope).toEqual(managedScope);
  expect(desired.configurations.map(({ name }) => name)).toEqual(["n0", "n1", "n2"]);
});

test("separates blocks with one account id on two services", () => {
  const provider = {
    scanform: [
      { account_id: "a", base_url: "https://one" },
      { account_id: "a", base_url: "https://two", alias: "x" },
    ],
  };
  const resource = { scanform_configuration: { one: named("one"), two: named("two", "scanform.x") } };
  expect(readDeclaration(synthesized({ acme: { provider, resource } })).accounts).toHaveLength(2);
});
