import { decodePrivateState } from "../../../src/terraform/rpc/objects";
import { type ObjectValue, Unknown } from "../../../src/terraform/value";
import { asking, dynamic, objectIn } from "./ask";
import { providerSchema, Shelf, thing, thingSchema } from "./shelf";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const type = { type_name: "test_thing" };
const state = (value: ObjectValue | null) => dynamic(thingSchema, value);

/** A configured provider. */
async function configured() {
  const shelf = new Shelf();
  const ask = asking(shelf.provider);
  await ask("ConfigureProvider", { config: dynamic(providerSchema, { token: "t" }) });
  return { shelf, ask, stop: () => ask("StopProvider", {}) };
}

test("a diagnostic points as deep as terraform can show, and names the rest of the path", async () => {
  const { diagnostics } = await asking(new Shelf().provider)("ValidateResourceConfig", {
    ...type,
    config: state(thing({ name: new Unknown(), parts: {} })),
  });
  const parts = { attribute_name: "parts", element_key_string: undefined, element_key_int: undefined };
  const x = { attribute_name: undefined, element_key_string: "x", element_key_int: undefined };
  expect(diagnostics).toEqual([
    {
      severity: "ERROR",
      summary: "Too deep",
      detail: 'parts["x"].excludes[2]: It is too deep.',
      attribute: { steps: [parts, x] },
    },
    { severity: "WARNING", summary: "Odd", detail: "It is odd.", attribute: { steps: [parts, x] } },
    { severity: "WARNING", summary: "Odd", detail: "It is odd.", attribute: { steps: [parts] } },
    { severity: "WARNING", summary: "Odd", detail: "It is odd.", attribute: undefined },
  ]);
});

test("reports an error that a resource throws", async () => {
  const config = state(thing({ name: "refused" }));
  const { diagnostics } = await asking(new Shelf().provider)("ValidateResourceConfig", { ...type, config });
  expect(diagnostics).toMatchObject([{ severity: "ERROR", detail: "name: It is refused." }]);
});

describe("a stored state", () => {
  const upgrade = (version: number, json: string) =>
    asking(new Shelf().provider)("UpgradeResourceState", { ...type, version, raw_state: { json: bytes(json) } });

  test("is converted to the current schema", async () => {
    const { upgraded_state, diagnostics } = await upgrade(
      1,
      '{"name": "lamp", "size": 12345678901234567890, "old": 1}',
    );
    expect(diagnostics).toEqual([]);
    const upgraded = objectIn(thingSchema, upgraded_state);
    expect(upgraded).toMatchObject({ name: "lamp", size: { text: "12345678901234567890" }, parts: null, id: null });
    expect(Object.keys(upgraded ?? {})).toEqual(["name", "size", "parts", "id"]);
  });

  test.each([
    [3, "{}", "The state was written by a newer version of the provider", "schema version 3"],
    [2, '{"size": []}', "The state cannot be read", "size must be a number, not a list."],
    [2, "{", "The state cannot be read", "It is not JSON."],
    [2, "[".repeat(20_000), "The state cannot be read", "It is nested more than 150 levels deep"],
    [2, "", "The state cannot be read", "It is not JSON."],
  ])("of version %d is rejected: %s", async (version, json, summary, detail) => {
    const { upgraded_state, diagnostics } = await upgrade(version, json);
    expect(upgraded_state).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { severity: "ERROR", summary, detail: expect.stringContaining(detail) as string },
    ]);
  });
});

describe("reading", () => {
  test("returns the state, and keeps the private data", async () => {
    const { shelf, ask, stop } = await configured();
    shelf.things.set("thing-1", thing({ id: "thing-1", size: 0.1 }));
    const read = await ask("ReadResource", {
      ...type,
      current_state: state(thing({ id: "thing-1" })),
      private: bytes('{"was":"made"}'),
    });
    expect(objectIn(thingSchema, read.new_state)).toEqual(thing({ id: "thing-1", size: 0.1 }));
    expect(read.private).toEqual(bytes('{"was":"made"}'));
    await stop();
  });

  test("returns null for a deleted resource", async () => {
    const { ask, stop } = await configured();
    const { new_state } = await ask("ReadResource", { ...type, current_state: state(thing({ id: "thing-1" })) });
    expect(objectIn(thingSchema, new_state)).toBeNull();
    await stop();
  });

  test("keeps the state on failure", async () => {
    const { ask, stop } = await configured();
    const current = thing({ name: "refused", id: "thing-1" });
    const { new_state, diagnostics } = await ask("ReadResource", { ...type, current_state: state(current) });
    expect(objectIn(thingSchema, new_state)).toEqual(current);
    expect(diagnostics).toMatchObject([{ severity: "ERROR", detail: "The service says no." }]);
    await stop();
  });
});

