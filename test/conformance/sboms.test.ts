import type { OperationId } from "../../src/api/operations";
import { isObject } from "../../src/model/json";
import { linkLimit } from "./coverage";
import { deepscanWith } from "./found";
import { conformanceOf } from "./refusals";
import { type Got, type Service, textIn } from "./service";

async function right(at: Service, id: OperationId): Promise<{ readonly path: Readonly<Record<string, string>> }> {
  const { deepscan_id, repository_id } = await deepscanWith(at, "getSbom");
  return { path: id === "getSbom" ? { repository_id, deepscan_id } : { repository_id } };
}

function metadataOf({ body }: Got): Readonly<Record<string, unknown>> {
  const data = isObject(body) ? body["data"] : undefined;
  if (!isObject(data)) throw new Error("the answer has no object under data");
  return data;
}

const clockOf = ({ access }: Service): string => `${access.url}/control/clock`;

const authorizationOf = ({ access }: Service) => ({ authorization: `Bearer ${access.key}` });

/** The emulator's time, in milliseconds. */
async function timeAt(at: Service): Promise<number> {
  const answer = await fetch(clockOf(at), { headers: authorizationOf(at) });
  return Date.parse(((await answer.json()) as { readonly now: string }).now);
}

async function advance(at: Service, seconds: number): Promise<void> {
  const body = JSON.stringify({ advance_seconds: seconds });
  const headers = { ...authorizationOf(at), "content-type": "application/json" };
  expect((await fetch(clockOf(at), { method: "POST", headers, body })).status).toBe(200);
}

conformanceOf("sboms", right, ({ at, reads, emulated }) => {
  reads("returns the SBOM metadata of a deepscan with a valid link", async () => {
    const given = await right(at, "getSbom");
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
    const answer = await at.send("getLatestSbom", await right(at, "getLatestSbom"));
    if (at.live && answer.status === 404) return;
    expect(answer.status).toBe(200);
    const { repository_id } = (await right(at, "getLatestSbom")).path;
    expect(metadataOf(answer)).toMatchObject({ repository_id });
  });

  emulated("serves a CycloneDX document with the counted components at the link", async () => {
    const metadata = metadataOf(await at.send("getSbom", await right(at, "getSbom")));
    const answer = await fetch(textIn(metadata, "download_url"));
    expect(answer.status).toBe(200);
    const sbom: unknown = await answer.json();
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX" });
    expect(isObject(sbom) ? sbom["components"] : undefined).toHaveLength(Number(metadata["component_count"]));
  });

  emulated("serves the document until the link expires", async () => {
    for (const id of ["getSbom", "getLatestSbom"] as const) {
      const metadata = metadataOf(await at.look(id, await right(at, id)));
      const statusOfLink = async () => (await fetch(textIn(metadata, "download_url"))).status;
      const left = Date.parse(textIn(metadata, "download_url_expires_at")) - (await timeAt(at)) - 10_000;
      await advance(at, left / 1000);
      expect(await statusOfLink()).toBe(200);
      await advance(at, 11);
      expect(await statusOfLink()).toBe(403);
      at.keeps(id, linkLimit);
    }
  });
});
