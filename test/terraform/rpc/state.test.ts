import { scanformProvider } from "../../../src/terraform/scanform-provider";
import { analyzer } from "../acme";
import { stateOf } from "../configuration/state-of";
import { asking, objectIn } from "./ask";

const provider = scanformProvider({});
const ask = asking(provider);
const type_name = "scanform_configuration";

const read = (json: string, version = 0, type = type_name) =>
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
  const schema = provider.resources[type_name]?.schema;
  if (schema === undefined) throw new Error("there is no such resource");
  expect(objectIn(schema, upgraded_state)).toEqual(state);
});

test("keeps a key that is called as no data is", async () => {
  const { upgraded_state } = await read('{"name": "x", "analyzers": {"__proto__": {"enabled": true}}}');
  const schema = provider.resources[type_name]?.schema;
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
