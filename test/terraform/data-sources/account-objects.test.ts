import { ScanformError } from "../../../src/diagnostics/error";
import { builtinSeed } from "../../../src/emulator";
import { sortByTime } from "../../../src/terraform/data-sources/data-source";
import { dataSources, ephemeralResources } from "../../../src/terraform/scanform-provider";
import { type ObjectValue, textIn, Unknown } from "../../../src/terraform/value";
import { forward } from "../../support/proxy";
import { blank, configured, expectOfSchema, read, reading } from "../session";

const [acme] = builtinSeed.accounts;
const full = acme?.deepscans?.find(
  ({ results, sca_results }) => (results?.length ?? 0) > 1 && (sca_results?.length ?? 0) > 1,
);
const ofDeepscan = { repository_id: full?.repository_id ?? "", deepscan_id: full?.id ?? "" };
const scanned = acme?.scans?.find(({ pull_request }) => pull_request.number === 412)?.repository_id ?? "";

test.each<[keyof typeof dataSources, ObjectValue]>([
  ["scanform_repositories", {}],
  ["scanform_analyzers", {}],
  ["scanform_custom_policies", {}],
  ["scanform_configurations", {}],
  ["scanform_scans", { repository_id: scanned }],
  ["scanform_findings", { repository_id: scanned }],
  ["scanform_deepscans", {}],
  ["scanform_deepscan_results", ofDeepscan],
  ["scanform_sca_results", ofDeepscan],
])("%s is the same whatever the order of the service's lists", async (type, given) => {
  const { session, again } = await configured({ profile: { order: "shuffled" } });
  const first = await read(session, dataSources[type], given);
  for (let time = 0; time < 3; time += 1) expect(await read(await again(), dataSources[type], given)).toEqual(first);
});

test("patterns of a configuration are sorted, and its code policies are by id", async () => {
  const { session, again } = await configured({ profile: { order: "shuffled" } });
  const policies = (acme?.custom_policies ?? []).map(({ id }) => ({ id, enabled: true }));
  const settings = {
    analyzers: { secrets: { enabled: true, excludes: ["d", "b", "a", "c"] } },
    code_policies: policies,
    notifications: { integration_names: ["y", "z", "x"] },
  };
  const made = await session.submit({ kind: "configuration", declared: { name: "listed", settings } });
  expect(made.diagnostics).toEqual([]);
  for (let time = 0; time < 3; time += 1)
    expect(await read(await again(), dataSources.scanform_configuration, { name: "listed" })).toMatchObject({
      analyzers: { secrets: { excludes: ["a", "b", "c", "d"] } },
      code_policies: Object.fromEntries(policies.map(({ id, enabled }) => [id, { enabled }])),
      notifications: { integration_names: ["x", "y", "z"] },
    });
});

