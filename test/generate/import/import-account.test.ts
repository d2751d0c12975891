import { importAccount } from "../../../src/generate/import/import-account";
import type { Observed } from "../../../src/model/observed";
import { uuid } from "../../reconcile/arbitrary";
import { configuration, repository } from "../accounts";

/** A configuration of that age. */
const aged = (at: number, name: string, created_at: string) => configuration(at, name, {}, created_at);

const account: Observed = {
  configurations: [
    aged(1, "Platform API", "2025-01-02"),
    aged(2, "platform-api", "2025-01-01"),
    aged(3, "日本", "2025-01-03"),
    aged(4, "routing", "2025-01-04"),
  ],
  repositories: [repository(1, "platform-web", 1), repository(2, "other", 2), repository(3, "free")],
};

const keys = (of: Observed, options = {}) =>
  new Map(importAccount(of, options).configurations.map(({ id, key }) => [id.slice(-1), key]));

test("names constructs after configurations; the oldest of several gets the plain name", () => {
  expect(keys(account)).toEqual(
    new Map([
      ["1", "platform-api-2"],
      ["2", "platform-api"],
      ["3", "other-configuration"],
      ["4", "routing-2"],
    ]),
  );
});

test("takes a configuration of unknown age for the newest of its name", () => {
  const { created_at: _, ...ageless } = configuration(1, "strict");
  const live = { configurations: [ageless, aged(2, "strict", "2025-01-01")], repositories: [] };
  expect(keys(live).get("2")).toBe("strict");
});

test("keeps all names when the account grows by one, wherever its name is sorted", () => {
  const before = keys(account);
  const grown = keys({
    ...account,
    configurations: [aged(9, "PLATFORM api", "2025-02-01"), ...account.configurations],
  });
  for (const [id, key] of before) expect(grown.get(id)).toBe(key);
});

test("leaves out what is declared already, and its repositories", () => {
  const { configurations, rules, repositories } = importAccount(account, {
    declared: new Map([[uuid("a", 1), { pinned: true }]]),
  });
  expect(configurations.map(({ name }) => name)).not.toContain("Platform API");
  expect(rules).toEqual([{ target: uuid("a", 2), ids: [], names: ["other"] }]);
  expect(repositories).toBe(1);
});

test("asks to pin what is declared already before a name that looks like it is imported", () => {
  const live: Observed = {
    configurations: [aged(1, "Strict", "2025-01-01"), aged(2, "strict", "2025-01-02")],
    repositories: [],
  };
  const declared = (pinned: boolean) => importAccount(live, { declared: new Map([[uuid("a", 1), { pinned }]]) });
  expect(declared(true).configurations).toMatchObject([{ name: "strict", pinned: true }]);
  expect(declared(false).configurations).toEqual([]);
  expect(declared(false).unexpressed[0]?.reason).toContain(`pin that with importFrom("${uuid("a", 1)}") first`);
});

test("says what to do about a second configuration of a name where the form of code holds one of a name", () => {
  const live: Observed = {
    configurations: [aged(1, "strict", "2025-01-01"), aged(2, "strict", "2025-01-02")],
    repositories: [],
  };
  expect(importAccount(live).configurations).toMatchObject([{ pinned: true }, { pinned: true }]);
  const { configurations, unexpressed } = importAccount(live, { oneOfAName: true });
  expect(configurations.map(({ id }) => id)).toEqual([uuid("a", 1)]);
  expect(unexpressed).toMatchObject([
    {
      what: expect.stringContaining(uuid("a", 2)) as string,
      reason: expect.stringContaining("Rename one of them in the dashboard") as string,
    },
  ]);
});

test("takes no id of a construct that is taken", () => {
  expect(keys(account, { taken: ["platform-api"] }).get("2")).toBe("platform-api-2");
});

test("says which settings no declaration can have, and imports the others", () => {
  const settings = {
    comment: "loud",
    risk_threshold: 3,
    future: true,
    analyzers: { xss: { enabled: true, mode: "x" } },
  };
  const { configurations, unexpressed } = importAccount({
    configurations: [configuration(1, "strict", settings as object)],
    repositories: [],
  });
  expect(configurations[0]?.units).toEqual(
    new Map<string, unknown>([
      ['["risk_threshold"]', 3],
      ['["analyzers","xss"]', { enabled: true }],
    ]),
  );
  const of = `of configuration "strict" (${uuid("a", 1)})`;
  expect(unexpressed.map(({ what }) => what).sort()).toEqual(
    [`analyzers.xss.mode, future ${of}`, `comment ${of}`].sort(),
  );
});
