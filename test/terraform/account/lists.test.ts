import { ScanformError } from "../../../src/diagnostics/error";
import type { Configuration } from "../../../src/model/observed";
import { address, configurationId } from "../../../src/model/ids";
import { explainUnreachedAccount, identityCandidates, referencedEntities } from "../../../src/terraform/account/lists";
import { live } from "../../reconcile/account";
import { answered, inMemory } from "../in-memory";
import fc from "fast-check";
import { identify } from "../../../src/reconcile/plan/identify";

const three = { analyzers: [], policies: [], ...live({ a: { has: ["x"] }, b: { has: ["y"] }, c: { has: ["z"] } }) };
const [a, c, gone] = ["a", "c", "gone"].map(configurationId) as [
  ReturnType<typeof configurationId>,
  ReturnType<typeof configurationId>,
  ReturnType<typeof configurationId>,
];

test("each list is read whole, first page first, once for all callers", async () => {
  const { lists, asked } = await inMemory(three, { page: 1 });
  for (let time = 0; time < 2; time += 1) {
    expect(await lists.read("configurations", "ended")).toEqual(three.configurations);
    expect(await lists.read("repositories", "ended")).toEqual(three.repositories);
    expect(await lists.read("analyzers", "ended")).toEqual(three.analyzers);
    expect(await lists.read("policies", "ended")).toEqual(three.policies);
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
    expect(await lists.read(list, "certain")).toEqual(three[list]);
    expect(await lists.read(list, "ended")).toEqual(three[list]);
    expect(asked).toEqual([`${list}, first page`, `rest of ${list}, certain`]);
  },
);

test("every request to look can be stopped", async () => {
  const { signal: stop } = new AbortController();
  const { lists, asked, signals } = await inMemory(three, { page: 1, stop });
  await lists.accounts();
  await lists.read("configurations", "ended");
  await lists.read("repositories", "certain");
  await lists.configuration(gone);
  expect(asked).toEqual([
    "accounts",
    "configurations, first page",
    "rest of configurations",
    "repositories, first page",
    "rest of repositories, certain",
    `configuration ${gone}`,
  ]);
  expect(signals.map((signal) => signal === stop)).toEqual(asked.map(() => true));
});

test("one configuration is looked up on the first page, then in the whole list, then by its id", async () => {
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

test.each([403, 500])("one configuration is an error when the service answers %i", async (status) => {
  const looking = (asked: string) => {
    if (asked === `configuration ${gone}`) throw answered(status);
  };
  const { lists } = await inMemory(three, { looking });
  await expect(lists.configuration(gone)).rejects.toMatchObject({ status });
});

test("one configuration is an error when the reader has a defect", async () => {
  const looking = (asked: string) => {
    if (asked.startsWith("configuration ")) throw new TypeError("a defect");
  };
  const { lists } = await inMemory(three, { looking });
  await expect(lists.configuration(gone)).rejects.toThrow(TypeError);
});

test("names of analyzers and policies are not read when no settings name any", async () => {
  const { lists, asked } = await inMemory(three);
  expect(await referencedEntities(lists, [{ comment: "silent" }, {}])).toEqual({ analyzers: [], policies: [] });
  expect(asked).toEqual([]);
});

test("names of analyzers and policies are looked up on the first page, then in the whole list", async () => {
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

test.each(["configurations", "repositories"] as const)(
  "a forgotten list of %s is read again, also the complete one",
  async (list) => {
    const { lists, asked } = await inMemory(three, { page: 1 });
    await lists.read(list, "certain");
    lists.invalidate(list);
    await lists.read(list, "ended");
    lists.invalidate(list);
    await lists.read(list, "first page");
    const first = `${list}, first page`;
    expect(asked).toEqual([first, `rest of ${list}, certain`, first, `rest of ${list}`, first]);
  },
);

test("a forgotten list is one that is old enough", async () => {
  const now = jest.spyOn(performance, "now");
  try {
    const { lists, asked } = await inMemory(three);
    now.mockReturnValue(1000);
    await lists.read("configurations", "first page");
    now.mockReturnValue(1500);
    lists.invalidate("configurations", 501);
    await lists.read("configurations", "first page");
    expect(asked).toHaveLength(1);
    lists.invalidate("configurations", 500);
    await lists.read("configurations", "first page");
    expect(asked).toHaveLength(2);
  } finally {
    now.mockRestore();
  }
});

test("a forgotten list leaves the other lists", async () => {
  const { lists, asked } = await inMemory(three);
  await lists.read("repositories", "ended");
  lists.invalidate("configurations");
  await lists.read("repositories", "ended");
  expect(asked).toEqual(["repositories, first page", "rest of repositories"]);
});

describe("a learned list", () => {
  const some = three.configurations.slice(0, 1);

  test("a learned list serves as the list where it was read to its end", async () => {
    const { lists, asked } = await inMemory(three);
    lists.store(some, "ended");
    expect(await lists.read("configurations", "ended")).toBe(some);
    expect(await lists.read("configurations", "first page")).toBe(some);
    expect(asked).toEqual([]);
  });

  test("a learned list serves as the first page otherwise", async () => {
    const { lists, asked } = await inMemory(three);
    lists.store(some, "first page");
    expect(await lists.read("configurations", "first page")).toBe(some);
    expect(await lists.read("configurations", "ended")).toEqual(three.configurations);
    expect(asked).toEqual(["rest of configurations"]);
  });

  test("a learned list is read again when it is old", async () => {
    const { lists, asked } = await inMemory(three);
    lists.store(some, "ended");
    lists.invalidate("configurations", 60_000);
    expect(await lists.read("configurations", "ended")).toBe(some);
    lists.invalidate("configurations");
    await lists.read("configurations", "ended");
    expect(asked).toEqual(["configurations, first page", "rest of configurations"]);
  });
});

test("a failure reaches all callers that wait, and the next caller reads again", async () => {
  let times = 1;
  const looking = (asked: string) => {
    if (asked === "repositories, first page" && times-- > 0) throw answered(500);
  };
  const { lists, asked } = await inMemory(three, { looking });
  const both = await Promise.allSettled([lists.read("repositories", "ended"), lists.read("repositories", "ended")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await lists.read("repositories", "ended")).toEqual(three.repositories);
  expect(asked).toEqual(["repositories, first page", "repositories, first page", "rest of repositories"]);
});

test("a failure keeps a list that was learned meanwhile", async () => {
  const looking = (asked: string) => {
    if (asked.startsWith("configurations")) throw answered(500);
  };
  const { lists } = await inMemory(three, { looking });
  const failing = lists.read("configurations", "first page");
  lists.store(three.configurations, "ended");
  await expect(failing).rejects.toThrow();
  expect(await lists.read("configurations", "ended")).toBe(three.configurations);
});

test.each([
  [500, false],
  [403, true],
  [404, true],
])(
  "a failure of status %i asks for the accounts, once, if it can be that the key does not reach this one: %s",
  async (status, asks) => {
    const looking = (asked: string) => {
      if (asked !== "accounts") throw answered(status);
    };
    const { lists, asked } = await inMemory(three, { looking });
    for (const list of ["analyzers", "policies"] as const)
      await expect(lists.read(list, "ended")).rejects.toMatchObject({ status });
    expect(asked.filter((each) => each === "accounts")).toHaveLength(asks ? 1 : 0);
  },
);

test("a failure of the list of accounts is reported unchanged", async () => {
  const looking = (): never => {
    throw answered(403);
  };
  const { lists, asked } = await inMemory(three, { looking });
  await expect(lists.accounts()).rejects.toMatchObject({ status: 403 });
  expect(asked).toEqual(["accounts"]);
});

test("a failure of another request is explained the same way, or reported unchanged", async () => {
  const { lists, asked } = await inMemory(three);
  await expect(explainUnreachedAccount(lists, Promise.reject(answered(404)))).rejects.toMatchObject({ status: 404 });
  expect(asked).toEqual(["accounts"]);
  expect(await explainUnreachedAccount(lists, Promise.resolve(1))).toBe(1);
  await expect(lists.checkAccount(new ScanformError([]))).resolves.toBeUndefined();
});

test("the failure of a reading does not drop the one that has replaced it", async () => {
  const { lists } = await inMemory(three);
  let refuse = (): void => undefined;
  const refused = new Promise<string>((_resolve, reject) => {
    refuse = () => {
      reject(answered(500));
    };
  });
  const earlier = lists.cached("configurations, ended", () => refused);
  lists.invalidate("configurations");
  await lists.cached("configurations, ended", () => Promise.resolve("the later one"));
  refuse();
  await expect(earlier).rejects.toMatchObject({ status: 500 });
  expect(await lists.cached("configurations, ended", () => Promise.resolve("one more"))).toBe("the later one");
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
