import { type IncomingMessage, request } from "node:http";
import { acmeAccountId, builtinSeed, type Profile, type Seed } from "../../../src/emulator";
import {
  acme,
  acmeSeed,
  configurations,
  emulator,
  globexSeed,
  members,
  named,
  open,
  repository,
  sender,
} from "../client";

interface Answered {
  readonly data: readonly Record<string, unknown>[];
  readonly pagination?: object;
}

const seed: Seed = {
  ...builtinSeed,
  accounts: [
    {
      ...acmeSeed,
      org_id: null,
      repositories: (acmeSeed.repositories ?? []).map(({ created_at, ...rest }) => rest),
    },
    globexSeed,
  ],
};

describe("a field that was never set", () => {
  const seen = async (unset: Profile["unset"], more: Partial<Profile> = {}) => {
    const { running, send } = await open({ seed, profile: { ...more, unset } });
    const [accounts, repositories, analyzers, settings] = await Promise.all(
      ["/v1/accounts", `${acme}/repositories`, `${acme}/analyzers`, configurations].map(
        async (path) => ((await send("GET", path)).body as Answered).data,
      ),
    );
    const one = await send("GET", `${configurations}/${named(running, "baseline").id}`);
    return {
      account: accounts?.[0],
      docs: repositories?.at(-1),
      analyzer: analyzers?.[0],
      baseline: settings?.[1],
      one,
    };
  };

  test("a field that was never set is returned as stored", async () => {
    const { account, docs, analyzer, baseline, one } = await seen("as_stored");
    expect(account).toHaveProperty("org_id", null);
    expect(docs).toHaveProperty("configuration_id", null);
    expect(docs).not.toHaveProperty("created_at");
    expect(analyzer).toHaveProperty("configuration", null);
    expect(Object.keys(baseline?.["configuration"] ?? {})).toEqual(["comment", "analyzers"]);
    expect(one.body).toEqual({ data: baseline });
  });

  test("a field that was never set is returned as null, down to the leaves of the settings", async () => {
    const { account, docs, analyzer, baseline, one } = await seen("null");
    expect(account).toHaveProperty("org_id", null);
    expect(docs).toMatchObject({ configuration_id: null, created_at: null });
    expect(analyzer).toHaveProperty("configuration", null);
    expect(baseline?.["configuration"]).toEqual({
      comment: "silent",
      show_scan_confirmation: null,
      risk_threshold: null,
      analyzers: {
        "sql-injection": {
          enabled: true,
          silent: null,
          blocking: true,
          risk_level: null,
          excludes: null,
          includes: null,
        },
      },
      code_policies: null,
      notifications: null,
    });
    expect(one.body).toEqual({ data: baseline });
  });

  test("a field that was never set is its default where the service fills in defaults, and null only without one", async () => {
    const { baseline, docs } = await seen("null", { defaults: "always" });
    expect(docs).toMatchObject({ created_at: null });
    expect(baseline?.["configuration"]).toMatchObject({
      comment: "silent",
      risk_threshold: 0,
      analyzers: { "sql-injection": { silent: false, risk_level: "medium", excludes: [] } },
      notifications: { enabled: false },
    });
  });

  test("a field that was never set is omitted", async () => {
    const { account, docs, analyzer, baseline, one } = await seen("absent");
    for (const [object, name] of [
      [account, "org_id"],
      [docs, "configuration_id"],
      [docs, "created_at"],
      [analyzer, "configuration"],
    ] as const)
      expect(object).not.toHaveProperty(name);
    expect(Object.keys(baseline?.["configuration"] ?? {})).toEqual(["comment", "analyzers"]);
    expect(one.body).toEqual({ data: baseline });
  });
});

