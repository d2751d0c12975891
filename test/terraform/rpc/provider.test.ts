import type { AttributePath } from "../../../src/diagnostics/attribute-path";
import { warning } from "../../../src/diagnostics/diagnostic";
import { acmeAccountId, builtinSeed } from "../../../src/emulator";
import { openSession } from "../../../src/terraform/account/session";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import type { Provider, ResourceType } from "../../../src/terraform/provider-types";
import { configuration } from "../../../src/terraform/resources/configuration";
import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import { diagnosticMessages } from "../../../src/terraform/rpc/answer";
import { dataSources, ephemeralResources, scanformProvider } from "../../../src/terraform/scanform-provider";
import { type ObjectValue, type PrivateState, Unknown, type Value } from "../../../src/terraform/value";
import { decodeValue, encodeValue } from "../../../src/terraform/values/codec";
import { analyzer, configurationNamed } from "../acme";
import { stateOf } from "../configuration/state-of";
import { providerAt } from "../configured-provider";
import { isError } from "../core-process";
import { proposedNew } from "../core-values";
import { blank, configured, type ConfiguredOptions } from "../session";
import { asking, dynamic, objectIn } from "./ask";

test("names from elsewhere are shown with escapes, and no line begins with a command of a pipeline", () => {
  const given = warning("weakens", "first\n  ::error::\u001b[2J", {}, '"a\u202e\nb"', "weakens 1 repository");
  expect(diagnosticMessages([given])).toEqual([
    {
      severity: "WARNING",
      summary: '"a\\u{202e}\\u{a}b" weakens 1 repository',
      detail: "first\n| \\u{3a}:error::\\u{1b}[2J",
    },
  ]);
});

test("terraform may begin a line at any word, and none is a command of a pipeline", () => {
  const name = `${"a".repeat(70)} ::error::x ##[error]y ##vso[task]z`;
  const [message] = diagnosticMessages([warning("weakens", `it is ${name}`, {}, name, "weakens 1 repository")]);
  for (const text of [message?.summary, message?.detail])
    expect(text).toContain(" \\u{3a}:error::x \\u{23}#[error]y \\u{23}#vso[task]z");
});

test("a diagnostic points as deep as Terraform can underline, and an index or a key is in its words too", () => {
  const shown = (attribute: AttributePath) => {
    const [message] = diagnosticMessages([
      warning("no-longer-managed", "words", { attribute, address: "a", path: "p" }),
    ]);
    return [message?.attribute?.steps, message?.detail];
  };
  const [map, list] = [{ attribute_name: "configurations" }, { attribute_name: "rules" }];
  expect(shown(["configurations", { key: "s" }, "analyzers", { key: "x" }])).toEqual([
    [map, { element_key_string: "s" }],
    'configurations["s"].analyzers["x"]: a: p: words',
  ]);
  expect(shown(["rules", 0])).toEqual([[list, { element_key_int: 0 }], "rules[0]: a: p: words"]);
  expect(shown(["rules"])).toEqual([[list], "a: p: words"]);
  expect(shown([])).toEqual([undefined, "a: p: words"]);
});

const provider = scanformProvider({});
const ask = asking(provider);
const configurationType = "scanform_configuration";

const read = (json: string, version = 0, type = configurationType) =>
  ask("UpgradeResourceState", { type_name: type, version, raw_state: { json: Buffer.from(json) } });

test("a state stays as it is", async () => {
  const state = stateOf({
    id: "46885c48-9057-4467-a97a-3a8ff3f19014",
    created_at: "2026-01-01T00:00:00Z",
    name: "strict",
    renamed_from: ["older"],
    risk_threshold: 3,
    analyzers: { secrets: analyzer({ enabled: true, excludes: ["b", "a"] }) },
    code_policies: { p: { enabled: true, silent: null, blocking: null } },
  });
  const { upgraded_state, diagnostics } = await read(JSON.stringify(state));
  expect(diagnostics).toEqual([]);
  const schema = provider.resources[configurationType]?.schema;
  if (schema === undefined) throw new Error("there is no such resource");
  expect(objectIn(schema, upgraded_state)).toEqual(state);
});

test("keeps a key that is called as no data is", async () => {
  const { upgraded_state } = await read('{"name": "x", "analyzers": {"__proto__": {"enabled": true}}}');
  const schema = provider.resources[configurationType]?.schema;
  if (schema === undefined) throw new Error("there is no such resource");
  expect(Object.keys(objectIn(schema, upgraded_state)?.["analyzers"] ?? {})).toEqual(["__proto__"]);
});

