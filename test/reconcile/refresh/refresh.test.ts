import { error, warning } from "../../../src/diagnostics/diagnostic";
import { ScanformError } from "../../../src/diagnostics/error";
import type { Desired, Lookup } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import type { CombinedFinding } from "../../../src/model/findings";
import { accountId, address } from "../../../src/model/ids";
import { pageOf } from "../../../src/model/page";
import type { Plan, PlanOptions } from "../../../src/reconcile/plan/plan";
import type { Listed } from "../../../src/reconcile/ports";
import { policyTitles, refreshAndPlan, survey, withSourceLocations } from "../../../src/reconcile/refresh/refresh";
import { declare, desired, give, listIn, live, names, planned } from "../account";
import { answering, failure, lost, refusal } from "../service";

const account = { id: accountId("account"), name: "acme" };

interface World {
  readonly observed: Observed;
  /** Configurations that answer by themselves, though no list shows them. */
  readonly hidden?: readonly string[];
  readonly failing?: Error;
  readonly onAsked?: () => void;
}

/** Shows an account, and remembers which lists it was asked to complete. */
function eyes({ observed, hidden = [], failing, onAsked = () => undefined }: World) {
  const completed: string[] = [];
  const reader = answering({
    accounts: () => Promise.resolve([{ account_id: accountId("another"), active: true }]),
    list: (list, _account, { from } = {}) => {
      if (from !== undefined) {
        completed.push(list);
        return Promise.resolve(from);
      }
      if (list === "configurations") onAsked();
      return list === "configurations" && failing !== undefined
        ? Promise.reject(failing)
        : Promise.resolve(pageOf(listIn(observed, list)));
    },
    configuration: (_account, id) =>
      hidden.includes(id) ? Promise.resolve({ id, settings: {} }) : Promise.reject(refusal(404)),
  });
  return { reader, completed };
}

const ten = Array.from({ length: 10 }, (_, at) => `r${String(at)}`);
const full = live({ one: { has: ten } });
const small = live({ one: { has: ["r"] }, two: {} });

async function completedFor(declared: Desired, options: PlanOptions = {}, observed = full) {
  const { reader, completed } = eyes({ observed });
  await survey(reader, account, declared, options);
  return completed;
}

describe("refreshing", () => {
  const pattern = give("one", { repositoryPattern: "r%" });
  const one = [declare("one")];

  test("refreshing completes the repositories only when a rule has a pattern", async () => {
    expect(await completedFor(desired(one, give("one", names("r1"))))).toEqual([]);
    expect(await completedFor(desired(one))).toEqual([]);
    expect(await completedFor(desired(one, give("one", names("r1")), pattern))).toEqual(["repositories"]);
  });

  test("refreshing reports an interrupt, whatever the failure was", async () => {
    const interrupt = new AbortController();
    const { reader } = eyes({
      observed: small,
      failing: refusal(404),
      onAsked: () => {
        interrupt.abort();
      },
    });
    await expect(survey(reader, account, desired([]), {}, { signal: interrupt.signal })).rejects.toMatchObject({
      diagnostics: [{ code: "interrupted", detail: "Nothing was changed." }],
    });
  });

  test("rethrows the failure, or reports that the key does not reach the account", async () => {
    const looking = (status: number, signal?: AbortSignal) => {
      const { reader } = eyes({ observed: small, failing: refusal(status) });
      return survey(reader, account, desired([]), {}, { signal });
    };
    await expect(looking(500, new AbortController().signal)).rejects.toMatchObject({ status: 500 });
    await expect(looking(404)).rejects.toMatchObject({ diagnostics: [{ code: "account-unknown" }] });
  });
});

const cut: World = {
  observed: { ...small, configurations: small.configurations.slice(1) },
  hidden: ["one"],
};
const creating = desired([declare("new", { comment: "enabled" })]);
const codes = async (world: World, options: PlanOptions) => {
  const { refusals, diagnostics } = await refreshAndPlan(eyes(world).reader, account, creating, options);
  return [refusals.map(({ code }) => code), diagnostics.map(({ code }) => code)];
};

test("a plan of an account that creates is refused when the list of configurations is incomplete, and only with a warning when forced", async () => {
  expect(await codes(cut, {})).toEqual([["list-incomplete"], []]);
  expect(await codes(cut, { force: true })).toEqual([[], ["list-incomplete"]]);
  expect(await codes({ ...cut, hidden: [] }, {})).toEqual([[], []]);
});

test("a plan of an account keeps its other refusals and warnings", async () => {
  const declared = {
    ...desired([declare("new")], give("new", { repositoryPattern: "nothing-%" })),
    managedScope: { all: true, maxDeletes: 0 },
  };
  const { refusals, diagnostics } = await refreshAndPlan(eyes(cut).reader, account, declared, { prune: true });
  expect(refusals.map(({ code }) => code)).toEqual(["delete-too-many", "list-incomplete"]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["rule-matches-nothing"]);
});

