import { configurationId } from "../../../src/model/ids";
import type { Change, ChangeResult } from "../../../src/terraform/account/change";
import { runBatch } from "../../../src/terraform/account/run-batch";
import { deletable } from "../../../src/terraform/deletion/guards";
import { live } from "../../reconcile/account";
import { configuration, deletion, update } from "./changes";
import { inMemory } from "../in-memory";

const account = live({ one: { has: ["x"], settings: { comment: "silent" } }, two: { has: ["y"] }, idle: {} }, ["free"]);
const begin = () => inMemory(account);

const summaries = (changed: readonly ChangeResult[]) =>
  changed.map(({ diagnostics }) => diagnostics.map(({ summary }) => summary));

describe("adopting a live configuration", () => {
  const taking = (name: string, id: string, more: object = {}): Change => ({
    kind: "configuration",
    declared: { name, settings: { comment: "enabled" }, ...more },
    adopts: configurationId(id),
  });

  test("keeps it, even if its former resource deletes it in the same batch", async () => {
    const { running, account: held, sent } = await begin();
    const changed = await runBatch([taking("one", "one"), deletion("one")], running);
    expect(summaries(changed)).toEqual([[], []]);
    expect(sent).toEqual(["patch"]);
    expect(held.configurations.get(configurationId("one"))?.settings.comment).toBe("enabled");
  });

  test("keeps it also where its plan already had its id", async () => {
    const { running, account: held, sent } = await begin();
    const known = taking("one", "one", { id: configurationId("one") });
    const changed = await runBatch([known, deletion("one"), deletion("idle")], running);
    expect(summaries(changed)).toEqual([[], [], []]);
    expect(sent.toSorted()).toEqual(["delete", "patch"]);
    expect([...held.configurations.keys()]).toEqual(["one", "two"]);
  });

  test("keeps it from a destruction that comes later in the same apply, and nothing else", async () => {
    const { session, running } = await begin();
    await runBatch([taking("one", "one"), update("two", { comment: "enabled" })], running);
    const held = ["one", "two", "idle"].map((id) => ({ id, name: id, force_destroy: true }));
    expect(await deletable(session, held, new Set(), true)).toEqual({ ids: ["two", "idle"], diagnostics: [] });
  });

  test("is refused when two changes adopt the same one, and creates nothing in its place", async () => {
    const { running, sent } = await begin();
    const changed = await runBatch([taking("one", "one"), taking("uno", "one", { renamedFrom: ["one"] })], running);
    expect(changed.map(({ diagnostics }) => diagnostics.map(({ severity }) => severity))).toEqual([[], ["error"]]);
    expect(sent).toEqual(["patch"]);
  });

  test("is refused when two live configurations have its name, even if another change of the batch holds one of them", async () => {
    const twins = live({ a: { name: "twin" }, b: { name: "twin" } });
    const { running, account: held, sent } = await inMemory(twins);
    const changed = await runBatch(
      [configuration("twin", { comment: "enabled" }), update("a", { risk_threshold: 2 }, { name: "twin" })],
      running,
    );
    expect(changed.map(({ diagnostics }) => diagnostics.map(({ severity }) => severity))).toEqual([["error"], []]);
    expect(changed[0]?.diagnostics[0]?.detail).toMatch(/\ba\b.*\bb\b/);
    expect(sent).toEqual(["patch"]);
    expect(held.configurations.get(configurationId("b"))?.settings).toEqual({});
  });
});
