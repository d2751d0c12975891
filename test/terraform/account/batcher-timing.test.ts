import { Batcher } from "../../../src/terraform/account/batcher";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A gather whose runs last ten milliseconds, and where it stands: time passes only when a test says so. */
function gathering() {
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
  const { gather, runs, until } = gathering();
  const first = gather.submit(["a"]);
  await until(29);
  expect(runs).toEqual([]);
  await until(30);
  expect(runs).toEqual([{ at: 30, items: ["a"] }]);
  await until(40);
  expect(await first).toEqual(["A"]);
  const second = gather.submit(["b"]);
  await until(50);
  expect(await second).toEqual(["B"]);
  expect(runs.slice(1)).toEqual([{ at: 40, items: ["b"] }]);
});

test("each caller extends the wait to five times the average gap", async () => {
  const { gather, runs, until } = gathering();
  const first = gather.submit(["a"]);
  await until(20);
  const second = gather.submit(["b", "c"]);
  await until(58);
  expect(runs).toEqual([]);
  await until(75);
  expect(runs.map(({ items }) => items)).toEqual([["a", "b", "c"]]);
  expect(await Promise.all([first, second])).toEqual([["A"], ["B", "C"]]);
});

test("a batch as large as the largest so far runs immediately; a smaller one waits once", async () => {
  const { gather, runs, until } = gathering();
  void gather.submit(["a"]);
  void gather.submit(["b"]);
  await until(100);
  expect(runs.map(({ items }) => items)).toEqual([["a", "b"]]);
  void gather.submit(["c"]);
  await until(120);
  expect(runs).toHaveLength(1);
  await until(300);
  expect(runs.map(({ items }) => items).slice(1)).toEqual([["c"]]);
  void gather.submit(["d"]);
  await until(301);
  expect(runs).toHaveLength(3);
  await until(400);
});

test("callers during a run join the next run, which starts after it", async () => {
  const { gather, runs, until } = gathering();
  void gather.submit(["a"]);
  void gather.submit(["b"]);
  await until(35);
  void gather.submit(["c"]);
  void gather.submit(["d"]);
  expect(runs).toHaveLength(1);
  await until(600);
  expect(runs.map(({ items }) => items)).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(runs[1]?.at).toBeGreaterThanOrEqual(40);
});

test("the wait never exceeds 400 milliseconds", async () => {
  const { gather, runs, until } = gathering();
  for (let each = 0; each < 12; each += 1) {
    void gather.submit(["a"]);
    await until((each + 1) * 10_000);
  }
  const before = runs.length;
  void gather.submit(["b"]);
  void gather.submit(["c"]);
  await until(120_010);
  expect(runs.slice(before)).toEqual([{ at: 120_000, items: ["b"] }]);
  await until(120_400);
  expect(runs).toHaveLength(before + 1);
  await until(120_410);
  expect(runs.slice(before + 1)).toEqual([{ at: 120_410, items: ["c"] }]);
  await until(121_000);
});
