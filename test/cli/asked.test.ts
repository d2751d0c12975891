import { ServiceClient } from "../../src/service/service-client";
import { accountId, canaryOfAll } from "../support/account";
import { everyday } from "../support/declare";
import { accountOf, desk, type Desk } from "../support/desk";

const apply = ["apply", "--synthesized", "app"];
const answering = (answer: string) => ({ interactive: true, ask: () => Promise.resolve(answer) });

/** Somebody else, who works with the service directly. */
async function meanwhile(at: Desk, work: (somebody: ServiceClient) => Promise<unknown>): Promise<void> {
  const somebody = new ServiceClient({ baseUrl: at.emulator.url, apiKey: canaryOfAll });
  await work(somebody);
  await somebody.close();
  at.emulator.clearRequests();
}

describe("an apply that asks", () => {
  test("an apply that asks does nothing when the answer is not a whole yes", async () => {
    const at = await desk(everyday);
    for (const answer of ["y", "YES", "yes please", ""]) expect((await at.run(apply, answering(answer))).code).toBe(1);
    expect(at.writes()).toEqual([]);
  });

  test("an apply that asks is stale when the account changes while it asks, and writes nothing", async () => {
    const at = await desk(everyday);
    const ask = async (): Promise<string> => {
      await meanwhile(at, (somebody) => somebody.createConfiguration(accountId, { name: "strict", settings: {} }));
      return "yes";
    };
    const { code, err } = await at.run(apply, { interactive: true, ask });
    expect([code, err]).toEqual([4, expect.stringContaining("The plan that was shown")]);
    expect(at.writes()).toEqual([]);
  });

  test("an apply that asks is interrupted when Ctrl-C comes with the answer", async () => {
    const at = await desk(everyday);
    const interrupt = new AbortController();
    const ask = (): Promise<string> => {
      interrupt.abort();
      return Promise.resolve("yes");
    };
    const { code, err } = await at.run(apply, { interactive: true, ask, signal: interrupt.signal });
    expect([code, err]).toEqual([130, expect.stringContaining("Nothing was changed.")]);
    expect(at.writes()).toEqual([]);
  });

  test("an apply that asks shows with --json on stderr what is asked for", async () => {
    const at = await desk(everyday);
    const ran = await at.run([...apply, "--json"], answering(" yes "));
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("scanform_configuration.strict")]);
    expect(accountOf(ran)).toMatchObject({ verified: true });
  });
});
