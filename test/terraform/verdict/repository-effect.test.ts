import fc from "fast-check";
import type { Diagnostic } from "../../../src/diagnostics/diagnostic";
import { compareSettings } from "../../../src/model/compare-settings";
import type { Desired } from "../../../src/model/desired";
import type { Configuration, Observed, Repository } from "../../../src/model/observed";
import { accountId, address, configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { plan as planOf } from "../../../src/reconcile/plan/plan";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import { allSettings } from "../../../src/terraform/configuration/settings";
import { configuration } from "../../../src/terraform/resources/configuration";
import { isObjectValue, listIn, type ObjectValue, Unknown, type Value } from "../../../src/terraform/value";
import {
  countEffects,
  describeLeafChange,
  type EffectCounts,
  effectLines,
  effectText,
  type RepositoryEffect,
  verdictSummary,
} from "../../../src/terraform/verdict/repository-effect";
import { unknownChange, unknownLeaves } from "../../../src/terraform/verdict/unknown-leaves";
import { policies, settings, slugs, uuid } from "../../reconcile/arbitrary";
import { rule } from "../acme";
import { coreOf } from "../core";
import { inMemory } from "../in-memory";
import { plan } from "../life";
import { blank, configured } from "../session";

const repositories = (count: number, of = "r"): readonly Repository[] =>
  Array.from({ length: count }, (_, at) => ({
    id: repositoryId(`id of ${of}${String(at)}`),
    name: `${of}${String(at)}`,
    provider_repo_id: at,
    enabled: true,
  }));
const effects = (what: string, before: Settings, after: Settings, count = 1): RepositoryEffect => ({
  what,
  changes: compareSettings(before, after),
  repositories: repositories(count),
});
const weaker = effects("which weaken", { comment: "enabled" }, { comment: "disabled" });
const stronger = effects("which strengthen", { comment: "disabled" }, { comment: "enabled" }, 3);
const unclassified = effects("of which it is not known", { risk_threshold: 1 }, { risk_threshold: 2 }, 2);
const mixed = effects(
  "which do both",
  { comment: "enabled", analyzers: { a: { enabled: false } } },
  { comment: "disabled", analyzers: { a: { enabled: true } } },
);

test("lists the effects of each group, the worst first, without groups that have no repositories", () => {
  const nobody = { ...weaker, what: "nobody", repositories: [] };
  expect(effectLines([stronger, unclassified, nobody, weaker])).toEqual([
    '1 repository, which weaken: "r0"',
    "  weaker: comments: enabled -> disabled",
    '2 repositories, of which it is not known: "r0" and "r1"',
    "  unclassified: risk_threshold (1 -> 2)",
    '3 repositories, which strengthen: "r0", "r1" and "r2"',
    "  stronger: comments: disabled -> enabled",
  ]);
});

test("of groups that weaken, the one with more weaker settings comes first, and then the larger one", () => {
  const more = effects(
    "which weaken in two settings",
    { comment: "enabled", analyzers: { a: { enabled: true } } },
    { comment: "disabled", analyzers: { a: { enabled: false } } },
  );
  const larger = { ...weaker, what: "more that weaken", repositories: repositories(2) };
  const heads = effectLines([weaker, larger, more]).filter((line) => !line.startsWith(" "));
  expect(heads).toEqual([
    '1 repository, which weaken in two settings: "r0"',
    '2 repositories, more that weaken: "r0" and "r1"',
    '1 repository, which weaken: "r0"',
  ]);
});

test("many names, many leaves and many groups are cut with how many more there are", () => {
  const all = Object.fromEntries(Array.from({ length: 22 }, (_, at) => [`a${String(at)}`, { enabled: true }]));
  const off = Object.fromEntries(Object.keys(all).map((slug) => [slug, { enabled: false }]));
  const [names = "", leaves = ""] = effectLines([effects("which have it", { analyzers: all }, { analyzers: off }, 58)]);
  expect(names).toMatch(/"r19" and 38 more$/);
  expect(leaves).toMatch(/ and 2 more$/);
  const groups = effectLines(Array.from({ length: 53 }, (_, at) => ({ ...weaker, what: `group ${String(at)}` })));
  expect(groups.at(-1)).toBe("and 3 repositories in 3 more groups");
});

describe("the text of a warning", () => {
  const size = (text: string) => [text.split("\n").length, text.length];
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => ({ ...weaker, what: `group ${String(at)} ${name}` }));

  test("the text of a warning has at most 40 lines, of which the last ones are those that were asked for", () => {
    const lines = effectText(many(48, ""), ["one", "two"]).split("\n");
    expect(lines).toHaveLength(39);
    expect(lines.slice(-3)).toEqual(["and 30 repositories in 30 more groups", "one", "two"]);
  });

  test("the text of a warning has at most 6,000 characters, however long the names are", () => {
    const long = "n".repeat(700);
    const text = effectText(many(12, long), ["last"]);
    expect(text).toMatch(/\nand 5 repositories in 5 more groups\nlast$/);
    expect(size(text)[1]).toBeLessThanOrEqual(6000);
    const names = repositories(20).map((each) => ({ ...each, name: `${each.name ?? ""}${"\u202e".repeat(60)}` }));
    const [head = ""] = effectLines([{ ...weaker, repositories: names }]);
    expect(head).toMatch(/ and 18 more$/);
    expect(effectLines([{ ...weaker, what: "x".repeat(9000) }])[0]).toHaveLength(1201);
  });

  test("the text of a warning has the worst group, whatever its size", () => {
    const all = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`a${"b".repeat(90)}${String(at)}`, true]));
    const set = (enabled: boolean) => Object.fromEntries(Object.keys(all).map((slug) => [slug, { enabled }]));
    const off = effects("which have it", { analyzers: set(true) }, { analyzers: set(false) }, 58);
    const [head = "", leaves = ""] = effectText([...many(50, ""), off]).split("\n");
    expect(head).toContain("58 repositories, which have it");
    expect(leaves).toMatch(/ and \d+ more$/);
  });
});

