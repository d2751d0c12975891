import { builtinSeed } from "../../../src/emulator/index";
import { dataSources } from "../../../src/terraform/scanform-provider";
import { type ObjectValue, Unknown } from "../../../src/terraform/value";
import { forward } from "../../support/proxy";
import { blank, configured, read, reading } from "../session";

const [acme] = builtinSeed.accounts;
const { repositories = [], configurations = [] } = acme ?? {};
const namesIn = (items: unknown): readonly unknown[] => (items as readonly ObjectValue[]).map(({ name }) => name);
const unknownId = "00000000-0000-4000-8000-000000000000";

test.each([
  ["scanform_accounts", "accounts", "name", [acme?.org_name]],
  ["scanform_repositories", "repositories", "name", repositories.map(({ name }) => name)],
  ["scanform_analyzers", "analyzers", "slug", acme?.analyzers?.map(({ slug }) => slug)],
  ["scanform_custom_policies", "policies", "title", acme?.custom_policies?.map(({ title }) => title)],
  ["scanform_configurations", "configurations", "name", configurations.map(({ name }) => name)],
] as const)(
  "%s returns every item in order, reading the list once for all callers",
  async (type, name, key, expected) => {
    const { session, sent } = await configured();
    const [first, second] = await Promise.all([read(session, dataSources[type]), read(session, dataSources[type])]);
    expect((first[name] as readonly ObjectValue[]).map((each) => each[key])).toEqual(expected?.toSorted());
    expect(second).toEqual(first);
    expect(new Set(sent()).size).toBe(sent().length);
  },
);

test("configurations have null for settings that are not set, and repositories for missing fields", async () => {
  const { session } = await configured();
  const { configurations: live } = await read(session, dataSources.scanform_configurations, { name_pattern: "base%" });
  expect(live).toMatchObject([
    {
      name: "baseline",
      comment: "silent",
      risk_threshold: null,
      notifications: null,
      analyzers: { "sql-injection": { enabled: true, blocking: true, silent: null, excludes: null } },
    },
  ]);
  const { repositories: docs } = await read(session, dataSources.scanform_repositories, { name_pattern: "docs-site" });
  expect(docs).toMatchObject([{ name: "docs-site", configuration_id: null, provider_repo_id: 700_123 }]);
});

const baselineId = configurations.find(({ name }) => name === "baseline")?.id ?? "";
const withOneNotScanned = repositories.map((each) => ({ ...each, enabled: each.name !== "checkout" }));
const seed = {
  ...builtinSeed,
  accounts: builtinSeed.accounts.map((each) => (each === acme ? { ...acme, repositories: withOneNotScanned } : each)),
};
test.each([
  [{}, withOneNotScanned],
  [{ name_pattern: "payments-%" }, withOneNotScanned.filter(({ name }) => name?.startsWith("payments-"))],
  [
    { configuration_id: baselineId.toUpperCase() },
    withOneNotScanned.filter((each) => each.configuration_id === baselineId),
  ],
  [{ configuration_id: baselineId }, withOneNotScanned.filter((each) => each.configuration_id === baselineId)],
  [{ enabled: false }, withOneNotScanned.filter(({ enabled }) => !enabled)],
  [
    { enabled: true, name_pattern: "%-api" },
    withOneNotScanned.filter((each) => each.enabled && each.name?.endsWith("-api")),
  ],
  [{ configuration_id: unknownId }, []],
] as const)("finds repositories by %j", async (filter, expected) => {
  const { session } = await configured({ seed });
  const { repositories: found } = await read(session, dataSources.scanform_repositories, filter);
  expect(namesIn(found)).toEqual(expected.map(({ name }) => name).sort());
});

test("an invalid pattern is an error at the pattern, before any request", async () => {
  const { session, sent } = await configured();
  const wrong = {
    severity: "error",
    attribute: ["name_pattern"],
    detail: expect.stringContaining("backslash") as string,
  };
  const given = { name_pattern: "a\\" };
  const source = dataSources.scanform_configurations;
  expect(source.validate(blank(source.schema, given))).toMatchObject([wrong]);
  expect(await reading(session, source, given)).toMatchObject({ state: null, diagnostics: [wrong] });
  expect(sent()).toEqual([]);
});

