import type { OperationId } from "../../src/api/operations";
import { triageCategories } from "../../src/model/findings";
import { findings } from "./found";
import { conformanceOf, expectRefused, unknownId } from "./refusals";
import { dataOf, eventually, type Service, textIn } from "./service";

/** An untriaged finding, which a live service may lack. */
const untriaged = async (at: Service) => (await findings(at)).find((each) => each["state"] === "open");

async function right(at: Service, id: OperationId) {
  const path = { finding_id: textIn(await untriaged(at), "id", unknownId) };
  return id === "setTriage" ? { path, body: { triage_category: "in_progress" } } : { path };
}

conformanceOf("triage", right, ({ at, reads, writes, emulated }) => {
  /** The listed finding, once it is as expected. */
  const listed = (id: unknown, isRight: (finding: Readonly<Record<string, unknown>>) => boolean) =>
    eventually(
      async () =>
        dataOf(await at.look("listAllFindings", { query: { days: 365, per_page: 100 } })).find(
          (each) => each["id"] === id,
        ) ?? {},
      isRight,
    );

  reads("returns the triage status of a finding", async () => {
    const [first] = await findings(at);
    if (first === undefined && at.live) return;
    const { status } = await at.send("getTriage", { path: { finding_id: textIn(first, "id") } });
    // the specification does not show the status of an untriaged finding
    if (at.live) expect([200, 404]).toContain(status);
    else expect(status).toBe(200);
  });

  writes("dismisses an open finding with each category until the triage is removed", async () => {
    const finding = await untriaged(at);
    if (finding === undefined && at.live) return;
    const path = { finding_id: textIn(finding, "id") };
    for (const category of triageCategories) {
      const set = await at.send("setTriage", { path, body: { triage_category: category } });
      expect(set.status).toBe(200);
      expect((await at.send("getTriage", { path })).status).toBe(200);
      const dismissed = await listed(finding?.["id"], (each) => each["state"] === "dismissed");
      expect(dismissed).toMatchObject({ state: "dismissed", triage: { category } });
      const removed = await at.send("removeTriage", { path });
      expect(removed.status).toBe(200);
      expect((await listed(finding?.["id"], (each) => each["triage"] === null))["triage"] ?? null).toBeNull();
    }
  });

  emulated("rejects an unknown category", async () => {
    const { path } = await right(at, "setTriage");
    for (const category of ["ignored", "", 1])
      expectRefused(at, await at.send("setTriage", { path, body: { triage_category: category } }), 422);
  });
});
