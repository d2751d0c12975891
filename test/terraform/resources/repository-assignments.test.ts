import type { Observed } from "../../../src/model/entities";
import { repositoryAssignments } from "../../../src/terraform/resources/repository-assignments";
import type { ObjectValue } from "../../../src/terraform/values/value";
import { live } from "../../reconcile/account";
import { uuid } from "../../reconcile/arbitrary";
import { inMemory } from "../in-memory";
import { imported } from "../life";
import { configured } from "../session";

test("destroying sends nothing, and a dry run keeps the state", async () => {
  const { session, sent, again } = await configured();
  const state = { rules: [], assigned: {} };
  expect(await repositoryAssignments.destroy(session, state)).toEqual([]);
  expect(await repositoryAssignments.destroy(await again({ dryRun: true }), state)).toMatchObject([
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
