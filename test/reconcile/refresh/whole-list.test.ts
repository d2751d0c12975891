import type { Repository } from "../../../src/model/entities";
import { accountId, repositoryId } from "../../../src/model/ids";
import { type Page, pageOf } from "../../../src/model/page";
import { wholeList } from "../../../src/reconcile/refresh/complete-lists";
import { listIn } from "../account";
import { answering } from "./answering";

const { signal } = new AbortController();
const account = accountId("a");
const repositories = (count: number): readonly Repository[] =>
  Array.from({ length: count }, (_, at) => ({
    id: repositoryId(`r${String(at)}`),
    name: `r${String(at)}`,
    provider_repo_id: at,
    enabled: true,
  }));
const having = (items: readonly Repository[]) => ({ configurations: [], repositories: items });
const last: Repository = { id: repositoryId("last"), name: "last", provider_repo_id: -1, enabled: true };

/** The whole list that begins with this page and ends with the last repository, and what was requested for it. */
async function read(first: Page<Repository>) {
  const asked: unknown[] = [];
  const reader = answering({
    firstPage: (list, of, options) => {
      asked.push(["first page", list, of, options]);
      return Promise.resolve({ ...first, items: listIn(having(first.items), list) });
    },
    rest: (list, of, from, options) => {
      asked.push(["rest", list, of, from, options]);
      return Promise.resolve(listIn(having([last]), list));
    },
  });
  const found = await wholeList(reader, account, "repositories", { signal });
  return { asked, found };
}

test.each<[string, Page<Repository>]>([
  ["is empty", pageOf([])],
  ["is shorter than any page", pageOf(repositories(9))],
  ["is longer than any page", pageOf(repositories(1001))],
  ["is complete, as the service says", pageOf(repositories(10), { total: 10 })],
])("a list that %s is read with one request", async (_what, first) => {
  const { asked, found } = await read(first);
  expect(found).toEqual(first.items);
  expect(asked).toEqual([["first page", "repositories", account, { signal }]]);
});

test.each<[string, Page<Repository>]>([
  ["has the length of the shortest page", pageOf(repositories(10))],
  ["has a length that no page usually has", pageOf(repositories(37))],
  ["has the length of the longest page", pageOf(repositories(1000))],
  ["is longer than any page, and a multiple of a usual length", pageOf(repositories(1025))],
  ["is short, but cut, as the service says", pageOf(repositories(3), { total: 4 })],
])("a list that %s is read to its end", async (_what, first) => {
  const { asked, found } = await read(first);
  expect(found).toEqual([...first.items, last]);
  expect(asked).toEqual([
    ["first page", "repositories", account, { signal }],
    ["rest", "repositories", account, first, { signal, always: true }],
  ]);
});
