import { ScanformError } from "../../../src/diagnostics/error";
import type { Configuration, Observed } from "../../../src/model/entities";
import { address, configurationId } from "../../../src/model/ids";
import { explainUnreachedAccount, identityCandidates, referencedEntities } from "../../../src/terraform/account/lists";
import { live } from "../../reconcile/account";
import { answered, inMemory } from "../in-memory";
import fc from "fast-check";
import { identify } from "../../../src/reconcile/plan/identify";

const many = (count: number): Observed =>
  live(Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${String(at)}`, {}])));
const three = { analyzers: [], policies: [], ...live({ a: { has: ["x"] }, b: { has: ["y"] }, c: { has: ["z"] } }) };
const [a, c, gone] = ["a", "c", "gone"].map(configurationId) as [
  ReturnType<typeof configurationId>,
  ReturnType<typeof configurationId>,
  ReturnType<typeof configurationId>,
];

test("each list is read whole, first page first, once for all callers", async () => {
  const { lists, asked } = await inMemory(three, { page: 1 });
  for (let time = 0; time < 2; time += 1) {
    expect(await lists.whole("configurations")).toEqual(three.configurations);
    expect(await lists.whole("repositories")).toEqual(three.repositories);
    expect(await lists.whole("analyzers")).toEqual(three.analyzers);
    expect(await lists.whole("policies")).toEqual(three.policies);
    expect((await lists.accounts()).map((each) => each.account_id)).toEqual(["account"]);
  }
  expect(asked).toEqual([
    ...["configurations", "repositories", "analyzers", "policies"].flatMap((list) => [
      `${list}, first page`,
      `rest of ${list}`,
    ]),
    "accounts",
  ]);
});

test.each(["configurations", "repositories"] as const)(
  "all %s are certainly there after a look behind the end of the list, and are then not read again",
  async (list) => {
    const { lists, asked } = await inMemory(three, { page: 1 });
    expect(await lists.complete(list)).toEqual(three[list]);
    expect(await lists.whole(list)).toEqual(three[list]);
    expect(asked).toEqual([`${list}, first page`, `rest of ${list}, always`]);
  },
);

test.each([
  [1000, ", always"],
  [1001, ""],
])("a first page of %i items is continued only when its size may be a page size", async (page, always) => {
  const { lists, asked } = await inMemory(many(1002), { page });
  expect(await lists.complete("configurations")).toHaveLength(1002);
  expect(asked).toEqual(["configurations, first page", `rest of configurations${always}`]);
});

test("every request to look can be stopped", async () => {
  const { signal: stop } = new AbortController();
  const { lists, asked, signals } = await inMemory(three, { page: 1, stop });
  await lists.accounts();
  await lists.whole("configurations");
  await lists.complete("repositories");
  await lists.configuration(gone);
  expect(asked).toEqual([
    "accounts",
    "configurations, first page",
    "rest of configurations",
    "repositories, first page",
    "rest of repositories, always",
    `configuration ${gone}`,
  ]);
  expect(signals.map((signal) => signal === stop)).toEqual(asked.map(() => true));
});

describe("one configuration", () => {
  test("is looked up on the first page, then in the whole list, then by its id", async () => {
    const { lists, asked, account } = await inMemory(three, { page: 1 });
    expect(await lists.configuration(a)).toMatchObject({ id: a });
    expect(asked).toEqual(["configurations, first page"]);
    expect(await lists.configuration(c)).toMatchObject({ id: c });
    expect(asked.slice(1)).toEqual(["rest of configurations"]);
    account.configurations.set(gone, { id: gone, name: "unlisted", settings: {} });
    expect(await lists.configuration(gone)).toMatchObject({ name: "unlisted" });
    account.configurations.delete(gone);
    expect(await lists.configuration(gone)).toBeUndefined();
    expect(asked.slice(2)).toEqual([`configuration ${gone}`, `configuration ${gone}`]);
  });

  test.each([403, 500])("is an error when the service answers %i", async (status) => {
    const looking = (asked: string) => {
      if (asked === `configuration ${gone}`) throw answered(status);
    };
    const { lists } = await inMemory(three, { looking });
    await expect(lists.configuration(gone)).rejects.toMatchObject({ status });
  });

  test("is an error when the reader has a defect", async () => {
    const looking = (asked: string) => {
      if (asked.startsWith("configuration ")) throw new TypeError("a defect");
    };
    const { lists } = await inMemory(three, { looking });
    await expect(lists.configuration(gone)).rejects.toThrow(TypeError);
  });
});

describe("names of analyzers and policies", () => {
  test("are not read when no settings name any", async () => {
    const { lists, asked } = await inMemory(three);
    expect(await referencedEntities(lists, [{ comment: "silent" }, {}])).toEqual({ analyzers: [], policies: [] });
    expect(asked).toEqual([]);
  });

  test("are looked up on the first page, then in the whole list", async () => {
    const { lists, asked } = await inMemory(three, { page: 1 });
    const first = [{ analyzers: { a: {} } }, { code_policies: [{ id: "P" }] }];
    expect(await referencedEntities(lists, first)).toEqual({
      analyzers: three.analyzers.slice(0, 1),
      policies: three.policies.slice(0, 1),
    });
    expect(asked.toSorted()).toEqual(["analyzers, first page", "policies, first page"]);
    const both = [{ analyzers: { a: {}, b: {} }, code_policies: [{ id: "p" }, { id: "Q" }] }];
    expect(await referencedEntities(lists, both)).toEqual({ analyzers: three.analyzers, policies: three.policies });
    expect(asked.slice(2).toSorted()).toEqual(["rest of analyzers", "rest of policies"]);
  });
});

describe("a forgotten list", () => {
  test.each(["configurations", "repositories"] as const)("of %s is read again, also the complete one", async (list) => {
    const { lists, asked } = await inMemory(three, { page: 1 });
    await lists.complete(list);
    lists.invalidate(list);
    await lists.whole(list);
    lists.invalidate(list);
    await lists.firstPage(list);
    const first = `${list}, first page`;
    expect(asked).toEqual([first, `rest of ${list}, always`, first, `rest of ${list}`, first]);
  });

  test("is one that is old enough", async () => {
    const now = jest.spyOn(performance, "now");
    try {
      const { lists, asked } = await inMemory(three);
      now.mockReturnValue(1000);
      await lists.firstPage("configurations");
      now.mockReturnValue(1500);
      lists.invalidate("configurations", 501);
      await lists.firstPage("configurations");
      expect(asked).toHaveLength(1);
      lists.invalidate("configurations", 500);
      await lists.firstPage("configurations");
      expect(asked).toHaveLength(2);
    } finally {
      now.mockRestore();
    }
  });

  test("leaves the other lists", async () => {
    const { lists, asked } = await inMemory(three);
    await lists.whole("repositories");
    lists.invalidate("configurations");
    await lists.whole("repositories");
    expect(asked).toEqual(["repositories, first page", "rest of repositories"]);
  });
});

describe("a learned list", () => {
  const some = three.configurations.slice(0, 1);

  test("serves as the whole list when it is whole", async () => {
    const { lists, asked } = await inMemory(three);
    lists.store(some, true);
    expect(await lists.whole("configurations")).toBe(some);
    expect(await lists.firstPage("configurations")).toBe(some);
    expect(asked).toEqual([]);
  });

  test("serves as the first page otherwise", async () => {
    const { lists, asked } = await inMemory(three);
    lists.store(some, false);
    expect(await lists.firstPage("configurations")).toBe(some);
    expect(await lists.whole("configurations")).toEqual(three.configurations);
    expect(asked).toEqual(["rest of configurations"]);
  });

  test("is read again when it is old", async () => {
    const { lists, asked } = await inMemory(three);
    lists.store(some, true);
    lists.invalidate("configurations", 60_000);
    expect(await lists.whole("configurations")).toBe(some);
    lists.invalidate("configurations");
    await lists.whole("configurations");
    expect(asked).toEqual(["configurations, first page", "rest of configurations"]);
  });
});

describe("a failure", () => {
  test("reaches all callers that wait, and the next caller reads again", async () => {
    let times = 1;
    const looking = (asked: string) => {
      if (asked === "repositories, first page" && times-- > 0) throw answered(500);
    };
    const { lists, asked } = await inMemory(three, { looking });
    const both = await Promise.allSettled([lists.whole("repositories"), lists.whole("repositories")]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await lists.whole("repositories")).toEqual(three.repositories);
    expect(asked).toEqual(["repositories, first page", "repositories, first page", "rest of repositories"]);
  });

  test("keeps a list that was learned meanwhile", async () => {
    const looking = (asked: string) => {
      if (asked.startsWith("configurations")) throw answered(500);
    };
    const { lists } = await inMemory(three, { looking });
    const failing = lists.firstPage("configurations");
    lists.store(three.configurations, true);
    await expect(failing).rejects.toThrow();
    expect(await lists.whole("configurations")).toBe(three.configurations);
  });

  test.each([
    [500, false],
    [403, true],
    [404, true],
  ])(
    "of status %i asks for the accounts, once, if it can be that the key does not reach this one: %s",
    async (status, asks) => {
      const looking = (asked: string) => {
        if (asked !== "accounts") throw answered(status);
      };
      const { lists, asked } = await inMemory(three, { looking });
      for (const list of ["analyzers", "policies"] as const)
        await expect(lists.whole(list)).rejects.toMatchObject({ status });
      expect(asked.filter((each) => each === "accounts")).toHaveLength(asks ? 1 : 0);
    },
  );

  test("of the list of accounts is reported unchanged", async () => {
    const looking = (): never => {
      throw answered(403);
    };
    const { lists, asked } = await inMemory(three, { looking });
    await expect(lists.accounts()).rejects.toMatchObject({ status: 403 });
    expect(asked).toEqual(["accounts"]);
  });

  test("of another request is explained the same way, or reported unchanged", async () => {
    const { lists, asked } = await inMemory(three);
    await expect(explainUnreachedAccount(lists, Promise.reject(answered(404)))).rejects.toMatchObject({ status: 404 });
    expect(asked).toEqual(["accounts"]);
    expect(await explainUnreachedAccount(lists, Promise.resolve(1))).toBe(1);
    await expect(lists.checkAccount(new ScanformError([]))).resolves.toBeUndefined();
  });
});

test("the failure of a reading does not drop the one that has replaced it", async () => {
  const { lists } = await inMemory(three);
  let refuse = (): void => undefined;
  const refused = new Promise<string>((_resolve, reject) => {
    refuse = () => {
      reject(answered(500));
    };
  });
  const earlier = lists.cached("configurations", () => refused);
  lists.invalidate("configurations");
  await lists.cached("configurations", () => Promise.resolve("the later one"));
  refuse();
  await expect(earlier).rejects.toMatchObject({ status: 500 });
  expect(await lists.cached("configurations", () => Promise.resolve("one more"))).toBe("the later one");
});

const names = fc.constantFrom("a", "b", "c", "__proto__");
const account = fc.array(fc.option(names, { nil: undefined })).map((all) =>
  all.map((name, at): Configuration => {
    const id = configurationId(String(at));
    return name === undefined ? { id, settings: {} } : { id, name, settings: {} };
  }),
);
const declared = fc.record({ name: names, renamedFrom: fc.array(names) });

test("identify finds the same among the candidates as among all live configurations, and every candidate has one of the names", () => {
  fc.assert(
    fc.property(account, declared, (live, { name, renamedFrom }) => {
      const wanted = { address: address("it"), name, renamedFrom, settings: {} };
      const found = identityCandidates(wanted, live);
      expect(identify([wanted], found)).toEqual(identify([wanted], live));
      expect(new Set(found).size).toBe(found.length);
      const meant = new Set<string | undefined>([name, ...renamedFrom]);
      expect(found.filter((each) => !meant.has(each.name))).toEqual([]);
    }),
  );
});
