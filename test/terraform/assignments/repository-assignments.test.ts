import type { Observed } from "../../../src/model/entities";
import { configuration } from "../../../src/terraform/resources/configuration";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import type { ObjectValue } from "../../../src/terraform/value";
import { live } from "../../reconcile/account";
import { uuid } from "../../reconcile/arbitrary";
import { byItself, imported, plan } from "../life";
import { answered, inMemory, type InMemoryOptions } from "../in-memory";
import { blank, configured } from "../session";
import { configurationNamed, rule } from "../acme";
import { coreOf, type Declaration } from "../core";
import { isError, type ProtocolDiagnostic } from "../core-process";

test("destroying sends nothing, and a dry run keeps the state", async () => {
  const { session, sent, again } = await configured();
  const state = { rules: [], assigned: {} };
  expect(await repositoryAssignments.destroy(session, state, byItself)).toEqual([]);
  expect(await repositoryAssignments.destroy(await again({ dryRun: true }), state, byItself)).toMatchObject([
    { severity: "error", detail: expect.stringContaining("The state stays") as string },
  ]);
  expect(sent()).toEqual([]);
});

describe("all assignments of an account, imported", () => {
  const [loud, quiet] = [uuid("a", 1), uuid("a", 2)];
  const rulesOf = async (account: Observed) => {
    const { session } = await inMemory(account);
    const { state, diagnostics } = await imported(session, repositoryAssignments, session.accountId);
    expect(diagnostics).toEqual([]);
    return ((state?.["rules"] ?? []) as readonly ObjectValue[]).map(
      ({ configuration_id: to, repository_names: names, repository_ids: ids }) => ({ to, names, ids }),
    );
  };
  const account = live(
    { [loud]: { name: "loud", has: ["web", "api", "docs"] }, [quiet]: { name: "quiet", has: ["old", "cli"] } },
    ["free"],
  );

  test("are a rule for each configuration, which names its repositories; what has none is in no rule", async () => {
    expect(await rulesOf(account)).toEqual([
      { to: loud, names: ["api", "docs", "web"], ids: null },
      { to: quiet, names: ["cli", "old"], ids: null },
    ]);
  });

  test("have the ids of repositories whose name another one has too, or that have none", async () => {
    const called: Readonly<Record<string, string | undefined>> = { old: "api", free: "docs", cli: undefined };
    const repositories = account.repositories.map(({ name = "", ...each }) => {
      const next = Object.hasOwn(called, name) ? called[name] : name;
      return next === undefined ? each : { ...each, name: next };
    });
    expect(await rulesOf({ ...account, repositories })).toEqual([
      { to: loud, names: ["web"], ids: ["id of api", "id of docs"] },
      { to: quiet, names: null, ids: ["id of cli", "id of old"] },
    ]);
  });
});

describe("an apply of assignments that fails", () => {
  const [loud, quiet] = [uuid("a", 1), uuid("a", 2)];
  const account = live({ [loud]: { name: "loud", has: ["web", "api"] }, [quiet]: { name: "quiet" } });
  const to = (id: string): ObjectValue => ({ rules: [rule({ configuration_id: id, repository_names: ["web"] })] });
  const before = blank(repositoryAssignments.schema, { id: "account", ...to(loud), assigned: { [loud]: 1 } });
  const refused: InMemoryOptions = {
    before: () => {
      throw answered(403);
    },
  };
  const applied = async (prior: ObjectValue | null, options: InMemoryOptions) => {
    const { session } = await inMemory(account, options);
    const { planned } = await plan(session, repositoryAssignments, prior, to(quiet));
    const asked = { session, prior, planned, config: planned, plannedPrivate: {} };
    const { state, diagnostics } = await repositoryAssignments.apply(asked);
    expect(diagnostics).toMatchObject([{ severity: "error" }]);
    return state;
  };

  test("has the new rules and what repositories really have in its state, so that the next plan shows the rest", async () => {
    expect(await applied(before, refused)).toMatchObject({ ...to(quiet), assigned: { [loud]: 1 } });
  });

  test("has no state where the rules are new, since terraform would replace it", async () => {
    expect(await applied(null, refused)).toBeNull();
  });

  test("keeps its state where it was to write nothing at all", async () => {
    expect(await applied(before, { dryRun: true })).toEqual(before);
    expect(await applied(null, { dryRun: true })).toBeNull();
  });
});

