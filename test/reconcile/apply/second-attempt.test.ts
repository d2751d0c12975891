import { configurationId, type RepositoryId } from "../../../src/model/ids";
import type { Write } from "../../../src/reconcile/plan/write";
import { declare, desired, first, give, ids, live, names, planned, second, shown } from "../account";
import type { Account } from "../readings";
import { afterReading, applying, applyTriages, change, move, observed, triage } from "./applying";
import { listing, refusal, untriaged } from "../service";
import type { Configuration, Observed } from "../../../src/model/observed";
import type { WriteResult } from "../../../src/reconcile/apply/write-result";
import { fallbackWrites } from "../../../src/reconcile/apply/fallback-writes";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { createdIds, readBack } from "../../../src/reconcile/apply/read-back";
import type { UnexpectedChange } from "../../../src/reconcile/apply/sent-writes";
import { verify } from "../../../src/reconcile/apply/verify";

/** The service forgets what a request of this kind has written. */
const forgetting =
  (forgotten: "patch" | "assign") =>
  (kind: Write["kind"], account: Account): void => {
    if (kind !== forgotten) return;
    if (kind === "patch") for (const each of observed.configurations) account.change(each.id, each);
    else for (const each of observed.repositories) account.repositories.set(each.id, each);
  };
const forgetful = forgetting("patch");

test("a write that the service accepts but does not perform is retried once with the other verb", async () => {
  const { applied, sent, waits } = await applying(observed, change, { after: forgetful, grace: [0, 250] });
  expect(sent).toEqual(["patch", "put"]);
  expect(waits).toEqual([250]);
  expect(applied).toMatchObject({ verified: true, sent: 2, diagnostics: [] });
});

test("a write that the service accepts but does not perform is retried with the repositories of the last read-back, and each attempt looks once and is read back once", async () => {
  const { applied, looks, sent } = await applying(observed, move, { grace: [0], after: forgetting("assign") });
  expect(sent).toEqual(["assign", "patch"]);
  expect(looks).toEqual({ configurations: 2, repositories: 4 });
  expect(applied.verified).toBe(true);
});

test("a write that the service accepts but does not perform is retried from a new look, so that it keeps what somebody else has changed before", async () => {
  const held = { comment: "silent", risk_threshold: 9 } as const;
  const { applied, sent, account } = await applying(observed, change, {
    grace: [0],
    onStart: (now) => {
      now.change("one", { settings: held });
    },
    after: (kind, now) => {
      if (kind === "patch") now.change("one", { settings: held });
    },
  });
  expect(sent).toEqual(["patch", "put"]);
  expect(account.configurations.get(configurationId("one"))?.settings).toEqual({ ...held, comment: "enabled" });
  expect(applied).toMatchObject({ verified: true, diagnostics: [{ code: "changed-meanwhile" }] });
});

test.each([
  { when: "before the read-back", isRead: false },
  { when: "between the read-back and the look", isRead: true },
])(
  "a write that the service accepts but does not perform is not retried where another leaf has changed $when: nothing is overwritten",
  async ({ isRead }) => {
    const held = { comment: "silent", risk_threshold: 9 } as const;
    let now: Account | undefined;
    const { applied, sent, account } = await applying(observed, change, {
      grace: [0],
      after: (kind, given) => {
        now = given;
        forgetful(kind, given);
        if (!isRead) given.change("one", { settings: held });
      },
      ...afterReading(() => now?.change("one", { settings: held })),
    });
    expect(sent).toEqual(["patch"]);
    expect(account.configurations.get(configurationId("one"))?.settings).toEqual(held);
    expect(applied).toMatchObject({
      verified: false,
      outcomes: [{ status: "failed", code: "changed-with-write" }],
      unexpected: [{ path: "risk_threshold", before: undefined, now: 9 }],
    });
  },
);

test("a write that the service accepts but does not perform is not retried where a reading has shown a leaf as written and it is as before again: somebody else has changed it", async () => {
  const names = (...all: string[]) => ({ notifications: { integration_names: all } });
  const declared = { ...names("kept", "new"), comment: "enabled" } as const;
  const former = { ...names("old", "kept"), comment: "silent" } as const;
  let now: Account | undefined;
  let reads = 0;
  const { applied, sent, account } = await applying(
    live({ one: { settings: former } }),
    desired([declare("one", declared)]),
    {
      grace: [0, 250],
      after: (_kind, given) => {
        now = given;
        given.change("one", { settings: { ...declared, comment: "silent" } }); // so that it is read again
      },
      ...afterReading(() => {
        reads += now === undefined ? 0 : 1;
        if (reads === 1) now?.change("one", { settings: former });
      }),
    },
  );
  expect(sent).toEqual(["put"]);
  expect(account.configurations.get(configurationId("one"))?.settings).toEqual(former);
  expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed", code: "not-converged" }] });
});

