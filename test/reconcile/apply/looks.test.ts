import type { Configuration } from "../../../src/model/observed";
import type { CombinedFinding } from "../../../src/model/findings";
import { accountId, type ConfigurationId, configurationId } from "../../../src/model/ids";
import type { Json } from "../../../src/model/json";
import { Looks } from "../../../src/reconcile/apply/looks";
import type { ReadOptions } from "../../../src/reconcile/ports";
import { ServiceError } from "../../../src/service/service-error";
import { listing, refusal } from "../service";

interface World {
  /** The ids of the live configurations. */
  readonly ids?: readonly string[];
  /** The number of pages of their list. */
  readonly pages?: number;
  /** The number of configurations when the plan was made. */
  readonly live?: number;
  /** The number of configurations that other writes have still to look at. */
  readonly waiting?: number;
  readonly signal?: AbortSignal;
  /** Is called for each request, and may throw. */
  readonly onRead?: (request: string) => Promise<void> | void;
}

/** Looks at an account of which each read is remembered, at a time that a test sets. */
function looking({ ids = ["one", "two"], pages = 1, live = ids.length, waiting = 0, signal, onRead }: World = {}) {
  const asked: string[] = [];
  const options: (ReadOptions | undefined)[] = [];
  const world = { time: 0, waiting };
  let reading = 0;
  const read = async <T>(request: string, how: ReadOptions | undefined, answer: () => T): Promise<T> => {
    asked.push(request);
    options.push(how);
    await onRead?.(request);
    return answer();
  };
  /** Each reading says which one it is. */
  const configuration = (id: string): Configuration => ({
    id: configurationId(id),
    settings: { risk_threshold: reading },
  });
  const looks = new Looks({
    account: accountId("account"),
    now: () => world.time,
    live,
    signal,
    waiting: () => world.waiting,
    reader: {
      ...listing({
        configurations: (_account, how) =>
          read("list", how, () => {
            for (let page = 0; page < pages; page += 1) how?.onPage?.();
            reading += 1;
            return [...ids, ...ids].map(configuration);
          }),
        repositories: (_account, how) => read("repositories", how, () => []),
      }),
      configuration: (_account, id, how) =>
        read(`get ${id}`, how, () => {
          if (!ids.includes(id)) throw refusal(404);
          return configuration(id);
        }),
      getTriage: (_account, finding, how) =>
        read(`triage ${finding}`, how, (): Json => (finding === "unclear" ? {} : { triage: { category: finding } })),
      allFindings: async function* (_account, _query, how): AsyncGenerator<CombinedFinding> {
        await read("findings", how, () => undefined);
      },
    },
  });
  return { looks, asked, options, world };
}

const ids = (...all: string[]): ConfigurationId[] => all.map(configurationId);
/** Which reading of the list this is. */
const numberOf = (all: readonly Configuration[]) => all[0]?.settings.risk_threshold;

describe("a shared list", () => {
  test("a shared list is as old as its beginning, however long it took", async () => {
    const { looks, asked, world } = looking({
      onRead: () => {
        world.time += 1000;
      },
    });
    expect(numberOf(await looks.configurations())).toBe(1);
    expect(numberOf(await looks.configurations())).toBe(2);
    expect(asked).toEqual(["list", "list"]);
  });

  test("a shared list is ended by the signal of the apply, unless the reading is forced", async () => {
    const { signal } = new AbortController();
    const { looks, asked, options } = looking({ signal });
    await looks.rereadConfigurations();
    looks.forget();
    await looks.configurations();
    await looks.repositories();
    await looks.configurationsOf(ids("three"));
    await looks.triage("unclear");
    expect(asked).toEqual(["list", "list", "repositories", "get three", "triage unclear", "findings"]);
    expect(options.map((each) => each?.signal)).toEqual([undefined, signal, signal, signal, signal, signal]);
  });

  /** A list of which the first reading ends when a test says so. */
  function slow() {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begun = (): void => undefined;
    const isUnderWay = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let reads = 0;
    const made = looking({
      onRead: () => {
        reads += 1;
        begun();
        return reads === 1 ? ended : undefined;
      },
    });
    return { ...made, end, isUnderWay };
  }

  test("that is being read is read again, after it has ended, for all who asked later than that", async () => {
    const { looks, asked, world, end, isUnderWay } = slow();
    const first = looks.configurations();
    await isUnderWay;
    world.time = 1000;
    const others = [looks.configurations(), looks.configurations()];
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual(["list"]);
    end();
    expect(numberOf(await first)).toBe(1);
    expect((await Promise.all(others)).map(numberOf)).toEqual([2, 2]);
    expect(asked).toEqual(["list", "list"]);
  });

  test("that is being read is read again for who needs a reading that begins later", async () => {
    const { looks, asked, end, isUnderWay } = slow();
    const first = looks.configurations();
    await isUnderWay;
    const others = [looks.rereadConfigurations(), looks.rereadConfigurations()];
    end();
    expect(numberOf(await first)).toBe(1);
    expect((await Promise.all(others)).map(numberOf)).toEqual([2, 2]);
    expect(asked).toEqual(["list", "list"]);
  });

  test("a shared list that cannot be read does not fail for who needs a reading that begins later", async () => {
    const { looks, asked } = looking({
      onRead: () => {
        if (asked.length === 1) throw refusal(500);
      },
    });
    const failing = looks.configurations();
    const anew = looks.rereadConfigurations();
    await expect(failing).rejects.toThrow(ServiceError);
    expect(numberOf(await anew)).toBe(1);
  });
});

test.each<{ title: string; world: World; wanted: readonly string[]; requests: readonly string[] }>([
  { title: "one is a GET", world: {}, wanted: ["one"], requests: ["get one"] },
  { title: "two are a list of one page", world: {}, wanted: ["one", "two"], requests: ["list"] },
  {
    title: "one is a GET where only 10 of the writes that wait would share 11 pages",
    world: { live: 1100, waiting: 500 },
    wanted: ["one"],
    requests: ["get one"],
  },
])("of the configurations by id, $title", async ({ world, wanted, requests }) => {
  const { looks, asked } = looking(world);
  const found = await looks.configurationsOf(ids(...wanted));
  expect(asked).toEqual(requests);
  expect(wanted.filter((id) => found.has(configurationId(id)))).toEqual(wanted.filter((id) => id !== "three"));
});

test("configurations by id are taken from a list that is fresh or about to be read", async () => {
  const { looks, asked, world } = looking({ live: 1000 });
  const [list, found] = await Promise.all([looks.configurations(), looks.configurationsOf(ids("one"))]);
  expect(found.get(configurationId("one"))).toBe(list[0]);
  world.time = 999;
  await looks.configurationsOf(ids("two"));
  expect(asked).toEqual(["list"]);
  world.time = 1000;
  await looks.configurationsOf(ids("two"));
  expect(asked).toEqual(["list", "get two"]);
});

test("configurations by id are chosen by the pages that the list had when it was read last", async () => {
  const { looks, asked, world } = looking({ pages: 3 });
  await looks.configurations();
  world.time = 1000;
  await looks.configurationsOf(ids("one", "two"));
  expect(asked).toEqual(["list", "get one", "get two"]);
});
