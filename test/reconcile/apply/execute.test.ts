import { fail } from "../../../src/diagnostics/error";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import type { Write } from "../../../src/reconcile/plan/write";
import { execute, type ExecuteOptions, type Journal } from "../../../src/reconcile/apply/execute";
import type { SendContext } from "../../../src/reconcile/apply/send";
import type { Requests } from "../../../src/reconcile/ports";
import { lost, refusal, taking } from "../service";
import { contextOf } from "./context";

/** Assigns to `c0`, `c1`, …, each after those that are named. */
const writes = (...after: readonly (readonly number[])[]): readonly Write[] =>
  after.map((before, id) => ({
    id,
    after: before,
    carries: [address(`at ${String(id)}`)],
    kind: "assign",
    configuration: configurationId(`c${String(id)}`),
    repositories: [repositoryId("r")],
  }));

const refused = () => refusal(422, { requestId: "q" });

interface World {
  readonly sent: string[];
  most: number;
}

/** A service that answers after a turn of the event loop, and refuses what is named. */
function service(world: World, fails: readonly string[] = [], onSend: () => void = () => undefined): Requests {
  let running = 0;
  return taking({
    assignRepositories: async (_account, { configurationId: id }) => {
      world.sent.push(id);
      running += 1;
      world.most = Math.max(world.most, running);
      onSend();
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (fails.includes(id)) throw refused();
      return { configurationId: id, assignedCount: 1, totalMatched: 1, errors: [], requestId: `q-${id}` };
    },
  });
}

const sending = (requests: Requests, signal?: AbortSignal, journal?: Journal): SendContext =>
  contextOf(requests, { signal, journal });

async function run(
  all: readonly Write[],
  fails: readonly string[] = [],
  { signal, ...options }: ExecuteOptions & { readonly signal?: AbortSignal } = {},
  onSend?: () => void,
) {
  const world: World = { sent: [], most: 0 };
  const results = await execute(all, sending(service(world, fails, onSend), signal, options.journal), options);
  return { ...world, results: results.map(({ status }) => status), whole: results };
}

test("sends each write once, after its dependencies", async () => {
  const { sent, results } = await run(writes([2], [], [1], [0]));
  expect(sent).toEqual(["c1", "c2", "c0", "c3"]);
  expect(results).toEqual(["succeeded", "succeeded", "succeeded", "succeeded"]);
});

test("never exceeds the allowed concurrency", async () => {
  const all = writes(...Array.from({ length: 40 }, () => []));
  expect((await run(all, [], { concurrency: 5 })).most).toBe(5);
  expect((await run(all, [], { concurrency: 1 })).most).toBe(1);
});

test("skips all direct and indirect dependents of a failed write, and names the write that failed", async () => {
  const { sent, results, whole } = await run(writes([], [0], [1], []), ["c0"]);
  expect(sent).toEqual(["c0", "c3"]);
  expect(results).toEqual(["failed", "skipped", "skipped", "succeeded"]);
  expect(whole[0]).toMatchObject({ failures: [{ refused: true, requestId: "q", status: 422 }] });
  expect(whole[2]).toMatchObject({ because: "at 0 failed" });
});

test("after an interrupt waits for writes in flight and starts no other", async () => {
  const interrupt = new AbortController();
  const { sent, results } = await run(writes([], [], [], []), [], { concurrency: 2, signal: interrupt.signal }, () => {
    interrupt.abort();
  });
  expect(sent.length).toBeLessThanOrEqual(2);
  expect(results.filter((each) => each === "succeeded")).toHaveLength(sent.length);
  expect(results.filter((each) => each === "skipped")).toHaveLength(4 - sent.length);
});

test("progress counts each sent write once", async () => {
  const seen: string[] = [];
  await run(writes([], [0], []), ["c0"], {
    onProgress: (done, total) => {
      seen.push(`${String(done)} of ${String(total)}`);
    },
  });
  expect(seen).toEqual(["1 of 3", "2 of 3"]);
});

test("progress counts no write of which nothing has left this machine", async () => {
  const seen: number[] = [];
  const unreachable: Requests = {
    ...service({ sent: [], most: 0 }),
    assignRepositories: () => Promise.reject(lost(seen.length === 0 ? "lost" : "not-sent")),
  };
  await execute(writes([], []), sending(unreachable), { concurrency: 1, onProgress: (done) => seen.push(done) });
  expect(seen).toEqual([1]);
});