describe("a survey", () => {
  const ten = (prefix: string) => Array.from({ length: 10 }, (_, at) => `${prefix}${String(at)}`);
  /** Ten objects of each kind, as many as the shortest page has. */
  const full: Observed = {
    ...live(Object.fromEntries(ten("c").map((id) => [id, {}])), ten("r")),
    analyzers: ten("a").map((slug) => ({ id: `id of ${slug}`, name: slug, slug, enabled: true })),
    policies: ten("p").map((title) => ({ id: `id of ${title}`, dashboard_url: "https://x", title, question: "?" })),
  };

  test.each<[Lookup["kind"], string, string, keyof Listed]>([
    ["analyzer", "a1", "id of a1", "analyzers"],
    ["customPolicy", "p1", "id of p1", "policies"],
    ["configuration", "c1", "c1", "configurations"],
    ["repository", "r1", "id of r1", "repositories"],
  ])(
    "a survey reads the whole list when an object is sought by its key, not by its id: %s",
    async (kind, key, id, list) => {
      const looking = (sought: Lookup["sought"]): Desired => ({
        ...desired([]),
        lookups: [{ kind, sought, placeholder: "placeholder", address: "data.looked_up", path: "" }],
      });
      expect(await completedFor(looking({ key }), {}, full)).toEqual([list]);
      expect(await completedFor(looking({ id }), {}, full)).toEqual([]);
    },
  );

  test("a survey plans each state once", async () => {
    const { observed, planOf } = await survey(eyes({ observed: full }).reader, account, desired([declare("c1")]), {});
    expect(planOf(observed)).toBe(planOf(observed));
    expect(planOf({ ...observed, repositories: [] })).toMatchObject({ repositories: 0 });
  });

  const { configurations, repositories } = live({ one: { has: ["r", "s"] }, two: {} });
  const twice = <T>(items: readonly T[]) => [...items, ...items];

  test.each<[string, Observed]>([
    ["configurations", { configurations: twice(configurations), repositories }],
    ["repositories", { configurations, repositories: twice(repositories) }],
    ["both", { configurations: twice(configurations), repositories: twice(repositories) }],
  ])("a survey has what a list gives twice once: %s", async (_which, listed) => {
    const everything = desired([], { target: { leave: true }, repositoryPattern: "%" });
    const { observed } = await survey(eyes({ observed: listed }).reader, account, everything, {});
    expect(observed).toEqual({ configurations, repositories });
  });
});

describe("the titles of policies", () => {
  const { signal } = new AbortController();
  const policies = [{ id: "p", dashboard_url: "https://x", title: "No plaintext secrets", question: "?" }];
  const secretive = { code_policies: [{ id: "p" }] } as const;
  const account: Observed = live({ one: { settings: secretive }, two: {}, three: { settings: secretive, has: ["r"] } });
  const unread: Observed = { configurations: account.configurations, repositories: account.repositories };

  /** The titles for a plan, and what was requested for them. */
  async function titlesFor(plan: Plan, { observed = unread, failing }: { observed?: Observed; failing?: Error } = {}) {
    const asked: unknown[] = [];
    const reader = answering({
      list: (list, of, options) => {
        asked.push([list, of, options]);
        const page = pageOf(listIn({ ...unread, policies }, list));
        return failing === undefined ? Promise.resolve(page) : Promise.reject(failing);
      },
    });
    return { titles: await policyTitles(reader, accountId("a"), observed, plan, signal), asked };
  }

  const without = declare("one", { comment: "enabled", code_policies: [] });
  const taking = (): Plan => planned(desired([declare("two"), without]), unread);

  test.each<[string, () => Plan]>([
    ["takes a policy from a configuration", taking],
    [
      "moves a repository away from a policy",
      () => planned(desired([declare("two")], give("two", names("r"))), unread),
    ],
  ])("the titles of policies are requested for a plan that %s", async (_what, plan) => {
    const { titles, asked } = await titlesFor(plan());
    expect(titles).toEqual(new Map([["p", "No plaintext secrets"]]));
    expect(asked).toEqual([["policies", "a", { certainty: "first page", signal }]]);
  });

  test("the titles of policies are not requested for a plan that mentions no policy", async () => {
    const plan = planned(desired([declare("one", { ...secretive, comment: "enabled" }), declare("two")]), account);
    expect(plan.configurations[0]?.changes).toHaveLength(1);
    expect(await titlesFor(plan)).toEqual({ titles: plan.policyTitles, asked: [] });
  });

  test("the titles of policies are not requested when the policies have been read already", async () => {
    const plan = planned(desired([without]), account);
    expect(plan.policyTitles).toEqual(
      new Map([
        ["p", "p"],
        ["q", "q"],
      ]),
    );
    expect(await titlesFor(plan, { observed: account })).toEqual({ titles: plan.policyTitles, asked: [] });
  });

  describe("when the policies cannot be read", () => {
    test("a plan goes without their titles where the service refuses to list them", async () => {
      const { titles } = await titlesFor(taking(), { failing: refusal(403) });
      expect(titles).toEqual(new Map());
    });

    test.each([
      ["the service does not answer", lost()],
      ["the failure is a defect", Object.assign(new TypeError("x"), { status: 403 })],
    ])("the plan fails where %s", async (_what, failing) => {
      await expect(titlesFor(taking(), { failing })).rejects.toBe(failing);
    });
  });
});

