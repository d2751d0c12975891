import type { RequestListener } from "node:http";
import { type Page, pageOf } from "../../src/model/page";
import type { ServiceClient } from "../../src/service";
import { read } from "../../src/service/paging";
import { ServiceError } from "../../src/service/service-error";
import { client, failureOf, saying, serving } from "./server";

const item = (at: number) => ({
  id: `i${String(at)}`,
  account_id: `i${String(at)}`,
  scan_id: `i${String(at)}`,
  active: true,
  enabled: true,
  provider_repo_id: at,
  name: "n",
  slug: "s",
  title: "t",
  question: "q",
  dashboard_url: "u",
  severity: "s",
  type: "t",
  description: "d",
  filename: "f",
  repository_id: "r",
  repository_name: "n",
  retry_count: 0,
  created_at: "2026-01-01T00:00:00Z",
  pr_number: at,
  package_name: "p",
  package_version: "1",
  package_ecosystem: "npm",
});
const items = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => item(from + at));
const ids = (list: readonly object[]) => list.map((each) => (each as { id: string }).id);

/** What is answered to a page; 1 is also what comes when none is asked for. */
const byPage =
  (answer: (page: number, perPage: number) => readonly object[] | RequestListener): RequestListener =>
  (request, response) => {
    const query = new URL(request.url ?? "", "http://x").searchParams;
    const given = answer(Number(query.get("page") ?? 1), Number(query.get("per_page") ?? 10));
    const say = typeof given === "function" ? given : saying(200, { dashboard_url: "u", data: given });
    say(request, response);
  };

/** A service with so many items that has pages. */
const pages = (count: number) =>
  byPage((page, perPage) => items((page - 1) * perPage, Math.min(count, page * perPage)));

const lists: readonly (readonly [string, (service: ServiceClient) => Promise<readonly object[]>])[] = [
  ["accounts", (s) => s.accounts()],
  ["repositories", (s) => s.repositories("a")],
  ["analyzers", (s) => s.analyzers("a")],
  ["customPolicies", (s) => s.customPolicies("a")],
  ["scans", (s) => s.scans("a", "r", { pr_status: ["open"] })],
  ["prFindings", (s) => s.prFindings("a", "r")],
  ["deepscans", (s) => s.deepscans("a")],
  ["repositoryDeepscans", (s) => s.repositoryDeepscans("a", "r")],
  ["deepscanResults", async (s) => (await s.deepscanResults("a", "r", "d")).data],
  ["scaResults", async (s) => (await s.scaResults("a", "r", "d", { severity: ["high"] })).data],
  ["configurations", (s) => s.configurations("a")],
];

test.each(lists)("reads %s to the end of paging, with the same filters", async (_name, list) => {
  const { url, asked } = await serving(pages(25));
  expect(ids(await list(client(url)))).toEqual(ids(items(0, 25)));
  const [first = "", ...more] = asked.map((each) => each.url);
  const next = first.includes("?") ? "&" : "?";
  expect(more).toEqual([2, 3, 4].map((page) => `${first}${next}page=${String(page)}&per_page=10`));
});

test.each([0, 1, 9, 11, 15, 26, 99, 101])("takes a list of %d as complete", async (count) => {
  const { url, asked } = await serving(byPage(() => items(0, count)));
  expect(await client(url).repositories("a")).toHaveLength(count);
  expect(asked).toHaveLength(1);
});

describe("a list of round length is complete", () => {
  const shuffled = [7, 3, 9, 0, 1, 8, 2, 6, 5, 4].map(item);
  test.each<readonly [string, RequestListener]>([
    ["when the same comes for a second page", byPage(() => items(0, 10))],
    ["when the same comes in another order", byPage((page) => (page === 1 ? items(0, 10) : shuffled))],
    ["when a part of it comes", byPage((page) => items(0, page === 1 ? 10 : 4))],
    ["when nothing comes", byPage((page) => (page === 1 ? items(0, 10) : []))],
    ...[400, 403, 404, 405, 422].map(
      (status) =>
        [
          `when a second page is refused with ${String(status)}`,
          byPage((page) => (page === 1 ? items(0, 10) : saying(status, {}))),
        ] as const,
    ),
  ])("a list of round length is complete %s", async (_what, answer) => {
    const { url, asked } = await serving(answer);
    expect(ids(await client(url).repositories("a"))).toEqual(ids(items(0, 10)));
    expect(asked).toHaveLength(2);
  });
});

