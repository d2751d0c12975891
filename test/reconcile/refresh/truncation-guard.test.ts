import type { Observed } from "../../../src/model/entities";
import { accountId, configurationId } from "../../../src/model/ids";
import { plan } from "../../../src/reconcile/plan/plan";
import type { Reader } from "../../../src/reconcile/ports";
import { truncationGuard } from "../../../src/reconcile/refresh/truncation-guard";
import { ServiceError } from "../../../src/service/service-error";
import { declare, desired, live, planned } from "../account";

/** Knows configurations that no list shows, and remembers which it was asked for. */
function eyes(there: readonly string[], asked: string[], status = 404): Reader {
  const unused = () => Promise.reject(new Error("not asked for"));
  return {
    accounts: unused,
    repositories: unused,
    analyzers: unused,
    customPolicies: unused,
    configurations: unused,
    firstPage: unused,
    rest: unused,
    configuration: (_account, id) => {
      asked.push(id);
      if (there.includes(id)) return Promise.resolve({ id, settings: {} });
      return Promise.reject(
        new ServiceError({ code: "service-error", detail: "no", method: "GET", path: "/", status }),
      );
    },
  };
}

const listed = live({ one: { has: ["r1"] }, hidden: { has: ["r2"] }, gone: { has: ["r3"] } });
const cut: Observed = { ...listed, configurations: listed.configurations.slice(0, 1) };

function check(name: string, observed: Observed, there: readonly string[], status?: number) {
  const asked: string[] = [];
  const plan = planned(desired([declare(name, { comment: "enabled" })]), observed);
  const done = truncationGuard(eyes(there, asked, status), accountId("a"), observed, plan);
  return { asked, done };
}

test("nothing is created where a configuration is there that the list lacks", async () => {
  const { done } = check("new", cut, ["hidden"]);
  await expect(done).resolves.toMatchObject([{ code: "list-incomplete", severity: "error" }]);
});

test("what repositories refer to and the service has deleted is no reason", async () => {
  const { done, asked } = check("new", cut, []);
  await expect(done).resolves.toEqual([]);
  expect(asked.sort()).toEqual([configurationId("gone"), configurationId("hidden")]);
});

test("a repository without a configuration is nothing to ask for", async () => {
  const { done, asked } = check("new", { ...cut, repositories: live({}, ["free"]).repositories }, []);
  await expect(done).resolves.toEqual([]);
  expect(asked).toHaveLength(0);
});

test("the signal reaches every request", async () => {
  const signals: unknown[] = [];
  const reader: Reader = {
    ...eyes([], []),
    configuration: (_account, id, options) => {
      signals.push(options?.signal);
      return Promise.resolve({ id, settings: {} });
    },
  };
  const { signal } = new AbortController();
  await truncationGuard(reader, accountId("a"), cut, planned(desired([declare("new")]), cut), signal);
  expect(signals).toEqual([signal]);
});

test("a failure to look is not taken for a no", async () => {
  await expect(check("new", cut, [], 500).done).rejects.toBeInstanceOf(ServiceError);
});

test.each([
  ["creates nothing", "one", cut],
  ["sees every configuration", "new", listed],
])("a plan that %s costs no request", async (_what, name, observed) => {
  const { done, asked } = check(name, observed, ["hidden"]);
  await done;
  expect(asked).toEqual([]);
});

test("what was cut is said in words, and only warned of where the plan is forced", async () => {
  const forced = plan({ id: accountId("a") }, desired([declare("one"), declare("new")]), cut, { force: true });
  const found = await truncationGuard(eyes(["hidden"], []), accountId("a"), cut, forced);
  expect(found).toMatchObject([{ code: "list-incomplete", severity: "warning" }]);
  expect(found[0]?.detail).toMatch(/^The configuration hidden is there, but the list of configurations lacks it/);
});

test("a plan that deletes is checked as well, and at most 20 ids are asked for", async () => {
  const has = Array.from({ length: 25 }, (_, at) => [`gone-${String(at)}`, { has: [`r${String(at)}`] }] as const);
  const all = live({ one: {}, ...Object.fromEntries(has) }, ["free"]);
  const short: Observed = { ...all, configurations: all.configurations.slice(0, 1) };
  const asked: string[] = [];
  const deleting = planned({ ...desired([]), deletions: [configurationId("one")] }, short);
  expect(await truncationGuard(eyes([], asked), accountId("a"), short, deleting)).toEqual([]);
  expect(asked).toEqual(has.slice(0, 20).map(([id]) => id));
});

test("a defect while looking is thrown on", async () => {
  const broken: Reader = { ...eyes([], []), configuration: () => Promise.reject(new TypeError("x")) };
  const creating = planned(desired([declare("new")]), cut);
  await expect(truncationGuard(broken, accountId("a"), cut, creating)).rejects.toThrow(TypeError);
});
