import { type Profile, builtinSeed, type Seed } from "../../../src/emulator";
import { acme, acmeSeed, configurations, globexSeed, named, open } from "../client";

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
