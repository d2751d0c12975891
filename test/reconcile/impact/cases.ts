import fc from "fast-check";
import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { severities } from "../../../src/model/findings";
import { isObject, values } from "../../../src/model/json";
import { type Settings } from "../../../src/model/settings";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import { desiredFor, policies, settings, slugs, uuid } from "../arbitrary";

/** Something that a scan may find, and what would find it, which no list says. */
export interface Hidden {
  readonly id: string;
  readonly source: { readonly analyzer: string } | { readonly policy: string };
  /** The position of its repository. */
  readonly repository: number;
  readonly pullRequest: number;
  readonly severity: (typeof severities)[number];
  readonly filename: string;
  /** What kind of scan finds it, where an analyzer does. */
  readonly scan: "pullrequest" | "deepscan" | "sca";
  /** It is known from an earlier scan, whatever the settings are now. */
  readonly isEarlier: boolean;
  /** Somebody has decided about it. */
  readonly isTriaged: boolean;
  /** What is declared about that, if anything. */
  readonly triage: "set" | "remove" | undefined;
}

/** An account, what is declared for it, and what is in its code. */
export interface ImpactCase {
  readonly live: Observed;
  readonly desired: Desired;
  readonly hidden: readonly Hidden[];
  readonly limit: number;
  readonly prune: boolean;
}

/** File patterns in place of the letters that random settings have. */
const patterns: Readonly<Record<string, string>> = { a: "src/**", b: "**/*.test.ts", c: "docs/", "!a": "!src/keep.ts" };
const files = ["src/a.ts", "src/keep.ts", "SRC/b.test.ts", "docs/guide.md", "lib/x.test.ts", "main.go"];

function withPatterns(settings: Settings): Settings {
  const { analyzers } = settings;
  if (analyzers === undefined) return settings;
  const named = (list: readonly string[]) => list.map((each) => patterns[each] ?? each);
  return {
    ...settings,
    analyzers: Object.fromEntries(
      Object.entries(analyzers).map(([slug, { excludes, includes, ...each }]) => [
        slug,
        { ...each, ...(excludes && { excludes: named(excludes) }), ...(includes && { includes: named(includes) }) },
      ]),
    ),
  };
}

/** One that no list has, and one of which no settings speak. */
const hiddenSlugs = ["hidden", "unlisted"];
const deletedPolicy = uuid("c", 9);

const hidden = (repositories: number): fc.Arbitrary<Omit<Hidden, "id">> =>
  fc.record({
    source: fc.oneof(
      fc.constantFrom(...slugs, ...hiddenSlugs).map((analyzer) => ({ analyzer })),
      fc.constantFrom(...policies, deletedPolicy).map((policy) => ({ policy })),
    ),
    repository: fc.nat(repositories - 1),
    pullRequest: fc.integer({ min: 1, max: 3 }),
    severity: fc.constantFrom(...severities),
    filename: fc.constantFrom(...files),
    scan: fc.constantFrom("pullrequest", "pullrequest", "pullrequest", "deepscan", "sca"),
    isEarlier: fc.nat(4).map((each) => each === 0),
    isTriaged: fc.nat(6).map((each) => each === 0),
    triage: fc.nat(12).map((each) => (["set", "remove"] as const)[each]),
  });

/** Up to six configurations, and so many repositories that the account's list is read instead of theirs. */
const account: fc.Arbitrary<Observed> = fc
  .tuple(
    fc.array(settings.map(withPatterns), { minLength: 1, maxLength: 6 }),
    fc.array(fc.option(fc.nat(6), { nil: undefined, freq: 8 }), { minLength: 1, maxLength: 24, size: "max" }),
    fc.boolean(),
  )
  .map((given) => accountOf(...given));

/** @param holders the position of the configuration that each repository has */
function accountOf(all: readonly Settings[], holders: readonly (number | undefined)[], namesakes: boolean): Observed {
  return {
    configurations: all.map((each, at) => ({
      id: configurationId(uuid("a", at)),
      name: `live-${String(at)}`,
      settings: each,
    })),
    repositories: holders.map((holder, at) => ({
      id: repositoryId(uuid("b", at)),
      name: `repository-${String(namesakes ? at % 5 : at)}`,
      provider_repo_id: at,
      enabled: true,
      ...(holder !== undefined && holder < all.length ? { configuration_id: configurationId(uuid("a", holder)) } : {}),
    })),
    analyzers: slugs.map((slug, at) => ({ id: uuid("d", at), name: slug, slug, enabled: at !== 2 })),
    policies: policies.map((id) => ({ id, dashboard_url: "https://x.example", title: "t", question: "q" })),
  };
}