test("counts repositories by class; mixed ones are among those that weaken", () => {
  const counts = { all: 7, weakens: 2, unclassified: 2, strengthens: 3, neutral: 0, unaffected: 0, mixed: 1 };
  expect(countEffects([weaker, stronger, unclassified, mixed])).toEqual(counts);
});

const counts = (given: Partial<EffectCounts>): EffectCounts => ({
  all: 0,
  weakens: 0,
  unclassified: 0,
  strengthens: 0,
  neutral: 0,
  unaffected: 0,
  mixed: 0,
  ...given,
});

test.each<[Partial<EffectCounts>, string | undefined, string | undefined]>([
  [{}, undefined, undefined],
  [{ all: 4 }, undefined, undefined],
  [{ all: 1, weakens: 1 }, "weakens its 1 repository", "weakens 1 repository"],
  [{ all: 14, weakens: 12 }, "weakens 12 of its 14 repositories", "weakens 12 repositories"],
  [
    { all: 14, weakens: 12, mixed: 3, unclassified: 2 },
    "weakens 12 of its 14 repositories (3 of which also get stronger settings), 2 unclassified",
    "weakens 12 repositories (3 of which also get stronger settings), 2 unclassified",
  ],
  [
    { all: 1, weakens: 1, mixed: 1 },
    "weakens its 1 repository (which also gets stronger settings)",
    "weakens 1 repository (which also gets stronger settings)",
  ],
  [
    { all: 4, weakens: 2, mixed: 1 },
    "weakens 2 of its 4 repositories (1 of which also gets stronger settings)",
    "weakens 2 repositories (1 of which also gets stronger settings)",
  ],
  [
    { all: 2, weakens: 2, mixed: 2 },
    "weakens its 2 repositories (which also get stronger settings)",
    "weakens 2 repositories (which also get stronger settings)",
  ],
  [{ all: 3, unclassified: 2 }, "is unclassified for 2 of its 3 repositories", "is unclassified for 2 repositories"],
])("of %j a summary says what weakens, or else what is unclassified", (given, ofConfiguration, ofRouting) => {
  expect(verdictSummary(counts(given), "its")).toBe(ofConfiguration);
  expect(verdictSummary(counts(given))).toBe(ofRouting);
});

const unknown = new Unknown();
const policy = "00000000-0000-4000-8000-000000000001";

test.each<[string, ObjectValue, readonly string[]]>([
  ["nothing", { comment: "silent", analyzers: { a: { enabled: true } }, code_policies: null }, []],
  ["a setting", { comment: unknown, risk_threshold: 3 }, ["comment"]],
  ["a leaf of an entry", { analyzers: { a: { enabled: unknown, blocking: true } } }, ['analyzers["a"].enabled']],
  ["a whole entry", { code_policies: { [policy]: unknown } }, [`code_policies["${policy}"]`]],
  ["one of several items", { analyzers: { a: { excludes: ["x", unknown] } } }, ['analyzers["a"].excludes']],
  ["a part of an object", { notifications: { enabled: unknown, deduplicate: true } }, ["notifications.enabled"]],
  ["whether other analyzers go", { exclusive_analyzers: unknown, analyzers: { a: {} } }, ["analyzers"]],
  ["whether all analyzers go", { exclusive_analyzers: unknown }, ["analyzers"]],
])("of a planned configuration, what is known only after apply: %s", (_, planned, expected) => {
  const leaves = unknownLeaves(planned);
  expect(leaves.map(({ path }) => path)).toEqual(expected);
  expect(leaves.every(({ verdict }) => verdict === "unclassified")).toBe(true);
});

