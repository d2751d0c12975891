import { readdirSync } from "node:fs";
import { join } from "node:path";
import { accountId, canaryOfAll, relaxedId, seedOf, repositoriesNamed } from "../support/account";
import { ServiceClient } from "../../src/service/service-client";
import { type App, everyday } from "../support/declare";
import { accountOf, desk, type Desk } from "../support/desk";

const apply = ["apply", "--synthesized", "app"];
const answering = (answer: string) => ({ interactive: true, ask: () => Promise.resolve(answer) });
const latest = (at: Desk): string => join(".scanform", readdirSync(join(at.folder, ".scanform")).sort().at(-1) ?? "");

/** Somebody else, who works with the service directly. */
async function meanwhile(at: Desk, work: (somebody: ServiceClient) => Promise<unknown>): Promise<void> {
  const somebody = new ServiceClient({ baseUrl: at.emulator.url, apiKey: canaryOfAll });
  await work(somebody);
  await somebody.close();
  at.emulator.clearRequests();
}

describe("an apply that asks", () => {
  test.each(["y", "YES", "yes please", ""])("does nothing when the answer is %j", async (answer) => {
    const at = await desk(everyday);
    expect((await at.run(apply, answering(answer))).code).toBe(1);
    expect(at.writes()).toEqual([]);
  });

  test("is stale when the account changes while it asks, and writes nothing", async () => {
    const at = await desk(everyday);
    const ask = async (): Promise<string> => {
      await meanwhile(at, (somebody) => somebody.createConfiguration(accountId, { name: "strict", settings: {} }));
      return "yes";
    };
    const { code, err } = await at.run(apply, { interactive: true, ask });
    expect([code, err]).toEqual([4, expect.stringContaining("The plan that was shown")]);
    expect(at.writes()).toEqual([]);
  });

  test("is interrupted when Ctrl-C comes with the answer", async () => {
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

  test("shows with --json on stderr what is asked for", async () => {
    const at = await desk(everyday);
    const ran = await at.run([...apply, "--json"], answering(" yes "));
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("scanform_configuration.strict")]);
    expect(accountOf(ran)).toMatchObject({ verified: true });
  });
});

describe("a rollback", () => {
  const strict: App = {
    configurations: { strict: { name: "strict", comment: "enabled" } },
  };

  test("deletes what was created and has repositories by now only with --force", async () => {
    const at = await desk(strict);
    await at.apply();
    const created = at.emulator.store.configurations(accountId).find(({ name }) => name === "strict")?.id ?? "";
    const all = at.emulator.store.repositories(accountId).map(({ id }) => id);
    await meanwhile(at, (somebody) =>
      somebody.assignRepositories(accountId, { configurationId: created, repositoryIds: all }),
    );
    const back = ["rollback", latest(at), "--auto-approve"];
    expect((await at.run(back)).code).toBe(3);
    expect(at.writes()).toEqual([]);
    expect((await at.run([...back, "--force"])).code).toBe(0);
    expect(at.writes().map(({ method }) => method)).toContain("DELETE");
  });

  test("says of a repository that had no configuration that it keeps its own", async () => {
    const at = await desk(
      { assignments: { routing: [{ configuration_id: relaxedId, repository_names: ["web"] }] } },
      seedOf({ repositories: repositoriesNamed(["web"], null) }),
    );
    await at.apply();
    const { err } = await at.run(["rollback", latest(at), "--auto-approve"]);
    expect(err).toContain("web");
  });
});
