import type { Desired, Lookup } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import { accountId, configurationId, repositoryId } from "../../../src/model/ids";
import { pageOf } from "../../../src/model/page";
import { plan } from "../../../src/reconcile/plan/plan";
import type { Listed, Reader } from "../../../src/reconcile/ports";
import { completeLists, refuseIncomplete, truncationGuard } from "../../../src/reconcile/refresh/complete-lists";
import type { FirstPages } from "../../../src/reconcile/refresh/observe";
import { declare, desired, firstPages, give, listIn, live, names, planned } from "../account";
import { answering, refusal } from "../service";

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const account = accountId("a");

/** An account of 15 configurations (c0…), 15 repositories (r0…), 15 analyzers (s0…) and 15 policies (p0…). */
const whole: Observed = {
  ...live(Object.fromEntries(numbers(0, 15).map((at) => [`c${String(at)}`, { has: [`r${String(at)}`] }]))),
  analyzers: numbers(0, 15).map((at) => ({ id: `s${String(at)}`, name: "n", slug: `s${String(at)}`, enabled: true })),
  policies: numbers(0, 15).map((at) => ({ id: `p${String(at)}`, dashboard_url: "u", title: "t", question: "?" })),
};
const cutTo = (length: number): Observed => ({
  configurations: whole.configurations.slice(0, length),
  repositories: whole.repositories.slice(0, length),
  analyzers: whole.analyzers?.slice(0, length) ?? [],
  policies: whole.policies?.slice(0, length) ?? [],
});

/** Completes lists from the whole account, and remembers which it was asked for. */
const eyes = (asked: string[], there: Observed = whole): Reader =>
  answering({
    list: (list) => {
      asked.push(list);
      return Promise.resolve({ items: listIn(there, list), extent: "complete" });
    },
  });

async function run(
  declaration: Desired,
  listed: Observed,
  patterns = false,
  there = whole,
  first = firstPages(listed),
) {
  const asked: string[] = [];
  const make = (seen: Observed) => plan({ id: account }, declaration, seen);
  const observed = await completeLists(eyes(asked, there), account, first, { patterns, deletes: false }, make);
  return { asked, observed, make };
}

const settings = { comment: "enabled" } as const;

describe("an incomplete list", () => {
  const id = configurationId("c12");
  test.each<readonly [string, Desired]>([
    ["analyzers", desired([declare("c1", { analyzers: { s13: { enabled: true } } })])],
    ["policies", desired([declare("c1", { code_policies: [{ id: "p13" }] })])],
    ["repositories", desired([declare("c1")], give("c1", names("r14")))],
    ["repositories", desired([declare("c1")], give("c1", { repositoryIds: [repositoryId("id of r14")] }))],
    ["repositories", desired([declare("c1")], give("c1", { repositoryPattern: "r14%" }))],
    ["configurations", desired([], { target: { configuration: { id } }, ...names("r1") })],
    ["configurations", desired([declare("other", {}, { id })])],
  ])(
    "what is missing from an incomplete list of %s is found, not reported as unknown (case %#)",
    async (list, declaration) => {
      const { asked, observed, make } = await run(declaration, cutTo(10));
      expect(asked).toEqual([list]);
      expect(make(observed).diagnostics).toEqual([]);
    },
  );
});

test("an incomplete list is completed, whatever the length of its first page", async () => {
  const { asked, observed, make } = await run(desired([declare("c12", settings)], give("c12", names("r13"))), cutTo(7));
  expect(asked).toEqual(["configurations", "repositories"]);
  expect(make(observed).configurations).toMatchObject([{ action: "update", live: { id: "c12" } }]);
});

test("a list is not read on when the service says that it is complete", async () => {
  const said = async (extent: "complete" | "cut") => {
    const { configurations, ...others } = firstPages(cutTo(7));
    const first = { ...others, configurations: { ...configurations, total: 7, extent } };
    return (await run(desired([declare("new", settings)]), cutTo(7), false, whole, first)).asked;
  };
  expect(await said("complete")).toEqual([]);
  expect(await said("cut")).toEqual(["configurations"]);
});