const locations = new Map([["known", "main.ts:31:5"]]);
const [known, generated] = [address("known"), address("generated")];

const warned = warning("rule-matches-nothing", "No repository matches.", { address: "known" });
const refused = error("delete-too-many", "Too many deletions.", { address: "known" });
const elsewhere = warning("rule-matches-nothing", "No repository matches.", { address: "generated" });
const triages = [known, generated].map((at) => ({
  address: at,
  declared: { address: at, findingId: "f", category: "wont_fix", justification: "Only in tests." },
  before: "wont_fix",
  action: "no-op",
  after: "wont_fix",
})) satisfies Plan["triages"];

test("a plan says where in the code its diagnostics and triages were declared, as far as that is known", async () => {
  const made = {
    ...planned(desired([]), live({})),
    diagnostics: [warned, elsewhere],
    refusals: [refused],
    triages,
  };
  const location = "main.ts:31:5";
  expect(await withSourceLocations(locations, () => Promise.resolve(made))).toEqual({
    ...made,
    locations,
    diagnostics: [{ ...warned, location }, elsewhere],
    refusals: [{ ...refused, location }],
    triages: triages.map((each, at) => (at === 0 ? { ...each, location } : each)),
  });
});

test("the error in place of a plan says where in the code it was caused", async () => {
  const failed = new ScanformError([refused, elsewhere]);
  await expect(withSourceLocations(locations, () => Promise.reject(failed))).rejects.toMatchObject({
    diagnostics: [{ ...refused, location: "main.ts:31:5" }, elsewhere],
    cause: failed,
  });
});

describe("the findings of triages", () => {
  const finding = (id: string, name?: string): CombinedFinding => ({
    id,
    finding_type: "sca",
    dashboard_url: "https://d.example.com",
    severity: "critical",
    type: `title of ${id}`,
    ...(name === undefined ? {} : { repository_name: name }),
  });
  const alike = live({ one: { has: ["r", "twin"] }, two: { has: ["other"] } });
  const twins = {
    ...alike,
    repositories: alike.repositories.map((each) => (each.name === "other" ? { ...each, name: "twin" } : each)),
  };
  interface Answers {
    readonly category?: string;
    readonly given?: readonly CombinedFinding[];
    readonly failing?: Error;
  }

  /** What a plan says of the findings whose triages are declared, and what it has asked for. */
  async function found(ids: readonly string[], { category, given = [], failing }: Answers) {
    const asked: unknown[] = [];
    const reader = answering({
      accounts: () => Promise.resolve([{ account_id: account.id, active: true }]),
      list: (list) => Promise.resolve(pageOf(listIn(twins, list))),
      getTriage: () => Promise.resolve({ data: { triage: category === undefined ? null : { category } } }),
      allFindings: async function* (...request) {
        asked.push(request);
        if (failing !== undefined) throw failing;
        yield* given;
        await Promise.resolve();
      },
    });
    const triages = ids.map((findingId) => ({
      ...{ address: address(findingId), findingId },
      ...{ category: "wont_fix" as const, justification: "A test key." },
    }));
    const plan = await refreshAndPlan(reader, account, { ...desired([]), triages }, {});
    return { findings: plan.triages.map((each) => each.finding ?? null), digest: plan.digest, asked };
  }

  test("the findings of triages have title, severity and repository, with the id of the only one of that name", async () => {
    const given = [finding("A", "r"), finding("b", "twin"), finding("c"), finding("d", "gone")];
    const { findings, asked } = await found(["a", "b", "c", "d", "e"], { given });
    const severity = "critical";
    expect(findings).toEqual([
      { title: "title of A", severity, repository: { id: twins.repositories[0]?.id, name: "r" } },
      { title: "title of b", severity, repository: { name: "twin" } },
      { title: "title of c", severity },
      { title: "title of d", severity, repository: { name: "gone" } },
      null,
    ]);
    expect(asked).toMatchObject([[account.id, { days: 365, all_results: true, per_page: 100 }, { pages: 50 }]]);
  });

  test("the findings of triages are read only where a triage changes", async () => {
    expect(await found(["a"], { category: "wont_fix" })).toMatchObject({ findings: [null], asked: [] });
    expect(await found(["a"], { category: "in_progress", given: [finding("a")] })).toMatchObject({
      findings: [{ title: "title of a" }],
      asked: [expect.anything()],
    });
  });

  test("the findings of triages stay unknown where the list is refused; a service that does not answer is an error", async () => {
    expect(await found(["a"], { failing: refusal(403) })).toMatchObject({ findings: [null] });
    await expect(found(["a"], { failing: failure({ detail: "reset" }) })).rejects.toThrow("reset");
  });

  test("another severity, title or repository of a finding is another plan", async () => {
    const one = finding("a", "r");
    const others = [{ ...one, severity: "low" as const }, { ...one, type: "other" }, finding("a"), finding("b")];
    const plans = await Promise.all([one, ...others].map((each) => found(["a"], { given: [each] })));
    expect(new Set(plans.map(({ digest }) => digest)).size).toBe(plans.length);
  });
});
