import { join } from "node:path";
import { decode, encode } from "@msgpack/msgpack";
import { acmeAccountId, acmeKey, builtinSeed, type Emulator } from "../../../src/emulator";
import { configurationNamed, repositoryNamed } from "../acme";
import { startEmulator } from "../../support/emulator";
import { providerFolder } from "../../support/provider-bundle";
import { type ForeignClient, type Reply, startProvider } from "./foreign/foreign-client";
import { type MethodName, methodNames, methods } from "./foreign/messages";
import type { Fields } from "./foreign/wire";

/** The built provider, asked by a client that shares nothing with it but the protocol's documentation. */

let emulator: Emulator;
let client: ForeignClient;

beforeAll(async () => {
  emulator = await startEmulator();
  const env = { SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey, SCANFORM_ACCOUNT_ID: acmeAccountId };
  client = await startProvider(join(providerFolder(), "terraform-provider-scanform"), env);
}, 120_000);
afterAll(async () => {
  client.child.kill("SIGKILL");
  await emulator.close();
});

const packed = (value: unknown): Fields => ({ msgpack: Buffer.from(encode(value)) });
const nothing = packed(null);
const list = (value: unknown): readonly Fields[] => (value ?? []) as readonly Fields[];

const answerOf = (reply: Reply): Fields => {
  if ("refused" in reply) throw new Error(`refused: ${reply.refused}`);
  return reply.answer;
};
const errorsOf = (answer: Fields): readonly Fields[] =>
  list(answer["diagnostics"]).filter(({ severity }) => severity === 1);

/** The process answers still. */
async function isAlive(): Promise<void> {
  const { resources } = answerOf(await client.ask("GetMetadata"));
  expect(list(resources).length).toBeGreaterThan(0);
}

/** An object of the type's schema, null where nothing is given. */
async function objectOf(
  kind: "resource_schemas" | "data_source_schemas" | "ephemeral_resource_schemas" | "list_resource_schemas",
  type: string,
  given: object,
) {
  const { [kind]: schemas } = answerOf(await client.ask("GetProviderSchema"));
  const { value } = list(schemas).find(({ key }) => key === type) ?? {};
  const { block } = value as { readonly block: Fields };
  return { ...Object.fromEntries(list(block["attributes"]).map(({ name }) => [String(name), null])), ...given };
}

const type_name = "scanform_configuration";
const baseline = configurationNamed("baseline");

test("every request without content has an answer, a diagnostic, or is not implemented", async () => {
  for (const method of methodNames.filter((each) => each !== "StopProvider")) {
    const reply = await client.ask(method);
    const empty = Object.keys(methods[method].request).length === 0;
    if ("refused" in reply) expect([method, reply.refused]).toEqual([method, "UNIMPLEMENTED"]);
    else if (empty) expect([method, errorsOf(reply.answer)]).toEqual([method, []]);
    else expect([method, errorsOf(reply.answer).length > 0 || "error" in reply.answer]).toEqual([method, true]);
  }
  await isAlive();
});

/** What is wrong in a request, for those whose content has such a field. */
const broken: Readonly<Record<string, (field: string) => unknown>> = {
  "a type that there is not": (field) =>
    /type_name$|^name$|^action_type$/.test(field) ? "scanform_nothing" : undefined,
  "an object that is no MessagePack": (field) => (isObject(field) ? { msgpack: Buffer.from("c1", "hex") } : undefined),
  "an object that is cut off": (field) => (isObject(field) ? { msgpack: Buffer.from("82a1", "hex") } : undefined),
  "an object that is a number": (field) => (isObject(field) ? packed(1) : undefined),
  "an object of other types": (field) =>
    isObject(field) ? packed({ name: [1], api_key: {}, id: {}, analyzers: 3, name_pattern: 1 }) : undefined,
  "an object that is nested too deep": (field) =>
    isObject(field) ? { msgpack: Buffer.concat([Buffer.alloc(100_000, 0x91), Buffer.of(0xc0)]) } : undefined,
  "notes of somebody else": (field) => (field.endsWith("private") ? Buffer.from("{[") : undefined),
  "a state that is no JSON": (field) =>
    field.startsWith("raw_") || field === "source_state" ? { json: Buffer.from("{") } : undefined,
  "an import id that is none": (field) => (field === "id" ? "\u0000/../%" : undefined),
};