test("a list is completed that turns out to be needed only once another one is complete", async () => {
  const declaration = desired([declare("c12", { analyzers: { s14: { enabled: true } } })], give("c12", names("r13")));
  const { asked, observed, make } = await run(declaration, cutTo(10));
  expect(asked).toEqual(["analyzers", "repositories", "configurations"]);
  expect(make(observed).configurations).toMatchObject([{ action: "update" }]);
});

test("the list of repositories is completed for a request that lists all repositories of a configuration", async () => {
  const first: Observed = {
    ...cutTo(10),
    configurations: whole.configurations.map((each) => ({ ...each, settings: { code_policies: [{ id: "p1" }] } })),
  };
  const { asked } = await run(desired([declare("c1", { code_policies: [] })]), first);
  expect(asked).toEqual(["repositories"]);
});

test("a pattern matches repositories of every page", async () => {
  const declaration = desired([declare("c1")], give("c1", { repositoryPattern: "r%" }));
  const { asked, observed, make } = await run(declaration, cutTo(10), true);
  expect(asked).toEqual(["repositories"]);
  expect(make(observed).moves).toHaveLength(14);
});

test.each<readonly [string, Desired, Observed]>([
  ["creates nothing and misses nothing", desired([declare("c1", settings)], give("c1", names("r1"))), cutTo(10)],
  ["moves what it names", desired([declare("c1")], give("c1", names("r2"))), cutTo(10)],
  ["changes nothing", desired([declare("c1")]), cutTo(10)],
  ["creates something where there is nothing", desired([declare("new", settings)]), cutTo(0)],
])("a plan that %s sends no further request", async (_what, declaration, first) => {
  const { asked, observed } = await run(declaration, first);
  expect(asked).toEqual([]);
  expect(observed).toEqual(first);
});

describe("before a deletion or a full listing of repositories", () => {
  const deleting = (first: Observed, deletes: boolean) => {
    const asked: unknown[] = [];
    const { signal } = new AbortController();
    const reader: Reader = {
      ...eyes([]),
      list: (list, _account, { certainty, from = pageOf<never>([]), signal: given } = {}) => {
        asked.push([list, from.items.length, given === signal, certainty]);
        return Promise.resolve(from);
      },
    };
    const declared = { ...desired([]), deletions: [configurationId("c1")] };
    const make = (seen: Observed) => plan({ id: account }, declared, seen, { force: true });
    return completeLists(reader, account, firstPages(first), { patterns: false, deletes }, make, signal).then(
      () => asked,
    );
  };

  test("the list of repositories is completed when the plan deletes, even if no deletion was announced", async () => {
    const all = { ...cutTo(7), configurations: whole.configurations };
    expect(await deleting(all, false)).toEqual([["repositories", 7, true, "certain"]]);
  });

  test("the repositories are completed for a PATCH that lists some, and not for one that lists none", async () => {
    const first = { ...cutTo(10), configurations: whole.configurations };
    const changed = declare("c1", settings);
    expect((await run(desired([changed], give("c1", names("r2"))), first)).asked).toEqual(["repositories"]);
    expect((await run(desired([changed]), first)).asked).toEqual([]);
  });

  test("the configurations are completed when one of several changes is a creation", async () => {
    expect((await run(desired([declare("c1", settings), declare("new", settings)]), cutTo(10))).asked).toEqual([
      "configurations",
    ]);
  });
});

test("a list longer than any page size is completed when its length or total shows that it was cut", async () => {
  const configurations = numbers(0, 1501).map((at) => ({
    id: configurationId(`c${String(at)}`),
    name: `c${String(at)}`,
    settings: {},
  }));
  const all: Observed = { ...cutTo(3), configurations };
  const declaration = desired([declare("c1500", settings)]);
  const cut: Observed = { ...cutTo(3), configurations: configurations.slice(0, 1500) };
  expect((await run(declaration, cut, false, all)).asked).toEqual(["configurations"]);
  const short: Observed = { ...cutTo(3), configurations: configurations.slice(0, 1499) };
  expect((await run(declaration, short, false, all)).asked).toEqual([]);
  const first = { ...firstPages(short), configurations: pageOf(short.configurations, { total: 1501 }) };
  const { asked, observed, make } = await run(declaration, short, false, all, first);
  expect(asked).toEqual(["configurations"]);
  expect(make(observed).configurations).toMatchObject([{ action: "update", live: { id: "c1500" } }]);
});

