import { acmeAccountId, acmeKey } from "../../../src/emulator";
import { configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import type { Change, ChangeResult } from "../../../src/terraform/account/change";
import { configurationNamed, repositoryNamed } from "../acme";
import { type Configured, configured } from "../session";

const creation = (name: string, settings: Settings = { comment: "enabled" }, more: object = {}): Change => ({
  kind: "configuration",
  declared: { name, settings, ...more },
});
const update = (name: string, settings: Settings, more: object = {}): Change =>
  creation(name, settings, { id: configurationId(configurationNamed(name)), ...more });
const adoption = (name: string, id: string): Change => ({
  ...creation(name),
  kind: "configuration",
  declared: { name, settings: { comment: "disabled" } },
  adopts: configurationId(id),
});
const deletion = (id: string): Change => ({ kind: "deletion", id: configurationId(id) });
const assignment = (repositories: Readonly<Record<string, string>>): Change => ({
  kind: "assignment",
  assigned: new Map(
    Object.entries(repositories).map(([name, to]) => [repositoryId(repositoryNamed(name)), configurationId(to)]),
  ),
});

const unknownId = "dddddddd-0000-4000-8000-000000000004";
const summaries = (changed: readonly ChangeResult[]) =>
  changed.map(({ diagnostics }) => diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`));
const writes = ({ sent }: Configured) => sent().filter((each) => !each.startsWith("GET"));
const names = ({ emulator }: Configured) =>
  emulator.store
    .configurations(acmeAccountId)
    .map((each) => each.name)
    .sort();

/** Changes a live configuration on the way, as somebody else may. */
async function makeAnother({ emulator }: Configured, name: string): Promise<string> {
  const { url } = emulator;
  const answer = await fetch(`${url}/v1/accounts/${acmeAccountId}/configurations`, {
    method: "POST",
    headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration: { name, configuration: {} } }),
  });
  const { data } = (await answer.json()) as { readonly data: { readonly id: string } };
  return data.id;
}

describe("a create", () => {
  test("sends one request and returns the configuration as the service holds it", async () => {
    const at = await configured();
    const [changed] = await at.session.submit([creation("new", { comment: "silent", risk_threshold: 2 })]);
    expect(changed).toMatchObject({
      diagnostics: [],
      live: { id: changed?.id, name: "new", settings: { comment: "silent" } },
    });
    expect(writes(at)).toEqual(["POST /configurations"]);
  });

  test("adopts the live configuration of that name when its plan announced it", async () => {
    const at = await configured();
    const id = configurationNamed("baseline");
    const [changed] = await at.session.submit([adoption("baseline", id)]);
    expect(changed).toMatchObject({ diagnostics: [], id, live: { settings: { comment: "disabled" } } });
    expect(writes(at)).toEqual([`PATCH /configurations/${id}`]);
  });

  test.each([
    ["there was none when it was planned", creation("baseline")],
    ["it was planned to take over another", adoption("baseline", unknownId)],
  ])("is refused when a live configuration has the name and %s", async (_title, change) => {
    const at = await configured();
    const before = at.emulator.snapshot();
    const [changed] = await at.session.submit([change]);
    expect(changed?.diagnostics).toEqual([
      expect.objectContaining({ summary: "The configuration exists already", attribute: ["name"] }),
    ]);
    expect(changed?.diagnostics[0]?.detail).toContain(configurationNamed("baseline"));
    expect(at.emulator.snapshot()).toEqual(before);
  });

  test("creates when the configuration to adopt was deleted", async () => {
    const at = await configured();
    const [changed] = await at.session.submit([adoption("vanished", unknownId)]);
    expect(changed?.diagnostics).toEqual([]);
    expect(names(at)).toEqual(["baseline", "default", "vanished"]);
  });

  test("is refused when two live configurations have the name, and names both", async () => {
    const at = await configured();
    const ids = [await makeAnother(at, "twin"), await makeAnother(at, "twin")];
    at.emulator.clearRequests();
    const [changed] = await at.session.submit([creation("twin")]);
    expect(changed?.diagnostics).toHaveLength(1);
    for (const id of ids) expect(changed?.diagnostics[0]?.detail).toContain(id);
    expect(writes(at)).toEqual([]);
  });

  test("adopts a configuration by a former name when its plan announced it, and renames it", async () => {
    const at = await configured();
    const id = configurationId(configurationNamed("baseline"));
    const change: Change = {
      kind: "configuration",
      declared: { name: "basis", renamedFrom: ["baseline"], settings: {} },
      adopts: id,
    };
    expect(await at.session.submit([change])).toMatchObject([{ id, diagnostics: [] }]);
    expect(names(at)).toEqual(["basis", "default"]);
  });

  test("is refused the second time under the same name", async () => {
    const at = await configured();
    const changed = await at.session.submit([creation("new"), creation("new"), creation("other")]);
    expect(changed.map(({ diagnostics }) => diagnostics.length > 0)).toEqual([false, true, false]);
    expect(names(at)).toEqual(["baseline", "default", "new", "other"]);
  });

  test("protects the adopted configuration from deletion by its former resource", async () => {
    const at = await configured();
    const id = configurationNamed("baseline");
    await at.session.submit([adoption("baseline", id)]);
    expect(summaries(await at.session.submit([deletion(id)]))).toEqual([[]]);
    expect(names(at)).toEqual(["baseline", "default"]);
  });
});

describe("a batch", () => {
  test("sends the fewest requests", async () => {
    const at = await configured();
    const changed = await at.session.submit([
      update("baseline", { comment: "disabled" }),
      update("default", { comment: "disabled" }),
    ]);
    expect(summaries(changed)).toEqual([[], []]);
    expect(writes(at)).toEqual(["POST /configurations/bulk_update"]);
  });

  test.each<[string, Change]>([
    ["an analyzer that is not there", update("default", { analyzers: { nope: { enabled: true } } })],
    ["a policy that is not there", creation("new", { code_policies: [{ id: unknownId, enabled: true }] })],
    ["a configuration that is gone", creation("gone", { comment: "silent" }, { id: configurationId(unknownId) })],
    ["a name that is taken", creation("baseline")],
    [
      "a repository that is gone",
      {
        kind: "assignment",
        assigned: new Map([[repositoryId(unknownId), configurationId(configurationNamed("baseline"))]]),
      },
    ],
    ["an assignment to a configuration that is not there", assignment({ "docs-site": unknownId })],
  ])("applies the other changes despite %s", async (_title, wrong) => {
    const at = await configured();
    const changed = await at.session.submit([
      update("baseline", { comment: "disabled" }),
      wrong,
      creation("another"),
      assignment({ "design-system": configurationNamed("baseline") }),
    ]);
    expect(changed.map(({ diagnostics }) => diagnostics.some(({ severity }) => severity === "error"))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    const held = at.emulator.store.configurations(acmeAccountId).find((each) => each.name === "baseline");
    expect(held?.configuration?.["comment"]).toBe("disabled");
    expect(names(at)).toContain("another");
    const routed = at.emulator.store.repositories(acmeAccountId).find((each) => each.name === "design-system");
    expect(routed?.configuration_id).toBe(configurationNamed("baseline"));
  });

  test("fails only for the change that the service refuses", async () => {
    const at = await configured({
      faults: [
        { fault: "status", status: 422, path: `/v1/accounts/*/configurations/${configurationNamed("default")}` },
      ],
    });
    const changed = await at.session.submit([
      update("baseline", { comment: "disabled" }),
      update("default", { risk_threshold: 4 }),
    ]);
    expect(changed.map(({ diagnostics }) => diagnostics.length)).toEqual([0, 1]);
    expect(changed[1]?.live?.settings.risk_threshold).toBeUndefined();
  });
});

describe("a deletion", () => {
  test("deletes, and succeeds when the configuration is gone already", async () => {
    const at = await configured();
    const id = await makeAnother(at, "scratch");
    at.emulator.clearRequests();
    expect(summaries(await at.session.submit([deletion(id), deletion(unknownId)]))).toEqual([[], []]);
    expect(writes(at)).toEqual([`DELETE /configurations/${id}`]);
    expect(names(at)).toEqual(["baseline", "default"]);
  });
});

test("a dry run names the requests for each change and writes nothing", async () => {
  const at = await configured({ dryRun: true });
  const before = at.emulator.snapshot();
  const changed = await at.session.submit([
    update("baseline", { comment: "disabled" }),
    update("default", { comment: "disabled" }),
    creation("new"),
    deletion(unknownId),
  ]);
  expect(summaries(changed)).toEqual(Array(4).fill(["error: Nothing was written"]));
  expect(changed.map(({ diagnostics }) => /carries this/.exec(diagnostics[0]?.detail ?? "")?.[0])).toEqual(
    Array(4).fill("carries this"),
  );
  expect(changed.map(({ diagnostics }) => /(one .*|nothing) carries/.exec(diagnostics[0]?.detail ?? "")?.[1])).toEqual([
    "one bulk",
    "one bulk",
    "one create",
    "nothing",
  ]);
  expect(writes(at)).toEqual([]);
  expect(at.emulator.snapshot()).toEqual(before);
});
