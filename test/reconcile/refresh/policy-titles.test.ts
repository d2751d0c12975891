import type { Observed } from "../../../src/model/entities";
import { accountId } from "../../../src/model/ids";
import { pageOf } from "../../../src/model/page";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { policyTitles } from "../../../src/reconcile/refresh/refresh";
import { ServiceError } from "../../../src/service/service-error";
import { declare, desired, give, listIn, live, names, planned } from "../account";
import { answering } from "./answering";

const { signal } = new AbortController();
const policies = [{ id: "p", dashboard_url: "https://x", title: "No plaintext secrets", question: "?" }];
const secretive = { code_policies: [{ id: "p" }] } as const;
const account: Observed = live({ one: { settings: secretive }, two: {}, three: { settings: secretive, has: ["r"] } });
const unread: Observed = { configurations: account.configurations, repositories: account.repositories };

/** The titles for a plan, and what was requested for them. */
async function titlesFor(plan: Plan, { observed = unread, failing }: { observed?: Observed; failing?: Error } = {}) {
  const asked: unknown[] = [];
  const reader = answering({
    firstPage: (list, of, options) => {
      asked.push([list, of, options]);
      const page = pageOf(listIn({ ...unread, policies }, list));
      return failing === undefined ? Promise.resolve(page) : Promise.reject(failing);
    },
  });
  return { titles: await policyTitles(reader, accountId("a"), observed, plan, signal), asked };
}

const without = declare("one", { comment: "enabled", code_policies: [] });
const taking = (): Plan => planned(desired([declare("two"), without]), unread);

describe("the titles of policies are requested", () => {
  test.each<[string, () => Plan]>([
    ["takes a policy from a configuration", taking],
    [
      "moves a repository away from a policy",
      () => planned(desired([declare("two")], give("two", names("r"))), unread),
    ],
  ])("for a plan that %s", async (_what, plan) => {
    const { titles, asked } = await titlesFor(plan());
    expect(titles).toEqual(new Map([["p", "No plaintext secrets"]]));
    expect(asked).toEqual([["policies", "a", { signal }]]);
  });
});

describe("the titles of policies are not requested", () => {
  test("for a plan that mentions no policy", async () => {
    const plan = planned(desired([declare("one", { ...secretive, comment: "enabled" }), declare("two")]), account);
    expect(plan.configurations[0]?.changes).toHaveLength(1);
    expect(await titlesFor(plan)).toEqual({ titles: plan.policyTitles, asked: [] });
  });

  test("when the policies have been read already", async () => {
    const plan = planned(desired([without]), account);
    expect(plan.policyTitles).toEqual(
      new Map([
        ["p", "p"],
        ["q", "q"],
      ]),
    );
    expect(await titlesFor(plan, { observed: account })).toEqual({ titles: plan.policyTitles, asked: [] });
  });
});

describe("when the policies cannot be read", () => {
  const facts = { code: "service-error", detail: "no", method: "GET", path: "/v1" } as const;

  test("a plan goes without their titles where the service refuses to list them", async () => {
    const { titles } = await titlesFor(taking(), { failing: new ServiceError({ ...facts, status: 403 }) });
    expect(titles).toEqual(new Map());
  });

  test.each([
    ["the service does not answer", new ServiceError({ ...facts, fault: "lost" })],
    ["the failure is a defect", Object.assign(new TypeError("x"), { status: 403 })],
  ])("the plan fails where %s", async (_what, failing) => {
    await expect(titlesFor(taking(), { failing })).rejects.toBe(failing);
  });
});
