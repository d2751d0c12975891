import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { accountId, configurationId } from "../../../src/model/ids";
import { pageOf } from "../../../src/model/page";
import { replan } from "../../../src/reconcile/refresh/replan";
import { refresh, refreshAndPlan } from "../../../src/reconcile/refresh/refresh";
import type { PlanOptions } from "../../../src/reconcile/plan/plan";
import type { Reader } from "../../../src/reconcile/ports";
import { ServiceError } from "../../../src/service/service-error";
import { declare, desired, give, listIn, live, names } from "../account";
import { untriaged } from "../untriaged";

const account = { id: accountId("account"), name: "acme" };

const refusal = (status: number) =>
  new ServiceError({ code: "service-error", detail: `status ${String(status)}`, method: "GET", path: "/v1", status });

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
  const unused = () => Promise.reject(new Error("not asked for"));
  const reader: Reader = {
    ...untriaged,
    accounts: () => Promise.resolve([{ account_id: accountId("another"), active: true }]),
    customPolicies: unused,
    analyzers: unused,
    repositories: unused,
    configurations: unused,
    firstPage: (list) => {
      if (list !== "configurations") return Promise.resolve(pageOf(listIn(observed, list)));
      onAsked();
      return failing === undefined ? Promise.resolve(pageOf(listIn(observed, list))) : Promise.reject(failing);
    },
    configuration: (_account, id) =>
      hidden.includes(id) ? Promise.resolve({ id, settings: {} }) : Promise.reject(refusal(404)),
    rest: (list) => {
      completed.push(list);
      return Promise.resolve([]);
    },
  };
  return { reader, completed };
}

const ten = Array.from({ length: 10 }, (_, at) => `r${String(at)}`);
const full = live({ one: { has: ten } });
const small = live({ one: { has: ["r"] }, two: {} });

describe("refreshing", () => {
  const completedFor = async (declared: Desired, options: PlanOptions = {}, observed = full) => {
    const { reader, completed } = eyes({ observed });
    await refresh(reader, account, declared, options);
    return completed;
  };
  const pattern = give("one", { repositoryPattern: "r%" });
  const one = [declare("one")];

  test("completes the repositories only when a rule has a pattern", async () => {
    expect(await completedFor(desired(one, give("one", names("r1"))))).toEqual([]);
    expect(await completedFor(desired(one))).toEqual([]);
    expect(await completedFor(desired(one, give("one", names("r1")), pattern))).toEqual(["repositories"]);
  });

  test("completes the repositories when anything may be deleted", async () => {
    expect(await completedFor({ ...desired(one), managedScope: { all: true } }, { prune: true }, small)).toEqual([
      "repositories",
    ]);
    expect(await completedFor({ ...desired(one), deletions: [configurationId("two")] }, {}, small)).toEqual([
      "repositories",
    ]);
    expect(await completedFor({ ...desired(one), deletions: [] }, {}, small)).toEqual([]);
  });

  test("completes an empty list of repositories only when anything may be deleted", async () => {
    const empty = live({ one: {}, two: {} });
    const owned = { ...desired(one), managedScope: { all: true, maxDeletes: 2 } };
    for (const look of [refresh, refreshAndPlan]) {
      const completed = async (declared: Desired, options: PlanOptions) => {
        const eye = eyes({ observed: empty });
        await look(eye.reader, account, declared, options);
        return eye.completed;
      };
      expect(await completed(owned, { prune: true })).toEqual(["repositories"]);
      expect(await completed(owned, {})).toEqual([]);
      expect(await completed({ ...desired(one), deletions: [configurationId("two")] }, {})).toEqual(["repositories"]);
    }
  });

  test("rethrows the failure when there is no signal", async () => {
    const { reader } = eyes({ observed: small, failing: refusal(500) });
    await expect(refresh(reader, account, desired([]), {})).rejects.toMatchObject({ status: 500 });
  });

  test("reports an interrupt, whatever the failure was", async () => {
    const interrupt = new AbortController();
    const { reader } = eyes({
      observed: small,
      failing: refusal(404),
      onAsked: () => {
        interrupt.abort();
      },
    });
    await expect(refresh(reader, account, desired([]), {}, { signal: interrupt.signal })).rejects.toMatchObject({
      diagnostics: [{ code: "interrupted", detail: "Nothing was changed." }],
    });
  });

  test("rethrows the failure, or reports that the key does not reach the account", async () => {
    const looking = (status: number) => {
      const { reader } = eyes({ observed: small, failing: refusal(status) });
      return refresh(reader, account, desired([]), {}, { signal: new AbortController().signal });
    };
    await expect(looking(500)).rejects.toMatchObject({ status: 500 });
    await expect(looking(404)).rejects.toMatchObject({ diagnostics: [{ code: "account-unknown" }] });
  });
});