test.each([
  ["{", "It is not JSON."],
  ["", "It is not JSON."],
  ["[]", "The value must be an object, not a list."],
  ["[".repeat(20_000), "It is nested more than 150 levels deep"],
  ['{"comment": []}', "comment must be a string, not a list."],
  ['{"code_policies": [{"id": "p"}]}', "code_policies must be a map, not a list."],
])("a state that is %.20j cannot be read, and the reason is given", async (json, reason) => {
  const { upgraded_state, diagnostics } = await read(json);
  expect(upgraded_state).toBeUndefined();
  expect(diagnostics).toMatchObject([
    {
      severity: "ERROR",
      summary: "The state cannot be read",
      detail: expect.stringContaining(reason) as string,
    },
  ]);
});

test("a state of a version to come is refused", async () => {
  for (const type of Object.keys(provider.resources)) {
    const { diagnostics } = await read("{}", 1, type);
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      "The state was written by a newer version of the provider",
    ]);
  }
});

const baseline = configurationNamed("baseline");

/** What a refresh leaves beside the state. */
async function left(type_name: string, { schema }: ResourceType, state: ObjectValue, before: PrivateState) {
  const { emulator } = await configured();
  const provider = providerAt(emulator.url);
  const ask = asking(provider);
  await ask("ConfigureProvider", { config: dynamic(provider.block, blank(provider.block, {})) });
  const request = { type_name, current_state: dynamic(schema, blank(schema, state)) };
  const { private: bytes } = await ask("ReadResource", { ...request, private: Buffer.from(JSON.stringify(before)) });
  return bytes.length === 0 ? {} : (JSON.parse(new TextDecoder().decode(bytes)) as PrivateState);
}

test("assignments keep nothing: a change of private state is a change for -refresh-only", async () => {
  const state = { id: acmeAccountId, rules: [], assigned: {} };
  expect(await left("scanform_repository_assignments", repositoryAssignments, state, { seen: "by 1.0" })).toEqual({});
});

test("a configuration that is shown by now is not noted as unseen any more, and what else was noted is", async () => {
  const state = { id: baseline, name: "baseline" };
  const filledIn = JSON.stringify({ secrets: { enabled: true } });
  const kept = await left("scanform_configuration", configuration, state, { unseen: "since its creation", filledIn });
  expect(kept).toEqual({ filledIn });
});

test.each<[string, string, ResourceType, ObjectValue, ObjectValue | null]>([
  [
    "an update",
    "scanform_configuration",
    configuration,
    { id: baseline, name: "baseline", exclusive_analyzers: true },
    { name: "baseline", exclusive_analyzers: true, comment: "silent" },
  ],
  ["a destruction", "scanform_configuration", configuration, { id: baseline, name: "baseline" }, null],
])("stays byte by byte where %s fails", async (_, type_name, { schema }, state, next) => {
  const { emulator } = await configured();
  const provider = providerAt(emulator.url);
  const ask = asking(provider);
  await ask("ConfigureProvider", { config: dynamic(provider.block, blank(provider.block, { dry_run: true })) });
  const prior = blank(schema, state);
  const config = next === null ? null : blank(schema, next);
  const asked = { type_name, prior_state: dynamic(schema, prior), config: dynamic(schema, config) };
  const stored = Buffer.from(JSON.stringify({ filledIn: JSON.stringify({ secrets: {} }) }));
  const proposed_new_state = dynamic(
    schema,
    config === null ? null : proposedNew(schema.block.attributes, prior, config),
  );
  const plan = await ask("PlanResourceChange", { ...asked, proposed_new_state, prior_private: stored });
  const { planned_state, planned_private } = plan;
  const applied = await ask("ApplyResourceChange", { ...asked, planned_state, planned_private });
  expect(applied.diagnostics.filter(isError)).toHaveLength(1);
  expect(Buffer.from(applied.private).toString()).toBe(stored.toString());
});

const block = (given: ObjectValue = {}) => ({ config: dynamic(provider.block, blank(provider.block, given)) });
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

const finding_id = builtinSeed.accounts[0]?.triage?.[0]?.finding_id ?? "";
const type_name = "scanform_finding_triage";
const state = (given: ObjectValue | null) =>
  dynamic(findingTriage.schema, given === null ? null : blank(findingTriage.schema, given));
