import { acmeAccountId, acmeKey, builtinSeed, type Emulator, type Profile } from "../../../src/emulator";
import { accountId } from "../../../src/model/ids";
import { ServiceClient } from "../../../src/service";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import { configuration } from "../../../src/terraform/resources/configuration";
import { deepscan } from "../../../src/terraform/resources/deepscan";
import { dataSources, scanformProvider } from "../../../src/terraform/scanform-provider";
import type { ObjectValue, Value } from "../../../src/terraform/value";
import { startEmulator } from "../../support/emulator";
import { afterTest } from "../../support/listening";
import { configurationNamed, repositoryNamed, rule } from "../acme";
import { providerAt } from "../configured-provider";
import { coreOf, type Declaration } from "../core";
import { isError } from "../core-process";
import { applied, apply, plan, refreshed } from "../life";
import { asking, dynamic, objectIn } from "../rpc/ask";
import { blank, configured, reading } from "../session";

const at = "scanform_configuration.strict";
const declared = (name: string) => ({ [at]: { name, comment: "silent" } });

async function accountWith(profile: Partial<Profile> = {}) {
  const emulator = await startEmulator({ profile });
  afterTest(() => emulator.close());
  const core = coreOf({ url: emulator.url });
  const live = () =>
    emulator.store.configurations(acmeAccountId).filter(({ name }) => name?.toLowerCase() === "strict");
  return { emulator, core, live };
}

test("a creation that the service gives another name says what to write, and the next plan takes that", async () => {
  const { core, live } = await accountWith({ name_spelling: "lower_case" });
  const said = await (await core.plan(declared("Strict"))).apply();
  expect(said.map(({ detail }) => detail)).toEqual([expect.stringContaining('Declare "strict" as its name')]);
  const next = await core.plan(declared("strict"));
  expect([next.diagnostics.filter(isError), next.actions]).toEqual([[], { [at]: "no-op" }]);
  expect(live()).toHaveLength(1);
});