const policyTitle = acme?.custom_policies?.[0]?.title ?? "";
describe.each([
  ["scanform_repository", "name", "payments-api", repositories.find(({ name }) => name === "payments-api")?.id],
  ["scanform_configuration", "name", "baseline", baselineId],
  ["scanform_custom_policy", "title", policyTitle, acme?.custom_policies?.[0]?.id],
  ["scanform_account", "name", acme?.org_name ?? "", acme?.account_id],
] as const)("%s", (type, key, name, id = "") => {
  const source = dataSources[type];

  test(`is found by id or exact ${key}`, async () => {
    const { session } = await configured();
    const byName = await read(session, source, { [key]: name });
    expect(byName).toMatchObject({ id, [key]: name });
    expect(await read(session, source, { id })).toEqual(byName);
    expect(await read(session, source, { id: id.toUpperCase() })).toEqual(byName);
  });

  test("is an error at the attribute when it does not exist", async () => {
    const { session } = await configured();
    expect(await reading(session, source, { id: unknownId })).toMatchObject({
      state: null,
      diagnostics: [{ attribute: ["id"], detail: expect.stringContaining(unknownId) as string }],
    });
    expect(await reading(session, source, { [key]: `${name}x` })).toMatchObject({
      state: null,
      diagnostics: [{ attribute: [key], detail: expect.stringContaining(`Did you mean "${name}"`) as string }],
    });
  });

  test("is given in one way, which may be unknown", () => {
    const diagnostics = (given: ObjectValue) => source.validate(blank(source.schema, given));
    expect(diagnostics({ id, [key]: name })).toMatchObject([{ severity: "error", code: "lookup-ambiguous" }]);
    expect(diagnostics({ id: "" })).toMatchObject([{ code: "lookup-empty", attribute: ["id"] }]);
    expect(diagnostics({ [key]: " " })).toMatchObject([{ code: "lookup-empty", attribute: [key] }]);
    expect(diagnostics({ id: new Unknown() })).toEqual([]);
    expect(diagnostics({ id: new Unknown(), [key]: name })).toEqual([]);
    const standard = type === "scanform_account" ? [] : [{ detail: `It is empty. Give its id or its exact ${key}.` }];
    expect(diagnostics({})).toMatchObject(standard);
  });
});

test("reads the provider's account by default", async () => {
  const { session } = await configured();
  expect(await read(session, dataSources.scanform_account)).toMatchObject({ id: acme?.account_id });
});

test("a configuration that a cut list lacks is found by its id", async () => {
  const listed = Array.from({ length: 10 }, (_, at) => ({
    id: `22222222-2222-4222-8222-${String(at).padStart(12, "0")}`,
    name: `listed-${String(at)}`,
  }));
  const last = { id: "22222222-2222-4222-8222-000000000010", name: "last" };
  const accounts = builtinSeed.accounts.map((each) => ({
    ...each,
    configurations: [...listed, last],
    repositories: [],
    scans: [],
    deepscans: [],
    triage: [],
  }));
  const profile = { page_size: 10, page_query: "ignored" } as const;
  const { session } = await configured({ seed: { ...builtinSeed, accounts }, profile });
  expect(await read(session, dataSources.scanform_configuration, { id: last.id })).toMatchObject(last);
});

test("an analyzer is found by its slug", async () => {
  const { session } = await configured();
  const source = dataSources.scanform_analyzer;
  const [first] = acme?.analyzers ?? [];
  expect(await read(session, source, { slug: first?.slug ?? "" })).toMatchObject({ id: first?.id, slug: first?.slug });
  expect(await reading(session, source, { slug: `${first?.slug ?? ""}s` })).toMatchObject({
    diagnostics: [
      { code: "analyzer-unknown", attribute: ["slug"], detail: expect.stringContaining("Did you mean") as string },
    ],
  });
  expect(source.validate(blank(source.schema, { slug: "" }))).toMatchObject([{ attribute: ["slug"] }]);
});

test("rejects a name that two objects share, with both ids", async () => {
  const ids = [1, 2].map((n) => `11111111-1111-4111-8111-00000000000${String(n)}`);
  const seed = {
    ...builtinSeed,
    accounts: builtinSeed.accounts.map((each) => ({
      ...each,
      configurations: ids.map((id) => ({ id, name: "twin" })),
      custom_policies: ids.map((id) => ({ id, title: "twin", dashboard_url: "https://x.example", question: "?" })),
      repositories: [],
      scans: [],
      deepscans: [],
      triage: [],
    })),
  };
  const { session } = await configured({ seed });
  for (const [source, key] of [
    [dataSources.scanform_configuration, "name"],
    [dataSources.scanform_custom_policy, "title"],
  ] as const) {
    const { diagnostics } = await reading(session, source, { [key]: "twin" });
    expect(diagnostics).toMatchObject([{ severity: "error", attribute: [key] }]);
    for (const id of ids) expect(diagnostics[0]?.detail).toContain(id);
  }
});

test("whether a repository is enabled is null where the service answers neither true nor false", async () => {
  const { session } = await configured({
    interfere: ({ path, pass }, answer) =>
      path.endsWith("/repositories")
        ? pass().then(async (given) => {
            const odd = (await given.text()).replaceAll(/"enabled":(true|false)/g, '"enabled":"yes"');
            await forward(new Response(odd, given), answer);
          })
        : undefined,
  });
  const { repositories: found } = await read(session, dataSources.scanform_repositories);
  expect(new Set((found as readonly ObjectValue[]).map(({ enabled }) => enabled))).toEqual(new Set([null]));
});
