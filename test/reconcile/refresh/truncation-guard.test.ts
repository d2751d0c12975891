import type { Observed } from "../../../src/model/entities";
import { accountId, configurationId } from "../../../src/model/ids";
import { plan } from "../../../src/reconcile/plan/plan";
import type { Reader } from "../../../src/reconcile/ports";
import { refuseIncomplete, truncationGuard } from "../../../src/reconcile/refresh/complete-lists";
import { ServiceError } from "../../../src/service/service-error";
import { declare, desired, live, planned } from "../account";
import { untriaged } from "../service";
import { answering } from "../service";

/** Knows configurations that no list shows, and remembers which it was asked for. */
function eyes(there: readonly string[], asked: string[], status = 404): Reader {
  const unused = () => Promise.reject(new Error("not asked for"));
  return {
    ...untriaged,
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

test("refuses to create when a live configuration is missing from the list", async () => {
  const { done } = check("new", cut, ["hidden"]);
  await expect(done).resolves.toMatchObject([{ code: "list-incomplete", severity: "error" }]);
});

test("ignores references to configurations that the service has deleted", async () => {
  const { done, asked } = check("new", cut, []);
  await expect(done).resolves.toEqual([]);
  expect(asked.sort()).toEqual([configurationId("gone"), configurationId("hidden")]);
});

test("requests nothing for a plan that neither creates nor deletes", async () => {
  const { done, asked } = check("one", cut, ["hidden"]);
  await expect(done).resolves.toEqual([]);
  expect(asked).toEqual([]);
});

test("requests nothing for repositories without a configuration", async () => {
  const { done, asked } = check("new", { ...cut, repositories: live({}, ["free"]).repositories }, []);
  await expect(done).resolves.toEqual([]);
  expect(asked).toHaveLength(0);
});

test("passes the signal to every request", async () => {
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

test("does not take a failed look-up for a missing configuration", async () => {
  await expect(check("new", cut, [], 500).done).rejects.toBeInstanceOf(ServiceError);
});

test.each([
  ["creates nothing", "one", cut],
  ["sees every configuration", "new", listed],
])("a plan that %s sends no request", async (_what, name, observed) => {
  const { done, asked } = check(name, observed, ["hidden"]);
  await done;
  expect(asked).toEqual([]);
});

test("names the missing configuration, and only warns when forced", async () => {
  const forced = plan({ id: accountId("a") }, desired([declare("one"), declare("new")]), cut, { force: true });
  const found = await truncationGuard(eyes(["hidden"], []), accountId("a"), cut, forced);
  expect(found).toMatchObject([{ code: "list-incomplete", severity: "warning" }]);
  expect(found[0]?.detail).toMatch(/^The configuration hidden exists, but the list of configurations lacks it/);
});

test("also checks plans that delete, with at most 20 requests", async () => {
  const has = Array.from({ length: 25 }, (_, at) => [`gone-${String(at)}`, { has: [`r${String(at)}`] }] as const);
  const all = live({ one: {}, ...Object.fromEntries(has) }, ["free"]);
  const short: Observed = { ...all, configurations: all.configurations.slice(0, 1) };
  const asked: string[] = [];
  const deleting = planned({ ...desired([]), deletions: [configurationId("one")] }, short);
  expect(await truncationGuard(eyes([], asked), accountId("a"), short, deleting)).toEqual([]);
  expect(asked).toEqual(has.slice(0, 20).map(([id]) => id));
});

test("rethrows a defect in the look-up", async () => {
  const broken: Reader = { ...eyes([], []), configuration: () => Promise.reject(new TypeError("x")) };
  const creating = planned(desired([declare("new")]), cut);
  await expect(truncationGuard(broken, accountId("a"), cut, creating)).rejects.toThrow(TypeError);
});

describe("an unlisted configuration", () => {
  const { signal } = new AbortController();
  const listed = live({ one: { has: ["r1"] }, two: { has: ["r2"] } }, ["free"]);
  const cut: Observed = { ...listed, configurations: listed.configurations.slice(0, 1) };

  /** Looks for configurations that a list lacks, in an account in which these are. */
  function look(there: readonly string[], observed = cut, remembered?: readonly string[]) {
    const asked: unknown[] = [];
    const reader = answering({
      configuration: (account, id, options) => {
        asked.push([account, id, options]);
        const missing = { code: "service-error", detail: "no", method: "GET", path: "/", status: 404 } as const;
        return there.includes(id) ? Promise.resolve({ id, settings: {} }) : Promise.reject(new ServiceError(missing));
      },
    });
    const how = remembered === undefined ? { signal } : { signal, remembered: remembered.map(configurationId) };
    return { asked, done: refuseIncomplete(reader, accountId("a"), observed, how) };
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

    test("where it lacks the configuration of a repository, and the service has it", async () => {
      const { asked, done } = look(["one", "two"]);
      await expect(done).rejects.toMatchObject(refusal("two"));
      expect(asked).toEqual([["a", "two", { signal }]]);
    });

    test("where it lacks a configuration that was there before, and the service has it", async () => {
      const { asked, done } = look(["one", "two", "old"], listed, ["gone", "one", "old"]);
      await expect(done).rejects.toMatchObject(refusal("old"));
      expect(asked).toEqual([
        ["a", "gone", { signal }],
        ["a", "old", { signal }],
      ]);
    });
  });

  describe("a list of configurations is taken as complete", () => {
    test("without a request where it has every configuration that is known of", async () => {
      const { asked, done } = look(["one", "two"], listed);
      await expect(done).resolves.toBeUndefined();
      expect(asked).toEqual([]);
    });

    test("where the service does not have those that it lacks either", async () => {
      const { asked, done } = look(["one"], cut, ["old"]);
      await expect(done).resolves.toBeUndefined();
      expect(asked).toEqual([
        ["a", "old", { signal }],
        ["a", "two", { signal }],
      ]);
    });
  });
});
