import { acmeAccountId, acmeKey, allKey, builtinSeed, type Emulator, globexAccountId } from "../../src/emulator";
import { startEmulator } from "../support/emulator";
import { accountId, configurationId, repositoryId } from "../../src/model/ids";
import { ApiKey } from "../../src/diagnostics/api-key";
import { client, failureOf } from "./server";

const account = accountId(acmeAccountId);
const missing = configurationId("00000000-0000-4000-8000-000000000000");

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.close());

const service = (key = acmeKey) => client(new URL(emulator.url), { apiKey: new ApiKey(key) });
const live = (id: string) => emulator.store.configurations(acmeAccountId).find((each) => each.id === id);
const named = (name: string) => {
  const found = emulator.store.configurations(acmeAccountId).find((each) => each.name === name);
  return configurationId(found?.id ?? "");
};
const repositoriesOf = (id: string) =>
  emulator.store.repositories(acmeAccountId).filter((each) => each.configuration_id === id);
const sent = () =>
  emulator.requests.map(({ method, path }) => `${method} ${path.replace(`/v1/accounts/${account}`, "")}`);

describe("the reader", () => {
  test("lists the accounts that the key reaches", async () => {
    const accounts = await service(allKey).accounts();
    expect(accounts.map((each) => each.account_id)).toEqual([acmeAccountId, globexAccountId]);
    expect(accounts[0]).toMatchObject({ org_name: "acme", provider_type: "github", active: true });
  });

  test("lists repositories, without null fields", async () => {
    const repositories = await service().repositories(account);
    expect(repositories.map((each) => each.name)).toEqual(
      emulator.store.repositories(acmeAccountId).map((each) => each.name),
    );
    const docs = repositories.find((each) => each.name === "docs-site");
    expect(docs).toMatchObject({ enabled: true, provider_repo_id: 700_123 });
    expect(Object.keys(docs ?? {})).not.toContain("configuration_id");
  });

  test("lists analyzers and custom policies", async () => {
    const [analyzers, policies] = await Promise.all([service().analyzers(account), service().customPolicies(account)]);
    expect(analyzers.map((each) => each.slug)).toEqual(builtinSeed.accounts[0]?.analyzers?.map((each) => each.slug));
    expect(policies.map((each) => each.title)).toContain("No plaintext secrets");
    expect(JSON.stringify([analyzers, policies])).not.toContain("null");
  });

  test("lists configurations, and reads one by its id", async () => {
    const all = await service().configurations(account);
    expect(all.map((each) => each.name)).toEqual(["default", "baseline"]);
    const baseline = await service().configuration(account, named("baseline"));
    expect(baseline).toEqual(all[1]);
    expect(baseline.settings).toEqual({
      comment: "silent",
      analyzers: { "sql-injection": { enabled: true, blocking: true } },
    });
  });

  test("sends GET requests with the key to the documented paths", async () => {
    const reader = service();
    const firstPage = true;
    await reader.accounts({ firstPage });
    await reader.repositories(account, { firstPage });
    await reader.analyzers(account, { firstPage });
    await reader.customPolicies(account, { firstPage });
    await reader.configurations(account, { firstPage });
    expect(sent()).toEqual([
      "GET /v1/accounts",
      "GET /repositories",
      "GET /analyzers",
      "GET /custom_policies",
      "GET /configurations",
    ]);
  });
});

