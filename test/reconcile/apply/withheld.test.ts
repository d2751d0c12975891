import { fail } from "../../../src/diagnostics/error";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import type { Journal } from "../../../src/reconcile/apply/execute";
import { settledEntry } from "../../../src/reconcile/apply/journal-entry";
import type { Writer } from "../../../src/reconcile/ports";
import { declare, desired, give, live, names, shown } from "../account";
import { type Account, type Reading, usual } from "../readings";
import { applying, type Given } from "./applying";
import { lost, refusal } from "../service";
import type { Desired } from "../../../src/model/desired";
import type { Settings } from "../../../src/model/settings";
import { meanwhile } from "../../../src/reconcile/apply/apply-diagnostics";
import type { WriteResult } from "../../../src/reconcile/apply/write-result";
import { changing, checking, removing } from "./checking";

const silent = { comment: "silent" } as const;
const observed = live({ one: { settings: silent, has: ["r1"] }, two: { settings: silent, has: ["r2", "r3"] } });
const change = desired([declare("one", { comment: "enabled" })]);
const both = desired(["one", "two"].map((name) => declare(name, { comment: "enabled" })));
const apart = desired([declare("one", { comment: "enabled" }), declare("two", { comment: "disabled" })]);
const grace = [0, 250];

const setting =
  (id: string, settings: object) =>
  (account: Account): void => {
    account.change(id, { settings });
  };

/** Somebody acts right before the first look. */
const first = (deed: (account: Account) => void): Pick<Given, "onStart"> => ({ onStart: deed });

/** Sends a request whose answer was lost once more. @param pause between the attempts */
const repeating =
  (pause: () => Promise<unknown>): Writer["again"] =>
  async (failed, made) => {
    if (made.count > 0) throw failed;
    await pause();
    return { ...made, count: 1, unclear: true, left: true };
  };

function journaled() {
  const sent: unknown[] = [];
  const settled: (readonly unknown[])[] = [];
  const journal: Journal = {
    sending: (write) => sent.push(shown(write)),
    settled: ({ write, status }) => settled.push([status, shown(write)]),
  };
  return { journal, sent, settled };
}

test("a deletion of what is gone has succeeded without a request", async () => {
  const { journal, sent, settled } = journaled();
  const declared = { ...desired([]), deletions: [configurationId("two")] };
  const given = first(({ configurations }) => configurations.delete(configurationId("two")));
  const { applied, sent: requests } = await applying(observed, declared, { journal, ...given });
  expect([requests, sent, settled]).toEqual([[], [], []]);
  expect(applied).toMatchObject({
    verified: true,
    sent: 0,
    wrote: false,
    outcomes: [{ address: "undeclared.two", status: "succeeded" }],
    diagnostics: [],
  });
});

test.each<[string, Given]>([
  ["nothing is left of it", first(setting("one", { comment: "enabled" }))],
  [
    "what it replaces cannot be read",
    { look: (from) => ({ ...from, configuration: () => Promise.reject(refusal(500)) }) },
  ],
])("progress counts no write that is not sent because %s", async (_why, given) => {
  const seen: number[] = [];
  const { applied } = await applying(observed, change, {
    grace: [0],
    ...given,
    onProgress: (done) => seen.push(done),
  });
  expect([seen, applied.sent]).toEqual([[], 0]);
});

test("progress counts a write of which one part was sent and another was not", async () => {
  const seen: number[] = [];
  const answers = [refusal(422), refusal(400), lost("not-sent")];
  await applying(observed, both, {
    grace: [0],
    before: () => {
      throw answers.shift() ?? refusal(500);
    },
    onProgress: (done) => seen.push(done),
  });
  expect(seen).toEqual([1]);
});

