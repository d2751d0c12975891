import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import { configurationId } from "../../../src/model/ids";
import { declare, desired, give, live, names, planned } from "../account";
import type { Account } from "../readings";
import { listing, lost, paging, refusal } from "../service";
import { applying, change, type Given, move, observed } from "./applying";
import { unseen, verify } from "../../../src/reconcile/apply/verify";

const throwing = (failure: () => Error) => () => {
  throw failure();
};
/** Somebody else, or a request whose answer was lost, has given a configuration this comment. */
const enabling = (id: string, account: Account): void => {
  account.change(id, { settings: { comment: "enabled" } });
};

test("looks before each write and reads an immediate result once, repositories only when they are affected", async () => {
  const changed = await applying(observed, change);
  expect(changed).toMatchObject({ waits: [], looks: { configurations: 1, repositories: 0 }, sent: ["patch"] });
  expect(changed.applied).toMatchObject({ verified: true, unread: false, wrote: true, sent: 1, diagnostics: [] });
  expect(changed.applied.seen?.map(({ id }) => id)).toEqual(["one", "two"]);
  expect(changed.applied).not.toHaveProperty("seenRepositories");

  const moved = await applying(observed, move);
  expect(moved).toMatchObject({ waits: [], looks: { configurations: 1, repositories: 2 }, sent: ["assign"] });
  expect(moved.applied).toMatchObject({ verified: true, outcomes: [{ status: "succeeded" }] });
  expect(moved.applied.seenRepositories).toEqual(moved.account.observed.repositories);
});

test("waits for a write whose answer was lost, and counts it as a success when its effect appears", async () => {
  const { applied, waits } = await applying(observed, change, {
    grace: [0, 250],
    before: throwing(lost),
    onWait: (_waited, account) => {
      enabling("one", account);
    },
  });
  expect(waits).toEqual([250]);
  expect(applied).toMatchObject({ verified: true, wrote: true, outcomes: [{ status: "succeeded" }] });
});

test.each([
  ["refused", () => refusal(400)],
  ["lost", lost],
])("counts a write as a success when its effect is there, although its request was %s", async (_what, failure) => {
  const both = desired([declare("one", { comment: "enabled" }), declare("two", { comment: "disabled" })]);
  let asked = 0;
  const { applied, sent } = await applying(observed, both, {
    before: (_kind, account) => {
      asked += 1;
      if (asked > 1) return;
      enabling("one", account);
      throw failure();
    },
  });
  expect(sent).toEqual(["patch", "patch"]);
  expect(applied).toMatchObject({
    verified: true,
    sent: 2,
    wrote: true,
    outcomes: [{ status: "succeeded" }, { status: "succeeded" }],
    diagnostics: [],
  });
});

test("does not wait for a write that was skipped after a refusal", async () => {
  const policies = { code_policies: [{ id: "p", enabled: true }] };
  const declared = desired([declare("one", { code_policies: [] }), declare("two")], give("two", names("r1")));
  const world = live({ one: { settings: policies, has: ["r1"] }, two: {} });
  const how = { grace: [0, 250], before: throwing(() => refusal(400)) };
  const { applied, waits, sent } = await applying(world, declared, how);
  expect([sent, waits]).toEqual([["put"], []]);
  expect(applied.outcomes).toMatchObject([{ status: "failed" }, { status: "skipped" }]);
});

test("waits for a bulk_update of which one part was refused and the answer to another part was lost", async () => {
  const both = desired(["one", "two"].map((name) => declare(name, { comment: "enabled" })));
  const answers = [refusal(422), refusal(400), lost()];
  const { applied, waits, sent } = await applying(observed, both, {
    grace: [0, 250],
    before: throwing(() => answers.shift() ?? refusal(500)),
    onWait: (_waited, account) => {
      enabling("two", account);
    },
  });
  expect([sent, waits]).toEqual([["bulk", "bulk", "bulk"], [250]]);
  expect(applied).toMatchObject({ outcomes: [{ status: "failed" }, { status: "succeeded" }] });
});

test("a lost POST is not matched to a configuration that gave up its name, even if the list still shows that name", async () => {
  const settings = { comment: "enabled" } as const;
  const before = live({ old: { settings } });
  const declared = desired([declare("old", settings), declare("other", settings, { id: configurationId("old") })]);
  let posted = 0;
  const { applied, sent } = await applying(before, declared, {
    grace: [0],
    before: (kind) => {
      if (kind === "create" && ++posted === 1) throw lost();
    },
    look: (from) => ({
      ...from,
      list: (list, ...given) => (posted < 2 ? paging(before) : from).list(list, ...given),
    }),
  });
  expect(sent).toEqual(["patch", "create", "create"]);
  expect([...applied.created]).toEqual([["scanform_configuration.old", "new old"]]);
  expect(applied.verified).toBe(true);
});