test("rules that leave a repository with a configuration that is destroyed are refused", async () => {
  const id = uuid("a", 1);
  const { session } = await inMemory(live({ [id]: { name: "loud", has: ["web"] } }));
  expect(await configuration.planDestroy(session, { id, name: "loud" })).toMatchObject({
    diagnostics: [{ severity: "warning" }],
  });
  const before = [rule({ repository_names: ["web"], configuration_id: id })];
  const prior = blank(repositoryAssignments.schema, { id: "account", rules: before, assigned: { [id]: 1 } });
  const rules = [rule({ repository_names: ["web"], leave: true })];
  const { diagnostics } = await plan(session, repositoryAssignments, prior, { rules });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
    { code: "destruction-refused", attribute: ["rules"] },
  ]);
});

const [a, b] = ["scanform_repository_assignments.a", "scanform_repository_assignments.b"] as const;
const baseline = configurationNamed("baseline");
const routing = (configuration_id: ObjectValue[string], ...repository_names: readonly string[]): ObjectValue => ({
  rules: [rule({ configuration_id, repository_names })],
});
const errors = (diagnostics: readonly ProtocolDiagnostic[]) =>
  diagnostics.filter(isError).map(({ summary, detail }) => `${summary}: ${detail}`);
const claimedTwice =
  /^A repository is claimed twice: .*"payments-api" is assigned by another scanform_repository_assignments too. Let one of the two `leave`/;

describe("two assignments of one repository", () => {
  const one = routing(baseline, "payments-api");

  test.each<[string, Declaration, Declaration]>([
    ["their rules are alike, and one is there already", { [a]: one }, { [a]: one, [b]: one }],
    ["neither is there yet", {}, { [a]: one, [b]: one }],
    ["both are there under other addresses", { [a]: one }, { "scanform_repository_assignments.c": one, [b]: one }],
    [
      "neither configuration is there yet",
      {},
      {
        "scanform_configuration.a": { name: "a" },
        "scanform_configuration.b": { name: "b" },
        [a]: (of) => routing(of("scanform_configuration.a", "id"), "payments-api"),
        [b]: (of) => routing(of("scanform_configuration.b", "id"), "payments-api"),
      },
    ],
  ])("are an error of the plan, and write nothing: %s", async (_, first, second) => {
    const { emulator, sent } = await configured();
    const core = coreOf(emulator);
    await core.apply(first);
    emulator.clearRequests();
    expect(errors((await core.plan(second)).diagnostics)).toEqual([expect.stringMatching(claimedTwice) as string]);
    expect(sent().filter((each) => !each.startsWith("GET"))).toEqual([]);
  });

  test("are reported in one error for all repositories", async () => {
    const { emulator } = await configured();
    const two = routing(baseline, "payments-api", "checkout");
    const { diagnostics } = await coreOf(emulator).plan({ [a]: two, [b]: two });
    expect(errors(diagnostics)).toEqual([
      expect.stringMatching(
        /"checkout" and "payments-api" are assigned|"payments-api" and "checkout" are assigned/,
      ) as string,
    ]);
  });
});

test("replacing an assignment does not claim its repositories twice, also when it is tainted", async () => {
  const { emulator } = await configured();
  const core = coreOf(emulator);
  const declared = { [a]: routing(baseline, "payments-api") };
  await core.apply(declared);
  const made = core.state.get(a);
  for (const createFirst of [false, true]) {
    const { actions, apply } = await core.plan(declared, { replace: [a], createFirst });
    expect(actions).toEqual({ [a]: "replace" });
    expect(errors(await apply())).toEqual([]);
  }
  core.state.set(a, { value: core.state.get(a)?.value ?? {}, tainted: true });
  await core.apply(declared);
  expect(core.state.get(a)?.value["assigned"]).toEqual(made?.value["assigned"]);
  expect(await core.plan(declared)).toMatchObject({ actions: { [a]: "no-op" }, diagnostics: [] });
});

test.each([
  ["created", {}],
  ["changed", { rules: [rule({ repository_names: ["docs-site"], leave: true })] }],
])("a rule that matches nothing is a warning of the plan, and not of the apply: %s", async (_, first) => {
  const { emulator } = await configured();
  const core = coreOf(emulator);
  const strict = "scanform_configuration.strict";
  const routing = "scanform_repository_assignments.routing";
  if ("rules" in first) await core.apply({ [strict]: { name: "strict" }, [routing]: first });
  const { diagnostics, apply } = await core.plan({
    [strict]: { name: "strict" },
    [routing]: (of) => ({
      rules: [
        rule({ configuration_id: of(strict, "id"), repository_names: ["docs-site"] }),
        rule({ configuration_id: of(strict, "id"), repository_pattern: "none-%" }),
      ],
    }),
  });
  const unmatched = (said: readonly ProtocolDiagnostic[]) =>
    said.filter(({ summary }) => summary === "A rule matches no repository").length;
  expect(unmatched(diagnostics)).toBe(1);
  expect(unmatched(await apply())).toBe(0);
});