describe("planning", () => {
  test("a creation marks computed values as unknown", async () => {
    const { ask, stop } = await configured();
    const config = state(thing());
    const plan = { ...type, prior_state: state(null), proposed_new_state: config, config };
    const { planned_state, requires_replace, planned_private, diagnostics } = await ask("PlanResourceChange", plan);
    expect(objectIn(thingSchema, planned_state)).toEqual(thing({ id: new Unknown() }));
    expect(requires_replace).toEqual([]);
    expect(planned_private).toEqual(bytes('{"was":"nothing"}'));
    expect(diagnostics).toEqual([]);
    await stop();
  });

  test("an update names the attributes that require replacement, also without a configured provider", async () => {
    const config = state(thing({ name: "chair" }));
    const ask = asking(new Shelf().provider);
    const proposed_new_state = state(thing({ name: "chair", id: "thing-1" }));
    const { planned_state, requires_replace, planned_private, diagnostics } = await ask("PlanResourceChange", {
      ...type,
      prior_state: state(thing({ id: "thing-1" })),
      proposed_new_state,
      config,
    });
    expect(objectIn(thingSchema, planned_state)).toEqual(thing({ name: "chair", id: "thing-1" }));
    expect(requires_replace).toMatchObject([{ steps: [{ attribute_name: "name" }] }]);
    expect(decodePrivateState(planned_private)).toMatchObject({ was: "lamp" });
    expect(diagnostics).toMatchObject([{ severity: "WARNING", summary: "Blind" }]);
    const inItsPlace = { ...type, prior_state: state(null), proposed_new_state, config };
    const second = await ask("PlanResourceChange", { ...inItsPlace, prior_private: planned_private });
    expect(decodePrivateState(second.planned_private)).toEqual({ was: "replaced" });
    const another = await ask("PlanResourceChange", inItsPlace);
    expect(decodePrivateState(another.planned_private)).toEqual({ was: "nothing" });
  });

  test("a destruction returns its warnings", async () => {
    const { ask, stop } = await configured();
    const { planned_state, diagnostics } = await ask("PlanResourceChange", {
      ...type,
      prior_state: state(thing({ id: "thing-1" })),
      proposed_new_state: state(null),
      config: state(null),
    });
    expect(objectIn(thingSchema, planned_state)).toBeNull();
    expect(diagnostics).toMatchObject([{ severity: "WARNING", detail: "lamp goes." }]);
    await stop();
  });

  test("reports an expected error", async () => {
    const config = state(thing({ name: "refused" }));
    const plan = { ...type, prior_state: state(null), proposed_new_state: config, config };
    const { diagnostics } = await asking(new Shelf().provider)("PlanResourceChange", plan);
    expect(diagnostics).toMatchObject([{ severity: "ERROR", detail: "It is refused." }]);
  });
});

