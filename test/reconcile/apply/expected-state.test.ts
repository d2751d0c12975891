import fc from "fast-check";
import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { becameOf, type LeafNow } from "../../../src/reconcile/apply/expected-state";
import { settings } from "../arbitrary";

const id = configurationId("one");

/** Settings with values that this version may not know. */
const of = (all: Readonly<Record<string, unknown>>): Settings => all;

const a = (entry: object): Settings => ({ analyzers: { a: entry } });
const names = (...all: string[]): Settings => ({ notifications: { enabled: true, integration_names: all } });
const excludes = (...all: string[]): Settings => a({ excludes: all });
const policies = (...all: object[]): Settings => of({ code_policies: all });
const policy = (title: string, enabled = true) => ({ id: title, enabled });

interface Row {
  readonly title: string;
  /** Right before the request; absent for a creation. */
  readonly before?: Settings;
  readonly after: Settings;
  readonly now: Settings;
  /** A PUT or a POST. */
  readonly replaces?: true;
  readonly missing?: readonly string[];
  readonly other?: readonly string[];
  readonly filledIn?: readonly string[];
}

const paths = (all: readonly LeafNow[]): readonly string[] => all.map(({ path }) => path);

function became({ before, after, now, replaces = before === undefined || undefined }: Row) {
  const look = before && { settings: before };
  const all = becameOf({ id, look, after: { settings: after }, replaces: replaces === true }, { settings: now });
  return { missing: paths(all.missing), other: paths(all.other), filledIn: paths(all.filledIn) };
}

function classifies(of: string, rows: readonly Row[]): void {
  test.each(rows)(`${of} $title`, (row) => {
    const { missing = [], other = [], filledIn = [] } = row;
    expect(became(row)).toEqual({ missing, other, filledIn });
  });
}

const silent = { comment: "silent" } as const;
const enabled = { comment: "enabled" } as const;
classifies("after a request, a leaf that it wrote", [
  { title: "has arrived where it is as written", before: silent, after: enabled, now: enabled },
  { title: "is missing while it is as before", before: silent, after: enabled, now: silent, missing: ["comment"] },
  { title: "is missing while it is not set, as before", before: {}, after: enabled, now: {}, missing: ["comment"] },
  { title: "is neither where it is gone", before: silent, after: enabled, now: {}, other: ["comment"] },
]);

const held = { comment: "silent", risk_threshold: 3, ...a({ enabled: true, blocking: true }) } as const;
const after = { ...held, comment: "enabled" } as const;
const { risk_threshold: _gone, ...without } = after;
classifies("after a request, a leaf that it was to keep", [
  { title: "is neither where it is gone", before: held, after, now: without, other: ["risk_threshold"] },
]);

const more = { comment: "enabled", risk_threshold: 3 } as const;
classifies("after a request, a leaf that was not set before and that it did not set", [
  { title: "is filled in after a POST", after: { comment: "enabled" }, now: more, filledIn: ["risk_threshold"] },
  {
    title: "is filled in in notifications that the request made",
    before: {},
    after: { notifications: { enabled: true } },
    now: names("x"),
    filledIn: ["notifications.integration_names"],
  },
]);

const both = { analyzers: { a: { enabled: true }, b: { enabled: true, blocking: true } } } as const;
const off = { analyzers: { a: { enabled: false }, b: both.analyzers.b } } as const;
classifies("after a request, an entry", [
  {
    title: "that has come is neither, with its leaves",
    before: a({ enabled: true }),
    after: a({ enabled: false }),
    now: off,
    other: ['analyzers["b"]', 'analyzers["b"].enabled', 'analyzers["b"].blocking'],
  },
  {
    title: "that was to have empty lists alone may be gone, with them: the service keeps none",
    before: { notifications: { integration_names: ["x"] } },
    after: { notifications: { integration_names: [] } },
    now: {},
  },
  {
    title: "that a PUT has removed and the service has made again, with other values, is filled in but for what it had",
    before: both,
    after: a({ enabled: true }),
    now: { analyzers: { a: { enabled: true }, b: { enabled: true, blocking: false, silent: false } } },
    replaces: true,
    missing: ['analyzers["b"]', 'analyzers["b"].enabled'],
    filledIn: ['analyzers["b"].blocking', 'analyzers["b"].silent'],
  },
  {
    title: "without leaves is not lost unseen",
    before: { analyzers: { a: {} } },
    after: { analyzers: { a: {} } },
    now: { analyzers: {} },
    other: ['analyzers["a"]'],
  },
  { title: "is the same beside a map that is empty or not set", before: {}, after: {}, now: { analyzers: {} } },
]);

