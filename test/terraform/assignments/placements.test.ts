import type { Observed, Repository } from "../../../src/model/observed";
import { configurationId, repositoryId } from "../../../src/model/ids";
import {
  assignedAttributes,
  heldAttributes,
  type Placement,
  placementsIn,
} from "../../../src/terraform/assignments/placements";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import { routeRepositories } from "../../../src/terraform/assignments/route-repositories";
import { configuration } from "../../../src/terraform/resources/configuration";
import { isUnknown, type ObjectValue, Unknown, type Value } from "../../../src/terraform/value";
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

const legacy = live({
  [loud]: { name: "loud", settings: { comment: "enabled" }, has: ["api", "web", "docs", "legacy"] },
  [quiet]: { name: "quiet", settings: { comment: "disabled" } },
});
const to = (id: Value, names: Value): ObjectValue => rule({ configuration_id: id, repository_names: names });
const unknown = new Unknown();
const routed = async (rules: Value, given: Observed = legacy) =>
  routeRepositories((await inMemory(given)).session, { rules }, given, true);

describe("rules of which some are known only after apply", () => {
  const weaker = `2 repositories, "loud" (${loud}) -> "quiet" (${quiet}) (rule 1): "api" and "web"\n  weaker: comments: enabled -> disabled`;

  test.each<[string, Value, number]>([
    ["all names of one", to(loud, unknown), 2],
    ["the pattern of one", rule({ configuration_id: loud, repository_pattern: unknown }), 2],
    ["one of several names", to(loud, ["docs", unknown]), 1],
    ["a whole rule", unknown, 2],
    [
      "whether it leaves them or assigns another",
      rule({ configuration_id: unknown, leave: unknown, repository_pattern: "%" }),
      2,
    ],
  ])(
    "rules of which some are known only after apply are reviewed up to there, and what is undecided is said: %s",
    async (_, second, undecided) => {
      const all = rule({ configuration_id: quiet, repository_pattern: "%" });
      const { placements, isWhole, diagnostics } = await routed([to(quiet, ["api", "web"]), second, all]);
      expect(isWhole).toBe(false);
      expect(placements?.filter(({ to: id }) => id === quiet)).toHaveLength(2);
      expect(diagnostics).toMatchObject([
        {
          code: "weakens",
          summary: `Routing weakens 2 repositories, ${String(undecided)} unclassified, such as "api"`,
        },
      ]);
      expect(diagnostics[0]?.detail).toContain(weaker);
      expect(diagnostics[0]?.detail).toContain("which rule 2 may select, whose selectors are known only after apply");
    },
  );

  test("decide nothing where the list itself is not known, which is said", async () => {
    const { placements, diagnostics } = await routed(unknown);
    expect(placements).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: "unclassified", summary: 'Routing is unclassified for 4 repositories, such as "api"' },
    ]);
    expect(diagnostics[0]?.detail).toMatch(/^4 repositories, for which the rules are known only after apply: /);
  });

  test("rules of which some are known only after apply say nothing where those before them decide over every repository", async () => {
    const { diagnostics, isWhole } = await routed([rule({ leave: true, repository_pattern: "%" }), to(quiet, unknown)]);
    expect({ diagnostics, isWhole }).toEqual({ diagnostics: [], isWhole: false });
  });

  test.each<[string, readonly Value[], number]>([
    ["before them", ["wbe"], 0],
    ["among names of which one is not known", ["wbe", unknown], 0],
    ["after them", ["wbe"], 1],
  ])("warn once of a repository %s that is not there", async (_, listed, place) => {
    const wrong = to(quiet, listed);
    const { placements, diagnostics } = await routed(place === 0 ? [wrong] : [to(quiet, unknown), wrong]);
    expect(placements).toBeDefined();
    expect(diagnostics.filter(({ code }) => code === "repository-unknown")).toMatchObject([
      { severity: "warning", attribute: ["rules", place] },
    ]);
  });

  test("refuse a configuration after them that is not there", async () => {
    const { placements, diagnostics } = await routed([to(quiet, unknown), to(uuid("a", 9), ["web"])]);
    expect(placements).toBeUndefined();
    expect(diagnostics).toMatchObject([{ severity: "error", attribute: ["rules", 1] }]);
  });

  test("leave the planned assignments unknown, and call no repository unclaimed", async () => {
    const { session } = await inMemory(legacy);
    const prior = { rules: [rule({ configuration_id: loud, repository_pattern: "%" })], assigned: { [loud]: 4 } };
    const { planned, diagnostics } = await plan(session, repositoryAssignments, prior, { rules: [to(quiet, unknown)] });
    expect([planned["assigned"], planned["assigned_digest"]].every(isUnknown)).toBe(true);
    expect(diagnostics.map(({ code }) => code)).toEqual(["unclassified"]);
  });
});

