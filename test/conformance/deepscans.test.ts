import { severities } from "../../src/model/findings";
import type { OperationId } from "../../src/api/operations";
import { deepscanWith } from "./found";
import { refusesQueries } from "./queries";
import { conformanceOf, unknownId } from "./refusals";
import { dataOf, eventually, type Service, textIn } from "./service";

async function right(at: Service, id: OperationId) {
  if (id === "listDeepscans") return {};
  if (id === "listDeepscanResults" || id === "listScaResults") return { path: await deepscanWith(at, id) };
  const [repository] = dataOf(await at.look("listRepositories"));
  return { path: { repository_id: textIn(repository, "id", unknownId) } };
}

conformanceOf("deepscans", right, (suite) => {
  const { at, reads, writes } = suite;

  reads("lists the deepscans of the account with the names of their repositories, each once", async () => {
    const answer = await at.send("listDeepscans");
    expect(answer.status).toBe(200);
    const ids = dataOf(answer).map((each) => each["id"]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  reads("lists the deepscans of one repository only", async () => {
    const path = { repository_id: textIn(dataOf(await at.send("listDeepscans"))[0], "repository_id", unknownId) };
    if (at.live && path.repository_id === unknownId) return;
    const answer = await at.send("listRepositoryDeepscans", { path });
    expect(answer.status).toBe(200);
    expect(dataOf(answer).length).toBeGreaterThan(0);
    expect(dataOf(answer).filter((each) => each["repository_id"] !== path.repository_id)).toEqual([]);
  });

  for (const [id, what] of [
    ["listDeepscanResults", "the results"],
    ["listScaResults", "the SCA results"],
  ] as const) {
    reads(`${what} of a deepscan are listed, of all severities or of some`, async () => {
      const given = await right(at, id);
      const all = await at.send(id, given);
      if (at.live && all.status === 404) return;
      expect(all.status).toBe(200);
      for (const wanted of [...severities, "critical,high"]) {
        const left = await at.send(id, { ...given, query: { severity: wanted } });
        expect(left.status).toBe(200);
        const expected = dataOf(all).filter((each) =>
          wanted.split(",").includes(String(each["severity"]).toLowerCase()),
        );
        expect(dataOf(left).map((each) => each["id"])).toEqual(
          expect.arrayContaining(expected.map((each) => each["id"])),
        );
        expect(dataOf(left)).toHaveLength(expected.length);
      }
    });
    refusesQueries(suite, id, right);
  }

  writes("queues a triggered deepscan and lists it", async () => {
    const given = await right(at, "triggerDeepscan");
    const read = async () => dataOf(await at.look("listRepositoryDeepscans", given)).map((each) => each["id"]);
    const before = await read();
    const { status } = await at.send("triggerDeepscan", given);
    expect(status).toBe(202);
    const isNew = (id: unknown) => !before.includes(id);
    expect((await eventually(read, (ids) => ids.some(isNew))).filter(isNew)).toHaveLength(1);
  });
});
