import { acmeAccountId, builtinSeed, type Profile, type Seed } from "../../../src/emulator";
import type { JsonObject } from "../../../src/model/json";
import {
  acmeSeed,
  configurations,
  emulator,
  globexSeed,
  members,
  named,
  repository,
  sender,
  unknownId,
} from "../client";

const policy = (n: number) => `00000000-0000-4000-8000-00000000000${String(n)}`;
const before: JsonObject = {
  comment: "silent",
  analyzers: { secrets: { enabled: true, excludes: ["a/**"] }, xss: { blocking: true } },
  code_policies: [
    { id: policy(1), enabled: true },
    { id: policy(2), silent: true },
  ],
};
const given: JsonObject = {
  risk_threshold: 3,
  analyzers: { secrets: { silent: true, excludes: ["b/**"] } },
  code_policies: [{ id: policy(1), blocking: true }],
};
const shallow = { ...before, ...given };
const deep = {
  ...before,
  ...given,
  analyzers: { secrets: { enabled: true, silent: true, excludes: ["b/**"] }, xss: { blocking: true } },
};
const deepWithLists = {
  ...deep,
  analyzers: { ...deep.analyzers, secrets: { ...deep.analyzers.secrets, excludes: ["a/**", "b/**"] } },
  code_policies: [
    { id: policy(1), enabled: true, blocking: true },
    { id: policy(2), silent: true },
  ],
};

const seed: Seed = {
  ...builtinSeed,
  accounts: [
    {
      ...acmeSeed,
      configurations: (acmeSeed.configurations ?? []).map((each) =>
        each.name === "baseline" ? { ...each, configuration: before } : each,
      ),
    },
    globexSeed,
  ],
};

async function baseline(profile: Partial<Profile>) {
  const running = await emulator({ seed, profile });
  const { id } = named(running, "baseline");
  return { running, send: sender(running.url), id, path: `${configurations}/${id}` };
}

const withSettings = (configuration: object) => ({ configuration: { name: "baseline", configuration } });

test.each<[string, Partial<Profile>, string, object]>([
  ["PATCH", {}, "replaces top-level fields", shallow],
  ["PATCH", { patch_merge: "deep" }, "merges every level", deep],
  ["PATCH", { patch_merge: "deep", deep_lists: "merged" }, "merges lists too", deepWithLists],
  ["PATCH", { deep_lists: "merged" }, "replaces top-level fields", shallow],
  ["PUT", {}, "keeps nothing", given],
  ["PUT", { put_omitted: "kept" }, "keeps top-level fields", shallow],
  ["PUT", { put_omitted: "merged" }, "merges every level", deep],
  ["PUT", { put_omitted: "merged", deep_lists: "merged" }, "merges lists too", deepWithLists],
  ["PUT", { patch_merge: "deep" }, "keeps nothing", given],
])("%s with %j %s", async (method, profile, _, expected) => {
  const { send, path } = await baseline(profile);
  const { status, body } = await send(method, path, withSettings(given));
  expect(status).toBe(200);
  expect(body).toHaveProperty("data.configuration", expected);
  expect((await send("GET", path)).body).toHaveProperty("data.configuration", expected);
});

test.each<[Partial<Profile>, string, object]>([
  [{}, "replaces top-level fields", shallow],
  [{ patch_merge: "deep" }, "replaces top-level fields", shallow],
  [{ bulk_merge: "deep" }, "merges every level", deep],
  [{ bulk_merge: "deep", deep_lists: "merged" }, "merges lists too", deepWithLists],
])("bulk_update with %j %s", async (profile, _, expected) => {
  const { send, id, path } = await baseline(profile);
  await send("POST", `${configurations}/bulk_update`, { configuration_ids: [id], updates: given });
  expect((await send("GET", path)).body).toHaveProperty("data.configuration", expected);
});

test("merges an analyzer slug named __proto__ like any other", async () => {
  const { send, path } = await baseline({ patch_merge: "deep" });
  const text = '{"configuration":{"name":"baseline","configuration":{"analyzers":{"__proto__":{"enabled":true}}}}}';
  await send("PATCH", path, text);
  const { body } = await send("GET", path);
  const { data } = body as { data: { configuration: { analyzers: object } } };
  expect(Object.keys(data.configuration.analyzers)).toEqual(["secrets", "xss", "__proto__"]);
});

