import { accountId, address } from "../../../src/model/ids";
import type { LookupName } from "../../../src/model/look-up";
import { pageOf } from "../../../src/model/page";
import { observe, prefetch } from "../../../src/reconcile/refresh/observe";
import { declare, desired, firstPages, listIn, live } from "../account";
import { answering } from "./answering";

const account = accountId("account");
const there = live({ one: { has: ["r"] } });

/** Gives every list, and remembers what was asked for and how. */
function eyes(failing?: Error) {
  const asked: unknown[] = [];
  const reader = answering({
    firstPage: (list, id, options) => {
      asked.push([list, id, options]);
      return failing === undefined ? Promise.resolve(pageOf(listIn(there, list))) : Promise.reject(failing);
    },
    getTriage: (id, finding, options) => {
      asked.push([finding, id, options]);
      return Promise.resolve({ data: { triage: null } });
    },
  });
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

test.each<[LookupName, readonly string[]]>([
  ["analyzer", ["analyzers"]],
  ["customPolicy", ["policies"]],
  ["configuration", []],
  ["repository", []],
])("reads the list in which an object is looked up: %s", async (kind, more) => {
  const { reader, asked } = eyes();
  const lookup = { kind, sought: { key: "a" }, placeholder: "placeholder", address: "data.a", path: "" };
  await observe(reader, account, { ...desired([]), lookups: [lookup] });
  expect(asked).toEqual(["configurations", "repositories", ...more].map((what) => [what, account, {}]));
});

test("reads the triage of each declared finding, and when that was", async () => {
  const { reader, asked } = eyes();
  const { signal } = new AbortController();
  const triages = ["f1", "f2"].map((findingId) => ({
    address: address(`scanform_finding_triage.${findingId}`),
    findingId,
    category: "wont_fix" as const,
    justification: "Only in tests.",
  }));
  expect(
    await observe(reader, account, { ...desired([]), triages }, signal, prefetch(eyes().reader, account), () => 7),
  ).toStrictEqual({
    ...firstPages({ configurations, repositories }),
    triages: {
      at: 7,
      found: new Map([
        ["f1", { is: "none" }],
        ["f2", { is: "none" }],
      ]),
    },
  });
  expect(asked).toEqual(["f1", "f2"].map((finding) => [finding, account, { signal }]));
});

test("does not repeat a request that was prefetched", async () => {
  const { reader, asked } = eyes();
  const prefetched = prefetch(reader, account);
  expect(await observe(eyes(new Error("no")).reader, account, desired([]), undefined, prefetched)).toEqual(
    firstPages({ configurations, repositories }),
  );
  expect(asked).toHaveLength(2);
});

describe("a prefetched list that fails", () => {
  const failed = () => prefetch(eyes(new Error("no")).reader, account);

  test("rejects for those who await it", async () => {
    const prefetched = failed();
    await expect(prefetched.configurations).rejects.toThrow("no");
    await expect(prefetched.repositories).rejects.toThrow("no");
  });

  test("is no unhandled rejection where nobody awaits it", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    failed();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});
