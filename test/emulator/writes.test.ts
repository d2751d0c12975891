import { acmeAccountId, builtinSeed, type Profile, type Seed } from "../../src/emulator";
import type { JsonObject } from "../../src/model/json";
import { isUuid } from "../../src/model/uuid";
import {
  acmeSeed,
  assign,
  bulk,
  configurations,
  globexSeed,
  members,
  named,
  open,
  repository,
  unknownId,
} from "./client";

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
  ...shallow,
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

const withAcme = (more: object): Seed => ({ ...builtinSeed, accounts: [{ ...acmeSeed, ...more }, globexSeed] });

/** The built-in seed, in which baseline has the settings `before`. */
const seed = withAcme({
  configurations: acmeSeed.configurations?.map((each) =>
    each.name === "baseline" ? { ...each, configuration: before } : each,
  ),
});

async function baseline(profile: Partial<Profile> = {}) {
  const { running, send } = await open({ seed, profile });
  const { id } = named(running, "baseline");
  const path = `${configurations}/${id}`;
  const settings = async () => ((await send("GET", path)).body as Item).data.configuration;
  return { running, send, id, path, settings };
}

interface Item {
  readonly data: {
    readonly id: string;
    readonly name: string;
    readonly configuration: { readonly analyzers?: Readonly<Record<string, object>> } | null;
    readonly created_at: string;
  };
}

const bodyOf = (name: string, configuration?: object, repositories?: readonly string[]) => ({
  configuration: { name, ...(configuration === undefined ? {} : { configuration }) },
  ...(repositories === undefined ? {} : { repositories }),
});

const ofBaseline = ["legacy-monolith", "data-warehouse", "reporting-jobs", "internal-admin"];
const unknownRepository = (field: string, at: number) => ({
  error: `${field}[${String(at)}]: the account has no repository ${unknownId}`,
});

test("POST responds 201 with the configuration and lists it last", async () => {
  const { send } = await open();
  const settings = {
    comment: "enabled",
    show_scan_confirmation: false,
    risk_threshold: 3,
    analyzers: { xss: { enabled: true, silent: false, blocking: true, risk_level: "high", excludes: ["a/**"] } },
    code_policies: [{ id: unknownId, enabled: true }],
    notifications: { enabled: true, deduplicate: true, integrationNames: ["chat", "chat"] },
  };
  const { status, body } = await send("POST", configurations, bodyOf("strict", settings));
  const { data } = body as Item;
  expect([status, data]).toEqual([
    201,
    { id: data.id, name: "strict", configuration: settings, created_at: data.created_at },
  ]);
  expect(isUuid(data.id)).toBe(true);
  expect(new Date(data.created_at).toISOString()).toBe(data.created_at);
  expect((await send("GET", `${configurations}/${data.id}`)).body).toEqual({ data });
  expect((await send("GET", configurations)).body).toEqual({ data: [expect.anything(), expect.anything(), data] });
});

test("POST moves exactly the given repositories", async () => {
  const { running, send } = await open();
  const ids = ["checkout", "docs-site"].map((name) => repository(running, name).id);
  await send("POST", configurations, bodyOf("strict", {}, ids));
  expect(members(running, named(running, "strict").id)).toEqual(["checkout", "docs-site"]);
  expect(members(running, named(running, "default").id)).toHaveLength(18);
  expect(members(running, null)).toEqual(["design-system", "engineering-handbook"]);
});

test("POST rejects an unknown repository without any change", async () => {
  const { running, send } = await open();
  const ids = [repository(running, "checkout").id, unknownId];
  const answer = await send("POST", configurations, bodyOf("strict", {}, ids));
  expect(answer).toMatchObject({ status: 422, body: unknownRepository("repositories", 1) });
  expect(running.store.configurations(acmeAccountId)).toHaveLength(2);
  expect(repository(running, "checkout").configuration_id).toBe(named(running, "default").id);
});