test("a new resource of nearly the name of a live configuration is an error where no resource has that one, at its name, with the ways on", async () => {
  const { core, live } = await accountWith({ name_spelling: "lower_case" });
  await core.apply(declared("strict"));
  core.state.clear();
  const { diagnostics } = await core.plan(declared("Strict"));
  expect(diagnostics).toMatchObject([
    {
      summary: "A live configuration has nearly the declared name",
      detail: expect.stringMatching(/no "Strict", but it has "strict" \(.*by its id in an import block/) as string,
    },
  ]);
  expect(diagnostics.filter(isError)).toHaveLength(1);
  expect(live()).toHaveLength(1);
});

test("a new resource of nearly the name of a live configuration is an error where another resource has that one, since the apply could not know it", async () => {
  const { core } = await accountWith();
  const other = { "scanform_configuration.other": { name: "STRICT" } };
  await core.apply(other);
  const { diagnostics } = await core.plan({ ...other, ...declared("strict") });
  expect(diagnostics.filter(isError)).toHaveLength(1);
});

test("a new resource of nearly the name of a live configuration is made where both are new", async () => {
  const { core, live } = await accountWith();
  await core.apply({ "scanform_configuration.other": { name: "STRICT" }, ...declared("strict") });
  expect(live().map(({ name }) => name)).toEqual(["STRICT", "strict"]);
});

test("a new resource takes over the live configuration that has its name in another normal form", async () => {
  const { emulator, core } = await accountWith();
  const client = new ServiceClient({ baseUrl: emulator.url, apiKey: acmeKey });
  const body = { name: "cafe\u0301", settings: {} };
  const made = await client.createConfiguration(accountId(acmeAccountId), body);
  await client.close();
  const planned = await core.plan(declared("caf\u00e9"));
  await planned.apply();
  expect(emulator.store.configurations(acmeAccountId).find(({ id }) => id === made.configuration.id)).toMatchObject({
    name: "cafe\u0301",
    configuration: { comment: "silent" },
  });
});

const [policy = ""] = (builtinSeed.accounts[0]?.custom_policies ?? []).map(({ id }) => id);
const [baseline, docs] = [configurationNamed("baseline"), repositoryNamed("docs-site")];

const withPolicy = (id: string): ObjectValue => ({
  name: "strict",
  code_policies: { [id]: { enabled: true, silent: null, blocking: null } },
});
const routing = (configuration_id: string, repository: string): ObjectValue => ({
  rules: [rule({ configuration_id, repository_ids: [repository] })],
});

test("accepts a code policy id in upper case, and keeps its spelling", async () => {
  const { session, emulator, again } = await configured();
  const given = withPolicy(policy.toUpperCase());
  expect((await plan(await again(), configuration, null, given)).diagnostics).toEqual([]);
  const state = await applied(session, configuration, null, given);
  expect(state).toMatchObject({ code_policies: given["code_policies"] });
  const held = emulator.store.configurations(acmeAccountId).find(({ name }) => name === "strict");
  expect(held?.configuration).toMatchObject({ code_policies: [{ id: policy, enabled: true }] });
  const later = await again();
  expect(await refreshed(later, configuration, state)).toEqual(state);
  expect(await plan(later, configuration, state, given)).toMatchObject({ planned: state, diagnostics: [] });
  // another spelling is no change
  expect((await plan(await again(), configuration, state, withPolicy(policy))).planned).toEqual(state);
});

test("accepts configuration and repository ids in upper case in rules", async () => {
  const { session, again } = await configured();
  const given = routing(baseline.toUpperCase(), docs.toUpperCase());
  const { state, diagnostics } = await apply(session, repositoryAssignments, null, given);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(state).toMatchObject({
    ...given,
    id: acmeAccountId,
    timeouts: null,
    assigned: { [baseline]: 1 },
  });
  const later = await again();
  expect(await refreshed(later, repositoryAssignments, state ?? {})).toEqual(state);
  expect(await plan(later, repositoryAssignments, state, given)).toMatchObject({ planned: state, diagnostics: [] });
});

test("an id in upper case that the service does not find is an error with a hint, in a resource and in a data source", async () => {
  const { session } = await configured();
  const repository_id = docs.toUpperCase();
  for (const { diagnostics } of [
    await apply(session, deepscan, null, { repository_id }),
    await reading(session, dataSources.scanform_scans, { repository_id }),
  ])
    expect(diagnostics).toMatchObject([
      {
        severity: "error",
        detail: expect.stringContaining("Write it in lower case") as string,
        attribute: ["repository_id"],
      },
    ]);
  const other = await reading(session, dataSources.scanform_scans, { repository_id: "docs" });
  expect(other.diagnostics[0]?.detail).not.toContain("lower case");
});

const baselineId = configurationNamed("baseline");
const other = "00000000-0000-4000-8000-00000000000a";

/** A provider with a session. */
async function connected({ url }: Pick<Emulator, "url">) {
  const provider = providerAt(url);
  const ask = asking(provider);
  await ask("ConfigureProvider", { config: dynamic(provider.block, blank(provider.block, {})) });
  return ask;
}

async function imported(emulator: Emulator, type_name: string, by: { id?: string; identity?: Record<string, Value> }) {
  const ask = await connected(emulator);
  const { identity: { schema } = configuration.identity } = scanformProvider({}).resources[type_name] ?? {};
  const { id = "", identity } = by;
  const { imported_resources: found, diagnostics } = await ask("ImportResourceState", {
    type_name,
    id,
    ...(identity === undefined ? {} : { identity: { identity_data: dynamic(schema, blank(schema, identity)) } }),
  });
  return {
    identity: objectIn(schema, found[0]?.identity?.identity_data),
    said: diagnostics.map((each) => each.detail),
  };
}

test("every resource has an identity of its account and ids", async () => {
  const { emulator } = await configured();
  const { identity_schemas } = await (await connected(emulator))("GetResourceIdentitySchemas", {});
  const parts = Object.entries(identity_schemas).map(([type, { identity_attributes: all }]) => [
    type,
    all.map((each) => `${each.name}${each.required_for_import ? "" : "?"}`).join(" "),
  ]);
  expect(Object.fromEntries(parts)).toEqual({
    scanform_configuration: "account_id? id",
    scanform_repository_assignments: "account_id? id",
    scanform_finding_triage: "account_id? finding_id",
    scanform_deepscan: "account_id? repository_id id",
  });
});

describe("a configuration", () => {
  const identity = { account_id: acmeAccountId, id: baselineId };
  test.each([
    ["by id", { id: baselineId }],
    ["by id in capitals", { id: baselineId.toUpperCase() }],
    ["by account and id", { id: `${acmeAccountId}/${baselineId}` }],
    ["by account and id, both in capitals", { id: `${acmeAccountId}/${baselineId}`.toUpperCase() }],
    ["by name", { id: "baseline" }],
    ["by account and name", { id: `${acmeAccountId}/baseline` }],
    ["by identity", { identity }],
    ["by identity without an account", { identity: { id: baselineId } }],
  ])("a configuration is imported %s", async (_, by) => {
    const { emulator } = await configured();
    expect(await imported(emulator, "scanform_configuration", by)).toEqual({ identity, said: [] });
  });

  test.each([
    [
      { id: "basline" },
      /^"basline" is no id, .* Did you mean "baseline"\? Write ID, NAME, ACCOUNT_ID\/ID or ACCOUNT_ID\/NAME\.$/,
    ],
    [{ id: `${other}/${baselineId}` }, /^account_id of the provider block is .*, and not 0{8}/],
    [{ identity: { account_id: other, id: baselineId } }, /^account_id of the provider block is /],
    [{ id: `${other}/baseline` }, /^"0{8}.*\/baseline" is no id/],
  ])("a configuration is not imported by %p, and the reason is given", async (by, detail) => {
    const { emulator } = await configured();
    expect(await imported(emulator, "scanform_configuration", by)).toEqual({
      identity: undefined,
      said: [expect.stringMatching(detail)],
    });
  });
});

test("a triage is imported by its account and id, also in capitals, but not by another account", async () => {
  const { emulator } = await configured();
  const of = (account: string) => imported(emulator, "scanform_finding_triage", { id: `${account}/${baselineId}` });
  const identity = { account_id: acmeAccountId, finding_id: baselineId };
  expect(await of(acmeAccountId.toUpperCase())).toEqual({ identity, said: [] });
  expect(await of(other)).toEqual({ identity: undefined, said: [expect.stringContaining(`and not ${other}`)] });
  // an identity may never change, however the id is written
  const { identity: shouted } = await imported(emulator, "scanform_finding_triage", { id: baselineId.toUpperCase() });
  expect(shouted).toEqual(identity);
});

test("the assignments of the whole account are imported by their identity", async () => {
  const { emulator } = await configured();
  const type = "scanform_repository_assignments";
  const identity = { account_id: acmeAccountId, id: acmeAccountId };
  expect(await imported(emulator, type, { identity })).toEqual({ identity, said: [] });
  expect(await imported(emulator, type, { id: acmeAccountId.toUpperCase() })).toEqual({ identity, said: [] });
  const wrong = await imported(emulator, type, { identity: { id: other } });
  expect(wrong).toEqual({ identity: undefined, said: [expect.stringContaining(other)] });
});

test("an identity of the one version is read, and none that a newer version has written", async () => {
  const { emulator } = await configured();
  const ask = await connected(emulator);
  const upgrade = (type_name: string, version: number, text: string) =>
    ask("UpgradeResourceIdentity", { type_name, version, raw_identity: { json: Buffer.from(text) } });
  const { schema } = configuration.identity;
  const { upgraded_identity: same } = await upgrade("scanform_configuration", 0, JSON.stringify({ id: baselineId }));
  expect(objectIn(schema, same?.identity_data)).toEqual({ account_id: null, id: baselineId });
  for (const [type, version, text] of [
    ["scanform_configuration", 1, "{}"],
    ["scanform_configuration", 0, "{"],
    ["scanform_other", 0, "{}"],
  ] as const)
    expect(await upgrade(type, version, text)).toMatchObject({ diagnostics: [{ severity: "ERROR" }] });
});

test("an id in capitals gives the same identity", () => {
  const of = (id: string | null) => configuration.identity.of(acmeAccountId, { id });
  expect(of(baselineId.toUpperCase())).toEqual({ account_id: acmeAccountId, id: baselineId });
  expect(of(null)).toBeUndefined();
});

describe("a configuration without a name that is imported", () => {
  const at = "scanform_configuration.it";
  const start = async () => {
    const [acme, ...others] = builtinSeed.accounts;
    if (acme === undefined) throw new Error("there is no account");
    const { configurations = [] } = acme;
    const nameless = { id: other, name: null, configuration: { comment: "silent" } };
    const { emulator } = await configured({
      seed: { ...builtinSeed, accounts: [{ ...acme, configurations: [...configurations, nameless] }, ...others] },
    });
    const core = coreOf(emulator);
    expect(await core.import(at, other)).toEqual([]);
    return { core, live: () => emulator.store.configurations(acmeAccountId).find(({ id }) => id === other) };
  };

  test("a configuration without a name that is imported gets the declared name with what else is declared", async () => {
    const { core, live } = await start();
    const declared: Declaration = { [at]: { name: "named", comment: "enabled" } };
    await core.apply(declared);
    expect(live()).toMatchObject({ name: "named", configuration: { comment: "enabled" } });
    expect((await core.plan(declared)).actions).toEqual({ [at]: "no-op" });
  });

  test("a configuration without a name that is imported is destroyed", async () => {
    const { core, live } = await start();
    await core.apply({});
    expect(live()).toBeUndefined();
  });
});
