import { accountId } from "../../../src/model/ids";
import { pageOf } from "../../../src/model/page";
import { observe, prefetch } from "../../../src/reconcile/refresh/observe";
import type { Reader } from "../../../src/reconcile/ports";
import { declare, desired, firstPages, listIn, live } from "../account";
import { untriaged } from "../untriaged";

const account = accountId("account");
const there = live({ one: { has: ["r"] } });

/** Gives every list, and remembers what was asked for and how. */
function eyes(failing?: Error) {
  const asked: unknown[] = [];
  const unused = () => Promise.reject(new Error("not asked for"));
  const reader: Reader = {
    ...untriaged,
    accounts: unused,
    rest: unused,
    configuration: unused,
    configurations: unused,
    repositories: unused,
    analyzers: unused,
    customPolicies: unused,
    firstPage: (list, id, options) => {
      asked.push([list, id, options]);
      return failing === undefined ? Promise.resolve(pageOf(listIn(there, list))) : Promise.reject(failing);
    },
  };
  return { reader, asked };
}

const { configurations, repositories, analyzers, policies } = there;

test.each([
  ["nothing else is declared", declare("one"), [], { configurations, repositories }],
  [
    "analyzers are declared",
    declare("one", { analyzers: { a: {} } }),
    ["analyzers"],
    { configurations, repositories, analyzers },
  ],
  [
    "policies are declared",
    declare("one", { code_policies: [{ id: "p" }] }),
    ["policies"],
    { configurations, repositories, policies },
  ],
  [
    "both are declared empty",
    declare("one", { analyzers: {}, code_policies: [] }),
    [],
    { configurations, repositories },
  ],
])("reads the first page of each needed list once when %s", async (_when, declared, more, expected) => {
  const { reader, asked } = eyes();
  const { signal } = new AbortController();
  expect(await observe(reader, account, desired([declare("other"), declared]), signal)).toStrictEqual(
    firstPages(expected),
  );
  expect(asked).toEqual(["configurations", "repositories", ...more].map((what) => [what, account, { signal }]));
});

test("does not repeat a request that was prefetched", async () => {
  const { reader, asked } = eyes();
  const prefetched = prefetch(reader, account);
  expect(await observe(eyes(new Error("no")).reader, account, desired([]), undefined, prefetched)).toEqual(
    firstPages({ configurations, repositories }),
  );
  expect(asked).toHaveLength(2);
});

test("a prefetched list that fails early rejects for its reader, without an unhandled rejection", async () => {
  const prefetched = prefetch(eyes(new Error("no")).reader, account);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(prefetched.configurations).rejects.toThrow("no");
  await expect(prefetched.repositories).rejects.toThrow("no");
});