const isObject = (field: string): boolean =>
  ["config", "state", "current_state", "prior_state", "planned_state", "proposed_new_state"].includes(field);

/** A request that is right as far as it goes. */
const right: Readonly<Record<string, unknown>> = {
  type_name,
  target_type_name: type_name,
  source_type_name: type_name,
  source_provider_address: "registry.terraform.io/scanform/scanform",
  action_type: "scanform_deepscan",
};

describe.each(["before", "after"])("%s the provider is configured", (when) => {
  beforeAll(async () => {
    if (when === "after") await configure();
  });

  test.each(Object.keys(broken))("a request with %s has a diagnostic, or is not implemented", async (what) => {
    for (const method of methodNames) {
      const fields = Object.keys(methods[method].request);
      const wrong = fields.flatMap((field) => {
        const value = broken[what]?.(field);
        return value === undefined ? [] : [[field, value] as const];
      });
      if (wrong.length === 0) continue;
      const request = {
        ...Object.fromEntries(fields.filter((each) => each in right).map((each) => [each, right[each]])),
        ...Object.fromEntries(wrong),
      };
      const reply = await client.ask(method, request);
      if ("refused" in reply) expect([method, reply.refused]).toEqual([method, "UNIMPLEMENTED"]);
      // without a session, or objects that the notes belong to, there is nothing to look at
      else if (when === "after" && (method === "ApplyResourceChange" || !what.startsWith("notes")))
        expect([method, errorsOf(reply.answer).length > 0 || "error" in reply.answer]).toEqual([method, true]);
    }
    await isAlive();
  });

  test("a request that is no message is refused, and the next one is answered", async () => {
    for (const method of methodNames.filter((each) => Object.keys(methods[each].request).length > 0)) {
      for (const bytes of ["ffffffffffffffffffff", "0a", "0aff01", "13"]) {
        const reply = await client.askRaw(method, Buffer.from(bytes, "hex"));
        if ("refused" in reply) expect(["INTERNAL", "UNIMPLEMENTED"]).toContain(reply.refused);
      }
    }
    await isAlive();
  });
});

async function configure(): Promise<void> {
  const { provider } = answerOf(await client.ask("GetProviderSchema"));
  const { block } = provider as { readonly block: Fields };
  const config = Object.fromEntries(list(block["attributes"]).map(({ name }) => [String(name), null]));
  expect(answerOf(await client.ask("ConfigureProvider", { config: packed(config) }))).toEqual({});
}

test("a configuration is validated, imported, read, planned and upgraded, and has an identity", async () => {
  await configure();
  const ask = async (method: MethodName, request: Fields): Promise<Fields> => {
    const answer = answerOf(await client.ask(method, { type_name, ...request }));
    expect([method, errorsOf(answer)]).toEqual([method, []]);
    return answer;
  };
  const config = packed(await objectOf("resource_schemas", type_name, { name: "foreign" }));
  expect(await ask("ValidateResourceConfig", { config })).toEqual({});
  const identity = { identity_data: packed({ account_id: null, id: baseline }) };
  const { imported_resources } = await ask("ImportResourceState", { identity });
  const [{ state, identity: found } = {}] = list(imported_resources);
  expect(found).toEqual({ identity_data: packed({ account_id: acmeAccountId, id: baseline }) });
  const { new_state, new_identity } = await ask("ReadResource", { current_state: state, current_identity: found });
  expect(new_identity).toEqual(found);
  expect((new_state as { readonly msgpack: Buffer }).msgpack.includes("baseline")).toBe(true);
  const planned = await ask("PlanResourceChange", { prior_state: nothing, proposed_new_state: config, config });
  expect(planned["planned_identity"]).toBeUndefined();
  const raw_state = { json: Buffer.from(JSON.stringify({ id: baseline, name: "baseline" })) };
  expect(await ask("UpgradeResourceState", { version: 0, raw_state })).toHaveProperty("upgraded_state");
  const raw_identity = { json: Buffer.from(JSON.stringify({ account_id: acmeAccountId, id: baseline })) };
  expect(await ask("UpgradeResourceIdentity", { version: 0, raw_identity })).toEqual({ upgraded_identity: found });
});

