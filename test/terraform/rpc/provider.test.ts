import { BigNumber, Unknown, type Value } from "../../../src/terraform/value";
import { asking, dynamic, objectIn } from "./ask";
import { countSchema, providerSchema, Shelf, thing, thingSchema } from "./shelf";
import { decodeValue, encodeValue } from "../../../src/terraform/values/codec";

const withToken = { config: dynamic(providerSchema, { token: "t" }) };
const current = { type_name: "test_thing", current_state: dynamic(thingSchema, thing({ id: "thing-1" })) };

test("the schema contains the provider, every type and every function", async () => {
  const {
    provider,
    resource_schemas,
    data_source_schemas,
    ephemeral_resource_schemas,
    functions,
    server_capabilities,
  } = await asking(new Shelf().provider)("GetProviderSchema", {});

  expect(provider?.block?.attributes).toMatchObject([{ name: "token", optional: true, sensitive: true }]);
  expect(Object.keys(resource_schemas)).toEqual(["test_thing"]);
  expect(resource_schemas["test_thing"]).toMatchObject({ version: 2, block: { description: "A test's." } });
  const json = (type: string) => new Uint8Array(Buffer.from(type));
  expect(resource_schemas["test_thing"]?.block?.attributes).toMatchObject([
    { name: "name", type: json('"string"'), required: true, optional: false, computed: false, sensitive: false },
    { name: "size", type: json('"number"'), optional: true, description: "How large." },
    {
      name: "parts",
      type: new Uint8Array(),
      nested_type: { nesting: "MAP", attributes: [{ name: "excludes", type: json('["list","string"]') }] },
    },
    { name: "id", computed: true, required: false, optional: false },
  ]);
  expect(Object.keys(data_source_schemas)).toEqual(["test_count"]);
  expect(Object.keys(ephemeral_resource_schemas)).toEqual(["test_ticket"]);
  expect(functions["half"]).toMatchObject({
    summary: "Half of a number",
    parameters: [{ name: "of", type: json('"number"'), description: "An even number." }],
    return: { type: json('["list","number"]') },
  });
  expect(server_capabilities).toEqual({
    plan_destroy: true,
    get_provider_schema_optional: true,
    move_resource_state: true,
  });
});

test("the metadata match the schema", async () => {
  const ask = asking(new Shelf().provider);
  expect(await ask("GetMetadata", {})).toMatchObject({
    resources: [{ type_name: "test_thing" }],
    data_sources: [{ type_name: "test_count" }],
    ephemeral_resources: [{ type_name: "test_ticket" }],
    functions: [{ name: "half" }],
    server_capabilities: { get_provider_schema_optional: true },
  });
  expect(Object.keys((await ask("GetFunctions", {})).functions)).toEqual(["half"]);
});

test("validates the provider block before it is configured", async () => {
  const ask = asking(new Shelf().provider);
  expect(await ask("ValidateProviderConfig", withToken)).toEqual({ diagnostics: [] });
  const { diagnostics } = await ask("ValidateProviderConfig", { config: dynamic(providerSchema, { token: "" }) });
  expect(diagnostics).toMatchObject([
    { severity: "ERROR", summary: "Empty", attribute: { steps: [{ attribute_name: "token" }] } },
  ]);
});

test("keeps every state when the provider configuration is unknown", async () => {
  const ask = asking(new Shelf().provider);
  const config = dynamic(providerSchema, { token: new Unknown() });
  expect(await ask("ConfigureProvider", { config })).toEqual({ diagnostics: [] });
  const { new_state } = await ask("ReadResource", current);
  expect(objectIn(thingSchema, new_state)).toEqual(thing({ id: "thing-1" }));
});

test.each([
  ["an apply", "ApplyResourceChange", { type_name: "test_thing", planned_state: dynamic(thingSchema, thing()) }],
  ["an import", "ImportResourceState", { type_name: "test_thing", id: "thing-1" }],
  [
    "a data source",
    "ReadDataSource",
    { type_name: "test_count", config: dynamic(countSchema, { like: null, any: null, found: null }) },
  ],
  [
    "an ephemeral resource",
    "OpenEphemeralResource",
    { type_name: "test_ticket", config: dynamic(countSchema, { like: null, any: null, found: null }) },
  ],
] as const)("%s requires a configured provider", async (_what, rpc, request) => {
  const { diagnostics } = await asking(new Shelf().provider)(rpc, request);
  expect(diagnostics).toMatchObject([{ severity: "ERROR", summary: "The provider is not configured yet" }]);
});

test("reports an invalid configuration, and opens no session", async () => {
  const shelf = new Shelf();
  const ask = asking(shelf.provider);
  const { diagnostics } = await ask("ConfigureProvider", { config: dynamic(providerSchema, { token: null }) });
  expect(diagnostics).toMatchObject([{ severity: "ERROR", summary: "No API key", detail: "Give a token." }]);
  expect(objectIn(thingSchema, (await ask("ReadResource", current)).new_state)).toEqual(thing({ id: "thing-1" }));
});

test("stopping aborts requests in flight and closes the session", async () => {
  const shelf = new Shelf();
  const ask = asking(shelf.provider);
  await ask("ConfigureProvider", withToken);
  expect([shelf.stop?.aborted, shelf.closed]).toEqual([false, 0]);
  expect(await ask("StopProvider", {})).toEqual({ Error: "" });
  expect([shelf.stop?.aborted, shelf.closed]).toEqual([true, 1]);
});

