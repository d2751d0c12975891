import fc from "fast-check";
import { type Fault, type Profile, switches } from "../../src/emulator";
import type { Switch } from "../../src/api/readings";
import type { Desired, DesiredRule } from "../../src/model/desired";
import type { Observed } from "../../src/model/observed";
import { address, configurationId, repositoryId } from "../../src/model/ids";
import { desiredFor, settings, slugs, uuid } from "../reconcile/arbitrary";

/** One account, what is declared for it, a service that reads the specification in its way, and what goes wrong. */
export interface Case {
  readonly live: Observed;
  readonly desired: Desired;
  readonly prune: boolean;
  readonly profile: Partial<Profile>;
  readonly trouble: Trouble;
  /** So many requests are under way at once. */
  readonly concurrency: number;
}

/** What goes wrong, and how much of it. */
export interface Trouble {
  readonly kind: FaultKind;
  readonly amount: Amount;
  readonly faults: readonly Fault[];
}

export const amounts = ["now and then", "half of the time", "without end"] as const;
export type Amount = (typeof amounts)[number];

/** What an answer is spoilt by; each can come alone or with any of the others. */
const spoils = {
  "429 with Retry-After 0": { fault: "status", status: 429, retry_after: 0 },
  "429 without Retry-After": { fault: "status", status: 429 },
  "500 before the effect": { fault: "status", status: 500 },
  "500 after the effect": { fault: "status", status: 500, at: "after" },
  "503 before the effect": { fault: "status", status: 503, retry_after: 1 },
  "503 after the effect": { fault: "status", status: 503, at: "after" },
  "connection reset before the effect": { fault: "reset" },
  "connection reset after the effect": { fault: "reset", at: "after" },
  "answer cut off": { fault: "cut_body" },
  "HTML, status 502, before the effect": { fault: "html" },
  "HTML, status 502, after the effect": { fault: "html", at: "after" },
  "HTML, status 200, after the effect": { fault: "html", status: 200, at: "after" },
} as const satisfies Readonly<Record<string, Fault>>;

type Spoil = keyof typeof spoils;
export type FaultKind = Spoil | "nothing" | "several of these";
const spoilNames = Object.keys(spoils) as Spoil[];
export const faultKinds: readonly FaultKind[] = ["nothing", ...spoilNames, "several of these"];

const writing = ["POST", "PUT", "PATCH", "DELETE"] as const;

/** One kind of fault, for some of the requests. */
function faultsOf(spoil: Spoil, amount: Amount): fc.Arbitrary<readonly Fault[]> {
  const fault = spoils[spoil];
  switch (amount) {
    case "now and then":
      return fc
        .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 })
        .chain((nth) =>
          fc.constantFrom(undefined, ...writing).map((method) => [{ ...fault, nth, ...toMethod(method) }]),
        );
    case "half of the time":
      return fc
        .tuple(fc.integer(), fc.boolean())
        .map(([seed, all]) =>
          (all ? [undefined] : writing).map((each) => ({ ...fault, probability: 0.5, seed, ...toMethod(each) })),
        );
    case "without end":
      return fc.constantFrom(...writing).map((method) => [{ ...fault, method }]);
    default:
      return amount satisfies never;
  }
}

const toMethod = <M extends string>(method: M | undefined): { readonly method?: M } =>
  method === undefined ? {} : { method };

export const anyTrouble: fc.Arbitrary<Trouble> = fc
  .tuple(fc.constantFrom(...faultKinds), fc.constantFrom(...amounts))
  .chain(([kind, amount]): fc.Arbitrary<Trouble> => {
    if (kind === "nothing") return fc.constant({ kind, amount, faults: [] });
    const some =
      kind === "several of these"
        ? fc.uniqueArray(fc.constantFrom(...spoilNames), { minLength: 2, maxLength: 4 })
        : fc.constant([kind]);
    return some
      .chain((all) => fc.tuple(...all.map((each) => faultsOf(each, amount))))
      .map((all) => ({ kind, amount, faults: all.flat() }));
  });

/** Faults that pass by themselves: a client that asks again gets what it asked for. */
export const passingTrouble: fc.Arbitrary<Trouble> = fc
  .constantFrom(
    "429 with Retry-After 0",
    "429 without Retry-After",
    "503 before the effect",
    "503 after the effect",
    "connection reset before the effect",
    "connection reset after the effect",
  )
  .chain((kind) => faultsOf(kind, "now and then").map((faults) => ({ kind, amount: "now and then", faults })));