test("an unchanged configuration that is deleted during the apply is not as declared, and is reported", async () => {
  const declared = desired([
    declare("one", { comment: "enabled" }),
    declare("two", {}, { id: configurationId("two") }),
  ]);
  const { applied } = await applying(observed, declared, {
    before: (_kind, account) => {
      account.configurations.delete(configurationId("two"));
    },
  });
  expect(applied).toMatchObject({
    verified: false,
    diagnostics: [{ code: "not-converged", path: "name", detail: 'expected "two", found nothing' }],
  });
});

test.each(["not-sent", "not-tried"] as const)("does not count a request that was never sent (%s)", async (fault) => {
  const never = () => lost(fault);
  expect((await applying(observed, change, { before: throwing(never) })).applied).toMatchObject({
    sent: 0,
    verified: false,
  });
  const interrupt = new AbortController();
  const { applied } = await applying(observed, change, {
    signal: interrupt.signal,
    before: () => {
      interrupt.abort();
      throw never();
    },
  });
  expect(applied).toMatchObject({ sent: 0, outcomes: [{ status: "skipped", error: "interrupted" }] });
});

test("reports a second live configuration of the same name as an error, although every write succeeded", async () => {
  const { applied } = await applying(observed, desired([declare("new", { comment: "enabled" })]), {
    before: (_kind, account) => {
      account.change("by somebody else", { name: "new" });
    },
  });
  expect(applied).toMatchObject({
    verified: false,
    outcomes: [{ status: "succeeded" }],
    diagnostics: [{ code: "name-live-twice", address: "scanform_configuration.new" }],
  });
  expect([...applied.created]).toEqual([["scanform_configuration.new", "new new"]]);
});

test("a result that cannot be read back is a failure, and a defect is rethrown", async () => {
  const failing = (thrown: Error): Given => ({
    look: (from) => ({ ...from, ...listing({ configurations: () => Promise.reject(thrown) }, from) }),
  });
  const { applied, sent } = await applying(observed, change, failing(refusal(503)));
  expect(sent).toEqual(["patch"]);
  expect(applied).toMatchObject({
    verified: false,
    unread: true,
    wrote: true,
    outcomes: [{ status: "failed", code: "not-read-back" }],
  });
  expect(applied.diagnostics).toMatchObject([
    { code: "service-error" },
    { code: "not-read-back", detail: expect.stringContaining("1 request may have arrived") as string },
  ]);
  await expect(applying(observed, change, failing(new TypeError("x")))).rejects.toThrow(TypeError);
});