test.each<[string, Partial<Profile>, string, object]>([
  ["PATCH", {}, "replaces top-level fields", shallow],
  ["PATCH", { patch_merge: "deep" }, "merges every level", deep],
  ["PATCH", { patch_merge: "deep", deep_lists: "merged" }, "merges lists too", deepWithLists],
  ["PATCH", { deep_lists: "merged" }, "replaces top-level fields", shallow],
  ["PATCH", { patch_merge: "replace" }, "keeps nothing", given],
  ["PUT", {}, "keeps nothing", given],
  ["PUT", { put_omitted: "kept" }, "keeps top-level fields", shallow],
  ["PUT", { put_omitted: "merged" }, "merges every level", deep],
  ["PUT", { put_omitted: "merged", deep_lists: "merged" }, "merges lists too", deepWithLists],
  ["PUT", { patch_merge: "deep" }, "keeps nothing", given],
  ["bulk_update", {}, "replaces top-level fields", shallow],
  ["bulk_update", { patch_merge: "deep" }, "replaces top-level fields", shallow],
  ["bulk_update", { bulk_merge: "deep" }, "merges every level", deep],
  ["bulk_update", { bulk_merge: "deep", deep_lists: "merged" }, "merges lists too", deepWithLists],
  ["bulk_update", { bulk_merge: "replace" }, "keeps nothing", given],
])("%s with %j %s", async (method, profile, _, expected) => {
  const { send, id, path, settings } = await baseline(profile);
  const answer =
    method === "bulk_update"
      ? await send("POST", bulk, { configuration_ids: [id], updates: given })
      : await send(method, path, bodyOf("baseline", given));
  expect(answer.status).toBe(200);
  if (method !== "bulk_update") expect(answer.body).toHaveProperty("data.configuration", expected);
  expect(await settings()).toEqual(expected);
});

test.each<[Profile["patch_without_settings"], JsonObject | null]>([
  ["kept", before],
  ["removed", null],
])("PATCH renames a configuration, whose settings are %s without any in the body", async (how, configuration) => {
  const { running, send, id, path } = await baseline({ patch_without_settings: how });
  const live = named(running, "baseline");
  await send("PATCH", path, bodyOf("renamed"));
  expect(named(running, "renamed")).toEqual({ ...live, id, name: "renamed", configuration });
});

test("PUT keeps id, date and position, and removes all settings without any in the body", async () => {
  const { running, send } = await open();
  const { id, created_at } = named(running, "default");
  const { status, body } = await send("PUT", `${configurations}/${id}`, bodyOf("new"));
  expect([status, body]).toEqual([200, { data: { id, name: "new", configuration: null, created_at } }]);
  expect(running.store.configurations(acmeAccountId)[0]).toEqual((body as Item).data);
});

test("merges an analyzer slug named __proto__ like any other", async () => {
  const { send, path, settings } = await baseline({ patch_merge: "deep" });
  const text = '{"configuration":{"name":"baseline","configuration":{"analyzers":{"__proto__":{"enabled":true}}}}}';
  await send("PATCH", path, text);
  expect(Object.keys((await settings())?.analyzers ?? {})).toEqual(["secrets", "xss", "__proto__"]);
});

