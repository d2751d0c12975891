import { once } from "node:events";
import type { RequestListener } from "node:http";
import type { CombinedFinding } from "../../src/model/findings";
import type { FindingsPage } from "../../src/reconcile/ports";
import { findingsFrom } from "../../src/service/paging";
import { until } from "../support/until";
import { client, failureOf, saying, serving } from "./server";

const finding = (id: number) => ({
  id: `f${String(id)}`,
  finding_type: "sca",
  dashboard_url: "u",
  severity: "high",
  type: "t",
});
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const idsOf = (from: number, to: number) => numbers(from, to).map((each) => finding(each).id);

/** Serves pages of ids; a page may be something else to answer. */
function paged(pages: readonly (readonly number[] | RequestListener)[], total = pages.length): RequestListener {
  return (request, response) => {
    const page = Number(new URL(request.url ?? "", "http://x").searchParams.get("page"));
    const ids = pages[page - 1] ?? [];
    if (typeof ids === "function") {
      ids(request, response);
      return;
    }
    const pagination = { total: 0, page, per_page: 2, total_pages: total };
    saying(200, { data: ids.map(finding), pagination })(request, response);
  };
}

const reading = async (answer: RequestListener, query = {}, options = {}) => {
  const { url, asked } = await serving(answer);
  return { findings: client(url).allFindings("a", { days: 7, ...query }, options), asked };
};

async function collected(findings: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of findings) ids.push(id);
  return ids;
}

const pagesOf = (asked: readonly { readonly url: string }[]) =>
  asked.map(({ url }) => new URL(url, "http://x").searchParams.get("page"));

/** Everything that was begun has had the time to arrive. */
async function settled(): Promise<void> {
  const { url } = await serving(saying(200, { data: [] }));
  for (let turn = 0; turn < 5; turn += 1) await client(url).accounts();
}

test("reads all pages in order, each once and with the same filters", async () => {
  const { findings, asked } = await reading(paged([[0, 1], [2, 3], [4]]), { severity: ["high"], per_page: 2 });
  expect(await collected(findings)).toEqual(idsOf(0, 5));
  expect(pagesOf(asked)).toEqual(["1", "2", "3"]);
  for (const { url } of asked)
    expect(url).toContain("/v1/accounts/a/all_findings?days=7&severity=high&per_page=2&page=");
});

test.each([
  ["a first page without findings", paged([]), []],
  ["an empty page before the last", paged([[0], [], [2]]), ["f0"]],
  ["the last page that the service has, if it announced more", paged([[0], [1]], 9), ["f0", "f1"]],
])("ends at %s", async (_what, answer, expected) => {
  expect(await collected((await reading(answer)).findings)).toEqual(expected);
});

test("yields findings once when new ones have shifted them to the next page", async () => {
  const { findings } = await reading(
    paged([
      [0, 1, 2],
      [1, 2, 3],
      [1, 2, 3],
      [3, 4],
    ]),
  );
  expect(await collected(findings)).toEqual(idsOf(0, 5));
});

test("fetches exactly one page ahead, and only while one is consumed", async () => {
  const { findings, asked } = await reading(paged([[0, 1], [2, 3], [4, 5], [6]]));
  const iterator = findings[Symbol.asyncIterator]();
  expect(asked).toHaveLength(0);
  for (const [steps, pages] of [
    [1, 2],
    [1, 2],
    [1, 3],
    [1, 3],
    [1, 4],
    [3, 4],
  ] as const) {
    for (let step = 0; step < steps; step += 1) await iterator.next();
    await settled();
    expect(asked).toHaveLength(pages);
  }
});

test("aborts the prefetched page when the caller stops early", async () => {
  const ended = new AbortController();
  const { findings, asked } = await reading(
    paged([
      [0, 1],
      (_request, response) => {
        response.on("close", () => {
          ended.abort();
        });
      },
    ]),
  );
  const closed = once(ended.signal, "abort");
  const seen = [];
  for await (const { id } of findings) {
    seen.push(id);
    await until(() => asked.length >= 2);
    break;
  }
  await closed;
  expect(seen).toEqual(["f0"]);
});

test("ignores a failing prefetched page when the caller stops early", async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown): void => {
    unheard.push(reason);
  };
  process.on("unhandledRejection", hear);
  try {
    const { findings, asked } = await reading(paged([[0, 1], saying(500, {})]));
    for await (const { id } of findings) {
      expect(id).toBe("f0");
      await until(() => asked.length >= 2);
      await settled();
      break;
    }
    await settled();
    expect(unheard).toEqual([]);
  } finally {
    process.off("unhandledRejection", hear);
  }
});