describe("a plan of an account", () => {
  const cut: World = {
    observed: { ...small, configurations: small.configurations.slice(1) },
    hidden: ["one"],
  };
  const creating = desired([declare("new", { comment: "enabled" })]);
  const codes = async (world: World, options: PlanOptions) => {
    const { refusals, diagnostics } = await refreshAndPlan(eyes(world).reader, account, creating, options);
    return [refusals.map(({ code }) => code), diagnostics.map(({ code }) => code)];
  };

  test("that creates is refused when the list of configurations is incomplete, and only warned about when forced", async () => {
    expect(await codes(cut, {})).toEqual([["list-incomplete"], []]);
    expect(await codes(cut, { force: true })).toEqual([[], ["list-incomplete"]]);
    expect(await codes({ ...cut, hidden: [] }, {})).toEqual([[], []]);
  });

  test("keeps its other refusals and warnings", async () => {
    const declared = {
      ...desired([declare("new")], give("new", { repositoryPattern: "nothing-%" })),
      managedScope: { all: true, maxDeletes: 0 },
    };
    const { refusals, diagnostics } = await refreshAndPlan(eyes(cut).reader, account, declared, { prune: true });
    expect(refusals.map(({ code }) => code)).toEqual(["delete-too-many", "list-incomplete"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["rule-matches-nothing"]);
  });
});

describe("replanning", () => {
  const both = desired([declare("one", { comment: "enabled" }), declare("two")], give("two", names("r")));
  const again = async (was: World, is: World, of: Desired = both, options: PlanOptions = {}) => {
    const reviewed = await refreshAndPlan(eyes(was).reader, account, of, options);
    return { reviewed, fresh: replan(eyes(is).reader, reviewed, "saved.plan") };
  };
  const stale = (words: RegExp): unknown =>
    expect.objectContaining({
      diagnostics: [
        expect.objectContaining({
          code: "plan-stale",
          path: "saved.plan",
          detail: expect.stringMatching(words) as string,
        }),
      ],
    });

  test("gives the same writes for an unchanged account", async () => {
    const { reviewed, fresh } = await again({ observed: small }, { observed: small });
    expect((await fresh).writes).toEqual(reviewed.writes);
    expect(reviewed.writes).toHaveLength(2);
  });

  test("lists every difference on its own line when the account has changed", async () => {
    const moved = live({ one: { settings: { risk_threshold: 3 } }, two: { name: "zwei" }, three: { has: ["r"] } });
    const { fresh } = await again(
      { observed: small },
      { observed: moved },
      desired([declare("one", { comment: "enabled" })]),
    );
    await expect(fresh).rejects.toEqual(
      stale(
        /^saved\.plan no longer matches the account, and nothing was written:\nconfiguration one \(one\): risk_threshold was not set and is 3\nPlan again, and have it reviewed\.$/,
      ),
    );
    const more = live({ one: { settings: { risk_threshold: 3 }, name: "eins" }, two: {} }, ["r"]);
    const two = await again(
      { observed: small },
      { observed: more },
      desired([declare("one", { comment: "enabled" }, { id: configurationId("one") })]),
    );
    await expect(two.fresh).rejects.toEqual(stale(/is now named eins\nconfiguration one \(one\): risk_threshold/));
  });

  test("is stale when the declaration is no longer valid, and gives the errors but not the warnings", async () => {
    const gone = live({ one: {}, two: {} });
    const warned = desired(
      [declare("one"), declare("two")],
      give("two", names("r")),
      give("one", { repositoryPattern: "no-%" }),
    );
    const { fresh } = await again({ observed: small }, { observed: gone }, warned);
    await expect(fresh).rejects.toEqual(
      stale(/written:\nUnknown repository: The account has no repository named "r"\.[^\n]*\nPlan again/),
    );
  });

  test("is stale when a limit now refuses the plan", async () => {
    const owned = { ...desired([declare("one")]), deletions: [configurationId("two")] };
    const used = live({ one: { has: ["r"] }, two: { has: ["new"] } });
    const { fresh } = await again({ observed: small }, { observed: used }, owned);
    await expect(fresh).rejects.toEqual(stale(/"two" would be deleted and still has "new"/));
  });

  test("is refused when a required list is incomplete this time", async () => {
    const creating = desired([declare("new")]);
    const cut = { ...small, configurations: small.configurations.slice(1) };
    const { fresh } = await again({ observed: cut }, { observed: cut, hidden: ["one"] }, creating);
    await expect(fresh).rejects.toMatchObject({ diagnostics: [{ code: "list-incomplete" }] });
  });
});