describe.each(["PUT", "PATCH"])("`repositories` in %s", (method) => {
  test.each<[Profile["update_repositories"], readonly string[]]>([
    ["added", ["checkout", ...ofBaseline]],
    ["whole_set", ["checkout", "data-warehouse"]],
  ])("that is %s gives it to %j", async (update_repositories, expected) => {
    const { running, send, id, path } = await baseline({ update_repositories });
    const repositories = ["checkout", "data-warehouse"].map((name) => repository(running, name).id);
    expect((await send(method, path, bodyOf("baseline", before, repositories))).status).toBe(200);
    expect(members(running, id)).toEqual(expected);
    const orphan = repository(running, "legacy-monolith").configuration_id;
    expect(orphan).toBe(update_repositories === "added" ? id : null);
  });

  test("that is whole_set and absent leaves all of them", async () => {
    const { running, send, id, path } = await baseline({ update_repositories: "whole_set" });
    expect((await send(method, path, bodyOf("baseline", before))).status).toBe(200);
    expect(members(running, id)).toEqual(ofBaseline);
  });

  test.each<[Profile["update_repositories"], number]>([
    ["added", 4],
    ["whole_set", 0],
  ])("that is %s and empty leaves %i", async (update_repositories, left) => {
    const { running, send, id, path } = await baseline({ update_repositories });
    for (const repositories of [[], undefined]) {
      await send(method, path, bodyOf("baseline", before, repositories));
      expect(members(running, id)).toHaveLength(left);
    }
  });

  test("leaving it out drops all of them where a PUT replaces them too", async () => {
    const { running, send, id, path } = await baseline({ put_repositories: "dropped" });
    expect((await send(method, path, bodyOf("baseline", before))).status).toBe(200);
    expect(members(running, id)).toEqual(method === "PUT" ? [] : ofBaseline);
  });

  test("an unknown repository is left out, and the others get the configuration where that is ignored", async () => {
    const { running, send, id, path } = await baseline({ unknown_repositories: "ignored" });
    const { id: checkout } = repository(running, "checkout");
    expect((await send(method, path, bodyOf("baseline", before, [unknownId, checkout]))).status).toBe(200);
    expect(members(running, id)).toEqual(["checkout", ...ofBaseline]);
  });

  test(`\`repositories\` in ${method} is rejected with an unknown repository, without any change`, async () => {
    const { running, send, path } = await baseline();
    const live = named(running, "baseline");
    const answer = await send(method, path, bodyOf("other", { comment: "silent" }, [unknownId]));
    expect(answer).toMatchObject({ status: 422, body: unknownRepository("repositories", 0) });
    expect(named(running, "baseline")).toEqual(live);
  });
});

test("DELETE responds 204 without a body, or 200 with one", async () => {
  const { running, send, path } = await baseline();
  const { id } = named(running, "default");
  expect(await send("DELETE", path)).toMatchObject({ status: 204, body: undefined });
  running.setProfile({ delete_status: 200 });
  const { status, body } = await send("DELETE", `${configurations}/${id}`);
  expect([status, body]).toEqual([200, { data: expect.objectContaining({ id }) as object }]);
  for (const method of ["GET", "DELETE"]) expect((await send(method, path)).status).toBe(404);
});

test("DELETE leaves its repositories without a configuration, however they were assigned", async () => {
  const { running, send } = await open();
  const { id } = named(running, "default");
  await send("PATCH", `${configurations}/${id}`, bodyOf("default", {}, [repository(running, "docs-site").id]));
  await send("POST", assign, { configuration_id: id, repository_names: ["legacy-monolith"] });
  const had = members(running, id);
  expect(had).toHaveLength(21);
  await send("DELETE", `${configurations}/${id}`);
  expect(members(running, null)).toEqual(expect.arrayContaining([...had]));
  expect(members(running, named(running, "baseline").id)).toHaveLength(3);
});

test("DELETE leaves its id with its repositories where they keep it", async () => {
  const { running, send, id, path } = await baseline({ deleted_holders: "dangling" });
  expect((await send("DELETE", path)).status).toBe(204);
  expect(members(running, id)).toEqual(ofBaseline);
  expect((await send("GET", path)).status).toBe(404);
});

test("deleting a configuration that repositories have can be refused", async () => {
  const { running, send, id, path } = await baseline({ delete_held: "refused" });
  expect(await send("DELETE", path)).toMatchObject({
    status: 422,
    body: { error: "the configuration: repositories have it" },
  });
  const ids = ofBaseline.map((name) => repository(running, name).id);
  await send("POST", assign, { configuration_id: named(running, "default").id, repository_ids: ids });
  expect(members(running, id)).toEqual([]);
  expect((await send("DELETE", path)).status).toBe(204);
});

test("DELETE can be repeated where a second one answers 204", async () => {
  const { send, path } = await baseline({ delete_missing: 204 });
  expect((await send("DELETE", path)).status).toBe(204);
  expect((await send("DELETE", path)).status).toBe(204);
});

test("DELETE does not affect a repository that has moved away", async () => {
  const { running, send, id, path } = await baseline();
  await send("PATCH", path, bodyOf("baseline", {}, [repository(running, "checkout").id]));
  await send("DELETE", `${configurations}/${named(running, "default").id}`);
  expect(repository(running, "checkout").configuration_id).toBe(id);
});