test("a pattern over fewer repositories than the smallest page sends no further request", async () => {
  const declaration = desired([declare("c1")], give("c1", { repositoryPattern: "r%" }));
  expect((await run(declaration, cutTo(9), true)).asked).toEqual([]);
  expect((await run(declaration, cutTo(10), true)).asked).toEqual(["repositories"]);
});

test("a defect in planning is thrown on by the completion of lists", async () => {
  const make = () => {
    throw new TypeError("x");
  };
  await expect(
    completeLists(eyes([]), account, firstPages(cutTo(10)), { patterns: false, deletes: false }, make),
  ).rejects.toThrow(TypeError);
});

const { signal } = new AbortController();

const policies = Array.from({ length: 12 }, (_, at) => ({
  id: `p${String(at)}`,
  dashboard_url: "https://x",
  title: `title ${String(at)}`,
  question: "?",
}));
const { configurations, repositories } = live({ one: {}, two: {} });
const listed = (count: number): Observed => ({ configurations, repositories, policies: policies.slice(0, count) });

/** Completes the lists for a plan that looks up a policy by its title; what was requested for it, and what was read. */
async function look(
  first: FirstPages,
  declared: Desired = desired([]),
  sought: readonly (keyof Listed)[] = ["policies"],
) {
  const asked: unknown[] = [];
  const reader = answering({
    list: (list, of, { from, ...options } = {}) => {
      asked.push([list, of, from?.items.length, options]);
      return Promise.resolve({ items: listIn(listed(12), list), extent: "complete" });
    },
  });
  const make = (seen: Observed) => plan({ id: account }, declared, seen);
  const how = { patterns: false, deletes: false, sought: new Set(sought) };
  return { observed: await completeLists(reader, account, first, how, make, signal), asked };
}

const lookUp = (kind: Lookup["kind"], sought: Lookup["sought"]): Desired => ({
  ...desired([]),
  lookups: [{ kind, sought, placeholder: "placeholder", address: "data.looked_up", path: "" }],
});

const request = (list: keyof Listed, from: number) => [list, account, from, { certainty: "certain", signal }];

test("a list in which the only object of its name is looked up is completed, however much of it was listed", async () => {
  const { observed, asked } = await look(firstPages(listed(10)), lookUp("customPolicy", { key: "title 1" }));
  expect(asked).toEqual([request("policies", 10)]);
  expect(observed).toEqual(listed(12));
});

test.each<[string, FirstPages]>([
  ["the service says that it is complete", { ...firstPages(listed(12)), policies: pageOf(policies, { total: 12 }) }],
  ["it is shorter than any page", firstPages(listed(9))],
  ["it was not requested", firstPages({ configurations, repositories })],
])("a list in which an object is looked up is not completed when %s", async (_when, first) => {
  const { observed, asked } = await look(first);
  expect(asked).toEqual([]);
  expect(observed).toEqual({
    configurations,
    repositories,
    ...(first.policies === undefined ? {} : { policies: first.policies.items }),
  });
});

test("a configuration that is looked up by its id is found on a later page", async () => {
  const first = firstPages({ configurations: configurations.slice(0, 1), repositories });
  const { observed, asked } = await look(first, lookUp("configuration", { id: "two" }), []);
  expect(asked).toEqual([request("configurations", 1)]);
  expect(observed).toEqual({ configurations, repositories });
});

