import { acmeAccountId } from "../../src/emulator";
import { isUuid } from "../../src/model/uuid";
import { configurations, emulator, members, named, repository, sender, unknownId } from "./client";

interface Item {
  readonly data: {
    readonly id: string;
    readonly name: string;
    readonly configuration: unknown;
    readonly created_at: string;
  };
}

const bodyOf = (name: string, settings?: object, repositories?: readonly string[]) => ({
  configuration: { name, ...(settings === undefined ? {} : { configuration: settings }) },
  ...(repositories === undefined ? {} : { repositories }),
});

describe("POST configurations", () => {
  test("responds 201 with the configuration and lists it last", async () => {
    const { url } = await emulator();
    const send = sender(url);
    const settings = {
      comment: "enabled",
      show_scan_confirmation: false,
      risk_threshold: 3,
      analyzers: { xss: { enabled: true, silent: false, blocking: true, risk_level: "high", excludes: ["a/**"] } },
      code_policies: [{ id: unknownId, enabled: true }],
      notifications: { enabled: true, deduplicate: true, integrationNames: ["chat", "chat"] },
    };
    const { status, body } = await send("POST", configurations, bodyOf("strict", settings));
    expect(status).toBe(201);
    const { data } = body as Item;
    expect(data).toEqual({ id: data.id, name: "strict", configuration: settings, created_at: data.created_at });
    expect(isUuid(data.id)).toBe(true);
    expect(new Date(data.created_at).toISOString()).toBe(data.created_at);
    expect((await send("GET", `${configurations}/${data.id}`)).body).toEqual({ data });
    const listed = (await send("GET", configurations)).body as { data: unknown[] };
    expect(listed.data).toHaveLength(3);
    expect(listed.data[2]).toEqual(data);
  });

  test("fills in no default settings", async () => {
    const { url } = await emulator();
    const { body } = await sender(url)("POST", configurations, bodyOf("bare"));
    expect((body as Item).data.configuration).toBeNull();
  });

  test("accepts a name that exists", async () => {
    const running = await emulator();
    const { status } = await sender(running.url)("POST", configurations, bodyOf("default"));
    expect(status).toBe(201);
    const names = running.store.configurations(acmeAccountId).map((each) => each.name);
    expect(names).toEqual(["default", "baseline", "default"]);
  });

  test("moves exactly the given repositories", async () => {
    const running = await emulator();
    const ids = ["checkout", "docs-site"].map((name) => repository(running, name).id);
    await sender(running.url)("POST", configurations, bodyOf("strict", {}, ids));
    expect(members(running, named(running, "strict").id)).toEqual(["checkout", "docs-site"]);
    expect(members(running, named(running, "default").id)).toHaveLength(18);
    expect(members(running, null)).toEqual(["design-system", "engineering-handbook"]);
  });

  test("rejects an unknown repository without any change", async () => {
    const running = await emulator();
    const ids = [repository(running, "checkout").id, unknownId];
    const { status, body } = await sender(running.url)("POST", configurations, bodyOf("strict", {}, ids));
    expect(status).toBe(422);
    expect(body).toEqual({ error: `repositories[1]: the account has no repository ${unknownId}` });
    expect(running.store.configurations(acmeAccountId)).toHaveLength(2);
    expect(repository(running, "checkout").configuration_id).toBe(named(running, "default").id);
  });

  test("stores an analyzer with the slug __proto__", async () => {
    const { url } = await emulator();
    const text = '{"configuration":{"name":"odd","configuration":{"analyzers":{"__proto__":{"enabled":true}}}}}';
    const { body } = await sender(url)("POST", configurations, text);
    expect(JSON.stringify((body as Item).data.configuration)).toBe('{"analyzers":{"__proto__":{"enabled":true}}}');
  });
});