describe.each(["PUT", "PATCH"])("`repositories` in %s", (method) => {
  test.each<[Profile["update_repositories"], readonly string[]]>([
    ["added", ["checkout", "legacy-monolith", "data-warehouse", "reporting-jobs", "internal-admin"]],
    ["whole_set", ["checkout", "data-warehouse"]],
  ])("that is %s gives it to %j", async (update_repositories, expected) => {
    const { running, send, id, path } = await baseline({ update_repositories });
    const repositories = ["checkout", "data-warehouse"].map((name) => repository(running, name).id);
    expect((await send(method, path, { ...withSettings(before), repositories })).status).toBe(200);
    expect(members(running, id)).toEqual(expected);
    const orphan = repository(running, "legacy-monolith").configuration_id;
    expect(orphan).toBe(update_repositories === "added" ? id : null);
  });

  test.each<[Profile["update_repositories"], number]>([
    ["added", 4],
    ["whole_set", 0],
  ])("that is %s and empty leaves %i", async (update_repositories, left) => {
    const { running, send, id, path } = await baseline({ update_repositories });
    await send(method, path, { ...withSettings(before), repositories: [] });
    expect(members(running, id)).toHaveLength(left);
    await send(method, path, withSettings(before));
    expect(members(running, id)).toHaveLength(left);
  });
});

test("DELETE responds 204 without a body, or 200 with one", async () => {
  const { running, send, path } = await baseline({});
  const { id } = named(running, "default");
  expect(await send("DELETE", path)).toMatchObject({ status: 204, body: undefined });
  running.setProfile({ delete_status: 200 });
  const { status, body } = await send("DELETE", `${configurations}/${id}`);
  expect([status, body]).toEqual([200, { data: expect.objectContaining({ id }) as object }]);
});

describe("unique names", () => {
  const taken = { error: "configuration.name: another configuration has this name" };

  test("reject a second configuration with the same name", async () => {
    const { running, send, path } = await baseline({ names: "unique" });
    expect(await send("POST", configurations, { configuration: { name: "default" } })).toMatchObject({
      status: 422,
      body: taken,
    });
    for (const method of ["PUT", "PATCH"])
      expect(await send(method, path, { configuration: { name: "default" } })).toMatchObject({
        status: 422,
        body: taken,
      });
    expect(running.store.configurations(acmeAccountId).map(({ name }) => name)).toEqual(["default", "baseline"]);
  });

  test("allow a configuration to keep its name and to take a released one", async () => {
    const { running, send, path } = await baseline({ names: "unique" });
    expect((await send("PATCH", path, { configuration: { name: "baseline" } })).status).toBe(200);
    await send("DELETE", `${configurations}/${named(running, "default").id}`);
    expect((await send("PATCH", path, { configuration: { name: "default" } })).status).toBe(200);
  });
});

test("PUT and PATCH may return the configuration before the write", async () => {
  const { send, path } = await baseline({ write_answer: "before" });
  const { body } = await send("PATCH", path, { configuration: { name: "renamed", configuration: given } });
  expect(body).toMatchObject({ data: { name: "baseline", configuration: before } });
  expect((await send("GET", path)).body).toMatchObject({ data: { name: "renamed", configuration: shallow } });
});

describe("PATCH without a name", () => {
  test("is rejected by default", async () => {
    const { send, path } = await baseline({});
    expect((await send("PATCH", path, { configuration: { configuration: given } })).status).toBe(422);
  });

  test("keeps the name if it is optional, although POST and PUT still require it", async () => {
    const running = await emulator({ seed, profile: { patch_name: "optional" } });
    const send = sender(running.url);
    const path = `${configurations}/${named(running, "baseline").id}`;
    const { status, body } = await send("PATCH", path, { configuration: { configuration: given } });
    expect([status, body]).toEqual([200, { data: expect.objectContaining({ name: "baseline" }) as object }]);
    expect((await send("PUT", path, { configuration: { configuration: given } })).status).toBe(422);
    expect((await send("POST", configurations, { configuration: { configuration: given } })).status).toBe(422);
  });
});

