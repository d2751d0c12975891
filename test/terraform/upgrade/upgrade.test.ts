import { scanformProvider } from "../../../src/terraform/scanform-provider";
import type { ObjectValue } from "../../../src/terraform/value";
import { asking, objectIn } from "../rpc/ask";
import { instanceOf0 } from "./states";

const provider = scanformProvider({});
const ask = asking(provider);

async function upgrade(address: string, attributes?: unknown, version = 0) {
  const [type_name = ""] = address.split(".");
  const held = attributes ?? instanceOf0(address).attributes;
  const json = Buffer.from(JSON.stringify(held));
  const { upgraded_state, diagnostics } = await ask("UpgradeResourceState", {
    type_name,
    version,
    raw_state: { json },
  });
  const resource = provider.resources[type_name];
  if (resource === undefined) throw new Error(`no ${type_name}`);
  return { state: objectIn(resource.schema, upgraded_state) ?? {}, diagnostics };
}

const versionOf = (address: string): number =>
  provider.resources[address.split(".")[0] ?? ""]?.schema.version ?? Number.NaN;

const [first, second] = ["46885c48-9057-4467-a97a-3a8ff3f19014", "3f841314-dcbe-4ec9-a747-f9546af74dcc"];
const policies = {
  [first]: { enabled: true, silent: false, blocking: true },
  [second]: { enabled: false, silent: null, blocking: null },
};

describe("a state of version 0", () => {
  test.each(["scanform_configuration.bare", "scanform_configuration.none", "scanform_configuration.full"])(
    "of %s: policies by id, guards, and all else as it was",
    async (address) => {
      const { code_policies: before, ...rest } = instanceOf0(address).attributes;
      const { state, diagnostics } = await upgrade(address);
      expect(diagnostics).toEqual([]);
      expect(state).toEqual({
        ...rest,
        code_policies: before === null ? null : address.endsWith("full") ? policies : {},
        ...{ timeouts: null, review: null, deletion_protection: false, force_destroy: false },
      });
    },
  );

  test("of a collection: the same for each of its configurations", async () => {
    const { configurations } = (await upgrade("scanform_configurations.all")).state;
    expect(configurations).toMatchObject({
      full: { name: "c-full", code_policies: policies, renamed_from: ["older", "oldest"] },
      bare: { name: "c-bare", code_policies: null },
    });
    const empty = await upgrade("scanform_configurations.empty");
    expect(empty.state).toEqual({ configurations: {}, id: null, timeouts: null, review: null });
  });

  test("of assignments: with the number of repositories by configuration, and no digest yet", async () => {
    const before = instanceOf0("scanform_repository_assignments.routing").attributes;
    const { rules, assigned } = (await upgrade("scanform_repository_assignments.routing")).state;
    expect(rules).toEqual(before["rules"]);
    const entries = Object.entries(before["assigned"] as Readonly<Record<string, string>>);
    expect(entries).not.toHaveLength(0);
    expect(new Set(entries.map(([, to]) => to)).size).toBe(1);
    expect(assigned).toEqual({ [entries[0]?.[1] ?? ""]: entries.length });
    const { state } = await upgrade("scanform_repository_assignments.none");
    expect(state).toMatchObject({ assigned: {}, assigned_digest: null });
  });

  test.each(["full", "bare"])("of a triage, %s: with the finding's id", async (name) => {
    const { attributes } = instanceOf0(`scanform_finding_triage.${name}`);
    const { state } = await upgrade(`scanform_finding_triage.${name}`);
    expect(state).toEqual({ ...attributes, id: attributes["finding_id"], timeouts: null });
  });

  test.each(["full", "bare"])("of a deepscan, %s: as it was", async (name) => {
    const { attributes } = instanceOf0(`scanform_deepscan.${name}`);
    expect((await upgrade(`scanform_deepscan.${name}`)).state).toEqual({ ...attributes, timeouts: null });
  });

  test.each([
    ["scanform_configuration.x", { name: "x", code_policies: [{ enabled: true }] }],
    ["scanform_configuration.x", { name: "x", code_policies: "all" }],
    ["scanform_configuration.x", { name: "x", code_policies: [7] }],
    ["scanform_configurations.x", { configurations: [] }],
    ["scanform_configurations.x", { configurations: { a: { code_policies: [{}] } } }],
    ["scanform_configurations.x", { configurations: { a: 1 } }],
    ["scanform_repository_assignments.x", { rules: [], assigned: ["a"] }],
    ["scanform_repository_assignments.x", { rules: [], assigned: { a: { b: 1 } } }],
    ["scanform_finding_triage.x", []],
    ["scanform_deepscan.x", { triggers: 1 }],
  ])("of %s that is not of that form, %j, cannot be read", async (address, held) => {
    const { diagnostics } = await upgrade(address, held);
    expect(diagnostics.map(({ summary }) => summary)).toEqual(["The state cannot be read"]);
  });

  test.each([
    ["{", "It is not JSON."],
    ["", "It is not JSON."],
    ["[".repeat(20_000), "It is nested more than 150 levels deep"],
    ['{"expires": []}', "expires must be a string, not a list."],
  ])("that is %.20j cannot be read, and the reason is given", async (json, reason) => {
    const request = { type_name: "scanform_finding_triage", version: 0, raw_state: { json: Buffer.from(json) } };
    const { upgraded_state, diagnostics } = await ask("UpgradeResourceState", request);
    expect(upgraded_state).toBeUndefined();
    expect(diagnostics).toMatchObject([{ severity: "ERROR", detail: expect.stringContaining(reason) as string }]);
  });

  test("keeps keys that are called as no data is", async () => {
    const held = JSON.parse('{"configurations": {"__proto__": {"name": "x", "code_policies": []}}}') as unknown;
    const { configurations } = (await upgrade("scanform_configurations.x", held)).state;
    expect(Object.keys(configurations as ObjectValue)).toEqual(["__proto__"]);
  });
});

test("assignments of version 1, which named each repository, have counts in its place", async () => {
  const entry = (name: string, to: string) => ({ name, configuration_id: to, configuration_name: `name of ${to}` });
  const assigned = { a: entry("web", "x"), b: entry("api", "y"), c: entry("docs", "x") };
  const { state, diagnostics } = await upgrade("scanform_repository_assignments.x", { rules: [], assigned }, 1);
  expect(diagnostics).toEqual([]);
  expect(state).toMatchObject({ rules: [], assigned: { x: 2, y: 1 }, assigned_digest: null });
});

test("a state of the current version stays as it is", async () => {
  for (const address of [
    "scanform_configuration.full",
    "scanform_configurations.all",
    "scanform_repository_assignments.routing",
    "scanform_finding_triage.full",
    "scanform_deepscan.full",
  ]) {
    const { state } = await upgrade(address);
    const again = await upgrade(address, state, versionOf(address));
    expect(again).toEqual({ state, diagnostics: [] });
  }
});

test("a state of a version to come is refused", async () => {
  for (const type of Object.keys(provider.resources)) {
    const { diagnostics } = await upgrade(`${type}.x`, {}, versionOf(type) + 1);
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      "The state was written by a newer version of the provider",
    ]);
  }
});
