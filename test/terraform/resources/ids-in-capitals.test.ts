import { acmeAccountId, builtinSeed } from "../../../src/emulator/index";
import { dataSources } from "../../../src/terraform/scanform-provider";
import { configuration } from "../../../src/terraform/resources/configuration";
import { deepscan } from "../../../src/terraform/resources/deepscan";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import type { ObjectValue } from "../../../src/terraform/value";
import { configurationNamed, repositoryNamed, rule } from "../acme";
import { applied, apply, plan, refreshed } from "../life";
import { configured, reading } from "../session";

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

describe("an id in upper case that the service does not find is an error with a hint", () => {
  const hint = { severity: "error", detail: expect.stringContaining("Write it in lower case") as string };

  test("an id in upper case that the service does not find is an error with a hint in a resource", async () => {
    const { session } = await configured();
    const { diagnostics } = await apply(session, deepscan, null, { repository_id: docs.toUpperCase() });
    expect(diagnostics).toMatchObject([{ ...hint, attribute: ["repository_id"] }]);
  });

  test("an id in upper case that the service does not find is an error with a hint in a data source", async () => {
    const { session } = await configured();
    const { diagnostics } = await reading(session, dataSources.scanform_scans, { repository_id: docs.toUpperCase() });
    expect(diagnostics).toMatchObject([{ ...hint, attribute: ["repository_id"] }]);
    const other = await reading(session, dataSources.scanform_scans, { repository_id: "docs" });
    expect(other.diagnostics[0]?.detail).not.toContain("lower case");
  });
});
