import { acmeAccountId, acmeKey, readSeed, scaleSeed } from "../../src/emulator";
import { another } from "./another";
import { acme } from "./client";

const authorization = `Bearer ${acmeKey}`;

async function listed(url: string, list: string): Promise<readonly Record<string, unknown>[]> {
  const answer = await fetch(`${url}${acme}/${list}`, { headers: { authorization } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: Record<string, unknown>[] }).data;
}

describe("a seed of any size", () => {
  test("is the same on every run", () => {
    expect(scaleSeed(50, 500)).toEqual(scaleSeed(50, 500));
  });

  test("is valid and survives serialization", () => {
    const seed = scaleSeed(200, 2000);
    expect(readSeed(JSON.stringify(seed), "the seed")).toEqual(seed);
  });

  test("has different settings, and repositories spread over the configurations", () => {
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
  ])("may have only %i and %i objects", async (some, others) => {
    const { store } = await another({ seed: () => scaleSeed(some, others) });
    expect(store.configurations(acmeAccountId)).toHaveLength(some);
    expect(store.repositories(acmeAccountId)).toHaveLength(others);
  });
});

test("a streamed list has the same text as a serialized one", async () => {
  const { url, store } = await another({ seed: () => scaleSeed(2000, 3000) });
  for (const [list, live] of [
    ["configurations", store.configurations(acmeAccountId)],
    ["repositories", store.repositories(acmeAccountId)],
  ] as const) {
    const answer = await fetch(`${url}${acme}/${list}`, { headers: { authorization } });
    expect(await answer.text()).toBe(JSON.stringify({ data: live }));
  }
});

test("a client that disconnects during a list does not affect others", async () => {
  const { url } = await another({ seed: () => scaleSeed(10, 20_000) });
  for (let n = 0; n < 3; n += 1) {
    const stop = new AbortController();
    const answer = await fetch(`${url}${acme}/repositories`, { headers: { authorization }, signal: stop.signal });
    await answer.body?.getReader().read();
    stop.abort();
  }
  expect(await listed(url, "repositories")).toHaveLength(20_000);
});
