import { once } from "node:events";
import { acmeAccountId, acmeKey, type Emulator } from "../../src/emulator";
import { startEmulator } from "../support/emulator";
import { forward, proxy } from "../support/proxy";
import { client, failureOf } from "./server";
import { instantClock } from "./virtual-clock";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.close());

const baseline = () => emulator.store.configurations(acmeAccountId).find((each) => each.name === "baseline")?.id ?? "";
const named = (name: string) => emulator.store.configurations(acmeAccountId).filter((each) => each.name === name);
const settings = { comment: "enabled" } as const;

/** A client whose first request that is no GET gets no answer, whether or not it gets to the service. */
async function losingOne(arrives: boolean) {
  let lost = false;
  const between = await proxy(emulator.url, async ({ method, pass }, answer) => {
    if (lost || method === "GET") return forward(await pass(), answer);
    lost = true;
    if (arrives) await pass();
    answer.destroy();
    await once(answer, "close");
  });
  const service = client(new URL(between.url), { apiKey: acmeKey, attempts: 5, clock: instantClock() });
  return { service, seen: between.seen };
}

describe.each([
  ["after it took effect", true],
  ["before it took effect", false],
])("when the answer is lost %s", (_when, arrives) => {
  test("a create is not repeated, and is not reported as refused", async () => {
    const { service, seen } = await losingOne(arrives);
    const error = await failureOf(service.createConfiguration(acmeAccountId, { name: "new", settings }));
    expect([error.fault, error.refused, seen.length]).toEqual(["lost", false, 1]);
    expect(named("new")).toHaveLength(arrives ? 1 : 0);
  });

  test("an update is repeated, with the same effect", async () => {
    const { service, seen } = await losingOne(arrives);
    await service.updateConfiguration(acmeAccountId, baseline(), { name: "baseline", settings });
    expect(named("baseline")[0]?.configuration).toMatchObject(settings);
    expect(seen).toHaveLength(2);
  });

  test("a delete is repeated, and succeeds when the configuration is gone", async () => {
    const { service, seen } = await losingOne(arrives);
    await service.deleteConfiguration(acmeAccountId, baseline());
    expect(named("baseline")).toEqual([]);
    expect(seen).toHaveLength(2);
  });

  test("a bulk update and an assignment are repeated", async () => {
    const bulk = await losingOne(arrives);
    expect(await bulk.service.bulkUpdate(acmeAccountId, [baseline()], settings)).toMatchObject({ updatedCount: 1 });
    const assign = await losingOne(arrives);
    const body = { configurationId: baseline(), repositoryPattern: "%" };
    const { assignedCount, totalMatched } = await assign.service.assignRepositories(acmeAccountId, body);
    expect(totalMatched).toBe(emulator.store.repositories(acmeAccountId).length);
    expect(assignedCount).toBeLessThanOrEqual(totalMatched);
    expect([bulk.seen.length, assign.seen.length]).toEqual([2, 2]);
  });
});