const held = { finding_id, category: "wont_fix", justification: "Only in tests.", active: true, id: finding_id };
const repository_id = builtinSeed.accounts[0]?.deepscans?.[0]?.repository_id ?? "";
const { scanform_repository: source } = dataSources;
const { scanform_sbom: sbom } = ephemeralResources;
const repository = (given: ObjectValue) => ({
  type_name: "scanform_repository",
  config: dynamic(source.schema, blank(source.schema, given)),
});
const sbomOf = (given: ObjectValue) => ({
  type_name: "scanform_sbom",
  config: dynamic(sbom.schema, blank(sbom.schema, given)),
});

/** A configured provider. */
async function connected(options?: ConfiguredOptions) {
  const { emulator } = await configured(options);
  const ask = asking(providerAt(emulator.url));
  await ask("ConfigureProvider", block());
  return ask;
}

test("the schema contains the provider, every type and every function, and the metadata their names", async () => {
  const ask = asking(provider);
  const schemas = await ask("GetProviderSchema", {});
  const {
    scanform_configuration: configuration,
    scanform_repository_assignments: assignments,
    scanform_finding_triage: triage,
  } = schemas.resource_schemas;
  const attribute = (of: typeof configuration, name: string) =>
    of?.block?.attributes.find((each) => each.name === name);
  expect(attribute(schemas.provider, "api_key")).toMatchObject({
    ...{ type: bytes('"string"'), required: false, optional: true, computed: false, sensitive: true },
  });
  expect(attribute(triage, "finding_id")).toMatchObject({
    ...{ required: true, optional: false, computed: false, sensitive: false },
    description: "The finding's id. Another id is another triage.",
  });
  expect(attribute(triage, "active")).toMatchObject({ type: bytes('"bool"'), required: false, computed: true });
  expect(triage).toMatchObject({
    version: 0,
    block: { version: 0, description: findingTriage.schema.block.description },
  });
  expect(attribute(assignments, "rules")?.nested_type?.nesting).toBe("LIST");
  expect(attribute(configuration, "notifications")?.nested_type?.nesting).toBe("SINGLE");
  const { type, nested_type: analyzers } = attribute(configuration, "analyzers") ?? {};
  expect([type, analyzers?.nesting]).toEqual([bytes(""), "MAP"]);
  expect(analyzers?.attributes?.find(({ name }) => name === "excludes")?.type).toEqual(bytes('["set","string"]'));
  expect(schemas.functions["names_like"]).toMatchObject({
    summary: "The names that match a pattern",
    parameters: [
      { name: "pattern", type: bytes('"string"') },
      { name: "names", description: "The names to filter." },
    ],
    return: { type: bytes('["list","string"]') },
  });
  const server_capabilities = {
    plan_destroy: true,
    get_provider_schema_optional: true,
    move_resource_state: true,
    generate_resource_config: true,
  };
  expect(schemas.server_capabilities).toEqual(server_capabilities);
  const named = (types: object) => Object.keys(types).map((each) => ({ type_name: each }));
  expect(await ask("GetMetadata", {})).toEqual({
    resources: named(provider.resources),
    data_sources: named(schemas.data_source_schemas),
    ephemeral_resources: named(schemas.ephemeral_resource_schemas),
    functions: Object.keys(schemas.functions).map((name) => ({ name })),
    list_resources: named(schemas.list_resource_schemas),
    actions: named(schemas.action_schemas),
    server_capabilities,
  });
  expect(Object.keys(schemas.resource_schemas)).toEqual(Object.keys(provider.resources));
  // terraform lists only what is a managed resource of the same name
  expect(Object.keys(provider.resources)).toEqual(expect.arrayContaining(Object.keys(schemas.list_resource_schemas)));
  expect((await ask("GetFunctions", {})).functions).toEqual(schemas.functions);
});

describe("an id that is no UUID", () => {
  const invented = { type_name, config: state({ ...held, finding_id: "k3x9q0zv", category: "never" }) };
  const said = async (ask: ReturnType<typeof asking>) => {
    const { diagnostics } = await ask("ValidateResourceConfig", invented);
    return diagnostics.map(({ summary }) => summary);
  };

  test("an id that is no UUID passes validation before the provider is configured, since a mock may have invented it", async () => {
    expect(await said(asking(provider))).toEqual(["Unknown category"]);
  });

  test("an id that is no UUID is refused by the configured provider", async () => {
    expect(await said(await connected())).toEqual(["Not an id", "Unknown category"]);
  });
});

