import { isObject } from "../../src/model/json";
import { type OperationId } from "../../src/api/operations";
import { conformanceOf, expectRefused, listsEachOnce, unknownId } from "./refusals";
import { dataOf, eventually, type Got, type Item, type Service, textIn } from "./service";

const name = `scanform conformance ${String(process.pid)}`;
const settings = {
  comment: "enabled",
  show_scan_confirmation: true,
  risk_threshold: 3,
  analyzers: {
    "sql-injection": { enabled: true, silent: false, blocking: true, risk_level: "high", excludes: ["a/**"] },
  },
  notifications: { enabled: false, deduplicate: true, integrationNames: [] },
};
const bodyOf = (given: object = settings, called = name) => ({ configuration: { name: called, configuration: given } });

/** The object under `data`. */
function itemOf({ body }: Got): Item {
  const data = isObject(body) ? body["data"] : undefined;
  if (!isObject(data)) throw new Error("the answer has no object under data");
  return data;
}

/** Runs a function with a new configuration, once reads show it, and always deletes it afterwards. */
async function withConfiguration(
  at: Service,
  use: (id: string) => Promise<void>,
  how: "look" | "send" = "look",
): Promise<void> {
  const made = await at[how]("createConfiguration", { body: bodyOf() });
  expect(made.status).toBe(201);
  expect(itemOf(made)).toMatchObject({ name });
  const id = textIn(itemOf(made), "id");
  try {
    await eventually(
      () => at.look("getConfiguration", { path: { id } }),
      ({ status }) => status === 200,
    );
    await use(id);
  } finally {
    const { status } = await at.look("deleteConfiguration", { path: { id } });
    // an emulator may keep one that repositories have
    expect([200, 204, 404, ...(at.live ? [] : [422])]).toContain(status);
  }
}

/** The settings of a configuration, once they are as expected. */
const settingsOf = (at: Service, id: string, isRight: (settings: Item) => boolean) =>
  eventually(async () => {
    const { status, body } = await at.look("getConfiguration", { path: { id } });
    const data = status === 200 && isObject(body) && isObject(body["data"]) ? body["data"] : {};
    return isObject(data["configuration"]) ? data["configuration"] : {};
  }, isRight);

async function existing(at: Service): Promise<string> {
  const [first] = dataOf(await at.look("listConfigurations"));
  return textIn(first, "id", unknownId);
}

/** Valid bodies for requests that the tests make invalid. */
async function right(at: Service, id: OperationId) {
  if (id === "listConfigurations") return {};
  if (id === "createConfiguration") return { body: bodyOf() };
  const live = await existing(at);
  if (id === "bulkUpdateConfigurations")
    return { body: { configuration_ids: [live], updates: { comment: "enabled" } } };
  if (id === "assignRepositories") return { body: { configuration_id: live, repository_names: [] } };
  const path = { id: live };
  return id === "replaceConfiguration" || id === "updateConfiguration" ? { path, body: bodyOf() } : { path };
}