describe("the guard against an incomplete list of configurations", () => {
  /** Knows configurations that no list shows, and remembers which it was asked for. */
  const knowing = (there: readonly string[], asked: string[], status = 404): Reader =>
    answering({
      configuration: (_account, id) => {
        asked.push(id);
        return there.includes(id) ? Promise.resolve({ id, settings: {} }) : Promise.reject(refusal(status));
      },
    });

  const listed = live({ one: { has: ["r1"] }, hidden: { has: ["r2"] }, gone: { has: ["r3"] } });
  const cut: Observed = { ...listed, configurations: listed.configurations.slice(0, 1) };

  function check(name: string, observed: Observed, there: readonly string[], status?: number) {
    const asked: string[] = [];
    const made = planned(desired([declare(name, { comment: "enabled" })]), observed);
    const done = truncationGuard(knowing(there, asked, status), account, observed, made);
    return { asked, done };
  }

  test.each([
    ["creates nothing", "one", cut],
    ["sees every configuration", "new", listed],
  ])("the guard against an incomplete list sends no request for a plan that %s", async (_what, name, observed) => {
    const { done, asked } = check(name, observed, ["hidden"]);
    await done;
    expect(asked).toEqual([]);
  });

  test("the guard against an incomplete list of configurations names the missing configuration, and only warns when forced", async () => {
    const forced = plan({ id: account }, desired([declare("one"), declare("new")]), cut, { force: true });
    const found = await truncationGuard(knowing(["hidden"], []), account, cut, forced);
    expect(found).toMatchObject([{ code: "list-incomplete", severity: "warning" }]);
    expect(found[0]?.detail).toMatch(/^The configuration hidden exists, but the list of configurations lacks it/);
  });

  test("the guard against an incomplete list of configurations also checks plans that delete, with at most 20 requests", async () => {
    const has = Array.from({ length: 25 }, (_, at) => [`gone-${String(at)}`, { has: [`r${String(at)}`] }] as const);
    const all = live({ one: {}, ...Object.fromEntries(has) }, ["free"]);
    const short: Observed = { ...all, configurations: all.configurations.slice(0, 1) };
    const asked: string[] = [];
    const deleting = planned({ ...desired([]), deletions: [configurationId("one")] }, short);
    expect(await truncationGuard(knowing([], asked), account, short, deleting)).toEqual([]);
    expect(asked).toEqual(has.slice(0, 20).map(([id]) => id));
  });
});

describe("an unlisted configuration", () => {
  const listed = live({ one: { has: ["r1"] }, two: { has: ["r2"] } }, ["free"]);
  const cut: Observed = { ...listed, configurations: listed.configurations.slice(0, 1) };

  /** Looks for configurations that a list lacks, in an account in which these are. */
  function look(there: readonly string[], observed = cut, remembered?: readonly string[]) {
    const asked: unknown[] = [];
    const reader = answering({
      configuration: (of, id, options) => {
        asked.push([of, id, options]);
        return there.includes(id) ? Promise.resolve({ id, settings: {} }) : Promise.reject(refusal(404));
      },
    });
    const how = remembered === undefined ? { signal } : { signal, remembered: remembered.map(configurationId) };
    return { asked, done: refuseIncomplete(reader, account, observed, how) };
  }

  describe("a list of configurations is refused as incomplete", () => {
    const refusal = (id: string) => ({
      diagnostics: [
        expect.objectContaining({
          code: "list-incomplete",
          severity: "error",
          detail: expect.stringMatching(
            new RegExp(`^The configuration ${id} exists, but the list of configurations lacks it: .* Try again`),
          ) as string,
        }),
      ],
    });

    test("a list of configurations is refused as incomplete where it lacks a configuration that was there before, and the service has it", async () => {
      const { asked, done } = look(["one", "two", "old"], listed, ["gone", "one", "old"]);
      await expect(done).rejects.toMatchObject(refusal("old"));
      expect(asked).toEqual([
        ["a", "gone", { signal }],
        ["a", "old", { signal }],
      ]);
    });
  });

  test("a list of configurations is taken as complete where the service does not have those that it lacks either", async () => {
    const { asked, done } = look(["one"], cut, ["old"]);
    await expect(done).resolves.toBeUndefined();
    expect(asked).toEqual([
      ["a", "old", { signal }],
      ["a", "two", { signal }],
    ]);
  });
});