describe("the writer", () => {
  const settings = { comment: "enabled", risk_threshold: 3, notifications: { integration_names: ["chat"] } } as const;
  const wire = { comment: "enabled", risk_threshold: 3, notifications: { integrationNames: ["chat"] } };

  test("creates a configuration together with its repositories", async () => {
    const [first, second] = emulator.store.repositories(acmeAccountId);
    const repositories = [repositoryId(first?.id ?? ""), repositoryId(second?.id ?? "")];
    const made = await service().createConfiguration(account, { name: "strict", settings, repositories });
    expect(made.configuration).toMatchObject({ name: "strict", settings });
    expect(made.requestId).toMatch(/./);
    expect(live(made.configuration.id)).toMatchObject({ name: "strict", configuration: wire });
    expect(repositoriesOf(made.configuration.id).map((each) => each.id)).toEqual(repositories);
    expect(sent()).toEqual(["POST /configurations"]);
  });

  test("replaces a configuration and drops omitted settings", async () => {
    const id = named("default");
    const { configuration } = await service().replaceConfiguration(account, id, { name: "other", settings });
    expect(configuration).toMatchObject({ id, name: "other", settings });
    expect(live(id)).toMatchObject({ name: "other", configuration: wire });
    expect(repositoriesOf(id).length).toBeGreaterThan(0);
    expect(sent()).toEqual([`PUT /configurations/${id}`]);
  });

  test("updates a configuration and keeps omitted settings", async () => {
    const id = named("baseline");
    const before = live(id)?.configuration;
    const { configuration } = await service().updateConfiguration(account, id, { name: "baseline", settings });
    expect(live(id)?.configuration).toEqual({ ...before, ...wire });
    expect(configuration.settings).toMatchObject(settings);
    expect(sent()).toEqual([`PATCH /configurations/${id}`]);
  });

  test("deletes a configuration", async () => {
    const id = named("baseline");
    await expect(service().deleteConfiguration(account, id)).resolves.toHaveProperty("requestId");
    expect(live(id)).toBeUndefined();
    expect(sent()).toEqual([`DELETE /configurations/${id}`]);
  });

  test("updates several configurations at once, and names those that failed", async () => {
    const ids = [named("default"), named("baseline")];
    const receipt = await service().bulkUpdate(account, [...ids, missing], settings);
    expect(receipt).toMatchObject({ updatedCount: 2, totalCount: 3, errors: [{ configuration_id: missing }] });
    for (const id of ids) expect(live(id)?.configuration).toMatchObject(wire);
    expect(sent()).toEqual(["POST /configurations/bulk_update"]);
  });

  test.each([
    ["ids", { repositoryIds: [repositoryId(emulatorId("docs-site"))] }, ["docs-site"]],
    ["names", { repositoryNames: ["docs-site", "checkout"] }, ["checkout", "docs-site"]],
    ["a pattern", { repositoryPattern: "%-storefront" }, ["web-storefront"]],
  ])("assigns repositories by %s", async (_what, selectors, expected) => {
    const configuration = named("baseline");
    const before = repositoriesOf(configuration).map((each) => each.name);
    const receipt = await service().assignRepositories(account, { configurationId: configuration, ...selectors });
    expect(receipt).toMatchObject({
      configurationId: configuration,
      configurationName: "baseline",
      assignedCount: expected.length,
      totalMatched: expected.length,
      errors: [],
    });
    const gained = repositoriesOf(configuration).filter((each) => !before.includes(each.name));
    expect(gained.map((each) => each.name)).toEqual(expected);
    expect(sent()).toEqual(["POST /configurations/assign_repositories"]);
  });
});

function emulatorId(name: string): string {
  return builtinSeed.accounts[0]?.repositories?.find((each) => each.name === name)?.id ?? "";
}

test("reads an analyzer that is called __proto__", async () => {
  const configuration = JSON.parse('{"analyzers": {"__proto__": {"enabled": true}, "constructor": {}}}') as never;
  await emulator.close();
  emulator = await startEmulator({
    seed: {
      keys: { [acmeKey]: [acmeAccountId] },
      accounts: [{ account_id: acmeAccountId, active: true, configurations: [{ name: "odd", configuration }] }],
    },
  });
  const [odd] = await service().configurations(account);
  expect(JSON.stringify(odd?.settings)).toBe('{"analyzers":{"__proto__":{"enabled":true},"constructor":{}}}');
});

test.each([
  ["GET", () => service().configuration(account, missing), 404, "not found"],
  ["PUT", () => service().replaceConfiguration(account, missing, { name: "x", settings: {} }), 404, "not found"],
  ["PATCH", () => service().updateConfiguration(account, missing, { name: "x", settings: {} }), 404, "not found"],
  ["DELETE", () => service().deleteConfiguration(account, missing), 404, "not found"],
  ["POST", () => service().bulkUpdate(account, [configurationId("no-uuid")], {}), 422, "must be a UUID"],
  ["POST", () => service().assignRepositories(account, { configurationId: missing }), 422, "needs one of"],
  [
    "POST",
    () => service().createConfiguration(account, { name: "x", settings: {}, repositories: [repositoryId(missing)] }),
    422,
    `the account has no repository ${missing}`,
  ],
  ["GET", () => service("wrong").repositories(account), 401, "SCANFORM_API_KEY"],
  ["GET", () => service().repositories(accountId(globexAccountId)), 403, "the key does not reach this account"],
])(
  "a refused %s reports the request, the status, the text of the service and the request_id (case %#)",
  async (method, request, status, words) => {
    const error = await failureOf(request());
    expect([error.method, error.status, error.refused]).toEqual([method, status, true]);
    expect(error.path).toMatch(/^\/v1\/accounts\//);
    expect(error.requestId).toMatch(/./);
    for (const part of [
      `${method} ${error.path}: `,
      `status ${String(status)}`,
      words,
      `(request_id ${error.requestId ?? ""})`,
    ])
      expect(error.message).toContain(part);
    expect(error.diagnostics).toMatchObject([
      { code: status === 401 ? "unauthorized" : "service-error", severity: "error" },
    ]);
  },
);