test.each<readonly [string, RequestListener, number]>([
  ["at exactly two pages", pages(20), 20],
  [
    "with pages that overlap",
    byPage((page) => items(Math.max(0, (page - 1) * 7), Math.min(24, (page - 1) * 7 + 10))),
    24,
  ],
  [
    "at a hundred, of which no more may be asked for than 40",
    byPage((page, per) => {
      const most = page === 1 ? 100 : Math.min(40, per);
      return items((page - 1) * most, Math.min(230, page * most));
    }),
    230,
  ],
  ["at 25", byPage((page) => items((page - 1) * 25, Math.min(60, page * 25))), 60],
  ["with pages whose length cannot be chosen", byPage((page) => items((page - 1) * 10, Math.min(33, page * 10))), 33],
  [
    "with a refusal beyond the last",
    byPage((page) => (page > 3 ? saying(404, {}) : items((page - 1) * 10, page * 10))),
    30,
  ],
])("an incomplete list is read on when it was cut %s", async (_what, answer, count) => {
  const { url } = await serving(answer);
  expect(ids(await client(url).repositories("a"))).toEqual(ids(items(0, count)));
});

test("an incomplete list is read on when it was cut, except when only the first page was requested", async () => {
  const { url, asked } = await serving(pages(25));
  const service = client(url);
  expect(await service.repositories("a", { certainty: "first page" })).toHaveLength(10);
  expect((await service.deepscanResults("a", "r", "d", {}, { certainty: "first page" })).data).toHaveLength(10);
  expect(asked).toHaveLength(2);
});

test("an incomplete list is read on when it was cut and its first page is not read again where it was read already", async () => {
  const { url, asked } = await serving(pages(25));
  const service = client(url);
  const from = await service.list("configurations", "a", { certainty: "first page" });
  const whole = await service.list("configurations", "a", { from });
  expect(whole.extent).toBe("complete");
  expect(ids(whole.items)).toEqual(ids(items(0, 25)));
  expect(asked).toHaveLength(4);
  expect(await service.list("configurations", "a", { certainty: "certain", from: whole })).toBe(whole);
  expect(asked).toHaveLength(4);
});

const said = (data: readonly object[]) => saying(200, { data, pagination: { total: 30 } });

/** A service with so many items that has pages of this length, and says how many there are in all. */
const counted = (count: number, size: number, say: (page: number) => object): RequestListener =>
  byPage((page) =>
    saying(200, { dashboard_url: "u", data: items((page - 1) * size, Math.min(count, page * size)), ...say(page) }),
  );

test.each<readonly [string, (page: number) => object]>([
  ["as all_findings does", (page) => ({ pagination: { total: 30, page, per_page: 16, total_pages: 2 } })],
  ["beside the list", () => ({ total_count: 30 })],
  ["by naming the page after it", (page) => ({ meta: { next_page: page === 1 ? 2 : null } })],
])("when the service gives the number of items, %s, a list of any length is read on", async (_what, say) => {
  const { url } = await serving(counted(30, 16, say));
  const service = client(url);
  expect(ids(await service.configurations("a"))).toEqual(ids(items(0, 30)));
  const from = await service.list("repositories", "a", { certainty: "first page" });
  expect(ids((await service.list("repositories", "a", { from })).items)).toEqual(ids(items(0, 30)));
  expect((await service.deepscanResults("a", "r", "d")).data).toHaveLength(30);
});