describe("names", () => {
  const namesOf = ({ running }: Pick<Awaited<ReturnType<typeof baseline>>, "running">) =>
    running.store.configurations(acmeAccountId).map(({ name }) => name);

  test("names may be shared by default", async () => {
    const at = await baseline();
    expect((await at.send("POST", configurations, bodyOf("default"))).status).toBe(201);
    expect(namesOf(at)).toEqual(["default", "baseline", "default"]);
  });

  test("names that are unique reject a second configuration with the same name", async () => {
    const at = await baseline({ names: "unique" });
    for (const [method, path] of [
      ["POST", configurations],
      ["PUT", at.path],
      ["PATCH", at.path],
    ] as const)
      expect(await at.send(method, path, bodyOf("default"))).toMatchObject({
        status: 422,
        body: { error: "configuration.name: another configuration has this name" },
      });
    expect(namesOf(at)).toEqual(["default", "baseline"]);
  });

  test("names that are unique allow a configuration to keep its name and to take a released one", async () => {
    const { running, send, path } = await baseline({ names: "unique" });
    expect((await send("PATCH", path, bodyOf("baseline"))).status).toBe(200);
    await send("DELETE", `${configurations}/${named(running, "default").id}`);
    expect((await send("PATCH", path, bodyOf("default"))).status).toBe(200);
  });

  test("names are required in a PATCH by default, and in POST and PUT always", async () => {
    const nameless = { configuration: { configuration: given } };
    const required = await baseline();
    expect((await required.send("PATCH", required.path, nameless)).status).toBe(422);
    const { send, path } = await baseline({ patch_name: "optional" });
    const { status, body } = await send("PATCH", path, nameless);
    expect([status, body]).toEqual([200, { data: expect.objectContaining({ name: "baseline" }) as object }]);
    expect((await send("PUT", path, nameless)).status).toBe(422);
    expect((await send("POST", configurations, nameless)).status).toBe(422);
  });
});

