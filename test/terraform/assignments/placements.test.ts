import type { Repository } from "../../../src/model/entities";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import {
  assignedAttributes,
  heldAttributes,
  type Placement,
  placementsIn,
} from "../../../src/terraform/assignments/placements";
import type { ObjectValue, Value } from "../../../src/terraform/value";
import { live } from "../../reconcile/account";
import { uuid } from "../../reconcile/arbitrary";
import { rule } from "../acme";
import { inMemory } from "../in-memory";
import { orErrors, plan } from "../life";

const [loud, quiet] = [uuid("a", 1), uuid("a", 2)];
const account = live(
  { [loud]: { name: "loud", has: ["web", "api", "docs"] }, [quiet]: { name: "quiet", has: ["old"] } },
  ["free"],
);
const rules = (...all: readonly (readonly [id: string | null, pattern: string])[]): Value =>
  all.map(([id, pattern]) =>
    rule({ repository_pattern: pattern, ...(id === null ? { leave: true } : { configuration_id: id }) }),
  );
const all = rules([null, "old"], [quiet, "w%"], [loud, "%"]);

describe("the attributes of assignments", () => {
  const placements = placementsIn(all, account);

  test("the attributes of assignments count the repositories by the configuration that the rules give them", () => {
    expect(assignedAttributes(placements).assigned).toEqual({ [loud]: 3, [quiet]: 1 });
  });

  test("the attributes of assignments count what repositories have after a refresh, in which one without a configuration is in no count", () => {
    expect(heldAttributes(placements).assigned).toEqual({ [loud]: 3 });
  });

  test("name each configuration once, as the service spells it", () => {
    const given = rules([loud.toUpperCase(), "w%"], [loud, "%"]);
    expect(assignedAttributes(placementsIn(given, account)).assigned).toEqual({ [loud]: 5 });
  });
});

describe("the digest of assignments", () => {
  const planned = (rules: Value, repositories = account.repositories) =>
    assignedAttributes(placementsIn(rules, { ...account, repositories })).assigned_digest;
  const held = (repositories: readonly Repository[]) =>
    heldAttributes(placementsIn(all, { ...account, repositories })).assigned_digest;
  const placed = account.repositories.map((each): Repository => {
    const to = placementsIn(all, account).find(({ repository }) => repository.id === each.id)?.to;
    return to === undefined ? each : { ...each, configuration_id: to };
  });
  const another = { ...placed[0], id: repositoryId("x"), name: "x" } as Repository;

  test("the digest of assignments is that of the plan where each repository has what its rule gives it, in any order of the list", () => {
    expect(held(placed)).toBe(planned(all));
    expect(held([...placed.toReversed(), ...placed.slice(0, 2)])).toBe(planned(all));
  });

  test.each<[string, readonly Repository[]]>([
    [
      "has another configuration",
      placed.map((each) => (each.name === "api" ? { ...each, configuration_id: configurationId(quiet) } : each)),
    ],
    ["has none", placed.map((each) => (each.name === "api" ? without(each) : each))],
    ["comes", [...placed, another]],
    ["goes", placed.filter(({ name }) => name !== "api")],
    ["has the name of another rule", placed.map((each) => (each.name === "api" ? { ...each, name: "wapi" } : each))],
  ])("the digest of assignments changes where one repository %s", (_, repositories) => {
    expect(held(repositories)).not.toBe(planned(all));
  });

  test("the digest of assignments does not change where two repositories that rules leave alone do, or with the ids of configurations", () => {
    expect(held(placed.map((each) => (each.name === "old" ? without(each) : each)))).toBe(planned(all));
    expect(planned(rules([null, "old"], [uuid("b", 1), "w%"], [uuid("b", 2), "%"]))).toBe(planned(all));
  });

  test("the digest of assignments distinguishes two placements that exchange their configurations, where the counts are the same", () => {
    const has = (name: string) => placed.find((each) => each.name === name)?.configuration_id;
    const exchanged = placed.map((each) => {
      const to = each.name === "web" ? has("api") : each.name === "api" ? has("web") : each.configuration_id;
      return { ...each, ...(to === undefined ? {} : { configuration_id: to }) };
    });
    const counts = (repositories: readonly Repository[]) =>
      heldAttributes(placementsIn(all, { ...account, repositories })).assigned;
    expect(counts(exchanged)).toEqual(counts(placed));
    expect(held(exchanged)).not.toBe(held(placed));
  });
});

function without({ configuration_id: _unused, ...rest }: Repository): Repository {
  return rest;
}

describe("an apply that finds other repositories than were planned", () => {
  type Repositories = Awaited<ReturnType<typeof inMemory>>["account"]["repositories"];
  const config: ObjectValue = { rules: rules([quiet, "w%"], [loud, "%"]) };
  const refused = async (change: (repositories: Repositories) => unknown, forget = false) => {
    const { session, account: held, lists, sent } = await inMemory(account);
    const { planned, plannedPrivate = {} } = await plan(session, repositoryAssignments, null, config);
    const known = forget ? { ...planned, assigned_digest: "0" } : planned;
    change(held.repositories);
    lists.invalidate("repositories");
    const asked = { session, prior: null, planned: known, config, plannedPrivate };
    const { state, diagnostics } = await orErrors(null, () => repositoryAssignments.apply(asked));
    expect(state).toBeNull();
    expect(sent).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: "selection-changed", severity: "error", attribute: ["rules"] }]);
    return diagnostics[0]?.detail;
  };
  const named = (name: string): Repository => {
    const found = account.repositories.find((each) => each.name === name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };

  test("an apply that finds other repositories than were planned writes nothing, and says which are new, gone or selected by another rule", async () => {
    const x: Placement["repository"] = { ...named("web"), id: repositoryId("x"), name: "x" };
    expect(await refused((all) => all.set(x.id, x))).toBe('"x" is new. Nothing was assigned: plan again.');
    expect(await refused((all) => all.delete(named("web").id))).toBe(
      '"web" is gone. Nothing was assigned: plan again.',
    );
    expect(
      await refused((all) => {
        for (const each of [named("api"), named("docs")]) all.set(each.id, { ...each, name: `w${each.name ?? ""}` });
      }),
    ).toBe('"wapi" and "wdocs" are selected by other rules. Nothing was assigned: plan again.');
  });

  test("an apply that finds other repositories than were planned says so alone where another process has planned it", async () => {
    expect(await refused(() => undefined, true)).toBe("Nothing was assigned: plan again.");
  });
});
