import { acmeAccountId, builtinSeed, type Emulator } from "../../../src/emulator/index";
import type { Value } from "../../../src/terraform/value";
import { configuration } from "../../../src/terraform/resources/configuration";
import { scanformProvider } from "../../../src/terraform/scanform-provider";
import { configurationNamed } from "../acme";
import { providerAt } from "../configured-provider";
import { asking, dynamic, objectIn } from "../rpc/ask";
import { coreOf, type Declaration } from "../core";
import { blank, configured } from "../session";

const baseline = configurationNamed("baseline");
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
  const identity = { account_id: acmeAccountId, id: baseline };
  test.each([
    ["by id", { id: baseline }],
    ["by id in capitals", { id: baseline.toUpperCase() }],
    ["by account and id", { id: `${acmeAccountId}/${baseline}` }],
    ["by account and id, both in capitals", { id: `${acmeAccountId}/${baseline}`.toUpperCase() }],
    ["by name", { id: "baseline" }],
    ["by account and name", { id: `${acmeAccountId}/baseline` }],
    ["by identity", { identity }],
    ["by identity without an account", { identity: { id: baseline } }],
  ])("a configuration is imported %s", async (_, by) => {
    const { emulator } = await configured();
    expect(await imported(emulator, "scanform_configuration", by)).toEqual({ identity, said: [] });
  });

  test.each([
    [
      { id: "basline" },
      /^"basline" is no id, .* Did you mean "baseline"\? Write ID, NAME, ACCOUNT_ID\/ID or ACCOUNT_ID\/NAME\.$/,
    ],
    [{ id: `${other}/${baseline}` }, /^account_id of the provider block is .*, and not 0{8}/],
    [{ identity: { account_id: other, id: baseline } }, /^account_id of the provider block is /],
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
  const of = (account: string) => imported(emulator, "scanform_finding_triage", { id: `${account}/${baseline}` });
  const identity = { account_id: acmeAccountId, finding_id: baseline };
  expect(await of(acmeAccountId.toUpperCase())).toEqual({ identity, said: [] });
  expect(await of(other)).toEqual({ identity: undefined, said: [expect.stringContaining(`and not ${other}`)] });
  // an identity may never change, however the id is written
  const { identity: shouted } = await imported(emulator, "scanform_finding_triage", { id: baseline.toUpperCase() });
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
  const { upgraded_identity: same } = await upgrade("scanform_configuration", 0, JSON.stringify({ id: baseline }));
  expect(objectIn(schema, same?.identity_data)).toEqual({ account_id: null, id: baseline });
  for (const [type, version, text] of [
    ["scanform_configuration", 1, "{}"],
    ["scanform_configuration", 0, "{"],
    ["scanform_other", 0, "{}"],
  ] as const)
    expect(await upgrade(type, version, text)).toMatchObject({ diagnostics: [{ severity: "ERROR" }] });
});

test("an id in capitals gives the same identity", () => {
  const of = (id: string | null) => configuration.identity.of(acmeAccountId, { id });
  expect(of(baseline.toUpperCase())).toEqual({ account_id: acmeAccountId, id: baseline });
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
