import type { Desired, Lookup } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { accountId } from "../../../src/model/ids";
import { pageOf } from "../../../src/model/page";
import { plan } from "../../../src/reconcile/plan/plan";
import type { Listed } from "../../../src/reconcile/ports";
import { completeLists } from "../../../src/reconcile/refresh/complete-lists";
import type { FirstPages } from "../../../src/reconcile/refresh/observe";
import { desired, firstPages, listIn, live } from "../account";
import { answering } from "./answering";

const account = accountId("a");
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
    rest: (list, of, from, options) => {
      asked.push([list, of, from.items.length, options]);
      return Promise.resolve(listIn(listed(12), list).slice(from.items.length));
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

const request = (list: keyof Listed, from: number) => [list, account, from, { signal, always: true }];

test("a list in which the only object of its name is looked up is completed, however much of it was listed", async () => {
  const { observed, asked } = await look(firstPages(listed(10)), lookUp("customPolicy", { key: "title 1" }));
  expect(asked).toEqual([request("policies", 10)]);
  expect(observed).toEqual(listed(12));
});

test("a list in which the object is not found on any page is completed once", async () => {
  const { asked } = await look(firstPages(listed(10)), lookUp("customPolicy", { key: "no such title" }));
  expect(asked).toEqual([request("policies", 10)]);
});

describe("a list in which an object is looked up is not completed", () => {
  test.each<[string, FirstPages]>([
    ["the service says that it is complete", { ...firstPages(listed(12)), policies: pageOf(policies, { total: 12 }) }],
    ["it is shorter than any page", firstPages(listed(9))],
    ["it was not requested", firstPages({ configurations, repositories })],
  ])("when %s", async (_when, first) => {
    const { observed, asked } = await look(first);
    expect(asked).toEqual([]);
    expect(observed).toStrictEqual({
      configurations,
      repositories,
      ...(first.policies === undefined ? {} : { policies: first.policies.items }),
    });
  });
});

test("a configuration that is looked up by its id is found on a later page", async () => {
  const first = firstPages({ configurations: configurations.slice(0, 1), repositories });
  const { observed, asked } = await look(first, lookUp("configuration", { id: "two" }), []);
  expect(asked).toEqual([request("configurations", 1)]);
  expect(observed).toEqual({ configurations, repositories });
});

test("the triages that were read are kept", async () => {
  const triages = { at: 7, found: new Map([["f", { is: "none" } as const]]) };
  const { observed } = await look({ ...firstPages(listed(3)), triages });
  expect(observed).toStrictEqual({ ...listed(3), triages });
});