describe("PATCH", () => {
  test("replaces the given top-level fields and keeps the others", async () => {
    const running = await emulator();
    const before = named(running, "default");
    const settings = { analyzers: { secrets: { blocking: true } }, risk_threshold: 2 };
    const { status, body } = await sender(running.url)(
      "PATCH",
      `${configurations}/${before.id}`,
      bodyOf("default", settings),
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        id: before.id,
        name: "default",
        configuration: { comment: "enabled", show_scan_confirmation: true, ...settings },
        created_at: before.created_at,
      },
    });
    expect(named(running, "default")).toEqual((body as Item).data);
  });

  test("renames a configuration without settings in the body", async () => {
    const running = await emulator();
    const before = named(running, "default");
    await sender(running.url)("PATCH", `${configurations}/${before.id}`, bodyOf("standard"));
    expect(named(running, "standard")).toEqual({ ...before, name: "standard" });
  });

  test("adds repositories", async () => {
    const running = await emulator();
    const { id } = named(running, "baseline");
    const gained = repository(running, "checkout").id;
    await sender(running.url)("PATCH", `${configurations}/${id}`, bodyOf("baseline", {}, [gained]));
    expect(members(running, id)).toEqual([
      "checkout",
      "legacy-monolith",
      "data-warehouse",
      "reporting-jobs",
      "internal-admin",
    ]);
  });
});

describe("PUT", () => {
  test("replaces the name and all settings, and keeps id, date and position", async () => {
    const running = await emulator();
    const { id, created_at } = named(running, "default");
    const settings = { analyzers: { xss: { enabled: true } } };
    const { status, body } = await sender(running.url)("PUT", `${configurations}/${id}`, bodyOf("new", settings));
    expect(status).toBe(200);
    expect(body).toEqual({ data: { id, name: "new", configuration: settings, created_at } });
    expect(running.store.configurations(acmeAccountId)[0]).toEqual((body as Item).data);
  });

  test("removes all settings without settings in the body", async () => {
    const running = await emulator();
    await sender(running.url)("PUT", `${configurations}/${named(running, "default").id}`, bodyOf("default"));
    expect(named(running, "default").configuration).toBeNull();
  });

  test("adds repositories", async () => {
    const running = await emulator();
    const { id } = named(running, "baseline");
    const gained = repository(running, "docs-site").id;
    await sender(running.url)("PUT", `${configurations}/${id}`, bodyOf("baseline", {}, [gained]));
    expect(members(running, id)).toHaveLength(5);
    expect(repository(running, "docs-site").configuration_id).toBe(id);
  });
});

describe("DELETE", () => {
  test("responds 204 and leaves the repositories without a configuration", async () => {
    const running = await emulator();
    const send = sender(running.url);
    const { id } = named(running, "baseline");
    const had = members(running, id);
    expect(await send("DELETE", `${configurations}/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect(members(running, null)).toEqual([...had, "docs-site", "design-system", "engineering-handbook"]);
    expect((await send("GET", `${configurations}/${id}`)).status).toBe(404);
    expect((await send("DELETE", `${configurations}/${id}`)).status).toBe(404);
  });

  test("does not affect a repository that has moved away", async () => {
    const running = await emulator();
    const { id } = named(running, "baseline");
    const moved = repository(running, "checkout").id;
    await sender(running.url)("PATCH", `${configurations}/${id}`, bodyOf("baseline", {}, [moved]));
    await sender(running.url)("DELETE", `${configurations}/${named(running, "default").id}`);
    expect(repository(running, "checkout").configuration_id).toBe(id);
  });

  test("affects repositories regardless of how they were assigned", async () => {
    const running = await emulator();
    const send = sender(running.url);
    const { id } = named(running, "default");
    await send("PATCH", `${configurations}/${id}`, bodyOf("default", {}, [repository(running, "docs-site").id]));
    await send("POST", `${configurations}/assign_repositories`, {
      configuration_id: id,
      repository_names: ["legacy-monolith"],
    });
    await send("DELETE", `${configurations}/${id}`);
    expect(members(running, id)).toEqual([]);
    expect(members(running, named(running, "baseline").id)).toHaveLength(3);
  });
});

test.each(["PUT", "PATCH"])("%s rejects an unknown repository without any change", async (method) => {
  const running = await emulator();
  const before = named(running, "default");
  const body = bodyOf("other", { comment: "silent" }, [unknownId]);
  const answer = await sender(running.url)(method, `${configurations}/${before.id}`, body);
  expect(answer.status).toBe(422);
  expect(answer.body).toEqual({ error: `repositories[0]: the account has no repository ${unknownId}` });
  expect(named(running, "default")).toEqual(before);
});

test.each(["GET", "PUT", "PATCH", "DELETE"])("%s responds 404 to an unknown configuration", async (method) => {
  const { url } = await emulator();
  const body = method === "PUT" || method === "PATCH" ? bodyOf("x") : undefined;
  const answer = await sender(url)(method, `${configurations}/${unknownId}`, body);
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ error: "not found" });
});