test("a write that the service accepts but does not perform leaves a repository that was moved back after a reading has shown it at its goal", async () => {
  const one = configurationId("one");
  const { applied, sent, account } = await applying(
    observed,
    desired([declare("one", { comment: "enabled" }), declare("two")], give("two", names("r1"))),
    {
      grace: [0, 250],
      // the service keeps the comment, so that it is read again
      after: forgetful,
      onWait: (_waited, now) => {
        for (const each of observed.repositories) now.repositories.set(each.id, each);
      },
    },
  );
  expect(sent).toEqual(["patch", "assign", "put"]);
  expect(account.observed.repositories.map((each) => each.configuration_id)).toEqual([one, one]);
  expect(account.configurations.get(one)?.settings).toEqual({ comment: "enabled" });
  expect(applied).toMatchObject({
    verified: false,
    diagnostics: [{ code: "not-converged", path: "repository r1" }],
  });
});

test("a write that the service accepts but does not perform leaves a triage that was set back after a reading has shown it as planned", async () => {
  const { applied, requests, account } = await applyTriages(
    { held: { [first]: "false_positive", [second]: "false_positive" } },
    [triage(first), triage(second)],
    {
      // the service keeps the second one, so that both are read again
      after: (_kind, { triages }) => {
        if (triages.get(first) === "wont_fix") triages.set(second, "false_positive");
      },
      onWait: (_waited, { triages }) => {
        triages.set(first, "false_positive");
      },
    },
  );
  expect(requests.filter((each) => each.includes(first))).toEqual([`POST ${first} wont_fix`]);
  expect(requests).toContain(`DELETE ${second}`);
  expect(account.triages.get(first)).toBe("false_positive");
  expect(applied.verified).toBe(false);
});

test("a write that the service accepts but does not perform keeps the created id when the settings are retried", async () => {
  const { applied, sent } = await applying(observed, desired([declare("new", { comment: "enabled" })]), {
    grace: [0],
    after: (kind, account) => {
      if (kind === "create") account.change("new new", { settings: {} });
    },
  });
  expect(sent).toEqual(["create", "patch"]);
  expect([...applied.created]).toEqual([["scanform_configuration.new", "new new"]]);
  expect(applied.verified).toBe(true);
});

test("a write that the service accepts but does not perform is not waited for once its retry has been refused", async () => {
  const { applied, sent, waits } = await applying(observed, change, {
    grace: [0, 250],
    before: (kind) => {
      if (kind === "put") throw refusal(422);
    },
    after: forgetful,
  });
  expect(sent).toEqual(["patch", "put"]);
  expect(waits).toEqual([250]);
  expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed" }] });
});

test("a write that the service accepts but does not perform is not retried after an interrupt, and has failed", async () => {
  const interrupt = new AbortController();
  const { applied, sent } = await applying(observed, change, {
    signal: interrupt.signal,
    grace: [0],
    before: () => {
      interrupt.abort();
      return "q";
    },
    after: forgetful,
  });
  expect(sent).toEqual(["patch"]);
  expect(applied).toMatchObject({
    verified: false,
    wrote: true,
    outcomes: [{ status: "failed", code: "not-converged", requestId: "q" }],
    diagnostics: [{ code: "not-converged", path: "comment", address: "scanform_configuration.one" }],
  });
});

test("a repository at a configuration that somebody else has changed since it came has not what was declared", async () => {
  const { applied } = await applying(
    live({ one: { has: ["r1"] }, two: { settings: { comment: "enabled" } } }),
    desired([declare("two", { comment: "enabled" })], give("two", names("r1"))),
    {
      after: (_kind, account) => {
        account.change("two", { settings: { comment: "disabled" } });
      },
    },
  );
  expect(applied).toMatchObject({
    verified: false,
    outcomes: [{ status: "succeeded" }],
    diagnostics: [{ code: "not-converged", address: "scanform_configuration.two", path: "comment" }],
  });
});

test("a second attempt does not remove an analyzer that somebody has added since the first one", async () => {
  const held = { comment: "silent", analyzers: { a: { enabled: true }, b: { enabled: true } } } as const;
  const added = { enabled: true, blocking: true };
  const { applied, sent, account } = await applying(
    live({ one: { settings: held } }),
    desired([
      declare("one", { comment: "enabled", analyzers: { a: { enabled: true } } }, { exclusiveAnalyzers: true }),
    ]),
    {
      grace: [0],
      // the service keeps the comment, which would be tried once more
      after: (kind, now) => {
        if (kind === "put")
          now.change("one", { settings: { comment: "silent", analyzers: { a: { enabled: true }, c: added } } });
      },
    },
  );
  expect(sent).toEqual(["put"]);
  expect(account.configurations.get(configurationId("one"))?.settings.analyzers).toEqual({
    a: { enabled: true },
    c: added,
  });
  expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed", code: "not-converged" }] });
});

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