test("a move that weakens nothing is listed, and what stays is not", async () => {
  const strict = uuid("a", 3);
  const given = live({
    [strict]: { name: "strict", settings: { comment: "enabled" } },
    [quiet]: { settings: { comment: "disabled" }, has: ["x"] },
  });
  const { diagnostics } = await routed([to(strict, ["x"])], given);
  expect(diagnostics).toMatchObject([{ code: "repositories-move", summary: "1 repository moves" }]);
  expect(diagnostics[0]?.detail).toMatch(/rule 1\): "x"\n {2}stronger: comments: /);
});

test("a move of some repositories is judged apart from that of others with the same configuration", async () => {
  const strict = uuid("a", 3);
  const given = live({
    [loud]: { name: "loud", settings: { comment: "silent" }, has: ["api", "web"] },
    [quiet]: { name: "quiet", settings: { comment: "disabled" } },
    [strict]: { name: "strict", settings: { comment: "enabled" } },
  });
  const { diagnostics } = await routed([to(strict, ["api"]), to(quiet, ["web"])], given);
  expect(diagnostics).toMatchObject([{ summary: 'Routing weakens 1 repository: "web"' }]);
  const lines = (diagnostics[0]?.detail ?? "").split("\n");
  expect(lines[0]).toBe(`1 repository, "loud" (${loud}) -> "quiet" (${quiet}) (rule 2): "web"`);
  expect(lines[2]).toBe(`1 repository, "loud" (${loud}) -> "strict" (${strict}) (rule 1): "api"`);
});

test("a move is planned from all repositories, also where the service cuts their list short", async () => {
  const { session, asked } = await inMemory(legacy, { page: 2 });
  const all = rule({ configuration_id: quiet, repository_pattern: "%" });
  const { planned } = await plan(session, repositoryAssignments, null, { rules: [all] });
  expect(planned["assigned"]).toEqual({ [quiet]: 4 });
  expect(asked).toContain("rest of repositories, certain");
});

test("a move by several rules names all of them in their order", async () => {
  const { diagnostics } = await routed([to(quiet, ["web"]), to(quiet, ["legacy"]), to(quiet, ["api"])]);
  expect(diagnostics[0]?.detail).toContain(`"quiet" (${quiet}) (rules 1, 2, 3): `);
});

test("a move that weakens is named before one that is unclassified", async () => {
  const { diagnostics } = await routed([to(unknown, ["api"]), to(quiet, ["web"])]);
  expect(diagnostics).toMatchObject([{ summary: 'Routing weakens 1 repository, 1 unclassified, such as "web"' }]);
});

test("a move to what is known only after apply, though no configuration is new, is unclassified", async () => {
  const { diagnostics } = await routed([to(unknown, ["web"])]);
  expect(diagnostics).toMatchObject([{ summary: 'Routing is unclassified for 1 repository: "web"' }]);
});

test("while the provider is not configured assignments are not reviewed, which is said", async () => {
  const { diagnostics } = await plan(undefined, repositoryAssignments, null, { rules: [] });
  expect(diagnostics).toMatchObject([{ code: "not-reviewed" }]);
  expect(await configuration.planDestroy(undefined, { id: loud })).toMatchObject({
    diagnostics: [{ code: "not-reviewed" }],
  });
});
