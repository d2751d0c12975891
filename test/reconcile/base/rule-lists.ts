import fc from "fast-check";
import type { LeafChange } from "../../../src/model/compare-settings";
import { compareSettings } from "../../../src/model/compare-settings";
import type { DesiredRule, RuleTarget } from "../../../src/model/desired";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import { judgementOf } from "../../../src/model/leaf-verdict";
import type { Settings } from "../../../src/model/settings";
import { compareRules } from "../../../src/reconcile/base/compare-rules";
import { ruleList } from "../../../src/reconcile/base/rule-list";
import { isFutureWeakening } from "../../../src/reconcile/plan/base-comparison";
import type { Destination } from "../../../src/reconcile/plan/moves";
import { route } from "../../../src/reconcile/plan/route";

/** Random pairs of rule lists, and what each of all short names gets by both, according to `route`. */

const letters = ["a", "b", "%", "_", "\\"] as const;
const longest = 4;

/** Every name of up to four characters: two that patterns name, the wildcards as characters, and one of no pattern. */
export const allNames: readonly string[] = (() => {
  let last = [""];
  const found: string[] = [];
  for (let length = 1; length <= longest; length += 1) {
    last = last.flatMap((name) => ["a", "b", "%", "c"].map((each) => name + each));
    found.push(...last);
  }
  return found;
})();

const name = fc.array(fc.constantFrom("a", "b", "%", "c"), { minLength: 1, maxLength: 3 }).map((each) => each.join(""));
const pattern = fc
  .array(fc.constantFrom(...letters, "%", "a", "b"), { minLength: 1, maxLength: 4 })
  .map((each) => each.join(""))
  .map((text) => (/(^|[^\\])(\\\\)*\\$/.test(text) ? `${text}%` : text));