test("a bulk update goes out, settles and is waited for without what somebody else has changed", async () => {
  const { journal, sent, settled } = journaled();
  const { applied, waits } = await applying(observed, both, {
    journal,
    grace,
    ...first(setting("one", { comment: "disabled" })),
  });
  const left = { bulk: ["two"], comment: "enabled" };
  expect([sent, settled, waits]).toEqual([[left], [["succeeded", left]], []]);
  expect(applied).toMatchObject({
    verified: false,
    sent: 1,
    outcomes: [
      {
        address: "scanform_configuration.one",
        status: "skipped",
        code: "changed-since-planned",
        changed: [{ path: "comment", planned: "silent", found: "disabled" }],
      },
      { address: "scanform_configuration.two", status: "succeeded" },
    ],
    diagnostics: [{ code: "changed-since-planned", address: "scanform_configuration.one" }],
  });
});

test("a configuration that a bulk update leaves out gets none of its other settings either", async () => {
  const wanted = { comment: "enabled", risk_threshold: 3 } as const;
  const declared = desired(["one", "two"].map((name) => declare(name, wanted)));
  const { sent, account } = await applying(observed, declared, {
    grace: [0],
    ...first(setting("one", { comment: "disabled" })),
  });
  expect(sent).toEqual(["bulk"]);
  expect(["one", "two"].map((id) => account.configurations.get(configurationId(id))?.settings)).toEqual([
    { comment: "disabled" },
    wanted,
  ]);
});

test("what depends on a write that is withheld is skipped, and everything else goes on", async () => {
  const settings = { code_policies: [{ id: "p" }] };
  const world = live({ one: { settings, has: ["r1"] }, two: { settings: silent }, three: {} });
  const declared = desired(
    [declare("one", { code_policies: [] }), declare("two", { comment: "enabled" }), declare("three")],
    give("three", names("r1")),
  );
  const { applied, sent } = await applying(
    world,
    declared,
    first(setting("one", { code_policies: [{ id: "p", enabled: true }] })),
  );
  expect(sent).toEqual(["patch"]);
  expect(applied.outcomes).toMatchObject([
    { address: "scanform_configuration.two", status: "succeeded" },
    { address: "scanform_configuration.one", status: "skipped", code: "changed-since-planned" },
    {
      address: "scanform_repository_assignments.routing",
      status: "skipped",
      error: "scanform_configuration.one was not written",
    },
  ]);
});

test("a write whose first answer was lost is not repeated over what somebody else may have written since", async () => {
  const { applied, sent, account } = await applying(observed, change, {
    grace: [0],
    again: repeating(() => Promise.resolve()),
    before: (_kind, now) => {
      setting("one", { comment: "disabled" })(now);
      throw lost();
    },
  });
  expect(sent).toEqual(["patch"]);
  expect(account.configurations.get(configurationId("one"))?.settings).toEqual({ comment: "disabled" });
  expect(applied).toMatchObject({
    wrote: true,
    sent: 1,
    verified: false,
    outcomes: [{ status: "failed", code: "changed-with-write" }],
  });
});

test("a write goes out although the answer to the one before it was lost, once a look shows that this one took effect", async () => {
  const world = live({ one: { settings: { code_policies: [{ id: "p" }] }, has: ["r1"] }, three: {} });
  const declared = desired([declare("one", { code_policies: [] }), declare("three")], give("three", names("r1")));
  const { journal, settled } = journaled();
  const { applied, sent } = await applying(world, declared, {
    grace: [0],
    journal,
    again: repeating(() => Promise.resolve()),
    after: (kind) => {
      if (kind === "put") throw lost();
    },
  });
  expect(sent).toEqual(["put", "assign"]);
  expect(settled.map(([status]) => status)).toEqual(["succeeded", "succeeded"]);
  expect(applied).toMatchObject({ verified: true, diagnostics: [] });
});

test("a bulk update of which one half went out and the other was not needed is recorded as sent", async () => {
  const entries: unknown[] = [];
  let [asked, time] = [0, 0];
  const { applied, sent } = await applying(observed, both, {
    grace: [0],
    now: () => (time += 1000),
    journal: { sending: () => undefined, settled: (result) => entries.push(settledEntry(result)) },
    before: () => {
      asked += 1;
      if (asked === 1) throw refusal(422);
    },
    after: (_kind, account) => {
      setting("two", { comment: "enabled" })(account);
    },
  });
  expect(sent).toEqual(["bulk", "bulk"]);
  expect(entries).toMatchObject([{ status: "succeeded" }]);
  expect(applied.outcomes).toMatchObject([{ status: "succeeded" }, { status: "succeeded" }]);
});

