import type { Configuration, Observed } from "../../../src/model/entities";
import { configurationId, type RepositoryId } from "../../../src/model/ids";
import type { WriteResult } from "../../../src/reconcile/apply/write-result";
import { fallbackWrites } from "../../../src/reconcile/apply/fallback-writes";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { createdIds, readBack } from "../../../src/reconcile/apply/read-back";
import type { UnexpectedChange } from "../../../src/reconcile/apply/sent-writes";
import { verify } from "../../../src/reconcile/apply/verify";
import type { Write } from "../../../src/reconcile/plan/write";
import { listing, untriaged } from "../service";
import { declare, desired, give, ids, live, names, planned, shown } from "../account";

const created = (write: Write): WriteResult => ({
  write,
  status: "succeeded",
  ...(write.kind === "create" ? { created: configurationId(`new ${write.body.name}`) } : {}),
});

interface Given {
  /** Default: all writes have succeeded. */
  readonly results?: readonly WriteResult[];
  readonly unexpected?: readonly UnexpectedChange[];
  /** The ids of configurations in which something has come that a further write would remove. */
  readonly strangersIn?: readonly string[];
}

/** The writes that are tried once more when this is what is read. */
function retries(plan: Plan, seen: Observed, given: Given = {}): readonly Write[] {
  const { results = plan.writes.map(created), unexpected = [], strangersIn = [] } = given;
  const missing = verify(plan, seen, createdIds(results));
  const judge = {
    shown: new Map(),
    moved: new Set<RepositoryId>(),
    removesAddedSince: ({ id }: Configuration) => strangersIn.includes(id),
  };
  return fallbackWrites(plan, results, { missing, seen, unread: [] }, unexpected, judge, plan.writes.length);
}

const tried = (plan: Plan, seen: Observed, given: Given = {}): readonly unknown[] =>
  retries(plan, seen, given).map(shown);

test("does not take back a repository that was moved away, although reads lag", () => {
  const observed = live({ baseline: { settings: { comment: "silent" }, has: ["kept", "moved"] } });
  const declaration = desired(
    [declare("baseline", { comment: "enabled" }), declare("new")],
    give("new", names("moved")),
  );
  expect(tried(planned(declaration, observed), observed)).toEqual([
    { PUT: "baseline", name: "baseline", settings: { comment: "enabled" }, repositories: ids("kept") },
    { assign: "new new", repositories: ids("moved") },
  ]);
});

test("keeps a repository that was gained, although reads lag", () => {
  const observed = live({ one: { has: ["r"] }, two: { settings: { comment: "silent" }, has: ["own"] } });
  const declaration = desired([declare("two", { comment: "enabled" })], give("two", names("r")));
  expect(tried(planned(declaration, observed), observed)).toEqual([
    { PUT: "two", name: "two", settings: { comment: "enabled" }, repositories: ids("own", "r") },
    { assign: "two", repositories: ids("r") },
  ]);
});

const unexpected: UnexpectedChange = {
  configuration: configurationId("one"),
  address: declare("one").address,
  path: "risk_threshold",
  before: 3,
  after: 3,
  now: undefined,
};

test.each<[string, Given]>([
  ["a leaf of it is neither as before nor as written", { unexpected: [unexpected] }],
  ["something has come that a further write would remove", { strangersIn: ["one"] }],
])("a configuration of which the service kept a leaf stays where %s", (_title, given) => {
  const held = { comment: "silent", risk_threshold: 3 } as const;
  const observed = live({ one: { settings: held }, two: { settings: held } });
  const plan = planned(desired(["one", "two"].map((name) => declare(name, { comment: "enabled" }))), observed);
  expect(tried(plan, observed, given)).toEqual([
    { PUT: "two", name: "two", settings: { comment: "enabled", risk_threshold: 3 } },
  ]);
});

test("a configuration that a PUT or POST did not write is written whole by PATCH", () => {
  const held = { comment: "enabled", risk_threshold: 3, analyzers: { a: { enabled: true }, b: {} } } as const;
  const observed = live({ one: { settings: held, has: ["r"] } });
  const plan = planned(
    desired([declare("one", { comment: "silent", analyzers: { a: {} } }, { exclusiveAnalyzers: true })]),
    observed,
  );
  expect(plan.writes.map(({ kind }) => kind)).toEqual(["put"]);
  expect(tried(plan, observed)).toEqual([
    { PATCH: "one", name: "one", settings: { ...held, comment: "silent", analyzers: { a: { enabled: true } } } },
  ]);
  const settings = { comment: "enabled", risk_threshold: 3 } as const;
  const creating = planned(desired([declare("new", settings)]), live({}));
  expect(tried(creating, live({ "new new": { name: "new", settings: { risk_threshold: 3 } } }))).toEqual([
    { PATCH: "new new", name: "new", settings },
  ]);
});