describe("patience", () => {
  const never = Number.POSITIVE_INFINITY;
  /** The waits until reads are not expected to lag any more. */
  const grace = [0, 250, 1000];
  const both = desired([declare("one", { comment: "enabled" }), declare("two", { comment: "disabled" })]);

  interface Lagging extends Omit<Given, "patience" | "sleep" | "now" | "look" | "before"> {
    /** When a configuration shows what was written, in milliseconds of waiting, by id; repositories: all of them. */
    readonly shownAfter: (id: string) => number;
    /** The timeouts of the resources in milliseconds, by address. */
    readonly timeouts?: Readonly<Record<string, number>>;
    /** Is called for each read of the list, with the milliseconds waited so far. Writes that wait at once look at it. */
    readonly onRead?: (elapsed: number) => void;
    /** Is called in each wait, with the milliseconds waited so far. */
    readonly onSleep?: (elapsed: number) => void;
    /** The first request is refused. */
    readonly refused?: boolean;
  }

  /** Applies a declaration to a service that shows writes late. The time is that of the waits. */
  async function lagging(
    before: Observed,
    declared: Desired,
    { shownAfter, timeouts = {}, onRead, onSleep, refused = false, ...given }: Lagging,
  ) {
    let elapsed = 0;
    let requests = 0;
    const reads: number[] = [];
    const former = new Map(before.configurations.map((each) => [each.id, each]));
    const { applied, sent } = await applying(before, declared, {
      grace,
      patience: (at) => timeouts[at] ?? 0,
      now: () => elapsed,
      sleep: (milliseconds) => {
        elapsed += milliseconds;
        onSleep?.(elapsed);
        return Promise.resolve();
      },
      before: () => {
        requests += 1;
        if (refused && requests === 1) throw refusal(400);
      },
      look: (from) => ({
        ...from,
        ...listing({
          configurations: async (account) => {
            reads.push(elapsed);
            onRead?.(elapsed);
            const { items } = await from.list("configurations", account);
            const now = new Map(items.map((each) => [each.id, each]));
            return [...new Set([...former.keys(), ...now.keys()])].flatMap(
              (id) => (elapsed < shownAfter(id) ? former : now).get(id) ?? [],
            );
          },
          repositories: async (account) =>
            elapsed < shownAfter("repositories")
              ? before.repositories
              : (await from.list("repositories", account)).items,
        }),
        configuration: (account, id) => {
          const before = former.get(id);
          return before !== undefined && elapsed < shownAfter(id)
            ? Promise.resolve(before)
            : from.configuration(account, id);
        },
      }),
      ...given,
    });
    return { applied, sent, reads };
  }

  test.each<{ title: string; declared: Desired; address: string; sent: string; looks?: readonly number[] }>([
    { title: "an update", declared: change, address: "scanform_configuration.one", sent: "patch" },
    { title: "a move", declared: move, address: "scanform_repository_assignments.routing", sent: "assign" },
    {
      title: "a creation",
      declared: desired([declare("new")]),
      address: "scanform_configuration.new",
      sent: "create",
      looks: [0],
    },
    {
      title: "a deletion",
      declared: { ...desired([]), deletions: [configurationId("two")] },
      address: "undeclared.two",
      sent: "delete",
    },
  ])(
    "$title that shows within the timeout of its resource has succeeded",
    async ({ declared, address, sent, looks = [] }) => {
      const outcome = await lagging(observed, declared, {
        shownAfter: () => 9000,
        timeouts: { [address]: 20_000 },
      });
      expect(outcome).toMatchObject({ sent: [sent], reads: [...looks, 0, 250, 1250, 6250, 11_250] });
      expect(outcome.applied).toMatchObject({ verified: true, diagnostics: [] });
    },
  );

  test("a resource whose write was refused is not waited for, whatever its timeout", async () => {
    const { applied, sent, reads } = await lagging(observed, both, {
      shownAfter: (id) => (id === "one" ? never : 1500),
      timeouts: { "scanform_configuration.one": 60_000, "scanform_configuration.two": 2000 },
      refused: true,
    });
    expect(sent).toEqual(["patch", "patch"]);
    expect(reads).toEqual([0, 250, 1250, 2000]);
    expect(applied.outcomes).toMatchObject([{ status: "failed" }, { status: "succeeded" }]);

    const late = await lagging(observed, both, {
      shownAfter: () => never,
      timeouts: { "scanform_configuration.one": 60_000 },
      refused: true,
    });
    expect(late.reads.slice(0, 4)).toEqual([0, 250, 1250, 1250]);
  });

  describe("after an interrupt", () => {
    test("a wait that it comes into is the last, and nothing more is read", async () => {
      const interrupt = new AbortController();
      const { sent, reads } = await lagging(observed, change, {
        shownAfter: () => never,
        signal: interrupt.signal,
        timeouts: { "scanform_configuration.one": 60_000 },
        onSleep: (elapsed) => {
          if (elapsed > 6000) interrupt.abort();
        },
      });
      expect({ sent, reads }).toEqual({ sent: ["patch"], reads: [0, 250, 1250] });
    });
  });
});

const held = { analyzers: { a: { enabled: true } }, comment: "enabled" } as const;

test.each([new Map([[declare("caf\u00e9").address, configurationId("new")]]), new Map()])(
  "a new configuration may have its name in another normal form, whether or not its id is known",
  (created) => {
    const made = planned(desired([declare("caf\u00e9")]), live({}));
    expect(verify(made, live({ new: { name: "cafe\u0301" } }), created)).toEqual([]);
  },
);

test("names a configuration that still exists by its name, or else by its id", () => {
  const observed = live({ one: { name: "eins" }, two: {} });
  const nameless = observed.configurations.map(({ name, ...each }) => (name === "two" ? each : { ...each, name }));
  const world = { ...observed, configurations: nameless } as typeof observed;
  const made = planned({ ...desired([]), deletions: ["one", "two"].map(configurationId) }, world);
  expect(verify(made, world, new Map())).toEqual([
    { address: "undeclared.one", path: "name", expected: undefined, found: "eins" },
    { address: "undeclared.two", path: "name", expected: undefined, found: "two" },
  ]);
});

test("names the configuration that has taken a lost repository", () => {
  const observed = live({ one: { has: ["r1"] }, two: { name: "zwei", has: ["r2"] } });
  const made = planned(desired([declare("one", held)], give("one", names("r2"))), observed);
  const after = live({ one: { settings: held, has: ["r2"] }, two: { name: "zwei", has: ["r1"] } });
  expect(verify(made, after, new Map())).toMatchObject([{ path: "repository r1", found: "zwei" }]);
});