describe("a shuffled list", () => {
  const lists = ["repositories", "analyzers", "custom_policies"].map((list) => `${acme}/${list}`);

  test.each([...lists, configurations])("%s", async (path) => {
    const { send } = await open({ profile: { order: "shuffled" } });
    const orders = new Set<string>();
    const contents = new Set<string>();
    // each order of two items has a probability of one half: 60 equal ones are practically impossible
    for (let times = 0; times < 60 && orders.size < 2; times += 1) {
      const { data } = (await send("GET", path)).body as Answered;
      const ids = data.map(({ id }) => String(id));
      orders.add(ids.join());
      contents.add(ids.toSorted().join());
    }
    expect(orders.size).toBe(2);
    expect(contents.size).toBe(1);
  });

  test("a shuffled list includes the analyzers and patterns of a configuration without loss", async () => {
    const { running, send } = await open({ profile: { order: "shuffled" } });
    const excludes = ["a", "b", "c", "d"];
    const settings = { analyzers: { xss: { excludes }, ssrf: {}, idor: {}, secrets: {} } };
    const path = `${configurations}/${named(running, "baseline").id}`;
    await send("PUT", path, { configuration: { name: "baseline", configuration: settings } });
    const texts = new Set<string>();
    for (let times = 0; times < 60 && texts.size < 3; times += 1) {
      const { body } = await send("GET", path);
      const { data } = body as { data: { configuration: typeof settings } };
      expect(data.configuration.analyzers.xss.excludes.toSorted()).toEqual(excludes);
      expect(Object.keys(data.configuration.analyzers).toSorted()).toEqual(["idor", "secrets", "ssrf", "xss"]);
      texts.add(JSON.stringify(data.configuration));
    }
    expect(texts.size).toBe(3);
    expect(named(running, "baseline").configuration).toEqual(settings);
  });

  test("a shuffled list leaves patterns as they are where one may turn the others around", async () => {
    const { running, send } = await open({ profile: { order: "shuffled" } });
    const excludes = ["a", "b", "!c", "d"];
    const path = `${configurations}/${named(running, "baseline").id}`;
    await send("PUT", path, {
      configuration: { name: "baseline", configuration: { analyzers: { xss: { excludes } } } },
    });
    for (let times = 0; times < 10; times += 1)
      expect((await send("GET", path)).body).toMatchObject({
        data: { configuration: { analyzers: { xss: { excludes } } } },
      });
  });
});

describe("a paged list", () => {
  const names = (acmeSeed.repositories ?? []).map(({ name }) => name);
  const ask = async (profile: Partial<Profile>, query: string) => {
    // the OpenAPI document has no page parameters
    const { send } = await open({ profile: { page_size: 10, ...profile } });
    const { status, body } = await send("GET", `${acme}/repositories${query}`);
    const { data = [], ...rest } = body as Partial<Answered>;
    return { status, names: data.map(({ name }) => name), rest };
  };

  test.each<[Partial<Profile>, string, number, number]>([
    [{}, "", 0, 10],
    [{}, "?page=2", 10, 20],
    [{}, "?page=3", 20, 26],
    [{}, "?page=4", 26, 26],
    [{}, "?page=2&per_page=7", 7, 14],
    [{}, "?per_page=1000", 0, 26],
    [{ page_size_most: 12 }, "?per_page=1000&page=2", 12, 24],
    [{ page_query: "page_only" }, "?page=2&per_page=7", 10, 20],
    [{ page_query: "ignored" }, "?page=2&per_page=7", 0, 10],
    [{ page_size: 0 }, "?page=2&per_page=7", 0, 26],
  ])("a paged list with %j and %s has the items from %i to before %i", async (profile, query, from, to) => {
    expect(await ask(profile, query)).toEqual({ status: 200, names: names.slice(from, to), rest: {} });
  });

  test("a paged list includes pagination if the profile says so", async () => {
    const { rest } = await ask({ page_envelope: "pagination" }, "?page=3");
    expect(rest).toEqual({ pagination: { total: 26, page: 3, per_page: 10, total_pages: 3 } });
  });

  test.each(["?page=0", "?page=x", "?per_page=-1", "?page="])("a paged list rejects %s with 422", async (query) => {
    expect((await ask({}, query)).status).toBe(422);
  });

  test.each([0, 10])(
    "a paged list rejects any page parameter with 422 if the profile says so, with a page size of %i",
    async (page_size) => {
      const refused = { page_size, page_query: "refused" } as const;
      expect(await ask(refused, "?page=2")).toMatchObject({
        status: 422,
        rest: { error: "page: is not a known parameter" },
      });
    },
  );

  test("a paged list keeps the items of each page when shuffled", async () => {
    const { names: given } = await ask({ order: "shuffled" }, "?page=2");
    expect(given.toSorted()).toEqual(names.slice(10, 20).toSorted());
  });
});