test("a conflict names what somebody has created since the list of configurations was read", async () => {
  const declared = desired([declare("new"), declare("two")], give("two", names("r1")));
  const { applied, sent } = await applying(observed, declared, {
    grace: [0],
    concurrency: 1,
    now: () => 0,
    after: (_kind, account) => {
      account.change("id of theirs", { name: "theirs" });
      account.move("r1", "id of theirs");
    },
  });
  expect(sent).toEqual(["create"]);
  expect(applied.outcomes.flatMap(({ changed = [] }) => changed)).toEqual([
    { path: "repository r1", planned: "one", found: "theirs" },
  ]);
});

test.each([
  ["was refused", () => refusal(422), "status 422"],
  ["never left", () => lost("not-sent"), "reset"],
])(
  "a write that %s has failed for that reason, whatever somebody else has changed since",
  async (_what, answer, reason) => {
    const { applied } = await applying(live({ one: { settings: { ...silent, risk_threshold: 1 } } }), change, {
      grace: [0],
      before: (_kind, account) => {
        setting("one", { ...silent, risk_threshold: 9 })(account);
        throw answer();
      },
    });
    expect(applied.outcomes).toMatchObject([{ status: "failed", error: expect.stringContaining(reason) as string }]);
  },
);

test("a write whose first answer was lost has failed where the journal cannot be written meanwhile", async () => {
  let noted = 0;
  const { applied } = await applying(observed, apart, {
    grace: [0],
    concurrency: 2,
    again: repeating(() => new Promise((resolve) => setTimeout(resolve, 20))),
    journal: {
      sending: () => {
        noted += 1;
        if (noted > 1) fail("journal", "no space");
      },
      settled: () => undefined,
    },
    before: () => {
      throw lost();
    },
  });
  expect(applied).toMatchObject({ verified: false, wrote: true, sent: 1 });
  expect(applied.outcomes.map(({ status }) => status)).toEqual(["failed", "skipped"]);
});

const moved = (account: Account): void => {
  for (const name of ["r2", "r3"]) {
    const id = repositoryId(`id of ${name}`);
    const before = account.repositories.get(id);
    if (before !== undefined) account.repositories.set(id, { ...before, configuration_id: configurationId("three") });
  }
};
const world = live({
  one: { settings: silent, has: ["r1"] },
  two: { settings: silent, has: ["r2", "r3"] },
  three: {},
});
const routing = {
  address: "scanform_repository_assignments.routing",
  status: "skipped",
  code: "changed-since-planned",
} as const;
/** The first request is refused; then somebody moves the repositories, and time goes on. */
function tooMany(kinds: readonly string[]): Given {
  let time = 0;
  let asked = 0;
  return {
    grace: [0],
    now: () => (time += 1000),
    before: (kind) => {
      expect(kind).toBe(kinds[asked]);
      asked += 1;
      if (asked === 1) throw refusal(413);
    },
    after: (_kind, account) => {
      if (asked === 2) moved(account);
    },
  };
}

test("a request with too many repositories has created its configuration where the others were moved by somebody else", async () => {
  const declared = desired([declare("new", silent)], give("new", names("r1", "r2", "r3")));
  const { applied, sent } = await applying(world, declared, tooMany(["create", "create"]));
  expect(sent).toEqual(["create", "create"]);
  expect([...applied.created]).toEqual([["scanform_configuration.new", "new new"]]);
  expect(applied.outcomes).toMatchObject([{ status: "succeeded" }, routing]);
});

test("a request with too many repositories has written its settings where its repositories were moved by somebody else", async () => {
  const declared = desired([declare("one", { comment: "enabled" })], give("one", names("r2", "r3")));
  const kept = live({ one: { settings: silent }, two: { has: ["r2", "r3"] }, three: {} });
  const { applied, sent } = await applying(kept, declared, tooMany(["patch", "patch"]));
  expect(sent).toEqual(["patch", "patch"]);
  expect(applied.outcomes).toMatchObject([{ address: "scanform_configuration.one", status: "succeeded" }, routing]);
});

