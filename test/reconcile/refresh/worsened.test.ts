import { type LeafVerdict } from "../../../src/model/leaf-verdict";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import { type Effect, judged, type Side } from "../../../src/reconcile/plan/effects";
import { type ReviewedEffect, verdictRegressions } from "../../../src/reconcile/refresh/staleness";
import { declare, desired, give, live, names, planned } from "../account";

const leaf = (path: string, verdict: LeafVerdict) => ({ path, verdict, setting: path, removes: false });

const sideOf = (name: string): Side => ({ id: configurationId(`id of ${name}`), name });

/** What the repositories feel, which have no name where it is `undefined`. */
const effects = (
  leaves: Readonly<Record<string, LeafVerdict>>,
  felt: readonly (string | undefined)[] = ["r"],
  from: Side | null = sideOf("one"),
  to: Side | null = from,
): readonly Effect[] =>
  judged([
    {
      from,
      to,
      changes: Object.entries(leaves).map(([path, verdict]) => leaf(path, verdict)),
      repositories: felt.map((name, at) => ({
        repository: {
          id: repositoryId(name === undefined ? `nameless-${String(at)}` : `id of ${name}`),
          ...(name === undefined ? {} : { name }),
          provider_repo_id: at,
          enabled: true,
        },
      })),
    },
  ]);

const none: readonly ReviewedEffect[] = [];

describe("a change that the reviewer saw as", () => {
  const said = ['"r": more is weaker or unknown than was reviewed ("one": comment)'];
  const table: readonly (readonly [LeafVerdict | "absent", Readonly<Record<LeafVerdict, boolean>>])[] = [
    ["weaker", { weaker: false, unclassified: false, stronger: false, neutral: false }],
    ["unclassified", { weaker: true, unclassified: false, stronger: false, neutral: false }],
    ["stronger", { weaker: true, unclassified: true, stronger: false, neutral: false }],
    ["neutral", { weaker: true, unclassified: true, stronger: false, neutral: false }],
    ["absent", { weaker: true, unclassified: true, stronger: false, neutral: false }],
  ];

  test.each(table)("%s is worse now only if it is less certain, or weaker than was said", (before, isWorse) => {
    // another leaf that was weaker excuses nothing
    const reviewed = effects({ risk_threshold: "weaker", ...(before === "absent" ? {} : { comment: before }) });
    const verdicts = ["weaker", "unclassified", "stronger", "neutral"] as const;
    const found = verdicts.map((now) => [now, verdictRegressions(reviewed, effects({ comment: now }))]);
    expect(found).toEqual(verdicts.map((now) => [now, isWorse[now] ? said : []]));
  });
});

test("says once for all repositories which of them are worse off, where and by which settings", () => {
  const reviewed = [...effects({ comment: "weaker" }, ["told"]), ...effects({ comment: "neutral" }, ["a"])];
  const now = effects({ comment: "weaker", beta: "neutral", risk_threshold: "unclassified" }, ["a", "told", undefined]);
  expect(verdictRegressions(reviewed, now)).toEqual([
    '"a", "told" and "nameless-2": more is weaker or unknown than was reviewed ("one": comment, risk_threshold)',
  ]);
  expect(verdictRegressions(effects({ comment: "weaker", risk_threshold: "weaker" }, ["told", "a"]), now)).toEqual([
    '"nameless-2": more is weaker or unknown than was reviewed ("one": comment, risk_threshold)',
  ]);
  expect(verdictRegressions(now, now)).toEqual([]);
});

test("names only the settings that the repositories of its own line feel", () => {
  const now = [...effects({ risk_threshold: "weaker" }, ["a"]), ...effects({ comment: "weaker" }, ["b"])];
  expect(verdictRegressions(none, now)).toEqual([
    '"a": more is weaker or unknown than was reviewed ("one": risk_threshold)',
    '"b": more is weaker or unknown than was reviewed ("one": comment)',
  ]);
});

test.each<[string, Side | null, Side | null, string]>([
  ["a repository that gets its first configuration", null, sideOf("two"), 'none -> "two"'],
  ["a repository that loses its configuration", sideOf("one"), null, '"one" -> none'],
  ["a repository that moves", sideOf("one"), sideOf("two"), '"one" -> "two"'],
  ["a repository whose configuration is renamed", sideOf("one"), { ...sideOf("one"), name: "eins" }, '"one" -> "eins"'],
  ["a configuration without a name by its id", { id: configurationId("x") }, sideOf("two"), '"x" -> "two"'],
  ["a new configuration of no name", null, { address: address("new") }, 'none -> "new"'],
])("names both configurations of %s", (_of, from, to, where) => {
  expect(verdictRegressions(none, effects({ comment: "weaker" }, ["r"], from, to))).toEqual([
    `"r": more is weaker or unknown than was reviewed (${where}: comment)`,
  ]);
});

test("each group of repositories that is worse off has a line, and the others have none", () => {
  const strict = { comment: "enabled", risk_threshold: 3 } as const;
  const declared = desired([declare("one", { comment: "silent" }), declare("two")], give("two", names("moves")));
  const account = (held: readonly string[]) =>
    live({ one: { settings: strict, has: held }, two: { settings: { comment: "disabled" } } }, []);
  const reviewed = planned(declared, account(["stays", "moves"])).effects;
  const now = planned(declared, account(["stays", "moves", "comes"])).effects;
  expect(verdictRegressions(reviewed, now)).toEqual([
    '"comes": more is weaker or unknown than was reviewed ("one": comment)',
  ]);
  expect(verdictRegressions(none, now)).toEqual([
    '"comes" and "stays": more is weaker or unknown than was reviewed ("one": comment)',
    '"moves": more is weaker or unknown than was reviewed ("one" -> "two": comment, risk_threshold)',
  ]);
  expect(verdictRegressions(now, reviewed)).toEqual([]);
});