describe("what is stored", () => {
  test.each<[Profile["name_spelling"], string]>([
    ["as_given", " Caf\u0065\u0301 "],
    ["trimmed", "Caf\u0065\u0301"],
    ["lower_case", " caf\u0065\u0301 "],
    ["composed", " Caf\u00e9 "],
  ])("what is stored of a name can be %s: %j", async (name_spelling, expected) => {
    const { send, path } = await baseline({ name_spelling });
    const body = bodyOf(" Caf\u0065\u0301 ");
    for (const answer of [
      await send("POST", configurations, body),
      await send("PATCH", path, body),
      await send("PUT", path, body),
    ])
      expect(answer.body).toMatchObject({ data: { name: expected } });
  });

  const lists: JsonObject = {
    analyzers: { secrets: { excludes: ["b", "a", "b"], includes: [] }, xss: { includes: [] }, bare: {} },
    code_policies: [{ id: policy(2), enabled: true }, { id: policy(1) }, { id: policy(2), enabled: false }],
    notifications: { integrationNames: [] },
  };
  const { code_policies: policies = null } = lists;

  test.each<[Partial<Profile>, JsonObject]>([
    [{}, lists],
    [
      { empty: "dropped" },
      {
        analyzers: { secrets: { excludes: ["b", "a", "b"] }, xss: {}, bare: {} },
        code_policies: policies,
        notifications: {},
      },
    ],
    [
      { empty: "dropped_with_entry" },
      { analyzers: { secrets: { excludes: ["b", "a", "b"] }, bare: {} }, code_policies: policies },
    ],
    [
      { stored_lists: "sorted" },
      {
        ...lists,
        analyzers: { secrets: { excludes: ["a", "b", "b"], includes: [] }, xss: { includes: [] }, bare: {} },
        code_policies: [{ id: policy(1) }, { id: policy(2), enabled: true }, { id: policy(2), enabled: false }],
      },
    ],
    [
      { stored_lists: "unique" },
      {
        ...lists,
        analyzers: { secrets: { excludes: ["b", "a"], includes: [] }, xss: { includes: [] }, bare: {} },
        code_policies: [{ id: policy(2), enabled: false }, { id: policy(1) }],
      },
    ],
    [
      { list_items_most: 1 },
      {
        ...lists,
        analyzers: { secrets: { excludes: ["b"], includes: [] }, xss: { includes: [] }, bare: {} },
        code_policies: [{ id: policy(2), enabled: true }],
      },
    ],
  ])("what is stored of lists follows %j, whichever request has written them", async (profile, expected) => {
    const { send, id, path, settings } = await baseline(profile);
    const { data } = (await send("POST", configurations, bodyOf("new", lists))).body as Item;
    expect(data.configuration).toEqual(expected);
    await send("PUT", path, bodyOf("baseline", lists));
    expect(await settings()).toEqual(expected);
    await send("PUT", path, bodyOf("baseline"));
    await send("POST", bulk, { configuration_ids: [id], updates: lists });
    expect(await settings()).toEqual(expected);
    await send("PUT", path, bodyOf("baseline"));
    await send("PATCH", path, bodyOf("baseline", lists));
    expect(await settings()).toEqual(expected);
  });

  const known = acmeSeed.custom_policies?.[0]?.id ?? "";
  const unlisted: JsonObject = {
    analyzers: { xss: { enabled: true }, retired: { enabled: true } },
    code_policies: [{ id: known }, { id: policy(1) }],
  };

  test.each<[Profile["unlisted_entries"], JsonObject]>([
    ["accepted", unlisted],
    ["dropped", { analyzers: { xss: { enabled: true } }, code_policies: [{ id: known }] }],
  ])(
    "what is stored of an analyzer and a policy that the account does not list: %s",
    async (unlisted_entries, expected) => {
      const { send, id, path, settings } = await baseline({ unlisted_entries });
      const { data } = (await send("POST", configurations, bodyOf("new", unlisted))).body as Item;
      expect(data.configuration).toEqual(expected);
      await send("PUT", path, bodyOf("baseline", unlisted));
      expect(await settings()).toEqual(expected);
      await send("PUT", path, bodyOf("baseline"));
      await send("POST", bulk, { configuration_ids: [id], updates: unlisted });
      expect(await settings()).toEqual(expected);
    },
  );

  test("what is stored is nothing of a body with an analyzer and a policy that are not listed where these are refused", async () => {
    const { send, id, path, settings } = await baseline({ unlisted_entries: "refused" });
    const error = (at: string): string =>
      `${at}.analyzers.retired: the account has no such analyzer; ${at}.code_policies[1]: the account has no such custom policy`;
    const inBody = { status: 422, body: { error: error("configuration.configuration") } };
    expect(await send("POST", configurations, bodyOf("new", unlisted))).toMatchObject(inBody);
    for (const method of ["PUT", "PATCH"])
      expect(await send(method, path, bodyOf("baseline", unlisted))).toMatchObject(inBody);
    const answer = await send("POST", bulk, { configuration_ids: [id], updates: unlisted });
    expect(answer).toMatchObject({ status: 422, body: { error: error("updates") } });
    expect(await settings()).toEqual(before);
  });
});

test("the GET of one configuration shows what the list does not show yet, where only lists lag", async () => {
  const { send, path } = await baseline({ read_lag_ms: 600_000, read_lag_of: "lists" });
  await send("PATCH", path, bodyOf("renamed"));
  expect((await send("GET", path)).body).toMatchObject({ data: { name: "renamed" } });
  const { data } = (await send("GET", configurations)).body as { data: readonly { name: string }[] };
  expect(data.map(({ name }) => name)).toEqual(["default", "baseline"]);
});

test("PUT and PATCH may return the configuration before the write", async () => {
  const { send, path } = await baseline({ write_answer: "before" });
  const { body } = await send("PATCH", path, bodyOf("renamed", given));
  expect(body).toMatchObject({ data: { name: "baseline", configuration: before } });
  expect((await send("GET", path)).body).toMatchObject({ data: { name: "renamed", configuration: shallow } });
});

