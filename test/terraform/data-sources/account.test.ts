import { builtinSeed } from "../../../src/emulator";
import { dataSources } from "../../../src/terraform/data-sources";
import { Unknown, type ObjectValue } from "../../../src/terraform/values/value";
import { blank, configured, read, reading } from "../session";

const [acme] = builtinSeed.accounts;
const { repositories = [], configurations = [] } = acme ?? {};
const namesIn = (items: unknown): readonly unknown[] => (items as readonly ObjectValue[]).map(({ name }) => name);
const unknownId = "00000000-0000-4000-8000-000000000000";

test.each([
  ["scanform_accounts", "accounts", "org_name", [acme?.org_name]],
  ["scanform_repositories", "repositories", "name", repositories.map(({ name }) => name)],
  ["scanform_analyzers", "analyzers", "slug", acme?.analyzers?.map(({ slug }) => slug)],
  ["scanform_custom_policies", "custom_policies", "title", acme?.custom_policies?.map(({ title }) => title)],
  ["scanform_configurations", "configurations", "name", configurations.map(({ name }) => name)],
] as const)("%s gives all of them in order, read once for all that ask", async (type, name, key, expected) => {
  const { session, sent } = await configured();
  const [first, second] = await Promise.all([read(session, dataSources[type]), read(session, dataSources[type])]);
  expect((first[name] as readonly ObjectValue[]).map((each) => each[key])).toEqual(expected?.toSorted());
  expect(second).toEqual(first);
  expect(new Set(sent()).size).toBe(sent().length);
});

test("a configuration comes with its settings, null where there are none, and a repository with null for what it lacks", async () => {
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
test.each([
  [{ name_pattern: "payments-%" }, repositories.filter(({ name }) => name?.startsWith("payments-"))],
  [{ configuration_id: baselineId.toUpperCase() }, repositories.filter((each) => each.configuration_id === baselineId)],
  [{ configuration_id: baselineId }, repositories.filter((each) => each.configuration_id === baselineId)],
  [{ enabled: false }, repositories.filter(({ enabled }) => !enabled)],
  [
    { enabled: true, name_pattern: "%-api" },
    repositories.filter((each) => each.enabled && each.name?.endsWith("-api")),
  ],
  [{ configuration_id: unknownId }, []],
] as const)("repositories by %j", async (filter, expected) => {
  const { session } = await configured();
  const { repositories: found } = await read(session, dataSources.scanform_repositories, filter);
  expect(namesIn(found)).toEqual(expected.map(({ name }) => name).sort());
});

test("a pattern that SQL would refuse is an error at the pattern, before anything is asked for", async () => {
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

describe.each([
  ["scanform_repository", "payments-api", repositories],
  ["scanform_configuration", "baseline", configurations],
] as const)("%s", (type, name, all) => {
  const source = dataSources[type];
  const id = all.find((each) => each.name === name)?.id ?? "";

  test("by its id or its exact name is the same", async () => {
    const { session } = await configured();
    const byName = await read(session, source, { name });
    expect(byName).toMatchObject({ id, name });
    expect(await read(session, source, { id })).toEqual(byName);
    expect(await read(session, source, { id: id.toUpperCase() })).toEqual(byName);
  });

  test("that there is none of is an error at what was said", async () => {
    const { session } = await configured();
    expect(await reading(session, source, { id: unknownId })).toMatchObject({
      state: null,
      diagnostics: [{ attribute: ["id"], detail: expect.stringContaining(unknownId) as string }],
    });
    expect(await reading(session, source, { name: `${name}x` })).toMatchObject({
      state: null,
      diagnostics: [{ attribute: ["name"], detail: expect.stringContaining(`Did you mean "${name}"`) as string }],
    });
  });

  test("wants an id or a name, and not both; what is not known yet may be either", () => {
    const diagnostics = (given: ObjectValue) => source.validate(blank(source.schema, given));
    expect(diagnostics({})).toMatchObject([
      { severity: "error", detail: expect.stringContaining("id or its") as string },
    ]);
    expect(diagnostics({ id, name })).toMatchObject([{ severity: "error", attribute: ["name"] }]);
    expect(diagnostics({ id: new Unknown() })).toEqual([]);
    expect(diagnostics({ id: new Unknown(), name })).toEqual([]);
  });
});

test("two configurations of one name are an error with the ids of both", async () => {
  const twins = [1, 2].map((n) => ({ id: `11111111-1111-4111-8111-00000000000${String(n)}`, name: "twin" }));
  const seed = {
    ...builtinSeed,
    accounts: builtinSeed.accounts.map((each) => ({
      ...each,
      configurations: twins,
      repositories: [],
      scans: [],
      deepscans: [],
      triage: [],
    })),
  };
  const { session } = await configured({ seed });
  const { diagnostics } = await reading(session, dataSources.scanform_configuration, { name: "twin" });
  expect(diagnostics).toMatchObject([{ severity: "error", attribute: ["name"] }]);
  for (const { id } of twins) expect(diagnostics[0]?.detail).toContain(id);
});
