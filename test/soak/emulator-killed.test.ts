import { acmeAccountId } from "../../src/emulator";
import { configurations, emulator, sender } from "../emulator/client";
import { spawnEmulator, type SpawnedEmulator } from "../emulator/spawned";
import { fileIn } from "../emulator/data-file/folder";

jest.setTimeout(120_000);

const rounds = 12;

/** Several clients that create until the connection is gone; gives the names that were answered. */
async function writing({ url, keys, child }: SpawnedEmulator, round: number): Promise<readonly string[]> {
  const answered: string[] = [];
  const client = async (who: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const name = `${String(round)}-${String(who)}-${String(n)}`;
      const status = await sender(url, keys[0])("POST", configurations, { configuration: { name } }).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status === undefined) return;
      expect(status).toBe(201);
      answered.push(name);
      // some of the others are under way then, and how far they are differs from round to round
      if (answered.length === 3 + round * 2) setTimeout(() => child.kill("SIGKILL"), (round % 4) * 2);
    }
  };
  await Promise.all([0, 1, 2].map(client));
  return answered;
}

test("an emulator that is killed while it writes has kept every answered change, and its file is whole", async () => {
  const data = fileIn();
  const answered: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const killed = await spawnEmulator(["--data", data]);
    answered.push(...(await writing(killed, round)));
    await killed.gone;
    const seen = await emulator({ data });
    expect(seen.resumed).toBe(true);
    const names = new Set(seen.store.configurations(acmeAccountId).map(({ name }) => name));
    expect(answered.filter((name) => !names.has(name))).toEqual([]);
    await seen.close();
  }
  expect(answered.length).toBeGreaterThan(rounds * 3);
});