test.each([
  ["ValidateProviderConfig", block(), block({ max_concurrency: 0 })],
  ["ValidateResourceConfig", { type_name, config: state(held) }, { type_name, config: state({}) }],
  ["ValidateDataResourceConfig", repository({ name: "docs-site" }), repository({})],
  ["ValidateEphemeralResourceConfig", sbomOf({ repository_id }), sbomOf({})],
] as const)("before it is configured, the provider answers %s", async (rpc, right, wrong) => {
  const ask = asking(provider);
  expect(await ask(rpc, right)).toEqual({ diagnostics: [] });
  const { diagnostics } = await ask(rpc, wrong);
  expect(diagnostics.map(({ severity }) => severity)).toContain("ERROR");
});

test.each([
  ["ApplyResourceChange", { type_name, planned_state: state(held) }],
  ["ImportResourceState", { type_name, id: finding_id }],
  ["ReadDataSource", repository({ name: "docs-site" })],
  ["OpenEphemeralResource", sbomOf({ repository_id })],
] as const)("before it is configured, the provider refuses %s", async (rpc, request) => {
  const { diagnostics } = await asking(provider)(rpc, request);
  expect(diagnostics).toMatchObject([{ severity: "ERROR", summary: "The provider is not configured yet" }]);
});

test("before it is configured, the provider keeps every state: also where its configuration is not known, and where it is wrong", async () => {
  const ask = asking(provider);
  const current = { type_name, current_state: state(held) };
  for (const [given, codes] of [
    [{ api_key: new Unknown() }, []],
    [{ base_url: "https://findings.example.com" }, ["No API key"]],
  ] as const) {
    const { diagnostics } = await ask("ConfigureProvider", block(given));
    expect(diagnostics.map(({ summary }) => summary)).toEqual(codes);
    expect((await ask("ReadResource", current)).new_state).toMatchObject(current.current_state);
  }
  const { new_state } = await ask("ApplyResourceChange", {
    type_name,
    prior_state: state(held),
    planned_state: state(null),
  });
  expect(new_state).toMatchObject(state(held));
});

/** Where nothing listens: what becomes of its sessions. */
function unconnected() {
  const seen = { stop: new AbortController().signal, closed: 0 };
  const listening: Provider = {
    ...provider,
    configure: async ({ api_key: key = null }, stop) => {
      seen.stop = stop;
      if (key === null) return undefined;
      const session = await openSession({ baseUrl: "http://127.0.0.1:9", apiKey: "k", accountId: acmeAccountId, stop });
      const close = async () => {
        seen.closed += 1;
        await session.close();
      };
      return { ...session, close };
    },
  };
  return { seen, ask: asking(listening) };
}

test("a stop aborts requests in flight and closes the session, if there is one; another configuration revokes it", async () => {
  const { seen, ask } = unconnected();
  expect(await ask("StopProvider", {})).toEqual({ Error: "" });
  for (const closed of [1, 3]) {
    await ask("ConfigureProvider", block({ api_key: "k" }));
    expect(seen.stop.aborted).toBe(false);
    expect(await ask("StopProvider", {})).toEqual({ Error: "" });
    expect(seen).toMatchObject({ stop: { aborted: true }, closed });
  }
});

test("another configuration closes the session before it, also where it opens none", async () => {
  const { seen, ask } = unconnected();
  for (const [api_key, closed] of [
    ["k", 0],
    ["k", 1],
    [null, 2],
  ] as const) {
    await ask("ConfigureProvider", block({ api_key }));
    expect(seen.closed).toBe(closed);
  }
});

test.each(["ValidateResourceConfig", "CloseEphemeralResource"] as const)(
  "an unknown type in %s is a diagnostic",
  async (rpc) => {
    const { diagnostics } = await asking(provider)(rpc, { type_name: "toString" });
    expect(diagnostics).toMatchObject([
      { severity: "ERROR", detail: expect.stringContaining('named "toString"') as string },
    ]);
  },
);

const call = (name: string, ...given: readonly (readonly ["string" | readonly ["list", "string"], Value])[]) =>
  asking(provider)("CallFunction", {
    name,
    arguments: given.map(([type, value]) => ({ msgpack: encodeValue(type, value) })),
  });
const names = [
  ["list", "string"],
  ["web", "payments-web"],
] as const;

