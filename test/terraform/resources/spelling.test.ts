import { acmeAccountId, acmeKey, builtinSeed, type Profile } from "../../../src/emulator";
import { accountId } from "../../../src/model/ids";
import { ServiceClient } from "../../../src/service";
import { dataSources } from "../../../src/terraform/scanform-provider";
import { configuration } from "../../../src/terraform/resources/configuration";
import { deepscan } from "../../../src/terraform/resources/deepscan";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import type { ObjectValue } from "../../../src/terraform/value";
import { startEmulator } from "../../support/emulator";
import { afterTest } from "../../support/listening";
import { configurationNamed, repositoryNamed, rule } from "../acme";
import { coreOf } from "../core";
import { isError } from "../core-process";
import { applied, apply, plan, refreshed } from "../life";
import { configured, reading } from "../session";

const at = "scanform_configuration.strict";
const declared = (name: string) => ({ [at]: { name, comment: "silent" } });

async function accountWith(profile: Partial<Profile> = {}) {
  const emulator = await startEmulator({ profile });
  afterTest(emulator.close);
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