test("sorts items without a time first, and equal times by id", () => {
  const items = [
    { id: "c", at: "2026-01-01T00:00:00Z" },
    { id: "d" },
    { id: "b", at: "2026-01-01T01:00:00+01:00" },
    { id: "a", at: "2025-12-31T23:59:59.5Z" },
    { id: "e", at: "2026-01-01T00:00:00.5Z" },
  ];
  const sorted = sortByTime<(typeof items)[number]>(
    items,
    ({ at }) => at,
    ({ id }) => id,
  );
  expect(sorted.map(({ id }) => id).join("")).toBe("debca");
});

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

  test(`${type} is found by id or exact ${key}`, async () => {
    const { session } = await configured();
    const byName = await read(session, source, { [key]: name });
    expect(byName).toMatchObject({ id, [key]: name });
    expect(await read(session, source, { id })).toEqual(byName);
    expect(await read(session, source, { id: id.toUpperCase() })).toEqual(byName);
  });

  test(`${type} is an error at the attribute when it does not exist`, async () => {
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

  test(`${type} is given in one way, which may be unknown`, () => {
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

const seeded = acme?.deepscans ?? [];
const complete = seeded.find(
  ({ results, sca_results }) => (results?.length ?? 0) > 1 && (sca_results?.length ?? 0) > 1,
);
const repository_id = complete?.repository_id ?? "";
const deepscan_id = complete?.id ?? "";
const { scanform_deepscans, scanform_deepscan_results, scanform_sca_results, scanform_sbom } = dataSources;
const items = (value: unknown): readonly ObjectValue[] => value as readonly ObjectValue[];
const idsIn = (value: unknown) => items(value).map(({ id }) => id);

test("returns the deepscans of the account or of a repository", async () => {
  const { session } = await configured();
  const { deepscans: all } = await read(session, scanform_deepscans);
  expect(idsIn(all).sort()).toEqual(seeded.map(({ id }) => id).sort());
  expect(items(all).map(({ repository_name: name }) => name)).toContain("payments-api");
  const { deepscans: some } = await read(session, scanform_deepscans, { repository_id });
  expect(idsIn(some).sort()).toEqual(
    seeded
      .filter((each) => each.repository_id === repository_id)
      .map(({ id }) => id)
      .sort(),
  );
});

test.each([
  [scanform_deepscan_results, complete?.results],
  [scanform_sca_results, complete?.sca_results],
] as const)("returns all results of a deepscan, or those of a severity (case %#)", async (source, seededOnes = []) => {
  const { session } = await configured();
  const state = await read(session, source, { repository_id, deepscan_id });
  expect(idsIn(state["findings"]).sort()).toEqual(seededOnes.map(({ id }) => id).sort());
  expect(state["dashboard_url"]).toContain(deepscan_id);
  const severity = seededOnes.filter((each) => each.severity === "high").map(({ id }) => id);
  const some = await read(session, source, { repository_id, deepscan_id, severity: ["high"] });
  expect(idsIn(some["findings"]).sort()).toEqual(severity.sort());
  expect(seededOnes.length).toBeGreaterThan(0);
});

test("returns undocumented values as JSON", async () => {
  const { session } = await configured();
  const { findings } = await read(session, scanform_deepscan_results, { repository_id, deepscan_id });
  const located = items(findings).find(({ locations_json: each }) => each !== null);
  const seededOne = complete?.results?.find(({ id }) => id === located?.["id"]);
  expect(JSON.parse(textIn(located?.["locations_json"])) as unknown).toEqual(seededOne?.locations);
});

test("returns the SBOM of a deepscan, or the latest one with its deepscan, and never its link", async () => {
  const { session } = await configured();
  const named = await read(session, scanform_sbom, { repository_id, deepscan_id });
  expect(named).toMatchObject({ repository_id, deepscan_id, format: "CycloneDX" });
  const latest = await read(session, scanform_sbom, { repository_id });
  expect(seeded.find(({ id }) => id === latest["deepscan_id"])).toMatchObject({ repository_id });
  expect(latest["vulnerability_summary"]).toMatchObject({ total: expect.any(Number) as number });
  expect(JSON.stringify([named, latest])).not.toMatch(/https?:/);
});

test.each([
  [scanform_deepscans, { repository_id: unknownId }, "repository_id"],
  [scanform_deepscan_results, { repository_id: unknownId, deepscan_id }, "repository_id"],
  [scanform_deepscan_results, { repository_id, deepscan_id: unknownId }, "deepscan_id"],
  [scanform_sca_results, { repository_id, deepscan_id: unknownId }, "deepscan_id"],
  [scanform_sbom, { repository_id: unknownId }, "repository_id"],
  [scanform_sbom, { repository_id, deepscan_id: unknownId }, "deepscan_id"],
] as const)("a missing object is an error at the attribute that names it (case %#)", async (source, given, at) => {
  const { session } = await configured();
  expect(await reading(session, source, given)).toMatchObject({
    state: null,
    diagnostics: [{ severity: "error", attribute: [at] }],
  });
});

test("a repository without an SBOM is an explained error", async () => {
  const { session } = await configured();
  const without = acme?.repositories?.find(({ id }) => !seeded.some((each) => each.repository_id === id));
  const { diagnostics } = await reading(session, scanform_sbom, { repository_id: without?.id ?? "" });
  expect(diagnostics).toMatchObject([
    { attribute: ["repository_id"], detail: expect.stringContaining("no SBOM yet") as string },
  ]);
});

test("returns the insights of a day, or the latest", async () => {
  const { session } = await configured();
  const latest = await read(session, dataSources.scanform_insights);
  expect(latest).toMatchObject({ date: null, covers: expect.stringMatching(/^\d{4}\/\d\d\/\d\d$/) as string });
  expect(items(latest["insights"]).length).toBeGreaterThan(0);
  const date = textIn(latest["covers"]).replaceAll("/", "-");
  expect(await read(session, dataSources.scanform_insights, { date })).toEqual({ ...latest, date });
  expect(await read(session, dataSources.scanform_insights, { date: "2001-01-01" })).toMatchObject({ insights: [] });
});

const { scanform_sbom: sbom } = ephemeralResources;
const [deepscan] = builtinSeed.accounts[0]?.deepscans ?? [];
const scannedId = deepscan?.repository_id ?? "";

test("gives the link to the file with the metadata", async () => {
  const { session } = await configured();
  const opened = await sbom.open(session, blank(sbom.schema, { repository_id: scannedId }));
  expectOfSchema(sbom.schema, opened);
  expect(opened).toMatchObject({ repository_id: scannedId, format: "CycloneDX" });
  expect(Date.parse(textIn(opened["download_url_expires_at"]))).toBeGreaterThan(0);
  expect((await fetch(textIn(opened["download_url"]))).status).toBe(200);
});

test.each([
  [{ repository_id: unknownId }, "repository_id"],
  [{ repository_id: scannedId, deepscan_id: unknownId }, "deepscan_id"],
] as const)("what is missing is an error at its attribute: %j", async (given, attribute) => {
  const { session } = await configured();
  const thrown: unknown = await sbom.open(session, blank(sbom.schema, given)).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ScanformError);
  expect((thrown as ScanformError).diagnostics).toMatchObject([{ attribute: [attribute] }]);
});

test("its link is marked as sensitive", () => {
  expect(sbom.schema.block.attributes["download_url"]?.sensitive).toBe(true);
});