const settings: fc.Arbitrary<Settings> = fc.record(
  {
    comment: fc.constantFrom("disabled", "silent", "enabled"),
    risk_threshold: fc.nat(1),
    analyzers: fc.record(
      { a: fc.record({ blocking: fc.boolean() }, { requiredKeys: [], noNullPrototype: true }) },
      { requiredKeys: [], noNullPrototype: true },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const target: fc.Arbitrary<RuleTarget> = fc.oneof(
  { arbitrary: fc.constant({ leave: true } as const), weight: 1 },
  {
    arbitrary: fc.nat(2).map((index) => ({ configuration: { id: configurationId(String(index)) } })),
    weight: 5,
  },
);

const someId = repositoryId("some id");

const rule: fc.Arbitrary<DesiredRule> = fc.oneof(
  { arbitrary: fc.record({ target, repositoryPattern: pattern }), weight: 5 },
  { arbitrary: fc.record({ target, repositoryNames: fc.array(name, { minLength: 1, maxLength: 2 }) }), weight: 1 },
  {
    arbitrary: fc.record({
      target,
      repositoryNames: fc.array(name, { minLength: 1, maxLength: 2 }),
      repositoryPattern: pattern,
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ target, repositoryIds: fc.constant([someId]) }), weight: 1 },
);

const assignments = fc
  .oneof(
    { arbitrary: fc.array(fc.array(rule, { maxLength: 6 }), { minLength: 1, maxLength: 1 }), weight: 3 },
    { arbitrary: fc.array(fc.array(rule, { maxLength: 3 }), { minLength: 2, maxLength: 2 }), weight: 1 },
  )
  .map((blocks) => blocks.map((rules, index) => ({ address: address(`block${String(index)}`), rules })));

export const rulePairs = fc.record({
  before: assignments,
  after: assignments,
  from: fc.tuple(settings, settings, settings),
  to: fc.tuple(settings, settings, settings),
  liveNames: fc.uniqueArray(fc.oneof(name, fc.constantFrom(...allNames)), { maxLength: 6 }),
  /** Of all repositories: with one, rules that select it take any name. */
  id: fc.constantFrom(undefined, someId),
  /** Both lists are the same, or nearly. */
  same: fc.constantFrom("no", "no", "yes", "without the first"),
});

type RulePair = typeof rulePairs extends fc.Arbitrary<infer T> ? T : never;

const destinationsOf =
  (all: readonly Settings[]) =>
  (to: RuleTarget): Destination | undefined => {
    if ("leave" in to) return undefined;
    const index = "id" in to.configuration ? to.configuration.id : "";
    return {
      ref: to.configuration,
      id: configurationId(index),
      name: `c${index}`,
      after: all[Number(index)] ?? {},
    };
  };

type Outcome = { readonly is: "none" | "twice" } | { readonly is: "assigned"; readonly to: number };

/** What the engine's own routing does with a repository of that name. */
function outcomeOf(blocks: RulePair["before"], given: string, id: RulePair["id"]): Outcome {
  // a rule by the name of another repository, or by an id, is an error where that does not exist
  const known = blocks.map(({ address: at, rules }) => ({
    address: at,
    rules: rules.map(({ target: to, repositoryIds = [], repositoryNames = [], repositoryPattern }) => ({
      target: to,
      repositoryIds: repositoryIds.filter((each) => each === id),
      repositoryNames: repositoryNames.filter((each) => each === given),
      ...(repositoryPattern === undefined ? {} : { repositoryPattern }),
    })),
  }));
  const repository = { id: id ?? repositoryId("new"), name: given, provider_repo_id: 1, enabled: true };
  const { routes, diagnostics } = route({ configurations: [], assignments: known }, [repository]);
  if (diagnostics.some(({ code }) => code === "repository-claimed-twice")) return { is: "twice" };
  const [decided] = routes;
  if (decided === undefined || "leave" in decided.target) return { is: "none" };
  const { configuration } = decided.target;
  return { is: "assigned", to: "id" in configuration ? Number(configuration.id) : -1 };
}

const weakens = (changes: readonly LeafChange[]): boolean => judgementOf(changes)?.class === "weakens";

/** Compares the two lists, and every short name's way through them with what is said of it. */
export function check({ before, after: other, from, to, liveNames, id, same }: RulePair): void {
  const after =
    same === "no" ? other : same === "yes" ? before : before.map((each) => ({ ...each, rules: each.rules.slice(1) }));
  const live = new Set(liveNames);
  const isLive = (each: string): boolean => live.has(each);
  const first = ruleList(before, isLive, destinationsOf(from), id);
  const second = ruleList(after, isLive, destinationsOf(to), id);
  const { future, claimedTwice, undecided, isCut } = compareRules(first, second, live);
  expect({ undecided, isCut }).toEqual({ undecided: [], isCut: false });

  const said = new Set<string>();
  for (const { like, from: was, to: is, ...line } of future) {
    expect(isLive(like)).toBe(false);
    const [earlier, later] = [outcomeOf(before, like, id), outcomeOf(after, like, id)];
    expect({ like, from: was?.id ?? null, to: is?.id ?? null }).toEqual({ like, from: idIn(earlier), to: idIn(later) });
    if (isFutureWeakening({ from: was, class: line.class })) said.add(`${was?.id ?? ""} ${is?.id ?? ""}`);
  }
  for (const { like } of claimedTwice) expect(outcomeOf(after, like, id)).toEqual({ is: "twice" });

  for (const each of allNames) {
    if (isLive(each)) continue;
    const [earlier, later] = [outcomeOf(before, each, id), outcomeOf(after, each, id)];
    if (later.is === "twice") {
      if (earlier.is !== "twice") expect(claimedTwice).not.toEqual([]);
      continue;
    }
    if (earlier.is !== "assigned") continue;
    const gets = later.is === "assigned" ? (to[later.to] ?? {}) : undefined;
    const isWeaker = gets === undefined || weakens(compareSettings(from[earlier.to] ?? {}, gets));
    const way = `${String(earlier.to)} ${later.is === "assigned" ? String(later.to) : ""}`;
    if (isWeaker && !said.has(way)) throw new Error(`${JSON.stringify(each)} gets weaker, unsaid: ${way}`);
  }
}

const idIn = (outcome: Outcome): string | null => (outcome.is === "assigned" ? String(outcome.to) : null);