describe("default settings", () => {
  const create = { configuration: { name: "new", configuration: { analyzers: { xss: { blocking: true } } } } };
  const slugs = (acmeSeed.analyzers ?? []).map(({ slug }) => slug);

  test("are not filled in by default", async () => {
    const { send } = await baseline({});
    expect((await send("POST", configurations, create)).body).toHaveProperty(
      "data.configuration",
      create.configuration.configuration,
    );
  });

  test.each<Profile["defaults"]>(["at_create", "always"])(
    "with %s complete a new configuration with every analyzer and leaf",
    async (defaults) => {
      const { send } = await baseline({ defaults });
      const { body } = await send("POST", configurations, create);
      const { data } = body as { data: { configuration: { analyzers: Record<string, object> } } };
      expect(Object.keys(data.configuration.analyzers).toSorted()).toEqual(slugs.toSorted());
      expect(data.configuration.analyzers["xss"]).toEqual({
        enabled: true,
        silent: false,
        blocking: true,
        risk_level: "medium",
        excludes: [],
        includes: [],
      });
      expect(Object.keys(data.configuration).toSorted()).toEqual([
        "analyzers",
        "code_policies",
        "comment",
        "notifications",
        "risk_threshold",
        "show_scan_confirmation",
      ]);
    },
  );

  test.each<[Profile["defaults"], number]>([
    ["at_create", 1],
    ["always", slugs.length],
  ])("with %s and a PUT of one analyzer result in %i analyzers", async (defaults, expected) => {
    const { send, path } = await baseline({ defaults });
    await send("PUT", path, withSettings({ analyzers: { xss: { enabled: true } } }));
    const { body } = await send("GET", path);
    const { data } = body as { data: { configuration: { analyzers: object } } };
    expect(Object.keys(data.configuration.analyzers)).toHaveLength(expected);
  });
});

describe("an unknown id", () => {
  test.each<[Profile["error_item"], object]>([
    ["id_and_error", { configuration_id: unknownId, error: "not found" }],
    ["message", { message: `The configuration ${unknownId} was not found.` }],
    [
      "nested",
      { resource: { type: "configuration", id: unknownId }, error: { code: "not_found", message: "not found" } },
    ],
    ["by_id", { [unknownId]: ["not found"] }],
  ])("is reported as %s by bulk_update and assign_repositories", async (error_item, item) => {
    const { running, send, id } = await baseline({ error_item, assign_unknown: "reported" });
    const bulk = await send("POST", `${configurations}/bulk_update`, {
      configuration_ids: [unknownId, id],
      updates: {},
    });
    expect(bulk).toMatchObject({ status: 200, body: { updated_count: 1, total_count: 2, errors: [item] } });
    const assigned = await send("POST", `${configurations}/assign_repositories`, {
      configuration_id: id,
      repository_ids: [unknownId, repository(running, "checkout").id, unknownId],
    });
    expect(assigned).toMatchObject({ status: 200, body: { assigned_count: 1, total_matched: 1 } });
    const text = JSON.stringify(item).replaceAll("configuration", "repository");
    expect((assigned.body as { errors: unknown }).errors).toEqual([JSON.parse(text)]);
    expect(repository(running, "checkout").configuration_id).toBe(id);
  });

  test("rejects a whole bulk_update without any change", async () => {
    const { running, send, id } = await baseline({ bulk_unknown: "refused" });
    const { status, body } = await send("POST", `${configurations}/bulk_update`, {
      configuration_ids: [id, unknownId],
      updates: given,
    });
    expect([status, body]).toEqual([
      422,
      { error: `configuration_ids[1]: the account has no configuration ${unknownId}` },
    ]);
    expect(named(running, "baseline").configuration).toEqual(before);
  });
});

describe("more ids than the limit", () => {
  test.each<[Profile["ids_status"]]>([[422], [413]])("get %i", async (ids_status) => {
    const { running, send, id, path } = await baseline({ ids_most: 2, ids_status });
    const ids = ["checkout", "web-storefront", "mobile-ios"].map((name) => repository(running, name).id);
    const requests: [string, string, object, string][] = [
      ["POST", `${configurations}/bulk_update`, { configuration_ids: [id, id, id], updates: {} }, "configuration_ids"],
      [
        "POST",
        `${configurations}/assign_repositories`,
        { configuration_id: id, repository_ids: ids },
        "repository_ids",
      ],
      ["PUT", path, { ...withSettings(before), repositories: ids }, "repositories"],
    ];
    for (const [method, to, body, field] of requests)
      expect(await send(method, to, body)).toMatchObject({
        status: ids_status,
        body: { error: `${field}: must not be more than 2 ids` },
      });
    expect(members(running, id)).toHaveLength(4);
    expect((await send("PUT", path, { ...withSettings(before), repositories: ids.slice(1) })).status).toBe(200);
  });
});