describe("default settings", () => {
  const xss = { analyzers: { xss: { blocking: true } } };
  const slugs = (acmeSeed.analyzers ?? []).map(({ slug }) => slug);

  test("default settings are not filled in by default", async () => {
    const { send } = await open();
    expect((await send("POST", configurations, bodyOf("new", xss))).body).toHaveProperty("data.configuration", xss);
    expect((await send("POST", configurations, bodyOf("bare"))).body).toHaveProperty("data.configuration", null);
  });

  test.each<[Profile["defaults"], number]>([
    ["at_create", 1],
    ["at_put", slugs.length],
    ["always", slugs.length],
  ])(
    "default settings with %s complete a new configuration, and %i analyzers after a PUT",
    async (defaults, afterPut) => {
      const { send, path, settings } = await baseline({ defaults });
      const { data } = (await send("POST", configurations, bodyOf("new", xss))).body as Item;
      expect(data.configuration).toEqual({
        comment: "enabled",
        show_scan_confirmation: false,
        risk_threshold: 0,
        analyzers: expect.objectContaining({
          xss: { enabled: true, silent: false, blocking: true, risk_level: "medium", excludes: [], includes: [] },
        }) as object,
        code_policies: [],
        notifications: { enabled: false, deduplicate: false, integrationNames: [] },
      });
      expect(Object.keys(data.configuration?.analyzers ?? {}).toSorted()).toEqual(slugs.toSorted());
      await send("PUT", path, bodyOf("baseline", { analyzers: { xss: { enabled: true } } }));
      expect(Object.keys((await settings())?.analyzers ?? {})).toHaveLength(afterPut);
    },
  );

  test("a PUT fills them in where a PATCH does not", async () => {
    const { send, path, settings } = await baseline({ defaults: "at_put" });
    await send("PATCH", path, bodyOf("baseline", given));
    expect(await settings()).toEqual(shallow);
  });
});

test.each<[Profile["error_item"], object]>([
  ["id_and_error", { configuration_id: unknownId, error: "not found" }],
  ["message", { message: `The configuration ${unknownId} was not found.` }],
  [
    "nested",
    { resource: { type: "configuration", id: unknownId }, error: { code: "not_found", message: "not found" } },
  ],
  ["by_id", { [unknownId]: ["not found"] }],
])("an unknown id is reported as %s by bulk_update and assign_repositories", async (error_item, item) => {
  const { running, send, id, settings } = await baseline({ error_item, assign_unknown: "reported" });
  const updated = await send("POST", bulk, { configuration_ids: [unknownId, id, id], updates: given });
  expect(updated).toMatchObject({ status: 200, body: { updated_count: 1, total_count: 2, errors: [item] } });
  expect(await settings()).toEqual(shallow);
  const assigned = await send("POST", assign, {
    configuration_id: id,
    repository_ids: [unknownId, repository(running, "checkout").id, unknownId],
  });
  expect(assigned).toMatchObject({ status: 200, body: { assigned_count: 1, total_matched: 1 } });
  const text = JSON.stringify(item).replaceAll("configuration", "repository");
  expect((assigned.body as { errors: unknown }).errors).toEqual([JSON.parse(text)]);
  expect(repository(running, "checkout").configuration_id).toBe(id);
});

test("an unknown id rejects a whole bulk_update without any change", async () => {
  const { running, send, id } = await baseline({ bulk_unknown: "refused" });
  const answer = await send("POST", bulk, { configuration_ids: [id, unknownId], updates: given });
  const error = `configuration_ids[1]: the account has no configuration ${unknownId}`;
  expect(answer).toMatchObject({ status: 422, body: { error } });
  expect(named(running, "baseline").configuration).toEqual(before);
});

test("an unknown id is one of another account, whose objects do not change", async () => {
  const { running, send, id } = await baseline();
  const configuration_id = globexSeed.configurations?.[0]?.id ?? "";
  const repository_ids = [globexSeed.repositories?.[0]?.id ?? ""];
  const state = running.snapshot();
  for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
    const body = method.startsWith("P") ? bodyOf("x") : undefined;
    expect((await send(method, `${configurations}/${configuration_id}`, body)).status).toBe(404);
  }
  const updated = await send("POST", bulk, { configuration_ids: [configuration_id], updates: given });
  expect(updated.body).toMatchObject({ updated_count: 0, errors: [{ configuration_id, error: "not found" }] });
  expect((await send("POST", assign, { configuration_id, repository_pattern: "%" })).status).toBe(404);
  expect((await send("POST", assign, { configuration_id: id, repository_ids })).status).toBe(422);
  expect((await send("POST", configurations, bodyOf("x", {}, repository_ids))).status).toBe(422);
  expect(running.snapshot()).toEqual(state);
});