test("rethrows a defect of the writer", async () => {
  const broken: Requests = {
    ...service({ sent: [], most: 0 }),
    assignRepositories: () => Promise.reject(new TypeError("x")),
  };
  await expect(execute(writes([]), sending(broken))).rejects.toThrow(TypeError);
});

test("rethrows a defect of the progress listener once writes in flight have settled, and starts no other", async () => {
  const world: World = { sent: [], most: 0 };
  const watching: ExecuteOptions = {
    concurrency: 2,
    onProgress: (done) => {
      throw new TypeError(`x ${String(done)}`);
    },
  };
  const settled: string[] = [];
  const journal: Journal = { sending: () => undefined, settled: ({ write }) => settled.push(String(write.id)) };
  const all = writes([], [], []);
  await expect(execute(all, sending(service(world)), { ...watching, journal })).rejects.toThrow(new TypeError("x 1"));
  expect([world.sent, settled]).toEqual([
    ["c0", "c1"],
    ["0", "1"],
  ]);
});

test("marks a partly refused write as failed, even if an interrupt kept the rest from being sent", async () => {
  const interrupt = new AbortController();
  const answers = [refused(), refused()];
  const stopping: Requests = {
    ...service({ sent: [], most: 0 }),
    assignRepositories: () => {
      const answer = answers.shift();
      if (answer !== undefined) return Promise.reject(answer);
      interrupt.abort();
      return Promise.reject(lost("not-sent"));
    },
  };
  const both = writes([]).map((write) => ({ ...write, repositories: ["r1", "r2"].map(repositoryId) }) as Write);
  const [only] = await execute(both, sending(stopping, interrupt.signal));
  expect(only).toMatchObject({ status: "failed", failures: [{ ids: ["r1"], status: 422 }, { ids: ["r2"] }] });
});

test("a skipped write names the size of a failed bulk_update, and the addresses of any other failed write", async () => {
  const [first, second] = writes([], [0]);
  if (first === undefined || second === undefined) throw new Error("too few");
  const bulk: Write = {
    id: 0,
    after: [],
    carries: [address("one"), address("two")],
    kind: "bulk",
    configurations: [configurationId("one"), configurationId("two")],
    updates: {},
  };
  const refusing: Requests = { ...service({ sent: [], most: 0 }, ["c0"]), bulkUpdate: () => Promise.reject(refused()) };
  const because = async (before: Write) => {
    const [, skipped] = await execute([before, second], sending(refusing));
    return skipped?.status === "skipped" ? skipped.because : skipped?.status;
  };
  expect(await because(bulk)).toBe("a bulk update of 2 configurations failed at least in part");
  expect(await because({ ...first, carries: bulk.carries })).toBe("one, two failed");
});

describe("the journal", () => {
  const noting = (full: () => boolean) => {
    const notes: string[] = [];
    const note = (text: string): void => {
      if (full()) fail("usage", "the disk is full");
      notes.push(text);
    };
    const journal: Journal = {
      sending: ({ id }) => {
        note(`sending ${String(id)}`);
      },
      settled: ({ write, status }) => {
        note(`${status} ${String(write.id)}`);
      },
    };
    return { notes, journal };
  };

  test("records each write before it is sent and once it has settled, and no skipped write", async () => {
    const { notes, journal } = noting(() => false);
    await run(writes([], [0], [1]), ["c1"], { journal });
    expect(notes).toEqual(["sending 0", "succeeded 0", "sending 1", "failed 1"]);
  });

  test.each([1, 2])(
    "the journal stops writes that have not started when it cannot be written after %d entries",
    async (entries) => {
      let tried = 0;
      const { journal } = noting(() => ++tried === entries + 1); // and has room again afterwards
      const { sent, whole } = await run(writes([], [], []), [], { journal, concurrency: 1 });
      expect(sent).toEqual(["c0"]);
      expect(whole.slice(1)).toMatchObject(
        [1, 2].map(() => ({ status: "skipped", because: expect.stringContaining("the disk is full") as string })),
      );
    },
  );
});