classifies("after a request, a list", [
  {
    title: "is missing where it has its former members beside the new ones",
    before: names("x"),
    after: names("y"),
    now: names("y", "x"),
    missing: ["notifications.integration_names"],
  },
  { title: "is as written in another order", before: names("x"), after: names("y", "z"), now: names("z", "y") },
  {
    title: "of objects that this version does not know is neither where it is as it never was",
    before: of({ newer: [{ a: 1 }] }),
    after: of({ newer: [{ a: 2 }] }),
    now: of({ newer: [{ a: 3 }] }),
    other: ["newer"],
  },
  {
    title: "is the same in another normal form",
    before: names("caf\u00e9"),
    after: names("caf\u00e9"),
    now: names("cafe\u0301"),
  },
]);

classifies("after a request, a list with a pattern that begins with !", [
  {
    title: "that was to be kept is neither where its order is another one",
    before: excludes("**", "!src/**"),
    after: excludes("**", "!src/**"),
    now: excludes("!src/**", "**"),
    other: ['analyzers["a"].excludes'],
  },
]);

const [p, q] = [policy("p"), policy("q")];
classifies("after a request, a policy", [
  {
    title: "that is gone is named once",
    before: policies(p, q),
    after: policies(p, q),
    now: policies(p),
    other: ['code_policies["q"]'],
  },
  {
    title: "that is there twice is neither where the second one is gone",
    before: policies(p, policy("p", false)),
    after: policies(p, policy("p", false)),
    now: policies(p),
    other: ['code_policies["p"] (2)'],
  },
  {
    title: "that was to lose its second entry is missing where it has that",
    before: policies(p, policy("p", false)),
    after: policies(p),
    now: policies(p, policy("p", false)),
    replaces: true,
    missing: ['code_policies["p"] (2)'],
  },
]);

const newer = (value: unknown): Settings => of({ newer: value });
const deep = { than: [null, { us: 1 }] };
classifies("after a request, what this version does not know", [
  { title: "is compared whole", before: newer(deep), after: newer(deep), now: newer({ than: [null, { us: 1 }] }) },
  {
    title: "is neither where a part of it has changed",
    before: newer(deep),
    after: newer(deep),
    now: newer({ than: [null, { us: 2 }] }),
    other: ["newer"],
  },
  { title: "is neither where it is gone", before: newer(deep), after: newer(deep), now: {}, other: ["newer"] },
  {
    title: "has an order, if it is a list",
    before: newer(["x", "y"]),
    after: newer(["x", "y"]),
    now: newer(["y", "x"]),
    other: ["newer"],
  },
  { title: "is not set where it is null", before: newer(null), after: newer(null), now: {} },
]);

classifies("after a request, a setting that is null", [
  { title: "is not set", before: of({ comment: null }), after: of({ comment: null }), now: {} },
  {
    title: "is neither where it was set",
    before: { comment: "silent" },
    after: { comment: "silent" },
    now: of({ comment: null }),
    other: ["comment"],
  },
  { title: "is not set in an entry either", before: a({ enabled: null }), after: a({ enabled: null }), now: a({}) },
]);

