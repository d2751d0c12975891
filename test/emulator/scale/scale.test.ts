import { request } from "node:http";
import { acmeAccountId, acmeKey, readSeed, scaleSeed } from "../../../src/emulator";
import { acme, configurations, sender } from "../client";
import { spawnEmulator } from "../spawned";
import { another } from "../another";

jest.setTimeout(120_000);

/** Makes a process say, when it ends, how much memory it took at most, in kilobytes. */
const tellingPeak = [
  "--import",
  'data:text/javascript,process.on("exit", () => process.stderr.write(`peak ${process.resourceUsage().maxRSS}`))',
];

const authorization = `Bearer ${acmeKey}`;

async function listed(url: string, list: string): Promise<readonly Record<string, unknown>[]> {
  const answer = await fetch(`${url}${acme}/${list}`, { headers: { authorization } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: Record<string, unknown>[] }).data;
}

/** Begins to read a list and goes no further until it is told to. */
const reading = (url: string, list: string) =>
  new Promise<{ finish: () => Promise<number> }>((resolve, reject) => {
    const sent = request(`${url}${acme}/${list}`, { headers: { authorization }, agent: false }, (answer) => {
      const finish = async (): Promise<number> => {
        let length = 0;
        for await (const chunk of answer) length += (chunk as Buffer).length;
        return length;
      };
      resolve({ finish });
    });
    sent.on("error", reject);
    sent.end();
  });

test("10,000 configurations and 100,000 repositories are listed to many at once in less than 1 GB", async () => {
  const { url, child, gone } = await spawnEmulator(["--seed", "scale:10000:100000"], tellingPeak);

  expect(await listed(url, "configurations")).toHaveLength(10_000);
  const repositories = await listed(url, "repositories");
  expect(new Set(repositories.map(({ id }) => id)).size).toBe(100_000);

  // those who do not read hold nothing up, and what they have not read is not in memory
  const slow = await Promise.all(Array.from({ length: 60 }, () => reading(url, "repositories")));
  await Promise.all(Array.from({ length: 6 }, (_, n) => listed(url, n % 2 === 0 ? "repositories" : "configurations")));
  const [first = 0, ...others] = await Promise.all(slow.map(({ finish }) => finish()));
  expect(first).toBeGreaterThan(20_000_000);
  expect(new Set([first, ...others]).size).toBe(1);

  const [target] = await listed(url, "configurations");
  const assigned = await sender(url)("POST", `${configurations}/assign_repositories`, {
    configuration_id: target?.["id"],
    repository_pattern: "payments-%",
  });
  expect(assigned).toMatchObject({ status: 200, body: { assigned_count: 10_000 } });

  child.kill("SIGINT");
  const peak = Number(/peak (\d+)/.exec(await gone)?.[1]) * 1024;
  expect(peak).toBeLessThan(1e9);
});

describe("a seed of any size", () => {
  test("is the same on every run", () => {
    expect(scaleSeed(50, 500)).toEqual(scaleSeed(50, 500));
  });

  test("is a seed that an emulator takes, and its own text again", () => {
    const seed = scaleSeed(200, 2000);
    expect(readSeed(JSON.stringify(seed), "the seed")).toEqual(seed);
  });

  test("has settings that differ, and repositories spread over them", () => {
    const [account] = scaleSeed(200, 2000).accounts;
    const settings = (account?.configurations ?? []).map(({ configuration }) => JSON.stringify(configuration));
    expect(new Set(settings).size).toBeGreaterThan(190);
    const spread = new Set((account?.repositories ?? []).map(({ configuration_id: id }) => id));
    expect(spread.size).toBeGreaterThan(190);
    expect(spread).toContain(null);
  });

  test.each([
    [0, 0],
    [0, 10],
    [10, 0],
    [1, 1],
  ])("may be as small as %i and %i", async (some, others) => {
    const { store } = await another({ seed: () => scaleSeed(some, others) });
    expect(store.configurations(acmeAccountId)).toHaveLength(some);
    expect(store.repositories(acmeAccountId)).toHaveLength(others);
  });
});

test("the text of a list is the same whether it comes in pieces or at once", async () => {
  const { url, store } = await another({ seed: () => scaleSeed(2000, 3000) });
  for (const [list, live] of [
    ["configurations", store.configurations(acmeAccountId)],
    ["repositories", store.repositories(acmeAccountId)],
  ] as const) {
    const answer = await fetch(`${url}${acme}/${list}`, { headers: { authorization } });
    expect(await answer.text()).toBe(JSON.stringify({ data: live }));
  }
});

test("a reader that goes away in the middle of a list harms nobody", async () => {
  const { url } = await another({ seed: () => scaleSeed(10, 50_000) });
  for (let n = 0; n < 5; n += 1) {
    const stop = new AbortController();
    const answer = await fetch(`${url}${acme}/repositories`, { headers: { authorization }, signal: stop.signal });
    await answer.body?.getReader().read();
    stop.abort();
  }
  expect(await listed(url, "repositories")).toHaveLength(50_000);
});