const declared = (live: Observed): fc.Arbitrary<Desired> =>
  desiredFor(live).map((desired) => ({
    ...desired,
    configurations: desired.configurations.map((each) => ({ ...each, settings: withPatterns(each.settings) })),
    managedScope: { all: true, maxDeletes: 20 },
  }));

/** One leaf of some settings, to declare it beside those that a configuration has. Policies are declared as a whole. */
function oneLeaf(given: Settings, live: Settings, nth: number): Settings {
  const [name, value] = pick(given, nth) ?? ["comment", "disabled"];
  if (name === "analyzers") {
    const [slug, entry] = pick(given.analyzers ?? {}, nth + 1) ?? [slugs[0] ?? "", {}];
    return { analyzers: { [slug]: Object.fromEntries([pick(values(entry), nth + 2) ?? ["enabled", false]]) } };
  }
  if (name !== "code_policies") return { [name]: value };
  const { id = policies[0] ?? "", ...leaves } = given.code_policies?.[0] ?? {};
  const [others, own] = [true, false].map((other) =>
    (live.code_policies ?? []).filter((each) => (each.id !== id) === other),
  );
  const leaf = pick(leaves, nth + 3);
  return {
    code_policies:
      leaf === undefined ? others : [...(others ?? []), { ...own?.[0], ...Object.fromEntries([leaf]), id }],
  };
}

const pick = (from: object, nth: number): [string, unknown] | undefined => {
  const entries: [string, unknown][] = Object.entries(from);
  return entries[nth % Math.max(1, entries.length)];
};

/** Settings of which most leaves are set. */
const full: fc.Arbitrary<Settings> = fc
  .tuple(settings, settings, settings, settings)
  .map((all) => withPatterns(all.reduce((left, right) => merged(left, right) as Settings, {})));

function merged(left: unknown, right: unknown): unknown {
  if (!isObject(left) || !isObject(right)) return right ?? left;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries([...names].map((name) => [name, merged(left[name], right[name])]));
}

/** One leaf of each configuration, or of some. Nothing moves. */
const edited = ({ configurations }: Observed): fc.Arbitrary<Desired> =>
  fc
    .array(fc.tuple(settings.map(withPatterns), fc.nat()), {
      minLength: configurations.length,
      maxLength: configurations.length,
    })
    .map((all) => ({
      configurations: configurations.map(({ name = "", settings: live }, at) => {
        const [given, nth] = all[at] ?? [{}, 0];
        return { address: address(`scanform_configuration.${name}`), name, settings: oneLeaf(given, live, nth) };
      }),
      assignments: [],
    }));

/** @param findings how many flaws there are at most */
export const impactCases = (findings: number): fc.Arbitrary<ImpactCase> =>
  account.chain((live) =>
    fc.record({
      live: fc.constant(live),
      desired: fc.oneof(declared(live), edited(live), edited(live)),
      prune: fc.nat(5).map((each) => each === 0),
      hidden: fc
        .array(hidden(live.repositories.length), { minLength: 1, maxLength: findings, size: "max" })
        .map((all) => all.map((each, at) => ({ ...each, id: uuid("f", at) }))),
      limit: fc.constantFrom(0, 1, 3, 1000, 1000, 1000, 1000, 1000),
    }),
  );

/** A flaw in the only repository, and a plan that changes a leaf of what finds it, or of all: figures of 0 or 1. */
export const smallCases: fc.Arbitrary<ImpactCase> = fc
  .record({
    before: fc.oneof(settings.map(withPatterns), full),
    given: full,
    nth: fc.nat(),
    flaw: hidden(1),
    isOfSource: fc.nat(4),
  })
  .map(({ before, given, nth, flaw, isOfSource }) => {
    const { source } = flaw;
    const isListed = "policy" in source ? source.policy !== deletedPolicy : slugs.includes(source.analyzer);
    const narrow =
      isOfSource === 0 || !isListed
        ? given
        : "policy" in source
          ? { code_policies: (given.code_policies ?? []).slice(0, 1).map((each) => ({ ...each, id: source.policy })) }
          : { analyzers: { [source.analyzer]: Object.values(given.analyzers ?? {})[0] ?? { enabled: false } } };
    const name = "live-0";
    const declaration = { address: address("scanform_configuration.c"), name, settings: oneLeaf(narrow, before, nth) };
    return {
      live: accountOf([before], [0], false),
      desired: { configurations: [declaration], assignments: [] },
      prune: false,
      hidden: [{ ...flaw, id: uuid("f", 0) }],
      limit: 1000,
    };
  });