const many = ["a", "b", "c", "d", "e", "f"];
const secrets = (more: object): Settings => ({ analyzers: { secrets: { enabled: true, ...more } } });
const withPolicy = (more: object): Settings => ({ code_policies: [{ id: "p-1", ...more }] });

test.each<[string, Settings, Settings, string]>([
  [
    "an analyzer by its slug",
    secrets({ blocking: true }),
    secrets({ blocking: false }),
    "secrets no longer blocks pull requests (true -> false)",
  ],
  [
    "a slug that could be taken for words in quotes",
    { analyzers: { "a b": { enabled: true } } },
    { analyzers: { "a b": { enabled: false } } },
    '"a b" no longer runs (true -> false)',
  ],
  ["a policy that goes by its id", withPolicy({ enabled: true }), {}, "p-1 is no longer evaluated"],
  ["comments", { comment: "enabled" }, { comment: "silent" }, "comments: enabled -> silent"],
  [
    "notifications, with what they lose",
    { notifications: { integration_names: ["x", "y"] } },
    { notifications: { integration_names: ["y"] } },
    "notifications no longer go to some integrations (- 1)",
  ],
  [
    "a set by how many it gains and loses, not by what they are",
    secrets({ excludes: ["gone"] }),
    secrets({ excludes: [...many, "**"] }),
    "secrets scans no files (+ 7; - 1)",
  ],
  ["a setting of which nothing is said by its path", { risk_threshold: 3 }, {}, "risk_threshold (3 -> not set)"],
  [
    "a leaf of which nothing is said by its path",
    secrets({ risk_level: "low" }),
    secrets({ risk_level: "high" }),
    'analyzers["secrets"].risk_level ("low" -> "high")',
  ],
])("words name %s", (_, before, after, words) => {
  expect(compareSettings(before, after).map((each) => describeLeafChange(each))).toEqual([words]);
});

test("words of what is known only after apply say so", () => {
  const path = 'analyzers["secrets"].excludes';
  expect(describeLeafChange(unknownChange(path, "analyzers", "secrets"))).toBe(`${path} (known after apply)`);
});

test("words of a lost configuration say nothing of its id", () => {
  expect(
    describeLeafChange({
      path: "configuration",
      setting: "configuration",
      before: "id",
      verdict: "weaker",
      removes: true,
    }),
  ).toBe("the repository no longer has a configuration");
});

const strict = "scanform_configuration.strict";

/** Plans that a policy blocks no longer. @returns what is said of it */
async function weakened(refused: boolean) {
  const { emulator, session } = await configured();
  const [policy] = await session.lists.read("policies", "ended");
  if (policy === undefined) throw new Error("there is none");
  const core = coreOf(emulator);
  const declared = (blocking: boolean): ObjectValue => ({
    name: "baseline",
    code_policies: { [policy.id]: { enabled: true, silent: null, blocking } },
  });
  await core.apply({ [strict]: declared(true) });
  if (refused) emulator.setFaults([{ fault: "status", status: 403, path: "/v1/**/custom_policies" }]);
  const { diagnostics, plans } = await core.plan({ [strict]: { name: "baseline", code_policies: {} } });
  const review = JSON.stringify(plans(strict, "review"));
  return { policy, said: diagnostics.map(({ detail }) => detail).join("\n"), review };
}

test("custom policies go by their titles in warnings, and by their ids in reviews, for which nothing is read", async () => {
  const { policy, said, review } = await weakened(false);
  expect(said).toContain(`weaker: "${policy.title}" `);
  expect(said).not.toContain(policy.id);
  expect(review).toContain(`"weaker":["${policy.id}: is no longer evaluated"]`);
});

test("custom policies go by their ids where they may not be listed", async () => {
  const { policy, said } = await weakened(true);
  expect(said).toContain(policy.id);
});

