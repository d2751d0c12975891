import fc from "fast-check";
import type { Desired } from "../../../src/model/desired";
import type { Configuration, Observed } from "../../../src/model/entities";
import { accountId, address, configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { repositoryCounts } from "../../../src/reconcile/plan/effects";
import { type Plan, plan } from "../../../src/reconcile/plan/plan";
import { declare, desired, give, live, names, planned } from "../account";
import { desiredFor, observed, policies, settings, slugs } from "../arbitrary";

const counts = ({ effects, repositories }: Plan) => repositoryCounts(effects, repositories);

const summaryOf = ({ effects }: Plan) =>
  effects.map(({ class: kind, mixed, from, to, repositories }) => [
    `${kind}${mixed ? ", mixed" : ""}`,
    `${from?.name ?? "none"} -> ${to?.name ?? "none"}`,
    repositories.map(({ repository: { name }, rule }) => (rule === undefined ? name : `${name ?? ""} by ${rule}`)),
  ]);

test("repositories that stay are affected by the edit, and moved ones by the difference of the two configurations", () => {
  const made = planned(
    desired(
      [declare("one", { comment: "silent" }), declare("new", { comment: "enabled" })],
      give("new", names("b", "d")),
    ),
    live({ one: { settings: { comment: "enabled" }, has: ["a", "b", "c"] } }, ["d"]),
  );
  expect(summaryOf(made)).toEqual([
    ["weakens", "one -> one", ["a", "c"]],
    ["strengthens", "none -> new", ["d by rule 1: d"]],
  ]);
  expect(counts(made)).toEqual({
    weakens: 2,
    unclassified: 0,
    strengthens: 1,
    neutral: 0,
    unaffected: 1,
    mixed: 0,
  });
});

test("a move to a configuration with all analyzers off weakens, although a notification is added", () => {
  const made = planned(
    desired(
      [declare("quiet", { analyzers: { a: { enabled: false } }, notifications: { integration_names: ["x"] } })],
      give("quiet", names("r")),
    ),
    live({ loud: { settings: { analyzers: { a: { enabled: true } }, notifications: {} }, has: ["r"] } }),
  );
  expect(made.effects).toMatchObject([{ class: "weakens", mixed: true }]);
  expect(made.moves).toMatchObject([{ class: "weakens" }]);
});

test("a repository under a leave rule is affected by edits of its configuration, and names the rule", () => {
  const made = planned(
    {
      ...desired([declare("one", { comment: "disabled" })]),
      assignments: [{ address: address("r"), rules: [{ target: { leave: true }, repositoryPattern: "legacy-%" }] }],
    },
    live({ one: { settings: { comment: "enabled" }, has: ["legacy-1", "other"] } }),
  );
  expect(summaryOf(made)).toEqual([["weakens", "one -> one", ["legacy-1 by rule 1: legacy-%", "other"]]]);
});

test("losing a configuration weakens, and so does each leaf that had its strongest value", () => {
  const made = plan(
    { id: accountId("account") },
    { configurations: [], assignments: [], deletions: [configurationId("old")] },
    live({ old: { settings: { comment: "enabled", risk_threshold: 1 }, has: ["r"] } }),
    { force: true },
  );
  expect(made.effects).toMatchObject([
    {
      class: "weakens",
      from: { id: "old", name: "old" },
      to: null,
      changes: [
        { path: "configuration", verdict: "weaker" },
        { path: "comment", verdict: "weaker" },
        { path: "risk_threshold", verdict: "unclassified" },
      ],
    },
  ]);
});

test("a move from an unlisted configuration is unclassified", () => {
  const known = live({ one: { settings: {} } }, ["r"]);
  const orphan = { ...known, repositories: known.repositories.map((each) => ({ ...each, configuration_id: gone })) };
  const made = planned(desired([declare("one", { comment: "enabled" })], give("one", names("r"))), orphan);
  expect(made.effects).toMatchObject([{ class: "unclassified", from: { id: gone } }]);
});
const gone = configurationId("gone");

test("a move between configurations with equal settings is unaffected", () => {
  const made = planned(
    desired([declare("two", {})], give("two", names("r"))),
    live({ one: { settings: { comment: "silent" }, has: ["r"] }, two: { settings: { comment: "silent" } } }),
  );
  expect(made.moves).toMatchObject([{ class: "unaffected" }]);
  expect(made.effects).toEqual([]);
  expect(counts(made).unaffected).toBe(1);
});

describe("for random settings", () => {
  const repository = { id: repositoryId("r"), name: "r", provider_repo_id: 1, enabled: true };
  const configuration = (id: string, held: Settings): Configuration => ({
    id: configurationId(id),
    name: id,
    settings: held,
  });
  const account = (configurations: readonly Configuration[]): Observed => ({
    configurations,
    repositories: [{ ...repository, configuration_id: configurationId("old") }],
    analyzers: slugs.map((slug) => ({ id: slug, name: slug, slug, enabled: true })),
    policies: policies.map((id) => ({ id, dashboard_url: "https://x", title: "t", question: "q" })),
  });
  const to = (name: string, held: Settings): Desired => ({
    configurations: [{ address: address(name), name, settings: held, whole: true }],
    assignments: [
      {
        address: address("routing"),
        rules: [{ target: { configuration: { address: address(name) } }, repositoryPattern: "%" }],
      },
    ],
  });
  const verdictOf = (wanted: Desired, there: readonly Configuration[]) => {
    const { effects } = plan({ id: accountId("a") }, wanted, account(there));
    return effects.map(({ class: kind, mixed, changes }) => ({
      class: kind,
      mixed,
      changes: changes.map(({ path, verdict }) => [path, verdict]),
    }));
  };

  test("an edit, a move to a new configuration and a move to an existing one have the same verdict", () => {
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        const old = configuration("old", before);
        const edit = verdictOf(to("old", after), [old]);
        expect(verdictOf(to("new", after), [old])).toEqual(edit);
        expect(verdictOf(to("there", after), [old, configuration("there", after)])).toEqual(edit);
      }),
      { numRuns: 300 },
    );
  });

  test("a new configuration has the same verdict whether or not it is declared whole", () => {
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        const old = configuration("old", before);
        const declared = to("new", after);
        const merged = {
          ...declared,
          configurations: declared.configurations.map(({ whole: _, ...each }) => each),
        };
        expect(verdictOf(merged, [old])).toEqual(verdictOf(declared, [old]));
      }),
      { numRuns: 300 },
    );
  });

  test("every repository is counted exactly once, in its class or as unaffected", () => {
    fc.assert(
      fc.property(
        observed.chain((there) => desiredFor(there).map((wanted) => ({ there, wanted }))),
        ({ there, wanted }) => {
          const made = plan({ id: accountId("a") }, wanted, there, { force: true });
          const felt = made.effects.flatMap(({ repositories }) => repositories.map((each) => each.repository.id));
          expect(new Set(felt).size).toBe(felt.length);
          const { mixed, ...classes } = counts(made);
          expect(Object.values(classes).reduce((sum, each) => sum + each, 0)).toBe(there.repositories.length);
          expect(mixed).toBeLessThanOrEqual(classes.weakens);
          expect(classes.unaffected).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