test("a configuration is created, changed and destroyed, and moves here from another registry", async () => {
  const ask = async (method: MethodName, request: Fields): Promise<Fields> => {
    const answer = answerOf(await client.ask(method, { type_name, ...request }));
    expect([method, errorsOf(answer)]).toEqual([method, []]);
    return answer;
  };
  const apply = async (prior_state: unknown, given: Fields | undefined): Promise<Fields> => {
    await configure();
    const config = given === undefined ? nothing : packed(await objectOf("resource_schemas", type_name, given));
    const planned = await ask("PlanResourceChange", { prior_state, proposed_new_state: config, config });
    const { planned_state, planned_private } = planned;
    return ask("ApplyResourceChange", { prior_state, planned_state, config, planned_private });
  };
  const live = () => emulator.store.configurations(acmeAccountId).find(({ name }) => name === "from abroad");
  const created = await apply(nothing, { name: "from abroad", comment: "silent" });
  expect(live()?.configuration).toMatchObject({ comment: "silent" });
  expect(created["new_identity"]).toEqual({
    identity_data: packed({ account_id: acmeAccountId, id: live()?.id }),
  });

  const source_state = { json: Buffer.from(JSON.stringify({ id: live()?.id, name: "from abroad" })) };
  const moved = await client.ask("MoveResourceState", {
    source_provider_address: "registry.opentofu.org/scanform/scanform",
    source_type_name: type_name,
    target_type_name: type_name,
    source_schema_version: 0,
    source_state,
    source_identity: { json: Buffer.from(JSON.stringify({ account_id: acmeAccountId, id: live()?.id })) },
  });
  expect(answerOf(moved)).toMatchObject({ target_identity: created["new_identity"] });

  const changed = await apply(created["new_state"], { name: "from abroad", comment: "enabled", id: live()?.id });
  expect(live()?.configuration).toMatchObject({ comment: "enabled" });
  await apply(changed["new_state"], undefined);
  expect(live()).toBeUndefined();
});

test("an ephemeral resource is validated and opened", async () => {
  await configure();
  const [scanned] = builtinSeed.accounts[0]?.deepscans ?? [];
  const given = { repository_id: scanned?.repository_id ?? "" };
  const config = packed(await objectOf("ephemeral_resource_schemas", "scanform_sbom", given));
  const request = { type_name: "scanform_sbom", config };
  expect(answerOf(await client.ask("ValidateEphemeralResourceConfig", request))).toEqual({});
  const opened = answerOf(await client.ask("OpenEphemeralResource", request));
  expect(errorsOf(opened)).toEqual([]);
  expect((opened["result"] as { readonly msgpack: Buffer }).msgpack.includes("CycloneDX")).toBe(true);
  expect(answerOf(await client.ask("CloseEphemeralResource", { type_name: "scanform_sbom" }))).toEqual({});
});

test("a function is called, and a data source is read", async () => {
  await configure();
  const { functions } = answerOf(await client.ask("GetFunctions"));
  expect(list(functions).map(({ key }) => key)).toContain("like");
  const call = { name: "like", arguments: [packed("payments-%"), packed("payments-api")] };
  expect(answerOf(await client.ask("CallFunction", call))).toEqual({ result: packed(true) });
  const source = "scanform_configurations";
  const config = packed(await objectOf("data_source_schemas", source, {}));
  const answer = answerOf(await client.ask("ReadDataSource", { type_name: source, config }));
  expect(errorsOf(answer)).toEqual([]);
  expect((answer["state"] as { readonly msgpack: Buffer }).msgpack.includes("baseline")).toBe(true);
});

