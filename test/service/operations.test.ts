import { acmeAccountId, acmeKey, builtinSeed, type Emulator } from "../../src/emulator";
import { startEmulator } from "../support/emulator";
import { accountId, configurationId, repositoryId } from "../../src/model/ids";
import { client } from "./server";

const account = accountId(acmeAccountId);
const missing = configurationId("00000000-0000-4000-8000-000000000000");

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.close());

const service = () => client(new URL(emulator.url), { apiKey: acmeKey });
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
  test("lists repositories, without null fields", async () => {
    const repositories = await service().repositories(account);
    expect(repositories.map((each) => each.name)).toEqual(
      emulator.store.repositories(acmeAccountId).map((each) => each.name),
    );
    const docs = repositories.find((each) => each.name === "docs-site");
    expect(docs).toMatchObject({ enabled: true, provider_repo_id: 700_123 });
    expect(Object.keys(docs ?? {})).not.toContain("configuration_id");
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
