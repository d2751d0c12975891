import { severities } from "../../src/model/findings";
import type { OperationId } from "../../src/api/operations";
import { isObject } from "../../src/model/json";
import { linkLimit } from "./coverage";
import { deepscanWith } from "./found";
import { conformanceOf, listsEachOnce, refusesQueries, unknownId } from "./refusals";
import { advanceClock, dataOf, eventually, type Got, type Item, type Service, textIn } from "./service";

async function right(at: Service, id: OperationId) {
  if (id === "listDeepscans") return {};
  if (id === "listDeepscanResults" || id === "listScaResults") return { path: await deepscanWith(at, id) };
  const [repository] = dataOf(await at.look("listRepositories"));
  return { path: { repository_id: textIn(repository, "id", unknownId) } };
}

conformanceOf("deepscans", right, (suite) => {
  const { at, reads, writes } = suite;

  const title = "lists the deepscans of the account with the names of their repositories, each once";
  listsEachOnce(suite, title, "listDeepscans");

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
        const idsOf = (items: readonly Item[]) => items.map((each) => String(each["id"])).toSorted();
        expect(idsOf(dataOf(left))).toEqual(idsOf(expected));
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

async function rightOfSbom(at: Service, id: OperationId): Promise<{ readonly path: Readonly<Record<string, string>> }> {
  const { deepscan_id, repository_id } = await deepscanWith(at, "getSbom");
  return { path: id === "getSbom" ? { repository_id, deepscan_id } : { repository_id } };
}

function metadataOf({ body }: Got): Readonly<Record<string, unknown>> {
  const data = isObject(body) ? body["data"] : undefined;
  if (!isObject(data)) throw new Error("the answer has no object under data");
  return data;
}

conformanceOf("sboms", rightOfSbom, ({ at, reads, emulated }) => {
  reads("returns the SBOM metadata of a deepscan with a valid link", async () => {
    const given = await rightOfSbom(at, "getSbom");
    const answer = await at.send("getSbom", given);
    if (at.live && answer.status === 404) return;
    expect(answer.status).toBe(200);
    expect(metadataOf(answer)).toMatchObject(given.path);
    const { download_url_expires_at: expires } = metadataOf(answer);
    // the specification does not list it as required
    if (at.live && expires === undefined) return;
    expect(Date.parse(String(expires))).toBeGreaterThan(Date.now());
  });

  reads("returns the metadata of a repository's latest SBOM", async () => {
    const answer = await at.send("getLatestSbom", await rightOfSbom(at, "getLatestSbom"));
    if (at.live && answer.status === 404) return;
    expect(answer.status).toBe(200);
    const { repository_id } = (await rightOfSbom(at, "getLatestSbom")).path;
    expect(metadataOf(answer)).toMatchObject({ repository_id });
  });

  emulated("serves a CycloneDX document with the counted components at the link", async () => {
    const metadata = metadataOf(await at.send("getSbom", await rightOfSbom(at, "getSbom")));
    const answer = await fetch(textIn(metadata, "download_url"));
    expect(answer.status).toBe(200);
    const sbom: unknown = await answer.json();
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX" });
    expect(isObject(sbom) ? sbom["components"] : undefined).toHaveLength(Number(metadata["component_count"]));
  });

  emulated("serves the document until the link expires", async () => {
    for (const id of ["getSbom", "getLatestSbom"] as const) {
      const metadata = metadataOf(await at.look(id, await rightOfSbom(at, id)));
      const statusOfLink = async () => (await fetch(textIn(metadata, "download_url"))).status;
      const left =
        Date.parse(textIn(metadata, "download_url_expires_at")) - (await advanceClock(at.access, 0)) - 10_000;
      await advanceClock(at.access, left / 1000);
      expect(await statusOfLink()).toBe(200);
      await advanceClock(at.access, 11);
      expect(await statusOfLink()).toBe(403);
      at.keeps(id, linkLimit);
    }
  });
});