test("accepts a stop before there is a session", async () => {
  expect(await asking(new Shelf().provider)("StopProvider", {})).toEqual({ Error: "" });
});

test("configuring the provider again closes the session before, also where the new one cannot be opened", async () => {
  const shelf = new Shelf();
  const ask = asking(shelf.provider);
  await ask("ConfigureProvider", withToken);
  await ask("ConfigureProvider", withToken);
  expect(shelf.closed).toBe(1);
  await ask("ConfigureProvider", { config: dynamic(providerSchema, { token: null }) });
  expect(shelf.closed).toBe(2);
});

test("configuring the provider again revokes a stop", async () => {
  const shelf = new Shelf();
  const ask = asking(shelf.provider);
  await ask("ConfigureProvider", withToken);
  await ask("StopProvider", {});
  await ask("ConfigureProvider", withToken);
  expect(shelf.stop?.aborted).toBe(false);
  await ask("StopProvider", {});
  expect(shelf.stop?.aborted).toBe(true);
});

test("an unknown type is a diagnostic", async () => {
  const ask = asking(new Shelf().provider);
  const { diagnostics } = await ask("ValidateResourceConfig", { type_name: "toString" });
  expect(diagnostics).toMatchObject([
    { severity: "ERROR", detail: expect.stringContaining('called "toString"') as string },
  ]);
});

const half = (of: Value) =>
  asking(new Shelf().provider)("CallFunction", {
    name: "half",
    arguments: [{ msgpack: encodeValue("number", of) }],
  });

test("calls a function", async () => {
  const { result, error } = await half(6);
  expect(error).toBeUndefined();
  expect(decodeValue(["list", "number"], result?.msgpack ?? new Uint8Array())).toEqual([3]);
});

test("reports an invalid argument at that argument", async () => {
  expect(await half(7)).toEqual({ result: undefined, error: { text: "That is odd", function_argument: 0 } });
});

test("reports any other error without an argument", async () => {
  expect(await half(new BigNumber("18446744073709551616"))).toEqual({
    result: undefined,
    error: { text: "That is too large", function_argument: undefined },
  });
});

const count = (like: string | null) => ({
  type_name: "test_count",
  config: dynamic(countSchema, { like, any: true, found: null }),
});

test("validates a data source before the provider is configured", async () => {
  const ask = asking(new Shelf().provider);
  expect(await ask("ValidateDataResourceConfig", count(null))).toEqual({ diagnostics: [] });
  expect(await ask("ValidateDataResourceConfig", count(""))).toMatchObject({
    diagnostics: [{ severity: "ERROR", attribute: { steps: [{ attribute_name: "like" }] } }],
  });
});

test("reads a data source, or reports the error", async () => {
  const shelf = new Shelf();
  const ask = asking(shelf.provider);
  await ask("ConfigureProvider", { config: dynamic(providerSchema, { token: "t" }) });
  shelf.things.set("thing-1", thing());

  const read = await ask("ReadDataSource", count("a"));
  expect(objectIn(countSchema, read.state)).toEqual({ like: "a", any: true, found: 1 });
  expect(read.diagnostics).toEqual([]);

  const refused = await ask("ReadDataSource", count("refused"));
  expect(refused.state).toBeUndefined();
  expect(refused.diagnostics).toMatchObject([{ severity: "ERROR", detail: "The service says no." }]);
  await ask("StopProvider", {});
});

const ticket = (like: string | null) => ({
  type_name: "test_ticket",
  config: dynamic(countSchema, { like, any: true, found: null }),
});

test("validates an ephemeral resource before the provider is configured", async () => {
  const ask = asking(new Shelf().provider);
  expect(await ask("ValidateEphemeralResourceConfig", ticket(null))).toEqual({ diagnostics: [] });
  expect(await ask("ValidateEphemeralResourceConfig", ticket(""))).toMatchObject({
    diagnostics: [{ severity: "ERROR", attribute: { steps: [{ attribute_name: "like" }] } }],
  });
});

test("opens an ephemeral resource, or reports the error", async () => {
  const ask = asking(new Shelf().provider);
  await ask("ConfigureProvider", { config: dynamic(providerSchema, { token: "t" }) });
  const { result, diagnostics } = await ask("OpenEphemeralResource", ticket("a"));
  expect(objectIn(countSchema, result)).toEqual({ like: "a", any: true, found: 0 });
  expect(diagnostics).toEqual([]);

  const refused = await ask("OpenEphemeralResource", ticket("refused"));
  expect(refused.result).toBeUndefined();
  expect(refused.diagnostics).toMatchObject([{ severity: "ERROR", detail: "The service says no." }]);
  await ask("StopProvider", {});
});

test("renewing and closing do nothing, also without a configured provider", async () => {
  const ask = asking(new Shelf().provider);
  const { diagnostics } = await ask("RenewEphemeralResource", { type_name: "test_ticket" });
  expect(diagnostics).toEqual([]);
  expect(await ask("CloseEphemeralResource", { type_name: "test_ticket" })).toEqual({ diagnostics: [] });
  const unknown = await ask("CloseEphemeralResource", { type_name: "toString" });
  expect(unknown.diagnostics).toMatchObject([{ summary: "The request cannot be read" }]);
});
