import type { Desired, Lookup } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { accountId } from "../../../src/model/ids";
import { pageOf } from "../../../src/model/page";
import type { Listed } from "../../../src/reconcile/ports";
import { refresh, survey } from "../../../src/reconcile/refresh/refresh";
import { declare, desired, give, listIn, live } from "../account";
import { answering } from "./answering";

const account = { id: accountId("account") };

/** Shows an account, and remembers which lists it was asked to complete. */
function eyes(observed: Observed) {
  const completed: (keyof Listed)[] = [];
  const reader = answering({
    firstPage: (list) => Promise.resolve(pageOf(listIn(observed, list))),
    rest: (list) => {
      completed.push(list);
      return Promise.resolve([]);
    },
  });
  return { reader, completed };
}

const ten = (prefix: string) => Array.from({ length: 10 }, (_, at) => `${prefix}${String(at)}`);
/** Ten objects of each kind, as many as the shortest page has. */
const full: Observed = {
  ...live(Object.fromEntries(ten("c").map((id) => [id, {}])), ten("r")),
  analyzers: ten("a").map((slug) => ({ id: `id of ${slug}`, name: slug, slug, enabled: true })),
  policies: ten("p").map((title) => ({ id: `id of ${title}`, dashboard_url: "https://x", title, question: "?" })),
};

describe("an object that is looked up", () => {
  const looking = (kind: Lookup["kind"], sought: Lookup["sought"]): Desired => ({
    ...desired([]),
    lookups: [{ kind, sought, placeholder: "placeholder", address: "data.looked_up", path: "" }],
  });

  test.each<[Lookup["kind"], string, string, keyof Listed]>([
    ["analyzer", "a1", "id of a1", "analyzers"],
    ["customPolicy", "p1", "id of p1", "policies"],
    ["configuration", "c1", "c1", "configurations"],
    ["repository", "r1", "id of r1", "repositories"],
  ])("needs the whole list when it is sought by what it is called: %s", async (kind, key, id, list) => {
    const [byKey, byId] = [eyes(full), eyes(full)];
    await refresh(byKey.reader, account, looking(kind, { key }), {});
    expect(byKey.completed).toEqual([list]);
    await refresh(byId.reader, account, looking(kind, { id }), {});
    expect(byId.completed).toEqual([]);
  });
});

describe("a survey", () => {
  const everything = desired([], give("c1", { repositoryPattern: "%" }));

  test("reads the lists to their end that are asked for whole, and no other", async () => {
    const of = async (whole?: readonly (keyof Listed)[]) => {
      const { reader, completed } = eyes(full);
      await survey(reader, account, desired([]), {}, whole === undefined ? {} : { whole });
      return completed;
    };
    expect(await of(["configurations", "repositories"])).toEqual(["configurations", "repositories"]);
    expect(await of(["configurations"])).toEqual(["configurations"]);
    expect(await of()).toEqual([]);
  });

  test("plans each state once", async () => {
    const { observed, planOf } = await survey(eyes(full).reader, account, desired([declare("c1")]), {});
    expect(planOf(observed)).toBe(planOf(observed));
    expect(planOf({ ...observed, repositories: [] })).toMatchObject({ repositories: 0 });
  });

  const { configurations, repositories } = live({ one: { has: ["r", "s"] }, two: {} });
  const twice = <T>(items: readonly T[]) => [...items, ...items];

  test.each<[string, Observed]>([
    ["configurations", { configurations: twice(configurations), repositories }],
    ["repositories", { configurations, repositories: twice(repositories) }],
    ["both", { configurations: twice(configurations), repositories: twice(repositories) }],
    ["neither", { configurations, repositories }],
  ])("has what a list gives twice once: %s", async (_which, listed) => {
    const { observed } = await survey(eyes(listed).reader, account, everything, {});
    expect(observed).toEqual({ configurations, repositories });
  });
});