test("finds a configuration that has disappeared or has the wrong name", () => {
  const observed = live({ one: { settings: held }, two: { settings: held } });
  const declared = [declare("eins", {}, { renamedFrom: ["one"] }), declare("two", { comment: "silent" })];
  const made = planned(desired(declared), observed);
  expect(verify(made, live({ one: { settings: held } }), new Map())).toEqual([
    { address: "scanform_configuration.eins", path: "name", expected: "eins", found: "one" },
    { address: "scanform_configuration.two", path: "name", expected: "two", found: undefined },
  ]);
});

const made = () => planned(desired([declare("new", held)], give("new", names("r"))), live({}, ["r"]));
const at = declare("new").address;

test("a new configuration is looked up by its id, or by its name when the id is unknown", () => {
  const there = live({ given: { name: "new", settings: held, has: ["r"] } });
  expect(verify(made(), there, new Map([[at, configurationId("given")]]))).toEqual([]);
  expect(verify(made(), there, new Map())).toEqual([]);
  expect(verify(made(), there, new Map([[at, configurationId("another")]]))).toEqual([
    { address: at, path: "name", expected: "new", found: undefined },
    { address: "scanform_repository_assignments.routing", path: "repository r", expected: "new", found: "given" },
  ]);
});

test("a new configuration whose id is unknown is the one of its name that holds what is declared, wherever it is listed", () => {
  const mine = { name: "new", settings: held, has: ["r"] };
  const another = { name: "new", settings: { comment: "silent" } } as const;
  expect(verify(made(), live({ another, mine }), new Map())).toEqual([]);
  expect(verify(made(), live({ mine, another }), new Map())).toEqual([]);
});

test("a new configuration has no repositories while it is missing, and the repository reports its current configuration", () => {
  expect(verify(made(), live({ old: { has: ["r"] } }), new Map())).toMatchObject([
    { path: "name" },
    { path: "repository r", expected: "new", found: "old" },
  ]);
  expect(verify(made(), live({}, ["r"]), new Map())).toMatchObject([
    { path: "name" },
    { path: "repository r", expected: "new", found: undefined },
  ]);
});

test("finds a repository that has not reached its target, and names an unlisted configuration by its id", () => {
  const observed = live({ one: { has: ["r"] }, two: {} });
  const made = planned(desired([declare("two")], give("two", names("r"))), observed);
  const hidden = live({ hidden: { has: ["r"] }, two: {} });
  const after = { ...hidden, configurations: hidden.configurations.slice(1) };
  expect(verify(made, after, new Map())).toEqual([
    { address: "scanform_repository_assignments.routing", path: "repository r", expected: "two", found: "hidden" },
  ]);
  expect(verify(made, live({ two: { has: ["r"] } }), new Map())).toEqual([]);
});

const silent = { comment: "silent" } as const;
const enabled = { comment: "enabled" } as const;
const unchanged = live({ one: { settings: silent } });
const both = live({ one: { settings: { analyzers: { a: { enabled: true }, b: { enabled: true } } } } });
const unmoved = live({ one: { has: ["r1", "r2", "r3"] }, two: {} });
const moves = desired([declare("two")], give("two", names("r1", "r2")));
const routing = "scanform_repository_assignments.routing";

test.each<[title: string, before: Observed, declared: Desired, after: Observed, unseen: readonly string[]]>([
  [
    "a creation is not waited for when the service gave no id",
    live({}),
    desired([declare("new", enabled)]),
    live({}),
    [],
  ],
  [
    "an update is unseen while the settings and the name are as before",
    unchanged,
    desired([declare("one", enabled)]),
    unchanged,
    ["scanform_configuration.one"],
  ],
  [
    "an update that only removes is not waited for",
    both,
    desired([declare("one", { analyzers: { a: {} } }, { exclusiveAnalyzers: true })]),
    both,
    [],
  ],
  [
    "an update of the name alone is seen once the name is another one",
    unchanged,
    desired([declare("eins", {}, { renamedFrom: ["one"] })]),
    live({ one: { name: "eins", settings: silent } }),
    [],
  ],
  ["moves are unseen while all repositories are where they were", unmoved, moves, unmoved, [routing]],
  [
    "moves are seen once one of the repositories has arrived",
    unmoved,
    moves,
    live({ one: { has: ["r1", "r3"] }, two: { has: ["r2"] } }),
    [],
  ],
  [
    "a deletion is unseen while the configuration is listed",
    live({ one: {}, two: {} }),
    { ...desired([]), deletions: ["one", "two"].map(configurationId) },
    live({ two: {} }),
    ["undeclared.two"],
  ],
])("%s", (_title, before, declared, after, expected) => {
  expect([...unseen(planned(declared, before), after, new Map())]).toEqual(expected);
});
