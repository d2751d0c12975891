import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Profile, ReceivedRequest } from "../src/emulator";
import { refreshAndPlan } from "../src/reconcile/refresh/refresh";
import { apply } from "../src/reconcile/apply/apply";
import type { Write } from "../src/reconcile/plan/write";
import type { Desired } from "../src/model/desired";
import { ServiceClient } from "../src/service/service-client";
import { account, declared, key, numbers, seedOf } from "./account";
import { type Served, serve } from "./child";

/** The default number of writes; BENCH_WRITES overrides it. */
const standardWrites = 2000;
const concurrency = 10;
/** Each write is preceded by a read of what it replaces. */
const requestsPerWrite = 2;
/** The requirements: the maximum ratio to the limit's own time, and the maximum share of refused writes. */
const slowest = 1.2;
const mostRefused = 0.05;

interface Limit {
  readonly title: string;
  readonly profile: Partial<Profile>;
  /** The theoretical minimum in seconds for a number of writes. */
  readonly least: (writes: number) => number;
  /** A client that only sends can be measured against it, with the same concurrency. */
  readonly plainly: boolean;
}

const limits: readonly Limit[] = [
  {
    title: `50 ms latency, ${String(concurrency)} at once`,
    profile: { latency_ms: 50 },
    least: (writes) => ((writes * requestsPerWrite) / concurrency) * 0.05,
    plainly: true,
  },
  {
    title: "20 requests per second",
    profile: { rate_limit: 20 },
    least: (writes) => (writes * requestsPerWrite) / 20,
    plainly: false,
  },
];

/**
 * Measures writes that cannot be grouped, against the limit of the service. A short run is less meaningful: it
 * includes the same few hundredths of a second for learning the rate.
 */
export async function throughput(): Promise<boolean> {
  const writes = writesAsked(process.env["BENCH_WRITES"]);
  const rows: Record<string, string | number>[] = [];
  let fine = true;
  for (const { title, profile, least, plainly } of limits) {
    const { seconds, plain, sent, refused } = await run(writes, profile, plainly);
    const allowed = plain ?? least(writes);
    const ratio = seconds / allowed;
    const part = refused / sent;
    const reached = ratio <= slowest && part < mostRefused;
    fine &&= reached;
    rows.push({
      limit: title,
      writes,
      requests: sent,
      seconds: seconds.toFixed(2),
      "by arithmetic": least(writes).toFixed(2),
      "sent plainly": plain?.toFixed(2) ?? "",
      ratio: ratio.toFixed(3),
      "429s": `${String(refused)} (${(part * 100).toFixed(1)} %)`,
      "must be": `ratio at most ${String(slowest)}, 429s below ${String(mostRefused * 100)} %`,
      reached: reached ? "yes" : "NO",
    });
  }
  console.table(rows);
  return fine;
}

function writesAsked(text = String(standardWrites)): number {
  const writes = Number(text);
  if (!Number.isInteger(writes) || writes < 1) throw new RangeError(`BENCH_WRITES must be a whole number, not ${text}`);
  return writes;
}

/** Measures from the first write to the last answer to one; reads before and after do not count. */
async function run(writes: number, profile: Partial<Profile>, plainly: boolean) {
  // all configurations differ, so that no two can share a request
  const before = { configurations: writes, repositories: 0, settings: () => ({ risk_threshold: -1 }) };
  const desired: Desired = {
    configurations: numbers(writes).map((index) => declared(index, { risk_threshold: index })),
    assignments: [],
  };
  const folder = mkdtempSync(join(tmpdir(), "scanform-bench-"));
  writeFileSync(join(folder, "seed.json"), JSON.stringify(seedOf(before)));
  // in a separate process, so that the service's CPU time is not counted
  const service = await serve(["--seed", join(folder, "seed.json")]);
  const client = new ServiceClient({ baseUrl: service.url, apiKey: key, concurrency });
  try {
    const plan = await refreshAndPlan(client, { id: account }, desired, {});
    if (plan.writes.length !== writes) throw new Error(`${String(plan.writes.length)} writes were planned`);
    await control(service, "PATCH", "profile", profile);
    const plain = plainly ? await sentPlainly(service, plan.writes) : undefined;
    if (plainly) await control(service, "DELETE", "requests");
    let written = 0;
    const onProgress = (done: number): void => {
      if (done === writes) written = performance.now();
    };
    const begun = performance.now();
    const how = { reader: client, writer: client, sleep: (ms: number) => sleep(ms), concurrency, onProgress };
    const { verified } = await apply(plan, how);
    if (!verified) throw new Error("what was written does not hold");
    const { data } = await control(service, "GET", "requests");
    const sent = data.filter(({ method, path }) => method !== "GET" && path.startsWith("/v1/"));
    return {
      seconds: (written - begun) / 1000,
      plain,
      sent: sent.length,
      refused: sent.filter(({ status }) => status === 429).length,
    };
  } finally {
    await client.close();
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

/** The time in seconds of a client that only sends: the same reads and PATCHes, which have no effect. */
async function sentPlainly({ url }: Served, writes: readonly Write[]): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const waiting = writes.flatMap((each) => (each.kind === "patch" ? [each] : [])).values();
  const begun = performance.now();
  const sender = async (): Promise<void> => {
    for (const { configuration: id, body } of waiting) {
      const text = JSON.stringify({ configuration: { name: body.name, configuration: { risk_threshold: -1 } } });
      const path = `/v1/accounts/${account}/configurations/${id}`;
      for (const request of [{ method: "GET" }, { method: "PATCH", body: text }] as const) {
        const answer = await fetch(url + path, { ...request, headers });
        await answer.text();
        if (!answer.ok) throw new Error(`${request.method}: ${String(answer.status)}`);
      }
    }
  };
  await Promise.all(numbers(concurrency).map(sender));
  return (performance.now() - begun) / 1000;
}

interface Log {
  readonly data: readonly ReceivedRequest[];
}

/** The control interface of the emulator. */
async function control({ url }: Served, method: string, what: string, body?: unknown): Promise<Log> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(`${url}/control/${what}`, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${what}: ${text}`);
  return (text === "" ? { data: [] } : JSON.parse(text)) as Log;
}
