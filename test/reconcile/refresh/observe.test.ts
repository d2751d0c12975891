import type { CombinedFinding } from "../../../src/model/findings";
import { accountId, address } from "../../../src/model/ids";
import type { Json } from "../../../src/model/json";
import type { LookupName } from "../../../src/model/look-up";
import { pageOf } from "../../../src/model/page";
import type { TriageReader } from "../../../src/reconcile/ports";
import { listFindings, observe, observeTriages, prefetch } from "../../../src/reconcile/refresh/observe";
import { declare, desired, firstPages, listIn, live } from "../account";
import { answering, refusal } from "../service";

const account = accountId("account");
const there = live({ one: { has: ["r"] } });

/** Gives every list, and remembers what was asked for and how. */
function eyes(failing?: Error) {
  const asked: unknown[][] = [];
  const reader = answering({
    list: (list, id, options) => {
      asked.push([list, id, options]);
      return failing === undefined ? Promise.resolve(pageOf(listIn(there, list))) : Promise.reject(failing);
    },
    getTriage: (id, finding, options) => {
      asked.push([finding, id, options]);
      return Promise.resolve({ data: { triage: null } });
    },
    allFindings: async function* () {
      asked.push(["findings"]);
      const url = "https://d.example.com";
      yield { id: "F1", type: "xss", severity: "high", finding_type: "pullrequest", dashboard_url: url };
      await Promise.resolve();
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
  expect(await observe(reader, account, [desired([declare("other"), declared])], { signal })).toEqual(
    firstPages(expected),
  );
  const options = { certainty: "first page", signal };
  expect(asked).toEqual(["configurations", "repositories", ...more].map((what) => [what, account, options]));
});

test.each<[LookupName, readonly string[]]>([
  ["analyzer", ["analyzers"]],
  ["customPolicy", ["policies"]],
  ["configuration", []],
  ["repository", []],
])("reads the list in which an object is looked up: %s", async (kind, more) => {
  const { reader, asked } = eyes();
  const lookup = { kind, sought: { key: "a" }, placeholder: "placeholder", address: "data.a", path: "" };
  await observe(reader, account, [{ ...desired([]), lookups: [lookup] }]);
  expect(asked.map(([list]) => list)).toEqual(["configurations", "repositories", ...more]);
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
    await observe(reader, account, [{ ...desired([]), triages }], {
      ...{ signal, begun: prefetch(eyes().reader, account) },
      now: () => 7,
    }),
  ).toEqual({
    ...firstPages({ configurations, repositories }),
    triages: {
      at: 7,
      found: new Map([
        ["f1", { is: "none" }],
        ["f2", { is: "none" }],
      ]),
      listed: new Map([["f1", { title: "xss", severity: "high" }]]),
    },
  });
  expect(asked).toEqual([...["f1", "f2"].map((finding) => [finding, account, { signal }]), ["findings"]]);
});

test("does not repeat a request that was prefetched", async () => {
  const { reader, asked } = eyes();
  const prefetched = prefetch(reader, account);
  expect(await observe(eyes(new Error("no")).reader, account, [desired([])], { begun: prefetched })).toEqual(
    firstPages({ configurations, repositories }),
  );
  expect(asked).toHaveLength(2);
});

const failed = () => prefetch(eyes(new Error("no")).reader, account);

test("a prefetched list that fails rejects for those who await it", async () => {
  const prefetched = failed();
  await expect(prefetched.configurations).rejects.toThrow("no");
  await expect(prefetched.repositories).rejects.toThrow("no");
});

test("a prefetched list that fails is no unhandled rejection where nobody awaits it", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  failed();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

const listedFinding = (id: string, triage?: CombinedFinding["triage"]): CombinedFinding => ({
  id,
  finding_type: "sca",
  dashboard_url: "https://d.example.com",
  severity: "low",
  type: "x",
  ...(triage === undefined ? {} : { triage }),
});

async function* items(all: readonly CombinedFinding[]) {
  await Promise.resolve();
  yield* all;
}

/** Answers each finding with what is given for it, and lists findings; remembers what was asked for. */
function service(answers: Readonly<Record<string, Json | Error>>, listed: readonly CombinedFinding[] = []) {
  const asked: string[] = [];
  const signals = new Set<unknown>();
  const reader: TriageReader = {
    getTriage: (_account, id, options) => {
      asked.push(id);
      signals.add(options?.signal);
      const answer = answers[id];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    allFindings: (_account, _query, options) => {
      asked.push("list");
      signals.add(options?.signal);
      return items(listed);
    },
  };
  const { signal } = new AbortController();
  const observed = (...findings: readonly string[]) =>
    observeTriages(reader, accountId("account"), findings, { now: () => 7, signal });
  return { asked, signals, signal, observed };
}

const set = (category: string): Json => ({ data: { triage: { category } } });

test("asks once for each finding, whatever the case of its id, and for no list where the answers are clear", async () => {
  const { asked, observed } = service({ A: set("wont_fix"), b: { data: { triage: null } } });
  expect(await observed("a", "b", "A")).toEqual({
    at: 7,
    found: new Map([
      ["a", { is: "set", category: "wont_fix" }],
      ["b", { is: "none" }],
    ]),
  });
  expect(asked).toEqual(["A", "b"]);
});

test("reads the list once for all findings of which the answer says nothing clear or is 404", async () => {
  const listed = [listedFinding("A", { category: "in_progress" }), listedFinding("b")];
  const { asked, observed } = service({ a: { status: "ok" }, b: refusal(404), c: refusal(404), d: {} }, listed);
  const { found, spelled } = await observed("a", "b", "c", "d");
  expect(spelled).toEqual(["A", "b"]);
  expect(found).toEqual(
    new Map([
      ["a", { is: "set", category: "in_progress" }],
      ["b", { is: "none" }],
      ["d", { is: "unclear" }],
    ]),
  );
  expect(asked).toEqual(["a", "b", "c", "d", "list"]);
});

test("reads the list when the answer about one finding of several says nothing clear, and only for that one", async () => {
  const listed = [listedFinding("a", { category: "in_progress" }), listedFinding("b", { category: "wont_fix" })];
  const { asked, signals, signal, observed } = service({ a: set("false_positive"), b: {} }, listed);
  expect(await observed("a", "b")).toEqual({
    at: 7,
    spelled: ["b"],
    listed: new Map(["a", "b"].map((id) => [id, { title: "x", severity: "low" }])),
    found: new Map([
      ["a", { is: "set", category: "false_positive" }],
      ["b", { is: "set", category: "wont_fix" }],
    ]),
  });
  expect(asked).toEqual(["a", "b", "list"]);
  expect(signals).toEqual(new Set([signal]));
});

test("fails with what the service refuses for another reason", async () => {
  await expect(service({ a: refusal(403) }).observed("a")).rejects.toMatchObject({ status: 403 });
});

test("the list of a year's findings says how each is triaged", async () => {
  const asked: unknown[] = [];
  const reader: Pick<TriageReader, "allFindings"> = {
    allFindings: (...request) => {
      asked.push(request);
      return items([
        listedFinding("open"),
        listedFinding("set", { category: "wont_fix" }),
        listedFinding("named", { category: "in_progress", category_name: "In progress" }),
        listedFinding("without a category", { category_name: "In progress" }),
      ]);
    },
  };
  const { signal } = new AbortController();
  const listed = await listFindings(reader, accountId("a"), { signal });
  expect([...listed].map(([key, { status }]) => [key, status])).toEqual([
    ["open", { is: "none" }],
    ["set", { is: "set", category: "wont_fix" }],
    ["named", { is: "set", category: "in_progress", name: "In progress" }],
    ["without a category", { is: "unclear" }],
  ]);
  // as many as a request may give, whatever the state of their scan
  expect(asked).toEqual([["a", { days: 365, all_results: true, per_page: 100 }, { signal }]]);
});