describe("what somebody else has changed meanwhile", () => {
  const held = { comment: "silent", risk_threshold: 3, analyzers: { a: { enabled: true } } } as const;
  const { risk_threshold: _gone, ...without } = held;

  const observed = live({ one: { settings: held, has: ["r1"] }, two: { settings: held, has: ["r2"] } });
  const declared = desired([declare("one", { comment: "enabled" }), declare("two")], give("one", names("r2")));

  const one = address("scanform_configuration.one");

  interface Row {
    readonly title: string;
    /** What somebody else does before the write goes out. */
    readonly deed: (world: Account) => void;
    readonly notes: readonly string[];
    /** Default: `declared`. */
    readonly declaration?: Desired;
    readonly at?: string;
  }

  const toTwo = { target: { configuration: { id: configurationId("two") } }, ...names("r1") };

  /** Plans, lets somebody act, checks every write, and gives what is noted. */
  async function noted(deed: Row["deed"], declaration = declared) {
    const { world, plan, sender, sentWrites, check } = checking(observed, declaration);
    deed(world);
    for (const write of plan.writes) await check(write);
    const results = plan.writes.map((write): WriteResult => ({ write, status: "succeeded" }));
    return meanwhile(plan, results, { sender, sentWrites }, world.observed);
  }

  test.each<Row>([
    { title: "is empty where everything is as planned", deed: () => undefined, notes: [] },
    {
      title: "names undeclared leaves that the look shows otherwise or not at all",
      deed: changing("one", { settings: { ...without, analyzers: { a: { enabled: false } } } }),
      notes: [
        'risk_threshold was 3 and is not set; analyzers["a"].enabled was true and is false. It is left as it is.',
      ],
    },
    {
      title: "is silent about a declared leaf that has another value, for which the write is withheld",
      deed: changing("one", { settings: { ...held, comment: "disabled", risk_threshold: 9 } }),
      notes: [],
    },
    { title: "is silent about a configuration that is gone", deed: removing("one"), notes: [] },
    {
      title: "names a repository that was to be kept and has been moved away, beside leaves",
      deed: (world) => {
        world.change("one", { settings: { ...held, risk_threshold: 9 } });
        world.move("r1", "two");
      },
      notes: ['risk_threshold was 3 and is 9; repository r1 was "one" and is "two". It is left as it is.'],
    },
    {
      title: "names an undeclared leaf of what a repository has moved to",
      declaration: desired([declare("two", { comment: "silent" })], give("two", names("r1"))),
      deed: (world) => {
        world.change("two", { settings: { ...held, risk_threshold: 9 } });
        world.move("r1", "two");
      },
      at: "scanform_repository_assignments.routing",
      notes: ['risk_threshold of "two" was 3 and is 9. It is left as it is.'],
    },
    {
      title: "names a leaf of an undeclared configuration that a repository has moved to",
      declaration: desired([], toTwo),
      deed: (world) => {
        world.change("two", { settings: { ...held, comment: "disabled" } });
        world.move("r1", "two");
      },
      at: "scanform_repository_assignments.routing",
      notes: ['comment of "two" was "silent" and is "disabled". It is left as it is.'],
    },
  ])("a note of what somebody else has changed meanwhile $title", async ({ deed, notes, declaration, at = one }) => {
    const all = await noted(deed, declaration);
    expect(all).toMatchObject(
      notes.map((detail) => ({
        code: "changed-meanwhile",
        severity: "warning",
        address: at,
        detail,
      })),
    );
    expect(all).toHaveLength(notes.length);
  });

  const raise = (account: Account): void => {
    const before = account.observed.configurations.find(({ id }) => id === "one")?.settings;
    account.change("one", { settings: { ...before, risk_threshold: 9 } });
  };
  const settingsIn = (account: Account): Settings | undefined =>
    account.observed.configurations.find(({ id }) => id === "one")?.settings;

  test("an undeclared leaf that somebody changes after the write stays, and is an error that blames nobody", async () => {
    const { applied, account, sent } = await applying(observed, change, {
      grace: [0],
      after: (_kind, now) => {
        raise(now);
      },
    });
    expect(sent).toEqual(["patch"]);
    expect(settingsIn(account)).toEqual({ ...held, comment: "enabled", risk_threshold: 9 });
    const error =
      "risk_threshold was 3 right before this write and is 9 after it: the write or somebody else has changed it";
    expect(applied).toMatchObject({
      verified: false,
      unexpected: [{ configuration: "one", address: one, path: "risk_threshold", before: 3, after: 3, now: 9 }],
      outcomes: [{ address: one, status: "failed", code: "changed-with-write", error }],
      diagnostics: [{ code: "changed-with-write", severity: "error", address: one, detail: error }],
    });
    expect(applied.diagnostics).toHaveLength(1);
  });

  describe("a repository that a write takes the configuration from without naming it", () => {
    const world = live(
      {
        gone: { has: ["dropped"] },
        also: {},
        put: { settings: { code_policies: [{ id: "p" }] } },
        patched: { has: ["r1"] },
        home: { has: ["stray", "r2"] },
      },
      ["new"],
    );
    const dropping: Reading = { ...usual, repositories: "is the whole set", omitted: "drops" };
    const deleting = (...ids: string[]): Desired => ({ ...desired([]), deletions: ids.map(configurationId) });
    const strayTo =
      (to: string | undefined) =>
      (account: Account): void => {
        account.move("stray", to);
      };

    test.each<{
      title: string;
      declared: Desired;
      reading?: Reading;
      /** What somebody does before the look. */
      early?: (account: Account) => void;
      /** What somebody does between the look and the write. */
      deed?: (account: Account) => void;
      taken?: string;
      at?: string | undefined;
    }>([
      {
        title: "a repository that is moved into a deleted configuration after the look is an error",
        ...{
          declared: deleting("gone"),
          deed: strayTo("gone"),
          taken: 'stray no longer has "home"',
          at: "undeclared.gone",
        },
      },
      {
        title: "a repository that is moved into what a PUT drops the repositories of is an error",
        ...{ declared: desired([declare("put", { code_policies: [] })]), reading: dropping, deed: strayTo("put") },
        ...{ taken: 'stray no longer has "home"', at: "scanform_configuration.put" },
      },
      {
        title:
          "a repository that is moved into what a PATCH with a list is sent to, where that is the whole set, is an error",
        declared: desired([declare("patched", { comment: "silent" })], give("patched", names("r2"))),
        ...{ reading: dropping, deed: strayTo("patched"), taken: 'stray no longer has "home"' },
        at: "scanform_configuration.patched",
      },
      {
        title: "a repository that only the look has shown with a configuration is an error",
        declared: deleting("gone"),
        early: (account) => {
          account.move("new", "home");
        },
        deed: (account) => {
          account.move("new", "gone");
        },
        ...{ taken: 'new no longer has "home"', at: "undeclared.gone" },
      },
      {
        title: "a repository that one of several writes has taken is an error without an address",
        ...{ declared: deleting("gone", "also"), deed: strayTo("also"), taken: 'stray no longer has "home"' },
      },
      {
        title: "a repository that somebody has taken out before the look is no error of the write",
        ...{ declared: deleting("gone"), early: strayTo(undefined) },
      },
      { title: "a repository that was to lose its configuration is no error", declared: deleting("gone") },
    ])("$title", async ({ declared, reading = usual, early, deed, taken, at }) => {
      const { applied } = await applying(world, declared, {
        grace: [0],
        reading,
        ...(early === undefined ? {} : { onStart: early }),
        before: (_kind, account) => deed?.(account),
      });
      expect(applied.verified).toBe(taken === undefined);
      expect(applied.outcomes.every(({ status }) => status === "succeeded")).toBe(true);
      expect(applied.diagnostics.map(({ code, address: place, detail }) => [code, place, detail])).toEqual(
        taken === undefined
          ? []
          : [
              [
                "changed-with-write",
                at,
                `repository ${taken}, nor any other configuration: a write, or somebody else, has taken it away. Where a rule claims it, the next plan gives it back.`,
              ],
            ],
      );
    });
  });
});