conformanceOf("configurations", right, (suite) => {
  const { at, reads, writes, emulated } = suite;
  listsEachOnce(suite, "lists configurations, each id once", "listConfigurations");

  reads("returns a listed configuration by its id", async () => {
    const [first] = dataOf(await at.send("listConfigurations"));
    if (first === undefined && at.live) return;
    const answer = await at.send("getConfiguration", { path: { id: textIn(first, "id") } });
    expect(answer.status).toBe(200);
    expect(itemOf(answer)).toMatchObject({ id: first?.["id"], name: first?.["name"] });
  });

  writes("creates a configuration with the given settings", async () => {
    await withConfiguration(
      at,
      async (id) => {
        expect(await settingsOf(at, id, (held) => held["comment"] === "enabled")).toMatchObject({
          comment: "enabled",
          show_scan_confirmation: true,
          risk_threshold: 3,
          analyzers: { "sql-injection": { enabled: true, blocking: true, risk_level: "high" } },
        });
        const listed = async () => dataOf(await at.look("listConfigurations"));
        await eventually(listed, (items) => items.some((each) => each["id"] === id));
        const list = dataOf(await at.send("listConfigurations"));
        // a truncated list does not prove that an item is missing
        if (list.length % 10 !== 0 || list.length === 0) expect(list.map((each) => each["id"])).toContain(id);
      },
      "send",
    );
  });

  writes("creates a configuration together with its repositories", async () => {
    const [repository] = dataOf(await at.look("listRepositories"));
    if (at.live) return; // a repository of somebody else's is not moved
    const body = { ...bodyOf(), repositories: [repository?.["id"]] };
    const made = await at.send("createConfiguration", { body });
    const { id } = itemOf(made);
    const read = async () => dataOf(await at.look("listRepositories"));
    const has = (items: readonly Item[]) =>
      items.some((each) => each["id"] === repository?.["id"] && each["configuration_id"] === id);
    expect(has(await eventually(read, has))).toBe(true);
    await at.look("deleteConfiguration", { path: { id: String(id) } });
  });

  // "only the fields provided are updated" does not say whether `configuration` is one field or many
  writes("PATCH updates the given fields", async () => {
    await withConfiguration(at, async (id) => {
      const body = bodyOf({ comment: "silent", risk_threshold: 4 });
      const { status } = await at.send("updateConfiguration", { path: { id }, body });
      expect(status).toBe(200);
      const held = await settingsOf(at, id, (each) => each["comment"] === "silent");
      expect(held).toMatchObject({ comment: "silent", risk_threshold: 4 });
    });
  });

  writes("PUT replaces the name and the given settings", async () => {
    await withConfiguration(at, async (id) => {
      const other = { ...settings, comment: "disabled", risk_threshold: 5 };
      const { status } = await at.send("replaceConfiguration", { path: { id }, body: bodyOf(other, `${name} 2`) });
      expect(status).toBe(200);
      const held = await settingsOf(at, id, (each) => each["comment"] === "disabled");
      expect(held).toMatchObject({ comment: "disabled", risk_threshold: 5, show_scan_confirmation: true });
      const answer = await at.send("getConfiguration", { path: { id } });
      expect(answer.status).toBe(200);
      expect(itemOf(answer)["name"]).toBe(`${name} 2`);
    });
  });

  writes("deletes a configuration permanently", async () => {
    await withConfiguration(at, async (id) => {
      const { status } = await at.send("deleteConfiguration", { path: { id } });
      expect([200, 204]).toContain(status);
      await eventually(
        () => at.look("getConfiguration", { path: { id } }),
        ({ status: seen }) => seen === 404,
      );
      expect((await at.send("getConfiguration", { path: { id } })).status).toBe(404);
    });
  });

  emulated("deletes a configuration that a repository has, or refuses it and deletes nothing", async () => {
    const [repository] = dataOf(await at.look("listRepositories"));
    const made = await at.look("createConfiguration", {
      body: { ...bodyOf(), repositories: [repository?.["id"]] },
    });
    const path = { id: textIn(itemOf(made), "id") };
    const { status } = await at.send("deleteConfiguration", { path });
    const seen = await eventually(
      () => at.look("getConfiguration", { path }),
      (answer) => answer.status === (status === 422 ? 200 : 404),
    );
    expect([status, seen.status]).toEqual(status === 422 ? [422, 200] : [expect.any(Number), 404]);
  });

  writes("bulk_update applies the same settings to each configuration and counts them", async () => {
    await withConfiguration(at, async (id) => {
      const { status, body } = await at.send("bulkUpdateConfigurations", {
        body: { configuration_ids: [id], updates: { comment: "silent", risk_threshold: 4 } },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ updated_count: 1, total_count: 1 });
      const held = await settingsOf(at, id, (each) => each["comment"] === "silent");
      expect(held).toMatchObject({ comment: "silent", risk_threshold: 4 });
    });
  });

  writes("bulk_update of an unknown configuration updates nothing", async () => {
    const { status, body } = await at.send("bulkUpdateConfigurations", {
      body: { configuration_ids: [unknownId], updates: { comment: "silent" } },
    });
    if (status === 200) expect(body).toMatchObject({ updated_count: 0 });
    else expect(status).toBeGreaterThanOrEqual(400);
  });

  writes("assign_repositories assigns nothing when the pattern matches no repository", async () => {
    await withConfiguration(at, async (id) => {
      const { status, body } = await at.send("assignRepositories", {
        body: { configuration_id: id, repository_pattern: "no repository is called so: %x_" },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        configuration_id: id,
        configuration_name: name,
        assigned_count: 0,
        total_matched: 0,
      });
    });
  });

  emulated("assigns repositories by id, by exact name and by pattern", async () => {
    const [first, second, third] = dataOf(await at.look("listRepositories"));
    await withConfiguration(at, async (id) => {
      for (const selector of [
        { repository_ids: [first?.["id"]] },
        { repository_names: [second?.["name"]] },
        { repository_pattern: `_${String(third?.["name"]).slice(1)}%` },
      ]) {
        const { status, body } = await at.send("assignRepositories", { body: { configuration_id: id, ...selector } });
        expect(status).toBe(200);
        expect(body).toMatchObject({ configuration_id: id, configuration_name: name, total_matched: 1 });
      }
      const read = async () => dataOf(await at.look("listRepositories"));
      const chosen = [first, second, third].map((each) => each?.["id"]);
      const all = (items: readonly Item[]) =>
        items.every((each) => (each["configuration_id"] === id) === chosen.includes(each["id"]));
      expect(all(await eventually(read, all))).toBe(true);
    });
  });

  emulated("rejects undocumented settings", async () => {
    for (const wrong of [
      { comment: "loud" },
      { risk_threshold: "3" },
      { show_scan_confirmation: 1 },
      { analyzers: { xss: { risk_level: "huge" } } },
      { code_policies: [{ enabled: true }] },
      { notifications: { integrationNames: "chat" } },
    ])
      expectRefused(at, await at.send("createConfiguration", { body: bodyOf(wrong) }), 422);
  });
});