test("reports a failed page when it is reached, after yielding the findings before it", async () => {
  const { findings, asked } = await reading(paged([[0, 1], saying(500, { error: "oops" }), [4]]));
  const iterator = findings[Symbol.asyncIterator]();
  expect((await iterator.next()).value).toMatchObject({ id: "f0" });
  await until(() => asked.length >= 2);
  expect((await iterator.next()).value).toMatchObject({ id: "f1" });
  expect((await failureOf(iterator.next())).message).toContain("status 500: oops");
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
  expect(asked).toHaveLength(2);
});

test("requests no more pages than are asked for", async () => {
  const { findings, asked } = await reading(paged([[0, 1], [2, 3], [4, 5], [6]]), {}, { pages: 2 });
  expect(await collected(findings)).toEqual(idsOf(0, 4));
  expect(asked).toHaveLength(2);
});

test("rejects a service that returns the same page for every number", async () => {
  const pagination = { total: 500, page: 1, per_page: 1, total_pages: 500 };
  const { findings, asked } = await reading(saying(200, { data: [finding(0)], pagination }));
  await expect(collected(findings)).rejects.toMatchObject({
    diagnostics: [
      { code: "list-incomplete", detail: "Page 3 of the findings is the same as an earlier one, so no more is read." },
    ],
  });
  expect(asked.length).toBeLessThan(5);
});

/** Reads everything from a list that may be another one at each request, and tells which pages were asked for. */
async function readingList(listAt: (request: number) => readonly number[], perPage = 2, told = perPage) {
  const pages: number[] = [];
  const fetch = (page: number): Promise<FindingsPage> => {
    pages.push(page);
    const list = listAt(pages.length);
    const data = list.slice((page - 1) * perPage, page * perPage).map((id) => finding(id) as CombinedFinding);
    const pagination = { total: list.length, page, per_page: told, total_pages: Math.ceil(list.length / perPage) };
    return Promise.resolve({ data, pagination });
  };
  const ids = await collected(findingsFrom(1, fetch, undefined));
  return { ids, pages };
}

test("while findings come and go, rereads as many pages as were shifted, and none before the first", async () => {
  const fourGone = await readingList((request) => (request < 5 ? numbers(0, 12) : numbers(4, 12)));
  expect(fourGone.pages).toEqual([1, 2, 3, 4, 5, 3, 4]);
  expect(fourGone.ids).toEqual(idsOf(0, 12));
  const oneGone = await readingList((request) => (request < 4 ? numbers(0, 9) : numbers(1, 9)));
  expect(oneGone.pages).toEqual([1, 2, 3, 4, 3, 4]);
  expect(oneGone.ids).toEqual(idsOf(0, 9));
  const nearlyAll = await readingList((request) => (request < 3 ? numbers(0, 12) : numbers(8, 12)));
  expect(nearlyAll.pages).toEqual([1, 2, 3, 1, 2]);
  expect(nearlyAll.ids).toEqual([...idsOf(0, 4), ...idsOf(8, 12)]);
});

test("while findings come and go, rereads page by page when the service gives no page length", async () => {
  const { pages } = await readingList((request) => (request < 3 ? numbers(0, 8) : numbers(1, 8)), 2, 0);
  expect(pages).toEqual([1, 2, 3, 2, 3, 4]);
});

test("while findings come and go does not reread the first page when it shrinks again", async () => {
  const { pages } = await readingList((request) => numbers(Math.min(2, Math.max(0, request - 1)), 8));
  expect(pages).toEqual([1, 2, 1, 2, 3]);
});

test("while findings come and go reads a list that keeps shrinking to its end", async () => {
  const { ids, pages } = await readingList((request) => numbers(0, 1100 - request), 400);
  expect(pages).toEqual([1, ...Array.from({ length: 100 }, () => [2, 1]).flat(), 2, 3]);
  expect(ids).toEqual(idsOf(0, 1100 - 203));
});

test("while findings come and go does not mistake many new findings for a service that repeats itself", async () => {
  const { ids } = await readingList((request) => numbers(-2 * Math.min(request, 5), 4));
  expect(ids.filter((id) => !id.includes("-"))).toEqual(idsOf(0, 4));
});
