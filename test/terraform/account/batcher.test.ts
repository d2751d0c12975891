import fc from "fast-check";
import { Batcher } from "../../../src/terraform/account/batcher";

/** A gather whose runs are written down, in a time that passes only when a test says so. */
function gathering(lasting: number, fails: (run: number) => boolean = () => false) {
  const runs: (readonly number[])[] = [];
  let under = 0;
  let mostAtOnce = 0;
  const gather = new Batcher<number, string>(async (items) => {
    const at = runs.push(items) - 1;
    mostAtOnce = Math.max(mostAtOnce, (under += 1));
    await new Promise((resolve) => setTimeout(resolve, lasting));
    under -= 1;
    if (fails(at)) throw new Error(`run ${String(at)}`);
    return items.map((item) => `result ${String(item)}`);
  });
  return { gather, runs, mostAtOnce: () => mostAtOnce };
}

/** Lets time pass until all is done, and no more often than any test needs. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const settled = work.finally(() => {
    state.isDone = true;
  });
  settled.catch(() => undefined);
  for (let timers = 0; !state.isDone; timers += 1) {
    if (timers > 10_000) throw new Error("it is not done, though time has passed");
    await jest.advanceTimersToNextTimerAsync();
  }
  return settled;
}

/** Terraform: a number of calls at a time, and the next one as soon as one is done. */
async function walk(count: number, parallelism: number, one: (item: number) => Promise<unknown>) {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await one(next++);
  };
  await Promise.all(Array.from({ length: parallelism }, worker));
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const arrivals = fc.array(fc.nat(60), { minLength: 1, maxLength: 25 });

test("every caller gets its own result from exactly one run, and runs do not overlap", async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 120 }), async (comers, lasting) => {
      const { gather, runs, mostAtOnce } = gathering(lasting);
      const asked = comers.map(async (after, item) => {
        await new Promise((resolve) => setTimeout(resolve, after));
        expect(await gather.submit(item)).toBe(`result ${String(item)}`);
      });
      await inTime(Promise.all(asked));
      expect(runs.flat().sort((a, b) => a - b)).toEqual([...comers.keys()]);
      expect(mostAtOnce()).toBe(1);
    }),
    { numRuns: 40 },
  );
});

test("an error rejects all callers of its run and no others, and the next run starts", async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, fc.uniqueArray(fc.nat(6)), async (comers, failing) => {
      const { gather, runs } = gathering(20, (run) => failing.includes(run));
      const outcomes = comers.map(async (after, item) => {
        await new Promise((resolve) => setTimeout(resolve, after));
        return gather.submit(item).then(
          () => "done",
          (thrown: unknown) => (thrown instanceof Error ? thrown.message : "?"),
        );
      });
      const diagnostics = await inTime(Promise.all(outcomes));
      for (const [run, items] of runs.entries())
        for (const item of items) expect(diagnostics[item]).toBe(failing.includes(run) ? `run ${String(run)}` : "done");
    }),
    { numRuns: 40 },
  );
});

test.each([
  [1, 1, 1],
  [10, 10, 1],
  [60, 64, 1],
  [60, 10, 6],
  [95, 10, 10],
  [1000, 256, 4],
])("%i changes, %i at a time, are %i runs", async (count, parallelism, most) => {
  const { gather, runs } = gathering(15);
  await inTime(walk(count, parallelism, (item) => gather.submit(item)));
  expect(runs).toHaveLength(most);
});

test("the first caller waits for the shortest time, however long the process has been running", async () => {
  await jest.advanceTimersByTimeAsync(10_000);
  const { gather } = gathering(10);
  const began = performance.now();
  await inTime(gather.submit(1));
  expect(performance.now() - began).toBeLessThanOrEqual(45);
});

/** A gather whose runs last ten milliseconds, and where it stands: time passes only when a test says so. */
function gatheringAt() {
  const runs: { readonly at: number; readonly items: readonly string[] }[] = [];
  const started = performance.now();
  const clock = () => Math.round(performance.now() - started);
  const gather = new Batcher<string, string>(async (items) => {
    runs.push({ at: clock(), items });
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (items.includes("wrong")) throw new Error("wrong");
    return items.map((each) => each.toUpperCase());
  });
  const until = async (time: number): Promise<void> => {
    await jest.advanceTimersByTimeAsync(time - clock());
  };
  return { gather, runs, until };
}

test("the first caller waits thirty milliseconds for others; when none came, the next does not wait", async () => {
  const { gather, runs, until } = gatheringAt();
  const first = gather.submit("a");
  await until(29);
  expect(runs).toEqual([]);
  await until(30);
  expect(runs).toEqual([{ at: 30, items: ["a"] }]);
  await until(40);
  expect(await first).toBe("A");
  const second = gather.submit("b");
  await until(50);
  expect(await second).toBe("B");
  expect(runs.slice(1)).toEqual([{ at: 40, items: ["b"] }]);
});

test("each caller extends the wait to five times the average gap", async () => {
  const { gather, runs, until } = gatheringAt();
  const first = gather.submit("a");
  await until(20);
  const second = gather.submit("b");
  await until(58);
  expect(runs).toEqual([]);
  await until(75);
  expect(runs.map(({ items }) => items)).toEqual([["a", "b"]]);
  expect(await Promise.all([first, second])).toEqual(["A", "B"]);
});

test("a batch as large as the largest so far runs immediately; a smaller one waits once", async () => {
  const { gather, runs, until } = gatheringAt();
  void gather.submit("a");
  void gather.submit("b");
  await until(100);
  expect(runs.map(({ items }) => items)).toEqual([["a", "b"]]);
  void gather.submit("c");
  await until(120);
  expect(runs).toHaveLength(1);
  await until(300);
  expect(runs.map(({ items }) => items).slice(1)).toEqual([["c"]]);
  void gather.submit("d");
  await until(301);
  expect(runs).toHaveLength(3);
  await until(400);
});

test("callers during a run join the next run, which starts after it", async () => {
  const { gather, runs, until } = gatheringAt();
  void gather.submit("a");
  void gather.submit("b");
  await until(35);
  void gather.submit("c");
  void gather.submit("d");
  expect(runs).toHaveLength(1);
  await until(600);
  expect(runs.map(({ items }) => items)).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(runs[1]?.at).toBeGreaterThanOrEqual(40);
});

test("the wait never exceeds 400 milliseconds", async () => {
  const { gather, runs, until } = gatheringAt();
  for (let each = 0; each < 12; each += 1) {
    void gather.submit("a");
    await until((each + 1) * 10_000);
  }
  const before = runs.length;
  void gather.submit("b");
  void gather.submit("c");
  await until(120_010);
  expect(runs.slice(before)).toEqual([{ at: 120_000, items: ["b"] }]);
  await until(120_400);
  expect(runs).toHaveLength(before + 1);
  await until(120_410);
  expect(runs.slice(before + 1)).toEqual([{ at: 120_410, items: ["c"] }]);
  await until(121_000);
});