test("when the service gives the number of items, reading stops at that number", async () => {
  const { url, asked } = await serving(counted(20, 10, () => ({ pagination: { total: 20 } })));
  expect(await client(url).repositories("a")).toHaveLength(20);
  expect(asked).toHaveLength(2);
  const whole = await serving(counted(10, 10, () => ({ pagination: { total: 10 } })));
  expect(await client(whole.url).repositories("a")).toHaveLength(10);
  expect(whole.asked).toHaveLength(1);
});

test.each<readonly [string, RequestListener]>([
  ["ignores pages", byPage(() => said(items(0, 16)))],
  ["refuses pages", byPage((page) => (page === 1 ? said(items(0, 16)) : saying(422, {})))],
  ["gives nothing more", byPage((page) => said(page === 1 ? items(0, 16) : []))],
  ["gives nothing at all", byPage(() => said([]))],
])("when the service gives the number of items and %s, a shorter list is an error", async (_what, answer) => {
  const { url } = await serving(answer);
  const list = client(url).repositories("a");
  await expect(list).rejects.toMatchObject({
    diagnostics: [
      {
        code: "list-incomplete",
        detail: expect.stringMatching(/a list has 30 items, but gives (16|0), so it is not used\./) as string,
      },
    ],
  });
});

test("an empty page is the end of a list that shrinks to that number", async () => {
  const gone = (page: number) => ({ pagination: { total: page === 1 ? 17 : 16 } });
  const { url, asked } = await serving(counted(16, 16, gone));
  expect(await client(url).repositories("a")).toHaveLength(16);
  expect(asked).toHaveLength(2);
});

describe("what is read is counted", () => {
  const countsOf = async (total: object): Promise<readonly (readonly number[])[]> => {
    const numbers = Array.from({ length: 25 }, (_, at) => at);
    const counts: (readonly number[])[] = [];
    const page = (asked?: { readonly page: number }) => {
      const from = ((asked?.page ?? 1) - 1) * 10;
      return Promise.resolve(pageOf(numbers.slice(from, from + 10), total));
    };
    const onItems = (...said: readonly number[]): number => counts.push(said);
    await read({ page, idOf: (at) => at, onItems });
    return counts;
  };

  test("what is read is counted after each further page, against the number that the service gives", async () => {
    expect(await countsOf({ total: 25 })).toEqual([
      [20, 25],
      [25, 25],
    ]);
  });
});

test("returns an item that is repeated on pages once", async () => {
  const { url } = await serving(
    byPage((page) => [items(0, 10), [item(10), item(11), item(10), item(0)], []][page - 1] ?? []),
  );
  expect(ids(await client(url).repositories("a"))).toEqual(ids(items(0, 12)));
});

test("checks a length again for which the second page was empty", async () => {
  const { url, asked } = await serving(byPage((page) => items(0, page === 1 ? 16 : 0)));
  const service = client(url);
  expect(await service.repositories("a", { certainty: "certain" })).toHaveLength(16);
  expect(await service.configurations("a")).toHaveLength(16);
  expect(asked.map((each) => each.url)).toHaveLength(4);
});

test("takes a list as complete at a length for which pages were ignored", async () => {
  const { url, asked } = await serving(byPage(() => items(0, 16)));
  const service = client(url);
  expect(await service.repositories("a", { certainty: "certain" })).toHaveLength(16);
  expect(await service.configurations("a")).toHaveLength(16);
  expect(asked).toHaveLength(3);
});

test("remembers a length at which a list was cut, also where the service gave the number of items", async () => {
  const answer = (say: object) => counted(30, 16, () => say);
  const { url } = await serving((incoming, outgoing) => {
    const total = incoming.url?.includes("/repositories") === true ? { pagination: { total: 30 } } : {};
    answer(total)(incoming, outgoing);
  });
  const service = client(url);
  expect(await service.repositories("a")).toHaveLength(30);
  expect(await service.configurations("a")).toHaveLength(30);
});