describe("applying", () => {
  const create = (name: string, notes = "") => ({
    ...type,
    prior_state: state(null),
    planned_state: state(thing({ name, id: new Unknown() })),
    config: state(thing({ name })),
    planned_private: bytes(notes),
  });
  const destroy = (name: string) => ({
    ...type,
    prior_state: state(thing({ name, id: "thing-1" })),
    planned_state: state(null),
    config: state(null),
  });

  test("creates with the private data of the plan, and drops them", async () => {
    const { shelf, ask, stop } = await configured();
    const applied = await ask("ApplyResourceChange", create("lamp", '{"was":"nothing"}'));
    expect(objectIn(thingSchema, applied.new_state)).toEqual(thing({ id: "thing-1" }));
    expect(applied.private).toEqual(bytes(""));
    expect(applied.diagnostics).toMatchObject([{ severity: "WARNING", detail: "made; it was nothing" }]);
    expect(shelf.things.size).toBe(1);
    await stop();
  });

  test("updates a resource", async () => {
    const { shelf, ask, stop } = await configured();
    shelf.things.set("thing-1", thing({ id: "thing-1" }));
    const planned = thing({ size: 5, id: "thing-1" });
    const { new_state, diagnostics } = await ask("ApplyResourceChange", {
      ...type,
      prior_state: state(thing({ id: "thing-1" })),
      planned_state: state(planned),
      config: state(thing({ size: 5 })),
    });
    expect(objectIn(thingSchema, new_state)).toEqual(planned);
    expect(diagnostics).toMatchObject([{ detail: "changed; it was unknown" }]);
    expect(shelf.things.get("thing-1")).toEqual(planned);
    await stop();
  });

  test("keeps what was created before an error", async () => {
    const { ask, stop } = await configured();
    const { new_state, diagnostics } = await ask("ApplyResourceChange", create("half"));
    expect(objectIn(thingSchema, new_state)).toEqual(thing({ name: "half", id: "thing-1" }));
    expect(diagnostics).toMatchObject([{ severity: "ERROR", summary: "Half" }]);
    await stop();
  });

  test("keeps the state after a refusal", async () => {
    const { ask, stop } = await configured();
    const { new_state, diagnostics } = await ask("ApplyResourceChange", create("refused"));
    expect(objectIn(thingSchema, new_state)).toBeNull();
    expect(diagnostics).toMatchObject([{ severity: "ERROR", detail: "The service says no." }]);
    await stop();
  });

  test("destroys a resource", async () => {
    const { shelf, ask, stop } = await configured();
    shelf.things.set("thing-1", thing({ id: "thing-1" }));
    const { new_state } = await ask("ApplyResourceChange", destroy("lamp"));
    expect(objectIn(thingSchema, new_state)).toBeNull();
    expect(shelf.things.size).toBe(0);
    await stop();
  });

  test.each(["kept", "refused"])("keeps the state when a destruction fails: %s", async (name) => {
    const { ask, stop } = await configured();
    const { new_state, diagnostics } = await ask("ApplyResourceChange", destroy(name));
    expect(objectIn(thingSchema, new_state)).toEqual(thing({ name, id: "thing-1" }));
    expect(diagnostics).toMatchObject([{ severity: "ERROR" }]);
    await stop();
  });

  test("keeps the state when the provider is not configured", async () => {
    const { new_state } = await asking(new Shelf().provider)("ApplyResourceChange", destroy("lamp"));
    expect(objectIn(thingSchema, new_state)).toEqual(thing({ id: "thing-1" }));
  });

  test.each(["[]", '{"was":1}', "{"])("explains that private data are not its own: %s", async (notes) => {
    const { ask, stop } = await configured();
    const { diagnostics } = await ask("ApplyResourceChange", create("lamp", notes));
    expect(diagnostics).toMatchObject([{ severity: "ERROR", summary: "The request cannot be read" }]);
    await stop();
  });
});

describe("importing", () => {
  test("returns the attributes that a read requires", async () => {
    const { shelf, ask, stop } = await configured();
    shelf.things.set("thing-7", thing({ id: "thing-7" }));
    const { imported_resources, diagnostics } = await ask("ImportResourceState", { ...type, id: "thing-7" });
    expect(imported_resources.map((each) => [each.type_name, objectIn(thingSchema, each.state)])).toEqual([
      ["test_thing", thing({ name: null, id: "thing-7" })],
    ]);
    expect(diagnostics).toEqual([]);
    await stop();
  });

  test("explains a failure", async () => {
    const { ask, stop } = await configured();
    const { imported_resources, diagnostics } = await ask("ImportResourceState", { ...type, id: "thing-8" });
    expect(imported_resources).toEqual([]);
    expect(diagnostics).toMatchObject([{ severity: "ERROR", detail: "The service says no." }]);
    await stop();
  });
});

describe("moving", () => {
  const move = (address: string, from: string, version = 2) =>
    asking(new Shelf().provider)("MoveResourceState", {
      source_provider_address: address,
      source_type_name: from,
      source_schema_version: version,
      source_state: { json: bytes('{"name": "lamp", "size": 1, "parts": null, "id": "thing-1"}') },
      source_private: bytes("p"),
      target_type_name: "test_thing",
    });

  test.each(["registry.terraform.io/scanform/scanform", "registry.opentofu.org/other/scanform", "local/x/scanform"])(
    "accepts a state from %s",
    async (address) => {
      const { target_state, target_private, diagnostics } = await move(address, "test_thing");
      expect(diagnostics).toEqual([]);
      expect(objectIn(thingSchema, target_state)).toEqual(thing({ size: 1, id: "thing-1" }));
      expect(target_private).toEqual(bytes("p"));
    },
  );

  test.each([
    ["registry.terraform.io/scanform/other", "test_thing", 2, "The resource cannot be moved"],
    ["registry.terraform.io/scanform/scanform", "test_other", 2, "The resource cannot be moved"],
    ["registry.terraform.io/scanform/scanform", "test_thing", 3, "The state was written by a newer version"],
  ])("rejects a state from %s %s of version %d", async (address, from, version, summary) => {
    const { target_state, diagnostics } = await move(address, from, version);
    expect(target_state).toBeUndefined();
    expect(diagnostics).toMatchObject([{ severity: "ERROR", summary: expect.stringContaining(summary) as string }]);
  });
});
