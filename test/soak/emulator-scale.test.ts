import { request } from "node:http";
import { acmeAccountId, acmeKey, builtinSeed, type Seed } from "../../src/emulator";
import { acme, acmeSeed, configurations, emulator, globexSeed, sender } from "../emulator/client";
import { spawnEmulator } from "../emulator/spawned";

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

/** Begins to read a list and goes no further until it is told to finish or to leave. */
const reading = (url: string, list: string) =>
  new Promise<{ finish: () => Promise<number>; leave: () => void }>((resolve, reject) => {
    const sent = request(`${url}${acme}/${list}`, { headers: { authorization }, agent: false }, (answer) => {
      const finish = async (): Promise<number> => {
        let length = 0;
        for await (const chunk of answer) length += (chunk as Buffer).length;
        return length;
      };
      resolve({ finish, leave: () => sent.destroy() });
    });
    sent.on("error", reject);
    sent.end();
  });

test("10,000 configurations and 100,000 repositories are listed to many at once in less than 1 GB", async () => {
  const { url, child, gone } = await spawnEmulator(["--key", acmeKey, "--seed", "scale:10000:100000"], tellingPeak);

  expect(await listed(url, "configurations")).toHaveLength(10_000);
  const repositories = await listed(url, "repositories");
  expect(new Set(repositories.map(({ id }) => id)).size).toBe(100_000);

  // those who do not read hold nothing up, and what they have not read is not in memory
  const slow = await Promise.all(Array.from({ length: 60 }, () => reading(url, "repositories")));
  await Promise.all(Array.from({ length: 6 }, (_, n) => listed(url, n % 2 === 0 ? "repositories" : "configurations")));
  const [first = 0, ...others] = await Promise.all(slow.slice(0, 6).map(({ finish }) => finish()));
  expect(first).toBeGreaterThan(20_000_000);
  expect(new Set([first, ...others]).size).toBe(1);
  for (const { leave } of slow.slice(6)) leave();

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

test("writes over 10,000 configurations and 100,000 repositories take no detour", async () => {
  const idOf = (kind: number, n: number) => `0000000${String(kind)}-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const configurationIds = Array.from({ length: 10_000 }, (_, n) => idOf(1, n));
  const seed: Seed = {
    keys: builtinSeed.keys,
    accounts: [
      {
        ...acmeSeed,
        scans: [], // they refer to its repositories
        deepscans: [],
        triage: [],
        configurations: configurationIds.map((id) => ({ id, name: `c${id}`, configuration: {} })),
        repositories: Array.from({ length: 100_000 }, (_, n) => ({
          id: idOf(2, n),
          name: `r${String(n)}`,
          provider_repo_id: n,
          enabled: true,
          configuration_id: configurationIds[n % 10_000] ?? null,
        })),
      },
      globexSeed,
    ],
  };
  const running = await emulator({ seed });
  const send = sender(running.url);
  await send("POST", `${configurations}/bulk_update`, {
    configuration_ids: configurationIds,
    updates: { comment: "silent" },
  });
  await send("POST", `${configurations}/assign_repositories`, {
    configuration_id: configurationIds[0],
    repository_pattern: "r%9",
  });
  for (const id of configurationIds.slice(-500)) await send("DELETE", `${configurations}/${id}`);
  expect(running.store.configurations(acmeAccountId)).toHaveLength(9_500);
});