test("it is unknown whether a list is complete when the client was stopped before the second page", async () => {
  const stop = new AbortController();
  const { url } = await serving(
    byPage((page) => {
      stop.abort();
      return items((page - 1) * 10, page * 10);
    }),
  );
  expect((await failureOf(client(url, { stop: stop.signal }).repositories("a"))).fault).toBe("not-tried");
});

test.each([401, 408, 429, 500, 503])(
  "it is unknown whether a list is complete when the second page fails with %d",
  async (status) => {
    const { url } = await serving(byPage((page) => (page === 1 ? items(0, 10) : saying(status, {}))));
    expect((await failureOf(client(url).repositories("a"))).status).toBe(status);
  },
);

test("it is unknown whether a list is complete when the second page has no answer or an unreadable one", async () => {
  const silent = await serving(byPage((page) => (page === 1 ? items(0, 10) : (request) => request.socket.destroy())));
  expect((await failureOf(client(silent.url).repositories("a"))).fault).toBe("lost");
  const odd = await serving(byPage((page) => (page === 1 ? items(0, 10) : saying(200, { data: [{}] }))));
  expect((await failureOf(client(odd.url).repositories("a"))).message).toContain("data[0].id");
});

test.each<readonly [string, (page: number) => readonly number[], number]>([
  ["returns pages without end", (page) => [page * 10], 10_000],
  ["repeats parts of earlier pages without end", () => [1], 101],
])("it is unknown whether a list is complete when the service %s", async (_what, give, pages) => {
  let asked = 1;
  const page = ({ page = 1 } = {}) => {
    asked += 1;
    return Promise.resolve(pageOf(give(page)));
  };
  const from = pageOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const endless = read({ page, idOf: (item) => item }, { from });
  await expect(endless).rejects.toMatchObject({
    diagnostics: [{ code: "list-incomplete", detail: "A list had no end after 10000 pages, so it is not used." }],
  });
  expect(asked).toBe(pages);
});

describe("pages of a list", () => {
  const numbers = (from: number, to: number): readonly number[] =>
    Array.from({ length: to - from }, (_, at) => from + at);

  /** Reads a list whose nth answer is the nth of these; after the last one, pages are empty. */
  async function reading(answers: readonly (Page<number> | ServiceError)[]): Promise<readonly number[]> {
    const page = ({ page: number = 1 } = {}): Promise<Page<number>> => {
      const answer = answers[number - 1] ?? pageOf<number>([]);
      return answer instanceof ServiceError ? Promise.reject(answer) : Promise.resolve(answer);
    };
    return (await read({ page, idOf: (item) => item })).items;
  }

  test("a list that grows while it is read is read to the number of items that the service gives last", async () => {
    const total = (count: number) => ({ pagination: { total: count } });
    const read = await reading([
      pageOf(numbers(0, 10), total(12)),
      pageOf(numbers(10, 20), total(25)),
      pageOf(numbers(20, 25), total(25)),
    ]);
    expect(read).toEqual(numbers(0, 25));
  });

  test("a list that grows while it is read is read to its end, although every other page brings nothing new", async () => {
    const pages = numbers(10, 130).flatMap((item) => [pageOf([item]), pageOf([item])]);
    expect(await reading([pageOf(numbers(0, 10)), ...pages])).toEqual(numbers(0, 130));
  });

  describe("after pages with new items", () => {
    const refusedWith = (status: number) =>
      reading([
        pageOf(numbers(0, 10)),
        pageOf(numbers(10, 20)),
        new ServiceError({ method: "GET", path: "/v1/x", code: "service-error", detail: "no", status }),
      ]);

    test.each([400, 404, 410, 416, 422])("status %d says that there is no further page", async (status) => {
      expect(await refusedWith(status)).toEqual(numbers(0, 20));
    });

    test.each([401, 403, 408, 409, 429, 451])("status %d leaves the end of the list unknown", async (status) => {
      expect((await failureOf(refusedWith(status))).status).toBe(status);
    });
  });
});