test("lists each repository once when settings have to be retried and repositories have arrived", () => {
  const observed = live({ one: { settings: { comment: "silent" }, has: ["r1"] }, two: { has: ["r2"] } });
  const plan = planned(desired([declare("one", { comment: "enabled" })], give("one", names("r2"))), observed);
  const seen = live({ one: { settings: { comment: "silent" }, has: ["r1", "r2"] }, two: {} });
  expect(tried(plan, seen)).toEqual([
    { PUT: "one", name: "one", settings: { comment: "enabled" }, repositories: ids("r1", "r2") },
  ]);
});

test("assigns only the repositories that have not arrived", () => {
  const observed = live({ one: {}, two: {}, old: { has: ["r1", "r2", "r3"] } });
  const plan = planned(
    desired(
      [declare("one", { comment: "enabled" }), declare("two", { comment: "silent" })],
      give("one", names("r1", "r2")),
      give("two", names("r3")),
    ),
    observed,
  );
  const seen = live({
    one: { settings: { comment: "enabled" }, has: ["r1"] },
    two: { settings: { comment: "silent" }, has: ["r3"] },
    old: { has: ["r2"] },
  });
  expect(tried(plan, seen)).toEqual([{ assign: "one", repositories: ids("r2") }]);
});

test("retries an assignment to a configuration without a name by assign, since a PATCH requires a name", () => {
  const target = { configuration: { id: configurationId("one") } };
  const all = live({ one: {}, old: { has: ["r"] } });
  const nameless = {
    ...all,
    configurations: all.configurations.map(({ name, ...each }) => (name === "one" ? each : { ...each, name })),
  } as Observed;
  const plan = planned(desired([], { target, repositoryNames: ["r"] }), nameless);
  expect(plan.writes.map(shown)).toEqual([{ assign: "one", repositories: ids("r") }]);
  expect(tried(plan, nameless)).toEqual([{ assign: "one", repositories: ids("r") }]);
});

test("retries only the successful writes of one RepositoryAssignments", () => {
  const observed = live({ one: {}, two: {}, old: { has: ["r1", "r2"] } });
  const plan = planned(
    desired([declare("one"), declare("two")], give("one", names("r1")), give("two", names("r2"))),
    observed,
  );
  const [refused, ignored] = plan.writes;
  if (refused === undefined || ignored === undefined) throw new Error("too few writes");
  const results: readonly WriteResult[] = [{ write: refused, status: "failed", failures: [] }, created(ignored)];
  expect(tried(plan, observed, { results })).toEqual([
    { PATCH: "two", name: "two", settings: {}, repositories: ids("r2") },
  ]);
});

test("numbers the retries after the first writes, and orders repositories after settings", () => {
  const observed = live({ one: { settings: { comment: "silent" } }, two: { has: ["r"] } });
  const plan = planned(desired([declare("one", { comment: "enabled" })], give("one", names("r"))), observed);
  expect(retries(plan, observed).map(({ kind, id, after, carries }) => [kind, id, after, carries])).toEqual([
    ["put", 1, [], ["scanform_configuration.one"]],
    ["assign", 2, [1], ["scanform_repository_assignments.routing"]],
  ]);
});

describe("reading back", () => {
  /** Reads this, and says how often repositories were asked for. */
  const reading = (seen: Observed) => {
    const asked = { repositories: 0 };
    const reader = {
      ...untriaged,
      ...listing({
        configurations: () => Promise.resolve(seen.configurations),
        repositories: () => {
          asked.repositories += 1;
          return Promise.resolve(seen.repositories);
        },
      }),
    };
    return { asked, looking: { reader, grace: [0], sleep: () => Promise.resolve() } };
  };
  const observed = live({ one: { settings: { comment: "silent" }, has: ["r"] }, two: {} });
  const changing = (): Plan => planned(desired([declare("one", { comment: "enabled" })]), observed);

  test("reading back does not read repositories when no write can be retried", async () => {
    const plan = changing();
    const refused = plan.writes.map((write): WriteResult => {
      return { write, status: "failed", failures: [{ ids: [], error: "no", refused: true }] };
    });
    const { asked, looking } = reading(observed);
    expect((await readBack(plan, refused, looking)).missing).toHaveLength(1);
    expect(asked.repositories).toBe(0);
    await readBack(plan, plan.writes.map(created), looking);
    expect(asked.repositories).toBe(1);
  });

  test("reading back finds a repository that a retry lost, even if the plan did not name it", async () => {
    const plan = changing();
    const first = plan.writes.map(created);
    const more = retries(plan, observed);
    expect(more.map(shown)).toMatchObject([{ PUT: "one", repositories: ids("r") }]);
    const lost = live({ one: { settings: { comment: "enabled" } }, two: { has: ["r"] } });
    const { missing } = await readBack(plan, [...first, ...more.map(created)], reading(lost).looking);
    expect(missing).toMatchObject([{ path: "repository r", expected: "one", found: "two" }]);
  });
});