const [oldId, thereId] = [uuid("a", 1), uuid("a", 2)];
const live = (id: string, name: string, held: Settings): Configuration => ({
  id: configurationId(id),
  name,
  settings: held,
});
const account = (configurations: readonly Configuration[]): Observed => ({
  configurations,
  repositories: [1, 2, 3].map((at) => ({
    id: repositoryId(uuid("b", at)),
    name: `r${String(at)}`,
    provider_repo_id: at,
    enabled: true,
    configuration_id: configurationId(oldId),
  })),
  analyzers: slugs.map((slug) => ({ id: slug, name: slug, slug, enabled: true })),
  policies: policies.map((id) => ({ id, dashboard_url: "https://x", title: "t", question: "q" })),
});

/** The class that a plan of the CLI gives to all repositories, which are in one group at most. */
function byCli(observed: Observed, declared: Desired): string {
  const [effect] = planOf({ id: accountId("account") }, declared, observed).effects;
  return effect === undefined ? "none" : named(effect.class, effect.repositories.length, effect.mixed);
}

const named = (kind: string, count: number, mixed: boolean): string =>
  kind === "weakens" || kind === "unclassified" ? `${kind} ${String(count)}${mixed ? ", mixed" : ""}` : "none";

/** The class and the count of the warnings of the provider. */
function byProvider(diagnostics: readonly Diagnostic[]): string {
  const [warning] = diagnostics.filter(({ code }) => code === "weakens" || code === "unclassified");
  const count = Number(/(\d+) repositor/.exec(warning?.summary ?? "")?.[1]);
  return named(warning?.code ?? "none", count, warning?.summary.includes("stronger settings)") === true);
}

/** Whether the attribute `review` lists a leaf with this verdict. */
const has = ({ review = null }: ObjectValue, ...verdicts: readonly string[]): boolean =>
  verdicts.some((verdict) => isObjectValue(review) && listIn(review[verdict]).length > 0);

const declaring = (name: string, held: Settings): Desired["configurations"] => [
  { address: address(name), name, settings: held },
];
const routing = (target: Desired["assignments"][number]["rules"][number]["target"]): Desired["assignments"] => [
  { address: address("routing"), rules: [{ target, repositoryPattern: "%" }] },
];
const rules = (id: Value): ObjectValue => ({ rules: [rule({ configuration_id: id, repository_pattern: "%" })] });
const entry = (name: string, held: Settings): ObjectValue => ({ name, ...allSettings(held) });

describe("the class that the provider's warning gives to the repositories is that of the CLI's plan", () => {
  const holds = (check: (before: Settings, after: Settings) => Promise<void>) =>
    fc.assert(fc.asyncProperty(settings, settings, check), { numRuns: 30 });

  test("the class that the provider's warning gives to the repositories is that of the CLI's plan for an edit in place, of which the review hides nothing", () =>
    holds(async (before, after) => {
      const observed = account([live(oldId, "old", before)]);
      const { session } = await inMemory(observed);
      const prior = blank(configuration.schema, { id: oldId, ...entry("old", before) });
      const { planned, diagnostics } = await plan(session, configuration, prior, entry("old", after));
      const expected = byCli(observed, { configurations: declaring("old", after), assignments: [] });
      expect(byProvider(diagnostics)).toBe(expected);
      if (expected.startsWith("weakens")) expect(has(planned, "weaker", "unclassified")).toBe(true);
      else expect(has(planned, "weaker")).toBe(false);
      if (expected.startsWith("unclassified")) expect(has(planned, "unclassified")).toBe(true);
    }));

  test("the class that the provider's warning gives to the repositories is that of the CLI's plan for a configuration that is taken over", () =>
    holds(async (before, after) => {
      const observed = account([live(oldId, "old", before)]);
      const { session } = await inMemory(observed);
      const { planned, diagnostics } = await plan(session, configuration, null, entry("old", after));
      const expected = byCli(observed, { configurations: declaring("old", after), assignments: [] });
      expect([byProvider(diagnostics), has(planned, "unclassified")]).toEqual([expected, true]);
    }));

  test("the class that the provider's warning gives to the repositories is that of the CLI's plan for a move to one that exists", () =>
    holds(async (before, there) => {
      const observed = account([live(oldId, "old", before), live(thereId, "there", there)]);
      const { session } = await inMemory(observed);
      const { diagnostics } = await plan(session, repositoryAssignments, null, rules(thereId));
      const target = { configuration: { id: configurationId(thereId) } };
      expect(byProvider(diagnostics)).toBe(byCli(observed, { configurations: [], assignments: routing(target) }));
    }));
});

test("a move to a configuration that is new is unclassified: its settings are reviewed with it", async () => {
  const { session } = await inMemory(account([live(oldId, "old", {})]));
  const { diagnostics } = await plan(session, repositoryAssignments, null, rules(new Unknown()));
  expect(byProvider(diagnostics)).toBe("unclassified 3");
});
