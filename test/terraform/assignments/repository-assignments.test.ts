import type { Observed } from "../../../src/model/observed";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import { isUnknown, type ObjectValue, Unknown } from "../../../src/terraform/value";
import { live } from "../../reconcile/account";
import { uuid } from "../../reconcile/arbitrary";
import { apply, byItself, imported, plan } from "../life";
import { answered, inMemory, type InMemoryOptions } from "../in-memory";
import { blank, configured } from "../session";
import { configurationNamed, rule } from "../acme";
import { coreOf } from "../core";
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

  test("all assignments of an account, imported are a rule for each configuration, which names its repositories; what has none is in no rule", async () => {
    expect(await rulesOf(account)).toEqual([
      { to: loud, names: ["api", "docs", "web"], ids: null },
      { to: quiet, names: ["cli", "old"], ids: null },
    ]);
  });

  test("all assignments of an account, imported have the ids of repositories whose name another one has too, or that have none", async () => {
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

  test("an apply of assignments that fails has the new rules and what repositories really have in its state, so that the next plan shows the rest", async () => {
    expect(await applied(before, refused)).toMatchObject({ ...to(quiet), assigned: { [loud]: 1 } });
  });

  test("an apply of assignments that fails has no state where the rules are new, since terraform would replace it", async () => {
    expect(await applied(null, refused)).toBeNull();
  });

  test("an apply of assignments that fails keeps its state where it was to write nothing at all", async () => {
    expect(await applied(before, { dryRun: true })).toEqual(before);
    expect(await applied(null, { dryRun: true })).toBeNull();
  });
});

const [a, b] = ["scanform_repository_assignments.a", "scanform_repository_assignments.b"] as const;
const baseline = configurationNamed("baseline");
const routing = (configuration_id: ObjectValue[string], ...repository_names: readonly string[]): ObjectValue => ({
  rules: [rule({ configuration_id, repository_names })],
});
const errors = (diagnostics: readonly ProtocolDiagnostic[]) =>
  diagnostics.filter(isError).map(({ summary, detail }) => `${summary}: ${detail}`);
test.each([
  ["back to where it was", "default", /to stay: "payments-api"/],
  ["elsewhere", "third", /repository payments-api was "default" and is "baseline"/],
])(
  "the second assignment of one repository in an apply does not move what the first has moved, %s",
  async (_, to, said) => {
    const { emulator, session } = await configured();
    const { id = "" } = await session.submit({ kind: "configuration", declared: { name: "third", settings: {} } });
    const core = coreOf(emulator);
    const other = to === "third" ? id : configurationNamed(to);
    const both = { [a]: routing(baseline, "payments-api"), [b]: routing(other, "payments-api") };
    const planned = await core.plan(both);
    const all = errors(await planned.apply());
    expect(all).toEqual([expect.stringMatching(/^Somebody else has changed this since it was planned: /) as string]);
    expect(all[0]).toMatch(said);
  },
);

describe("the review of rules", () => {
  const [loud, quiet] = [uuid("a", 1), uuid("a", 2)];
  const account = live({ [loud]: { name: "loud", has: ["web", "api"] }, [quiet]: { name: "quiet", has: ["docs"] } }, [
    "free",
  ]);
  const to = (id: ObjectValue[string], ...names: readonly string[]): ObjectValue =>
    rule({ configuration_id: id, repository_names: names });
  const reviewed = async (before: readonly ObjectValue[] | undefined, rules: readonly ObjectValue[]) => {
    const { session } = await inMemory(account);
    const state = { rules: before ?? null, assigned: {} };
    const prior =
      before === undefined
        ? null
        : (await repositoryAssignments.read(session, blank(repositoryAssignments.schema, state))).state;
    return (await plan(session, repositoryAssignments, prior, { rules })).planned["review"];
  };

  test("the review of rules has each kind of move once, from where the state has the repositories, by ids, in the order of the rules", async () => {
    const before = [to(loud, "web"), to(quiet, "docs"), to(quiet, "api")];
    expect(await reviewed(before, [to(quiet, "web"), to(loud, "docs", "free"), to(quiet, "api")])).toEqual({
      moves: [
        `${loud} -> ${quiet} (rule 1)`,
        `${quiet} -> ${loud} (rule 2)`,
        `not assigned before -> ${loud} (rule 2)`,
        // it has drifted
        `${loud} -> ${quiet} (rule 3)`,
      ],
    });
  });

  test("the review of rules says nothing of where repositories are that no state assigns: it may be another place by the apply", async () => {
    expect(await reviewed(undefined, [to(loud, "web", "docs")])).toEqual({
      moves: [`not assigned before -> ${loud} (rule 1)`],
    });
  });

  test("the review of rules is unknown while the id of a configuration is", async () => {
    expect(isUnknown((await reviewed([to(loud, "web")], [to(new Unknown(), "web")])) ?? null)).toBe(true);
  });

  test("the review of rules has at most 40 lines, however many configurations there are", async () => {
    const many = Array.from({ length: 60 }, (_, at) => uuid("c", at + 1));
    const { session } = await inMemory(
      live(Object.fromEntries(many.map((id, at) => [id, { name: `c${String(at)}`, has: [`r${String(at)}`] }]))),
    );
    const rules = many.map((id, at) => to(many[(at + 1) % 60] ?? id, `r${String(at)}`));
    const { planned } = await plan(session, repositoryAssignments, null, { rules });
    const { moves } = planned["review"] as { readonly moves: readonly string[] };
    expect([moves.length, moves.at(-1)]).toEqual([40, "and 21 more"]);
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

test("names repositories that no rule claims any longer, and leaves them", async () => {
  const { session, sent, again } = await configured();
  const claiming = (pattern: string) => ({
    rules: [rule({ configuration_id: baseline, repository_pattern: pattern })],
  });
  const { state: prior } = await apply(session, repositoryAssignments, null, claiming("docs-%"));
  const { diagnostics } = await plan(await again(), repositoryAssignments, prior, claiming("design-%"));
  const staying = diagnostics.find(({ summary }) => summary === "Repositories stay where they are");
  expect(staying?.detail).toContain('"docs-site"');
  expect(sent().filter((each) => each.includes("DELETE"))).toEqual([]);
});