const webhooks = `/dashboard/accounts/${acmeAccountId}/webhooks`;

test.each<[string, Record<string, string>]>([
  ["another site", { origin: "https://evil.invalid", "sec-fetch-site": "cross-site" }],
  ["another site, whose browser says no more", { "sec-fetch-site": "cross-site" }],
  ["another site, whose browser says only where from", { origin: "https://evil.invalid" }],
  ["another port of this machine", { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }],
  ["nowhere", { origin: "null" }],
])("rejects requests from a page of %s", async (_, headers) => {
  const { running, send } = await open();
  await send("DELETE", `${configurations}/${named(running, "baseline").id}`);
  const left = running.store.configurations(acmeAccountId);
  for (const [method, path] of [
    ["POST", "/control/reset"],
    ["DELETE", "/control/requests"],
    ["GET", "/control/seed"],
    ["POST", webhooks],
    ["GET", webhooks],
    ["GET", configurations],
    ["POST", configurations],
    ["OPTIONS", configurations],
    ["GET", "/downloads/sboms/x.y"],
    ["GET", "/api-docs/v1/swagger.yaml"],
    ["GET", "/nothing"],
  ] as const)
    expect(await send(method, path, undefined, headers)).toMatchObject({
      status: 403,
      body: { error: "pages of another origin cannot use this" },
    });
  expect(running.store.configurations(acmeAccountId)).toEqual(left);
  expect(running.requests).toHaveLength(1);
});

test("accepts requests from its own pages and from other clients", async () => {
  const { running, send } = await open();
  const own: readonly Record<string, string>[] = [
    { origin: running.url, "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    {},
  ];
  for (const headers of own) {
    expect((await send("POST", "/control/reset", undefined, headers)).status).toBe(204);
    expect((await send("GET", webhooks, undefined, headers)).status).toBe(200);
    expect((await send("GET", configurations, undefined, headers)).status).toBe(200);
  }
});

/** Sends a request with another Host header, which `fetch` does not allow. */
const askedAs = (host: string, { port }: { readonly port: number }, path: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const headers = { host, authorization: "Bearer emulator-acme-key" };
    request({ host: "127.0.0.1", port, path, headers, agent: false }, (answer: IncomingMessage) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () => {
        resolve(JSON.parse(text));
      });
    })
      .on("error", reject)
      .end();
  });

test("bases a download link on the host of the request", async () => {
  const running = await emulator({ host: "0.0.0.0" });
  const url = `http://127.0.0.1:${String(running.port)}`;
  const { body } = await sender(url)("GET", `${acme}/deepscans`);
  const [deepscan] = (body as { data: readonly { readonly repository_id: string }[] }).data;
  const path = `${acme}/repositories/${deepscan?.repository_id ?? ""}/deepscans/sbom`;
  const linkOf = (answer: unknown) => (answer as { data: { download_url: string } }).data.download_url;
  const link = linkOf((await sender(url)("GET", path)).body);
  expect(new URL(link).origin).toBe(url);
  expect((await fetch(link)).status).toBe(200);
  expect(new URL(linkOf(await askedAs("203.0.113.5:8080", running, path))).origin).toBe("http://203.0.113.5:8080");
});

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
