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

/** Terraform: so many at a time, and the next one as soon as one is done and so many milliseconds have gone by. */
async function walk(
  count: number,
  parallelism: number,
  pause: (item: number) => number,
  one: (item: number) => Promise<unknown>,
) {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const item = next++;
      const milliseconds = pause(item);
      if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
      await one(item);
    }
  };
  await Promise.all(Array.from({ length: parallelism }, worker));
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const arrivals = fc.array(fc.record({ after: fc.nat(60), items: fc.nat(3) }), { minLength: 1, maxLength: 25 });

test("every caller gets its own results from exactly one run, and runs do not overlap", async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 120 }), async (comers, lasting) => {
      const { gather, runs, mostAtOnce } = gathering(lasting);
      let last = 0;
      const asked = comers.map(async ({ after, items: length }) => {
        await new Promise((resolve) => setTimeout(resolve, after));
        const items = Array.from({ length }, () => last++);
        expect(await gather.submit(items)).toEqual(items.map((item) => `result ${String(item)}`));
      });
      await inTime(Promise.all(asked));
      expect(runs.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: last }, (_, at) => at));
      expect(mostAtOnce()).toBe(1);
    }),
    { numRuns: 40 },
  );
});

test("an error rejects all callers of its run and no others, and the next run starts", async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, fc.uniqueArray(fc.nat(6)), async (comers, failing) => {
      const { gather, runs } = gathering(20, (run) => failing.includes(run));
      const outcomes = comers.map(async ({ after }, item) => {
        await new Promise((resolve) => setTimeout(resolve, after));
        return gather.submit([item]).then(
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
  await inTime(
    walk(
      count,
      parallelism,
      () => 0,
      (item) => gather.submit([item]),
    ),
  );
  expect(runs).toHaveLength(most);
});

test("callers some milliseconds apart share few runs", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 64 }),
      fc.integer({ min: 1, max: 200 }),
      fc.infiniteStream(fc.nat(6)),
      async (count, parallelism, lasting, pauses) => {
        const { gather, runs } = gathering(lasting);
        await inTime(
          walk(
            count,
            parallelism,
            () => Number(pauses.next().value ?? 0),
            (item) => gather.submit([item]),
          ),
        );
        expect(runs.length).toBeLessThanOrEqual(Math.ceil(count / parallelism) * 2 + 1);
      },
    ),
    { numRuns: 30 },
  );
});

test("the first caller waits for the shortest time, however long the process has been running", async () => {
  await jest.advanceTimersByTimeAsync(10_000);
  const { gather } = gathering(10);
  const began = performance.now();
  await inTime(gather.submit([1]));
  expect(performance.now() - began).toBeLessThanOrEqual(45);
});

test("an empty submission is a run without results", async () => {
  const { gather } = gathering(1);
  expect(await inTime(gather.submit([]))).toEqual([]);
});