describe("after a request, the name", () => {
  const settings = {};
  const expected = { id, look: { name: "one", settings }, after: { name: "eins", settings }, replaces: false };
  test.each([
    ["has arrived where it is as written", "eins", [], []],
    ["is missing while it is as before", "one", ["name"], []],
    ["is neither where it is a third one", "uno", [], ["name"]],
  ])("after a request, the name %s", (_title, name, missing, other) => {
    const all = becameOf(expected, { name, settings });
    expect([paths(all.missing), paths(all.other), all.filledIn]).toEqual([missing, other, []]);
  });
});

test("the name of what was made is missing where the service has another one", () => {
  const made = { id, after: { name: "One", settings: {} }, replaces: true };
  const { missing, other } = becameOf(made, { name: "one", settings: {} });
  expect([paths(missing), paths(other)]).toEqual([["name"], []]);
});

const two = fc.tuple(settings, settings, fc.boolean());

test("nothing is reported of a configuration that is as a request was to leave it", () => {
  fc.assert(
    fc.property(two, ([before, after, replaces]) => {
      const expected = {
        id,
        look: { name: "one", settings: before },
        after: { name: "eins", settings: after },
        replaces,
      };
      const now = { name: "eins", settings: structuredClone(after) };
      expect(becameOf(expected, now)).toEqual({ missing: [], other: [], filledIn: [] });
    }),
    { numRuns: 40 },
  );
});

/** Where a leaf is, to change it. */
interface Place {
  readonly path: string;
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The leaves of settings, found without the code that is tried. */
function placesIn(all: Settings): readonly Place[] {
  const inside = (path: string, holder: Record<string, unknown>): readonly Place[] =>
    Object.keys(holder).map((key) => ({ path: `${path}.${key}`, holder, key }));
  return Object.entries(all).flatMap(([name, value]: [string, unknown]): readonly Place[] => {
    if (name === "code_policies")
      return (value as Record<string, unknown>[]).flatMap((each) =>
        inside(`code_policies[${JSON.stringify(each["id"])}]`, each).filter(({ key }) => key !== "id"),
      );
    if (name === "analyzers" && isObject(value))
      return Object.entries(value).flatMap(([slug, entry]) =>
        isObject(entry) ? inside(`analyzers[${JSON.stringify(slug)}]`, entry) : [],
      );
    if (isObject(value)) return inside(name, value);
    return [{ path: name, holder: all, key: name }];
  });
}

test("any leaf that gets a value which it neither had nor was to get is reported, and no other", () => {
  fc.assert(
    fc.property(two, fc.nat(), ([before, after, replaces], which) => {
      const now = structuredClone(after);
      const places = placesIn(now);
      const place = places[which % Math.max(1, places.length)];
      fc.pre(place !== undefined);
      const { path, holder, key } = place;
      holder[key] = Array.isArray(holder[key]) ? ["third"] : "third";
      const expected = { id, look: { settings: before }, after: { settings: after }, replaces };
      const all = becameOf(expected, { settings: now });
      expect([all.missing, paths(all.other), all.filledIn]).toEqual([[], [path], []]);
    }),
    { numRuns: 40 },
  );
});

test("any leaf that goes although it had a value and was to keep it is reported, and no other", () => {
  fc.assert(
    fc.property(settings, fc.nat(), fc.boolean(), (held, which, replaces) => {
      const now = structuredClone(held);
      // an empty list is the same as none
      const places = placesIn(now).filter(({ holder, key }) => JSON.stringify(holder[key]) !== "[]");
      const place = places[which % Math.max(1, places.length)];
      fc.pre(place !== undefined);
      const { path, holder, key } = place;
      Reflect.deleteProperty(holder, key);
      const expected = { id, look: { settings: held }, after: { settings: held }, replaces };
      const all = becameOf(expected, { settings: now });
      expect([all.missing, paths(all.other), all.filledIn]).toEqual([[], [path], []]);
    }),
    { numRuns: 40 },
  );
});