/**
 * Any value of every switch but these: time is virtual here, nobody can see what has no second page, and no request keeps
 * a list, its order or an empty entry where the service does not.
 */
const some = {
  empty: ["kept", "dropped"],
  stored_lists: ["as_given", "unique"],
  list_items_most: [0],
  page_size: [0, 10, 16],
  page_size_most: [7, 100],
  ids_most: [0, 3],
  rate_limit: [0, 20, 1000],
  latency_ms: [0],
  latency_spread_ms: [0],
  read_lag_ms: [0, 30],
} as const;

function valuesOf(name: keyof Profile, of: Switch): readonly (string | number)[] {
  const tried: Partial<Record<keyof Profile, readonly (string | number)[]>> = some;
  return tried[name] ?? (of.kind === "choice" ? of.values : of.tried);
}

const profile: fc.Arbitrary<Partial<Profile>> = fc
  .record(
    Object.fromEntries(
      Object.entries(switches).map(([name, each]): [string, fc.Arbitrary<string | number>] => [
        name,
        fc.constantFrom<string | number>(...valuesOf(name as keyof Profile, each)),
      ]),
    ),
    { requiredKeys: [], noNullPrototype: true },
  )
  .map((given) => {
    const { page_query } = given as Partial<Profile>;
    const all = page_query === "ignored" || page_query === "refused" ? { ...given, page_size: 0 } : given;
    return all;
  });

/** Up to eight configurations and as many repositories as make three pages. */
const account: fc.Arbitrary<Observed> = fc
  .record({
    all: fc.array(settings, { maxLength: 8 }),
    holders: fc.array(fc.option(fc.nat(7), { nil: undefined }), { maxLength: 24 }),
  })
  .map(({ all, holders }) => ({
    configurations: all.map((each, at) => ({
      id: configurationId(uuid("a", at)),
      name: `live-${String(at)}`,
      settings: each,
    })),
    repositories: holders.map((holder, at) => ({
      id: repositoryId(uuid("b", at)),
      name: `repository-${String(at)}`,
      provider_repo_id: at,
      enabled: true,
      ...(holder !== undefined && holder < all.length ? { configuration_id: configurationId(uuid("a", holder)) } : {}),
    })),
    analyzers: slugs.map((slug, at) => ({ id: uuid("d", at), name: slug, slug, enabled: true })),
    policies: [1, 2, 3].map((at) => ({ id: uuid("c", at), dashboard_url: "https://x", title: "t", question: "q" })),
  }));

/** What is declared, and perhaps rules that take many repositories at once, and what `prune` may delete. */
const declared = (live: Observed): fc.Arbitrary<Desired> =>
  fc
    .tuple(
      desiredFor(live),
      fc.array(fc.tuple(fc.constantFrom("%", "%1%", "%2", "repository-_"), fc.nat(9)), { maxLength: 2 }),
    )
    .map(([desired, wide]) => ({
      ...desired,
      assignments: desired.assignments.map(({ rules, ...each }) => ({
        ...each,
        rules: [
          ...rules,
          // a repository may be claimed by one block only
          ...(desired.assignments.length > 1 ? [] : wide).map(([repositoryPattern, to]): DesiredRule =>
            wideRule(desired, repositoryPattern, to),
          ),
        ],
      })),
      managedScope: { all: true, maxDeletes: 20 },
    }));

function wideRule({ configurations }: Desired, repositoryPattern: string, to: number): DesiredRule {
  const target = configurations[to]?.address;
  return {
    target: target === undefined ? { leave: true } : { configuration: { address: address(target) } },
    repositoryPattern,
  };
}

export const casesWith = (trouble: fc.Arbitrary<Trouble>): fc.Arbitrary<Case> =>
  account.chain((live) =>
    fc.record({
      live: fc.constant(live),
      desired: declared(live),
      prune: fc.nat(4).map((each) => each === 0),
      profile,
      trouble,
      concurrency: fc.constantFrom(1, 3, 10),
    }),
  );

export const cases: fc.Arbitrary<Case> = casesWith(anyTrouble);