test.each<[Profile["ids_status"]]>([[422], [413]])("more ids than the limit get %i", async (ids_status) => {
  const { running, send, id, path } = await baseline({ ids_most: 2, ids_status });
  const ids = ["checkout", "web-storefront", "mobile-ios"].map((name) => repository(running, name).id);
  for (const [method, to, body, field] of [
    ["POST", bulk, { configuration_ids: [id, id, id], updates: {} }, "configuration_ids"],
    ["POST", assign, { configuration_id: id, repository_ids: ids }, "repository_ids"],
    ["PUT", path, bodyOf("baseline", before, ids), "repositories"],
  ] as const)
    expect(await send(method, to, body)).toMatchObject({
      status: ids_status,
      body: { error: `${field}: must not be more than 2 ids` },
    });
  expect(members(running, id)).toHaveLength(4);
  expect((await send("PUT", path, bodyOf("baseline", before, ids.slice(1)))).status).toBe(200);
});

test("assign_repositories takes the union of the three selectors, each repository once, and responds identically when repeated", async () => {
  const { running, send, id } = await baseline();
  const body = {
    configuration_id: id,
    repository_ids: [repository(running, "checkout").id, repository(running, "payments-api").id],
    repository_names: ["web-storefront", "no-such-name", "checkout"],
    repository_pattern: "payments-%",
  };
  const expected = { configuration_id: id, configuration_name: "baseline", assigned_count: 7, total_matched: 7 };
  const first = await send("POST", assign, body);
  expect(first).toMatchObject({ status: 200, body: { ...expected, errors: [] } });
  expect((await send("POST", assign, body)).body).toEqual(first.body);
  const payments = ["api", "ledger", "gateway", "fraud", "refunds"].map((name) => `payments-${name}`);
  expect(members(running, id)).toEqual([...payments, "checkout", "web-storefront", ...ofBaseline]);
});

test.each([
  ["repository_names", ["mobile-ios"], ["mobile-ios"]],
  ["repository_pattern", "mobile-___", ["mobile-ios"]],
  ["repository_pattern", "MOBILE-%", []],
  ["repository_names", ["mobile-%"], []],
  ["repository_ids", [], []],
])("assign_repositories selects by %s alone: %j", async (selector, value, expected) => {
  const { running, send, id } = await baseline();
  const { body } = await send("POST", assign, { configuration_id: id, [selector]: value });
  expect(body).toMatchObject({ assigned_count: expected.length, total_matched: expected.length });
  expect(members(running, id)).toEqual([...expected, ...ofBaseline]);
});

test("assign_repositories matches every repository with a name and none without one", async () => {
  const repositories = (acmeSeed.repositories ?? [])
    .slice(0, 3)
    .map((each, at) => ({ ...each, name: at === 2 ? null : "twin", configuration_id: null }));
  const { running, send } = await open({ seed: withAcme({ repositories, scans: [], deepscans: [], triage: [] }) });
  const configuration_id = named(running, "default").id;
  for (const selector of [{ repository_names: ["twin"] }, { repository_pattern: "%" }])
    expect((await send("POST", assign, { configuration_id, ...selector })).body).toMatchObject({ total_matched: 2 });
});

test.each<[object, object]>([
  [{ repository_ids: [unknownId], repository_pattern: "%" }, unknownRepository("repository_ids", 0)],
  [{}, { error: "the body: needs one of repository_ids, repository_names, repository_pattern" }],
  [
    { repository_names: ["checkout"], repository_pattern: "a\\" },
    { error: "repository_pattern: a pattern cannot end in a single backslash" },
  ],
])("assign_repositories responds 422 to %j without any assignment", async (selectors, error) => {
  const { running, send, id } = await baseline();
  const state = running.store.repositories(acmeAccountId);
  const answer = await send("POST", assign, { configuration_id: id, ...selectors });
  expect(answer).toMatchObject({ status: 422, body: error });
  expect(running.store.repositories(acmeAccountId)).toEqual(state);
});