test("calls a function, and reports an error at the argument that is wrong, or at none", async () => {
  const { result, error } = await call("names_like", ["string", "payments-%"], names);
  expect(error).toBeUndefined();
  expect(decodeValue(["list", "string"], result?.msgpack ?? bytes(""))).toEqual(["payments-web"]);
  const wrong = await call("names_like", ["string", "a\\"], names);
  expect(wrong).toMatchObject({ result: undefined, error: { function_argument: 0 } });
  const nowhere = await call("nothing");
  expect(nowhere.error).toMatchObject({ text: expect.stringContaining('"nothing"') as string });
  expect(nowhere.error?.function_argument).toBeUndefined();
});

test("reads a data source, or reports the error", async () => {
  const ask = await connected();
  const { state: read, diagnostics } = await ask("ReadDataSource", repository({ name: "docs-site" }));
  expect([objectIn(source.schema, read)?.["name"], diagnostics]).toEqual(["docs-site", []]);
  const refused = await ask("ReadDataSource", repository({ name: "nothing" }));
  expect(refused.state).toBeUndefined();
  expect(refused.diagnostics).toMatchObject([
    { severity: "ERROR", attribute: { steps: [{ attribute_name: "name" }] } },
  ]);
});

test("opens an ephemeral resource, or reports the error; to renew and to close it does nothing", async () => {
  const ask = await connected();
  const { result, diagnostics } = await ask("OpenEphemeralResource", sbomOf({ repository_id }));
  expect([objectIn(sbom.schema, result)?.["format"], diagnostics]).toEqual(["CycloneDX", []]);
  const refused = await ask("OpenEphemeralResource", sbomOf({ repository_id: "nothing" }));
  expect(refused.result).toBeUndefined();
  expect(refused.diagnostics).toMatchObject([{ severity: "ERROR" }]);
  for (const rpc of ["RenewEphemeralResource", "CloseEphemeralResource"] as const)
    expect(await asking(provider)(rpc, { type_name: "scanform_sbom" })).toEqual({ diagnostics: [] });
});

test("a read and an apply that fail keep the state", async () => {
  const ask = await connected({ faults: [{ fault: "status", status: 403, path: "/**/triage" }] });
  const [before, after] = [state(held), state({ ...held, category: "accepted_risk" })];
  for (const { new_state, diagnostics } of [
    await ask("ReadResource", { type_name, current_state: before }),
    await ask("ApplyResourceChange", { type_name, prior_state: before, planned_state: after, config: after }),
    await ask("ApplyResourceChange", { type_name, prior_state: before, planned_state: state(null) }),
  ]) {
    expect(new_state).toMatchObject(before);
    expect(diagnostics).toMatchObject([{ severity: "ERROR", detail: expect.stringContaining("403") as string }]);
  }
});

test("an update names the attributes that require a replacement, also before the provider is configured", async () => {
  const next = state({ ...held, finding_id: "another" });
  const { requires_replace } = await asking(provider)("PlanResourceChange", {
    ...{ type_name, prior_state: state(held), proposed_new_state: next, config: next },
  });
  expect(requires_replace).toMatchObject([{ steps: [{ attribute_name: "finding_id" }] }]);
});

describe("a state that moves to another address", () => {
  const move = (address: string, from = type_name, source_schema_version = 0) =>
    asking(provider)("MoveResourceState", {
      source_provider_address: address,
      source_type_name: from,
      source_schema_version,
      source_state: { json: bytes(JSON.stringify(held)) },
      source_private: bytes("p"),
      target_type_name: type_name,
    });

  test.each(["registry.terraform.io/scanform/scanform", "registry.opentofu.org/other/scanform", "local/x/scanform"])(
    "a state that moves to another address is accepted from %s",
    async (address) => {
      const { target_state, target_private, diagnostics } = await move(address);
      expect(diagnostics).toEqual([]);
      expect(target_state).toMatchObject(state(held));
      expect(target_private).toEqual(bytes("p"));
    },
  );

  test.each([
    ["registry.terraform.io/scanform/other", type_name, 0, "The resource cannot be moved"],
    ["registry.terraform.io/scanform/scanform", "scanform_deepscan", 0, "The resource cannot be moved"],
    ["registry.terraform.io/scanform/scanform", type_name, 1, "The state was written by a newer version"],
  ])(
    "a state that moves to another address is rejected from %s %s of version %d",
    async (address, from, version, summary) => {
      const { target_state, diagnostics } = await move(address, from, version);
      expect(target_state).toBeUndefined();
      expect(diagnostics).toMatchObject([{ severity: "ERROR", summary: expect.stringContaining(summary) as string }]);
    },
  );
});
