import fc from "fast-check";
import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { severities } from "../../../src/model/findings";
import { type Settings } from "../../../src/model/settings";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { desiredFor, policies, settings, slugs, uuid } from "../../reconcile/arbitrary";

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
  .record({
    all: fc.array(settings.map(withPatterns), { minLength: 1, maxLength: 6 }),
    holders: fc.array(fc.option(fc.nat(6), { nil: undefined, freq: 8 }), { minLength: 1, maxLength: 24, size: "max" }),
    namesakes: fc.boolean(),
  })
  .map(({ all, holders, namesakes }) => ({
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
  }));

const declared = (live: Observed): fc.Arbitrary<Desired> =>
  desiredFor(live).map((desired) => ({
    ...desired,
    configurations: desired.configurations.map((each) => ({ ...each, settings: withPatterns(each.settings) })),
    managedScope: { all: true, maxDeletes: 20 },
  }));

export const impactCases: fc.Arbitrary<ImpactCase> = account.chain((live) =>
  fc.record({
    live: fc.constant(live),
    desired: declared(live),
    prune: fc.nat(5).map((each) => each === 0),
    hidden: fc
      .array(hidden(live.repositories.length), { minLength: 1, maxLength: 120, size: "max" })
      .map((all) => all.map((each, at) => ({ ...each, id: uuid("f", at) }))),
    limit: fc.constantFrom(0, 1, 3, 1000, 1000, 1000, 1000, 1000),
  }),
);