test("configurations are listed up to a limit, with their states, of which configurations are generated", async () => {
  await configure();
  const config = packed(await objectOf("list_resource_schemas", type_name, { name_pattern: "b%" }));
  expect(answerOf(await client.ask("ValidateListResourceConfig", { type_name, config }))).toEqual({});
  const { events } = answerOf(await client.ask("ListResource", { type_name, config, include_resource_object: 1 }));
  const [{ resource_object: state, ...found } = {}, ...more] = list(events);
  expect(more).toEqual([]);
  const identity_data = packed({ account_id: acmeAccountId, id: baseline });
  expect(found).toEqual({ display_name: "baseline", identity: { identity_data } });
  const imported = answerOf(await client.ask("ImportResourceState", { type_name, identity: { identity_data } }));
  const [{ state: current_state } = {}] = list(imported["imported_resources"]);
  expect(answerOf(await client.ask("ReadResource", { type_name, current_state }))).toMatchObject({ new_state: state });
  const { config: made } = answerOf(await client.ask("GenerateResourceConfig", { type_name, state }));
  const written = decode((made as { readonly msgpack: Buffer }).msgpack);
  expect(written).toMatchObject({ name: "baseline", comment: "silent", id: null, deletion_protection: null });
  const one = answerOf(await client.ask("ListResource", { type_name, config: nothing, limit: 1 }));
  expect(list(one["events"])).toHaveLength(1);
  const [first] = list(one["events"]);
  expect(first).not.toHaveProperty("resource_object");
});

test("what a reviewed plan rests on comes back to the plan before the apply, where the core stores it", async () => {
  const plan = async (more: Fields = {}): Promise<Fields> => {
    await configure();
    const identity_data = packed({ account_id: acmeAccountId, id: baseline });
    const imported = answerOf(await client.ask("ImportResourceState", { type_name, identity: { identity_data } }));
    const [{ state } = {}] = list(imported["imported_resources"]);
    const nulls = decode((state as { readonly msgpack: Buffer }).msgpack) as Fields;
    const config = packed({ ...nulls, id: null, name: "taken" });
    const request = { type_name, prior_state: nothing, config, proposed_new_state: config };
    return answerOf(await client.ask("PlanResourceChange", { ...request, ...more }));
  };
  const stores = { client_capabilities: { store_planned_private: 1 } };
  const reviewed = await plan(stores);
  const { planned_private } = reviewed;
  expect(errorsOf(reviewed)).toEqual([]);
  expect(String(planned_private)).toContain("restsOn");
  expect(String((await plan())["planned_private"])).not.toContain("restsOn");
  expect(errorsOf(await plan({ ...stores, planned_private }))).toEqual([]);
  await fetch(`${emulator.url}/v1/accounts/${acmeAccountId}/configurations`, {
    method: "POST",
    headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration: { name: "taken", configuration: {} } }),
  });
  expect(errorsOf(await plan(stores))).toEqual([]);
  const [moved, ...more] = errorsOf(await plan({ ...stores, planned_private }));
  expect(more).toEqual([]);
  expect(moved?.["detail"]).toContain("It was planned where there was no configuration of this name");
});

test("an action is validated, planned and invoked, and says what it does", async () => {
  await configure();
  const repository_id = repositoryNamed("payments-api");
  const asked = { action_type: "scanform_deepscan", config: packed({ repository_id }) };
  const { action_type, config } = asked;
  expect(answerOf(await client.ask("ValidateActionConfig", { type_name: action_type, config }))).toEqual({});
  expect(answerOf(await client.ask("PlanAction", asked))).toEqual({});
  const before = emulator.requests.length;
  const { events } = answerOf(await client.ask("InvokeAction", asked));
  expect(list(events).map((each) => Object.keys(each))).toEqual([["progress"], ["progress"], ["completed"]]);
  expect(list(events).at(-1)).toEqual({ completed: {} });
  const sent = emulator.requests.slice(before).flatMap(({ method, path }) => (method === "POST" ? [path] : []));
  expect(sent).toEqual([`/v1/accounts/${acmeAccountId}/repositories/${repository_id}/deepscans`]);
});

test("what a core names that is newer than the provider is passed over", async () => {
  expect(Object.keys(answerOf(await client.ask("GetMetadata")))).toEqual(
    expect.arrayContaining(["list_resources", "actions"]),
  );
  const future = Buffer.concat([Buffer.from("f2070474657374", "hex")]); // field 126: a text
  for (const method of ["GetProviderSchema", "GetMetadata"] as const)
    expect(answerOf(await client.askRaw(method, future))).toHaveProperty("server_capabilities");
});

test("stops on StopProvider, and exits on Shutdown", async () => {
  expect(answerOf(await client.ask("StopProvider"))).toEqual({});
  expect(await client.shutDown()).toBe(0);
});
