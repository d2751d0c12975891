import { acmeAccountId, type Profile } from "../../../src/emulator";
import { acme, configurations, emulator, members, named, open, repository, sender } from "../client";

const burst = async (url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => sender(url)("GET", "/v1/accounts")));

describe("requests above the rate limit", () => {
  /** A stopped clock: results do not depend on the duration of requests. */
  let now = 1_700_000_000_000;
  let stopped: jest.SpyInstance | undefined;
  beforeEach(() => {
    stopped = jest.spyOn(Date, "now").mockImplementation(() => now);
  });
  afterEach(() => {
    stopped?.mockRestore();
  });

  test.each<Profile["rate_window"]>(["token_bucket", "fixed_window"])(
    "requests above the rate limit get 429 with a %s",
    async (rate_window) => {
      const running = await emulator({ profile: { rate_limit: 5, rate_window } });
      const statuses = async () => (await burst(running.url, 8)).map(({ status }) => status).toSorted();
      expect(await statuses()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
      now += 60_000; // what was not used is no credit
      expect(await statuses()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
      running.setProfile({ rate_limit: 0 });
      expect(new Set(await statuses())).toEqual(new Set([200]));
    },
  );

  test.each<[Profile["retry_after"], RegExp]>([
    ["seconds", /^1$/],
    ["date", /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/],
    ["none", /^missing$/],
  ])("requests above the rate limit get Retry-After in the form of the profile: %s", async (retry_after, form) => {
    const { url } = await emulator({ profile: { rate_limit: 1, retry_after } });
    const refused = (await burst(url, 3)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    for (const { headers, body } of refused) {
      expect(headers.get("retry-after") ?? "missing").toMatch(form);
      expect(body).toEqual({ error: "too many requests" });
    }
  });

  test("requests above the rate limit get a Retry-After that is no shorter than the wait", async () => {
    now = 1_700_000_000_700;
    const { url } = await emulator({ profile: { rate_limit: 1, rate_window: "fixed_window", retry_after: "seconds" } });
    const [refused] = (await burst(url, 2)).filter(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("1");
  });

  test.each<[Profile["rate_window"], number, number]>([
    ["token_bucket", 999, 1000],
    ["fixed_window", 299, 300],
  ])("succeed after waiting, with a %s", async (rate_window, early, enough) => {
    now = 1_700_000_000_700;
    const { send } = await open({ profile: { rate_limit: 1, rate_window } });
    const status = async (after: number) => {
      now = 1_700_000_000_700 + after;
      return (await send("GET", "/v1/accounts")).status;
    };
    expect([await status(0), await status(early), await status(enough), await status(enough)]).toEqual([
      200, 429, 200, 429,
    ]);
  });
});

test("delays responses by the configured latency", async () => {
  const { send } = await open({ profile: { latency_ms: 60, latency_spread_ms: 10 } });
  const before = performance.now();
  await send("GET", "/v1/accounts");
  expect(performance.now() - before).toBeGreaterThanOrEqual(59);
});

describe("lagged reads", () => {
  const lagging = async (profile: Partial<Profile> = {}) => {
    const running = await emulator({ profile: { read_lag_ms: 600_000, ...profile } });
    return { running, send: sender(running.url) };
  };
  const pass = async (send: ReturnType<typeof sender>) => {
    expect((await send("POST", "/control/clock", { advance_seconds: 3600 })).status).toBe(200);
  };
  const listed = async (send: ReturnType<typeof sender>, list: string) => {
    const { body } = await send("GET", `${acme}/${list}`);
    return (body as { data: Record<string, unknown>[] }).data;
  };
  const names = async (send: ReturnType<typeof sender>) =>
    (await listed(send, "configurations")).map(({ name }) => name);

  test("return a new configuration only after the lag", async () => {
    const { send } = await lagging();
    const { status, body } = await send("POST", configurations, { configuration: { name: "new" } });
    const path = `${configurations}/${(body as { data: { id: string } }).data.id}`;
    expect(status).toBe(201);
    expect((await send("GET", path)).status).toBe(404);
    expect(await names(send)).toEqual(["default", "baseline"]);
    await pass(send);
    expect((await send("GET", path)).status).toBe(200);
    expect(await names(send)).toEqual(["default", "baseline", "new"]);
  });

  test("return the state before each of several writes", async () => {
    const { running, send } = await lagging();
    const { id } = named(running, "baseline");
    for (const name of ["first", "second"])
      expect((await send("PATCH", `${configurations}/${id}`, { configuration: { name } })).body).toHaveProperty(
        "data.name",
        name,
      );
    expect((await send("GET", `${configurations}/${id}`)).body).toHaveProperty("data.name", "baseline");
    await pass(send);
    expect((await send("GET", `${configurations}/${id}`)).body).toHaveProperty("data.name", "second");
  });

  test("return a deleted configuration and its repositories", async () => {
    const { running, send } = await lagging();
    const { id } = named(running, "baseline");
    await send("DELETE", `${configurations}/${id}`);
    const having = async () => (await listed(send, "repositories")).filter((each) => each["configuration_id"] === id);
    expect(await names(send)).toEqual(["default", "baseline"]);
    expect(await having()).toHaveLength(4);
    expect((await send("DELETE", `${configurations}/${id}`)).status).toBe(404);
    await pass(send);
    expect(await names(send)).toEqual(["default"]);
    expect(await having()).toHaveLength(0);
  });

  test("lagged reads do not return an assignment that has taken effect", async () => {
    const { running, send } = await lagging();
    const { id } = named(running, "baseline");
    const checkout = repository(running, "checkout");
    await send("POST", `${configurations}/assign_repositories`, {
      configuration_id: id,
      repository_ids: [checkout.id],
    });
    expect(members(running, id)).toContain("checkout");
    const seen = (await listed(send, "repositories")).find((each) => each["id"] === checkout.id);
    expect(seen).toHaveProperty("configuration_id", checkout.configuration_id);
  });

  test("lagged reads are current once the lag is switched off", async () => {
    const { running, send } = await lagging();
    await send("PATCH", `${configurations}/${named(running, "baseline").id}`, { configuration: { name: "renamed" } });
    running.setProfile({ read_lag_ms: 0 });
    expect(await names(send)).toEqual(["default", "renamed"]);
    expect(running.store.configurations(acmeAccountId).map(({ name }) => name)).toEqual(["default", "renamed"]);
  });
});
