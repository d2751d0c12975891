import { accountId } from "../../../src/model/ids";
import { prefetch } from "../../../src/reconcile/refresh/prefetch";
import { observe } from "../../../src/reconcile/refresh/observe";
import type { Reader } from "../../../src/reconcile/ports";
import { declare, desired, live } from "../account";

const account = accountId("account");
const there = live({ one: { has: ["r"] } });

/** Gives every list, and remembers what was asked for and how. */
function eyes(failing?: Error) {
  const asked: unknown[] = [];
  const give =
    <T>(what: string, list: readonly T[] = []) =>
    (id: string, options: unknown): Promise<readonly T[]> => {
      asked.push([what, id, options]);
      return failing === undefined ? Promise.resolve(list) : Promise.reject(failing);
    };
  const unused = () => Promise.reject(new Error("not asked for"));
  const reader: Reader = {
    accounts: unused,
    rest: unused,
    configuration: unused,
    configurations: give("configurations", there.configurations),
    repositories: give("repositories", there.repositories),
    analyzers: give("analyzers", there.analyzers),
    customPolicies: give("policies", there.policies),
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
])("the first page of each list that is needed is asked for once, when %s", async (_when, declared, more, expected) => {
  const { reader, asked } = eyes();
  const { signal } = new AbortController();
  expect(await observe(reader, account, desired([declare("other"), declared]), signal)).toStrictEqual(expected);
  expect(asked).toEqual(
    ["configurations", "repositories", ...more].map((what) => [what, account, { signal, firstPage: true }]),
  );
});

test("what has begun already is not asked for again", async () => {
  const { reader, asked } = eyes();
  const begun = prefetch(reader, account);
  expect(await observe(eyes(new Error("no")).reader, account, desired([]), undefined, begun)).toEqual({
    configurations,
    repositories,
  });
  expect(asked).toHaveLength(2);
});

test("a list that fails before anybody waits for it fails for who waits, and nowhere else", async () => {
  const begun = prefetch(eyes(new Error("no")).reader, account);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(begun.configurations).rejects.toThrow("no");
  await expect(begun.repositories).rejects.toThrow("no");
});
