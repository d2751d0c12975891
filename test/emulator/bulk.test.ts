import { acmeAccountId, builtinSeed, type Seed } from "../../src/emulator";
import {
  acme,
  acmeSeed,
  configurations,
  emulator,
  globexSeed,
  members,
  named,
  repository,
  sender,
  unknownId,
} from "./client";

const bulk = `${configurations}/bulk_update`;
const assign = `${configurations}/assign_repositories`;

/** An account without the objects that refer to its repositories. */
const unscanned = { ...acmeSeed, scans: [], deepscans: [], triage: [] };

describe("bulk_update", () => {
  test("merges top-level fields into each configuration", async () => {
    const running = await emulator();
    const [first, second] = running.store.configurations(acmeAccountId);
    const updates = { comment: "disabled", analyzers: { xss: { enabled: true } } };
    const { status, body } = await sender(running.url)("POST", bulk, {
      configuration_ids: [first?.id, second?.id],
      updates,
    });
    expect(status).toBe(200);
    expect(body).toEqual({ updated_count: 2, total_count: 2, errors: [] });
    expect(named(running, "default")).toEqual({
      ...first,
      configuration: { show_scan_confirmation: true, ...updates },
    });
    expect(named(running, "baseline").configuration).toEqual(updates);
  });

  test("reports the unknown ids and updates the others", async () => {
    const running = await emulator();
    const { id } = named(running, "default");
    const { status, body } = await sender(running.url)("POST", bulk, {
      configuration_ids: [unknownId, id],
      updates: { risk_threshold: 9 },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      updated_count: 1,
      total_count: 2,
      errors: [{ configuration_id: unknownId, error: "not found" }],
    });
    expect(named(running, "default").configuration).toHaveProperty("risk_threshold", 9);
  });

  test("counts a repeated id once", async () => {
    const running = await emulator();
    const { id } = named(running, "default");
    const { body } = await sender(running.url)("POST", bulk, { configuration_ids: [id, id], updates: {} });
    expect(body).toEqual({ updated_count: 1, total_count: 1, errors: [] });
  });

  test("does not update configurations of another account", async () => {
    const running = await emulator();
    const elsewhere = globexSeed.configurations?.[0]?.id;
    const { body } = await sender(running.url)("POST", bulk, { configuration_ids: [elsewhere], updates: {} });
    expect(body).toEqual({
      updated_count: 0,
      total_count: 1,
      errors: [{ configuration_id: elsewhere, error: "not found" }],
    });
  });
});

describe("assign_repositories", () => {
  test("takes the union of the three selectors, each repository once", async () => {
    const running = await emulator();
    const { id } = named(running, "baseline");
    const { status, body } = await sender(running.url)("POST", assign, {
      configuration_id: id,
      repository_ids: [repository(running, "checkout").id, repository(running, "payments-api").id],
      repository_names: ["web-storefront", "no-such-name", "checkout"],
      repository_pattern: "payments-%",
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      configuration_id: id,
      configuration_name: "baseline",
      assigned_count: 7,
      total_matched: 7,
      errors: [],
    });
    expect(members(running, id).slice(0, 7)).toEqual([
      "payments-api",
      "payments-ledger",
      "payments-gateway",
      "payments-fraud",
      "payments-refunds",
      "checkout",
      "web-storefront",
    ]);
    expect(members(running, id)).toHaveLength(11);
  });

  test.each([
    ["repository_names", ["mobile-ios"], ["mobile-ios"]],
    ["repository_pattern", "mobile-___", ["mobile-ios"]],
    ["repository_pattern", "MOBILE-%", []],
    ["repository_names", ["mobile-%"], []],
    ["repository_ids", [], []],
  ])("selects by %s alone: %j", async (selector, value, expected) => {
    const running = await emulator();
    const { id } = named(running, "baseline");
    const before = members(running, id);
    const { status, body } = await sender(running.url)("POST", assign, { configuration_id: id, [selector]: value });
    expect(status).toBe(200);
    expect(body).toMatchObject({ assigned_count: expected.length, total_matched: expected.length });
    expect(members(running, id)).toEqual([...expected, ...before]);
  });

  test("responds identically when repeated", async () => {
    const running = await emulator();
    const send = sender(running.url);
    const body = { configuration_id: named(running, "baseline").id, repository_pattern: "infra-%" };
    const first = await send("POST", assign, body);
    expect(first.body).toMatchObject({ assigned_count: 2 });
    expect((await send("POST", assign, body)).body).toEqual(first.body);
  });

  test("matches every repository with a name and none without one", async () => {
    const [first, second, third] = acmeSeed.repositories ?? [];
    const repositories = [first, second, third].map((each, at) => ({
      ...each,
      name: at === 2 ? null : "twin",
      configuration_id: null,
    }));
    const seed = { ...builtinSeed, accounts: [{ ...unscanned, repositories }, globexSeed] } as Seed;
    const running = await emulator({ seed });
    const send = sender(running.url);
    const configuration_id = named(running, "default").id;
    const byName = await send("POST", assign, { configuration_id, repository_names: ["twin"] });
    expect(byName.body).toMatchObject({ total_matched: 2 });
    const byPattern = await send("POST", assign, { configuration_id, repository_pattern: "%" });
    expect(byPattern.body).toMatchObject({ total_matched: 2 });
  });

  test("responds 404 to an unknown configuration", async () => {
    const { url } = await emulator();
    const { status, body } = await sender(url)("POST", assign, {
      configuration_id: unknownId,
      repository_pattern: "%",
    });
    expect([status, body]).toEqual([404, { error: "not found" }]);
  });

  test("responds 422 to an unknown repository without any assignment", async () => {
    const running = await emulator();
    const before = running.store.repositories(acmeAccountId);
    const { status, body } = await sender(running.url)("POST", assign, {
      configuration_id: named(running, "baseline").id,
      repository_ids: [unknownId],
      repository_pattern: "%",
    });
    expect([status, body]).toEqual([422, { error: `repository_ids[0]: the account has no repository ${unknownId}` }]);
    expect(running.store.repositories(acmeAccountId)).toEqual(before);
  });

  test("responds 422 without a selector", async () => {
    const running = await emulator();
    const { id } = named(running, "baseline");
    const { status, body } = await sender(running.url)("POST", assign, { configuration_id: id });
    expect(status).toBe(422);
    expect(body).toEqual({ error: "the body: needs one of repository_ids, repository_names, repository_pattern" });
  });

  test("responds 422 to an invalid SQL pattern without any assignment", async () => {
    const running = await emulator();
    const before = running.store.repositories(acmeAccountId);
    const body = {
      configuration_id: named(running, "baseline").id,
      repository_ids: [repository(running, "checkout").id],
      repository_pattern: "a\\",
    };
    const answer = await sender(running.url)("POST", assign, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: "repository_pattern: a pattern cannot end in a single backslash" });
    expect(running.store.repositories(acmeAccountId)).toEqual(before);
  });

  test("is visible in the list afterwards", async () => {
    const running = await emulator();
    const send = sender(running.url);
    const { id } = named(running, "baseline");
    await send("POST", assign, { configuration_id: id, repository_pattern: "%" });
    const { data } = (await send("GET", `${acme}/repositories`)).body as { data: { configuration_id: string }[] };
    expect(new Set(data.map((each) => each.configuration_id))).toEqual(new Set([id]));
  });
});
