import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { declare, desired, first, give, live, names, second } from "../account";
import type { Account } from "../readings";
import { lost, refusal } from "../service";
import { applying, applyTriages, change, expired, type Given, move, observed, type Service, triage } from "./applying";

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

test("reads the account back when nothing was sent, too", async () => {
  const { applied, looks, sent } = await applying(observed, change, { signal: AbortSignal.abort() });
  expect([sent, looks]).toEqual([[], { configurations: 1, repositories: 0 }]);
  expect(applied).toMatchObject({
    sent: 0,
    verified: false,
    unread: false,
    wrote: false,
    outcomes: [{ status: "skipped", error: "interrupted" }],
  });
  expect(applied.seen).toEqual(observed.configurations);
});

test("waits for a late result, with a full wait between reads", async () => {
  let shown: Observed["configurations"] = observed.configurations;
  const { applied, waits, sent } = await applying(observed, change, {
    grace: [0, 250, 1000, 3000],
    look: (from) => ({ ...from, configurations: () => Promise.resolve(shown) }),
    onWait: (waited, account) => {
      if (waited === 2) shown = account.observed.configurations;
    },
  });
  expect(waits).toEqual([250, 1000]);
  expect(sent).toEqual(["patch"]);
  expect(applied.verified).toBe(true);
});

test("does not wait for a refused write", async () => {
  const { applied, waits } = await applying(observed, change, {
    before: throwing(() => refusal(400, { requestId: "q" })),
  });
  expect(waits).toEqual([]);
  expect(applied).toMatchObject({
    verified: false,
    wrote: false,
    sent: 1,
    outcomes: [{ status: "failed", requestId: "q" }],
    diagnostics: [{ code: "write-failed", address: "scanform_configuration.one" }],
  });
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
      configurations: (account) => (posted < 2 ? Promise.resolve(before.configurations) : from.configurations(account)),
    }),
  });
  expect(sent).toEqual(["patch", "create", "create"]);
  expect([...applied.created]).toEqual([["scanform_configuration.old", "new old"]]);
  expect(applied.verified).toBe(true);
});

test("tolerates that an imported, unchanged configuration is deleted during the apply", async () => {
  const declared = desired([
    declare("one", { comment: "enabled" }),
    declare("two", {}, { id: configurationId("two") }),
  ]);
  const { applied } = await applying(observed, declared, {
    before: (_kind, account) => {
      account.configurations.delete(configurationId("two"));
    },
  });
  expect(applied).toMatchObject({ verified: true, diagnostics: [] });
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

test("leaves out a repository that disappeared before its move, and reports it", async () => {
  const { applied, sent } = await applying(observed, move, {
    grace: [0, 0],
    look: (from) => ({
      ...from,
      repositories: async (account) =>
        (await from.repositories(account)).filter(({ id }) => id !== repositoryId("id of r1")),
    }),
  });
  expect(sent).toEqual([]);
  expect(applied).toMatchObject({
    verified: false,
    sent: 0,
    outcomes: [
      {
        address: "scanform_repository_assignments.routing",
        status: "skipped",
        code: "changed-since-planned",
        changed: [{ path: "repository r1", planned: "one" }],
      },
    ],
    diagnostics: [
      {
        code: "changed-since-planned",
        detail: expect.stringContaining('repository r1 no longer has "one"') as string,
      },
    ],
  });
});

test("ignores a repository that disappeared and was not to move", async () => {
  const declared = desired([declare("one", { comment: "enabled" })], give("one", names("r3")));
  const world = live({ one: { settings: { comment: "silent" }, has: ["r1"] } }, ["r3"]);
  const { applied } = await applying(world, declared, {
    look: (from) => ({
      ...from,
      repositories: async (account) =>
        (await from.repositories(account)).filter(({ id }) => id !== repositoryId("id of r1")),
    }),
  });
  expect(applied).toMatchObject({ verified: true, diagnostics: [] });
});

test("a result that cannot be read back is a failure, and a defect is rethrown", async () => {
  const failing = (thrown: Error): Given => ({
    look: (from) => ({ ...from, configurations: () => Promise.reject(thrown) }),
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
        configurations: async (account) => {
          reads.push(elapsed);
          onRead?.(elapsed);
          const now = new Map((await from.configurations(account)).map((each) => [each.id, each]));
          return [...new Set([...former.keys(), ...now.keys()])].flatMap(
            (id) => (elapsed < shownAfter(id) ? former : now).get(id) ?? [],
          );
        },
        configuration: (account, id) => {
          const before = former.get(id);
          return before !== undefined && elapsed < shownAfter(id)
            ? Promise.resolve(before)
            : from.configuration(account, id);
        },
        repositories: (account) =>
          elapsed < shownAfter("repositories") ? Promise.resolve(before.repositories) : from.repositories(account),
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

  test("what does not show within the timeout of its resource is sent in another form, and waited for shortly", async () => {
    const { applied, sent, reads } = await lagging(observed, change, {
      shownAfter: () => never,
      timeouts: { "scanform_configuration.one": 8000 },
    });
    expect(sent).toEqual(["patch", "put"]);
    expect(reads).toEqual([0, 250, 1250, 6250, 8000, 8000, 8250, 9250]);
    expect(applied).toMatchObject({ verified: false, diagnostics: [{ code: "not-converged", path: "comment" }] });
  });

  test("the timeout of a resource that shows what was written does not prolong the wait for another one", async () => {
    const { sent, reads } = await lagging(observed, both, {
      shownAfter: (id) => (id === "one" ? 0 : never),
      timeouts: { "scanform_configuration.one": 60_000, "scanform_configuration.two": 2000 },
    });
    expect(sent).toEqual(["patch", "patch", "put"]);
    expect(reads.slice(0, 1 + 4)).toEqual([0, 0, 250, 1250, 2000]);
  });

  test("of several resources that show nothing, the longest timeout counts, until its resource shows", async () => {
    const { reads } = await lagging(observed, both, {
      shownAfter: (id) => (id === "one" ? 7000 : never),
      timeouts: { "scanform_configuration.one": 60_000, "scanform_configuration.two": 2000 },
    });
    expect(reads.slice(0, 1 + 6)).toEqual([0, 0, 250, 1250, 6250, 11_250, 11_250]);
  });

  test("a resource whose write was refused is not waited for, whatever its timeout", async () => {
    const { applied, sent, reads } = await lagging(observed, both, {
      shownAfter: (id) => (id === "one" ? never : 1500),
      timeouts: { "scanform_configuration.one": 60_000, "scanform_configuration.two": 2000 },
      refused: true,
    });
    expect(sent).toEqual(["patch", "patch"]);
    expect(reads).toEqual([0, 0, 250, 1250, 2000]);
    expect(applied.outcomes).toMatchObject([{ status: "failed" }, { status: "succeeded" }]);

    const late = await lagging(observed, both, {
      shownAfter: () => never,
      timeouts: { "scanform_configuration.one": 60_000 },
      refused: true,
    });
    expect(late.reads.slice(0, 1 + 4)).toEqual([0, 0, 250, 1250, 1250]);
  });

  describe("after an interrupt", () => {
    test("what was sent is read once, without a wait", async () => {
      const interrupt = new AbortController();
      const slept: number[] = [];
      const { applied, sent, reads } = await lagging(observed, change, {
        shownAfter: () => never,
        signal: interrupt.signal,
        timeouts: { "scanform_configuration.one": 60_000 },
        onRead: () => {
          interrupt.abort();
        },
        onSleep: (elapsed) => slept.push(elapsed),
      });
      expect({ sent, reads, slept }).toEqual({ sent: ["patch"], reads: [0], slept: [] });
      expect(applied).toMatchObject({ verified: false, unread: false, diagnostics: [{ code: "not-converged" }] });
    });

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

describe("triages", () => {
  const firstAddress = "scanform_finding_triage.first";
  const secondAddress = "scanform_finding_triage.second";
  const unclear = (): { readonly odd: true } => ({ odd: true });

  describe("the read after a triage", () => {
    test("is one GET per finding where every finding is as declared, as is the look before each write", async () => {
      const { reads } = await applyTriages({ held: new Map() }, [triage(first), triage(second)]);
      expect(reads).toEqual([first, second, first, second]);
    });

    test("is repeated while a finding still shows its former category, and nothing is sent again", async () => {
      const service: Service = { held: new Map([[first, "in_progress"]]), late: 1 + 2 }; // the look comes first
      const { applied, requests, waited } = await applyTriages(service, [triage(first)]);
      expect(requests).toEqual([`POST ${first} wont_fix`]);
      expect(waited).toEqual([250, 1000]);
      expect(applied).toMatchObject({ verified: true, diagnostics: [] });
    });

    test("is repeated while one finding of several shows nothing", async () => {
      let asked = 0;
      const service: Service = {
        held: new Map(),
        answer: (category, finding) =>
          finding === first && ++asked < 1 + 3
            ? { triage: null }
            : { triage: category === undefined ? null : { category } }, // the look comes first
      };
      const { applied, waited } = await applyTriages(service, [triage(first), triage(second)]);
      expect(waited).toEqual([250, 1000]);
      expect(applied).toMatchObject({ verified: true, diagnostics: [] });
    });

    test("warns of each finding whose answer says nothing clear, does not wait for it, and counts it as a failure", async () => {
      const service: Service = { held: new Map([[second, "wont_fix"]]), answer: unclear };
      const { applied, requests, waited } = await applyTriages(service, [triage(first), expired(second)]);
      expect(requests).toEqual([`POST ${first} wont_fix`, `DELETE ${second}`]);
      expect(waited).toEqual([]);
      expect(applied).toMatchObject({
        verified: false,
        unread: true,
        wrote: true,
        outcomes: [
          { address: firstAddress, status: "failed", code: "not-read-back" },
          { address: secondAddress, status: "failed", code: "not-read-back" },
        ],
        diagnostics: [
          {
            code: "triage-unreadable",
            severity: "warning",
            address: firstAddress,
            detail: expect.stringContaining(first) as string,
          },
          {
            code: "triage-unreadable",
            severity: "warning",
            address: secondAddress,
            detail: expect.stringContaining(second) as string,
          },
          { code: "not-read-back", severity: "error" },
        ],
      });
    });

    test("warns of an unclear finding and reports a wrong one beside it", async () => {
      const service: Service = {
        held: new Map(),
        answer: (_category, finding) => (finding === first ? unclear() : { triage: null }),
      };
      const { applied } = await applyTriages(service, [triage(first), triage(second)], { grace: [0] });
      expect(applied.diagnostics).toMatchObject([
        { code: "not-converged", address: secondAddress, detail: 'expected "wont_fix", found nothing' },
        { code: "triage-unreadable", address: firstAddress },
        { code: "not-read-back" },
      ]);
      expect(applied.outcomes).toMatchObject([
        { address: firstAddress, status: "failed", code: "not-read-back" },
        { address: secondAddress, status: "failed", code: "not-converged" },
      ]);
    });

    /** The look is answered, and no read after it. */
    const onceReadable = (): Service => {
      let asked = 0;
      return { held: new Map(), answer: () => (++asked > 1 ? refusal(500) : { triage: null }) };
    };
    const unreadable = {
      code: "service-error",
      severity: "error",
      detail: expect.stringContaining("status 500") as string,
    };

    test("leaves the result unknown where the service refuses it, with its reason", async () => {
      const { applied, requests } = await applyTriages(onceReadable(), [triage(first)]);
      expect(requests).toEqual([`POST ${first} wont_fix`]);
      expect(applied).toMatchObject({
        verified: false,
        unread: true,
        wrote: true,
        sent: 1,
        outcomes: [{ address: firstAddress, status: "failed", code: "not-read-back" }],
        diagnostics: [unreadable, { code: "not-read-back" }],
      });
    });

    test("is refused like the look before it, and nothing was sent", async () => {
      const { applied, requests } = await applyTriages({ held: new Map(), answer: () => refusal(500) }, [
        triage(first),
      ]);
      expect(requests).toEqual([]);
      expect(applied).toMatchObject({
        verified: false,
        unread: true,
        wrote: false,
        sent: 0,
        outcomes: [{ address: firstAddress, status: "failed" }],
        diagnostics: [
          {
            code: "write-failed",
            detail: expect.stringContaining("what it would replace could not be read") as string,
          },
          unreadable,
          { code: "not-read-back", detail: expect.stringContaining("No request left this machine") as string },
        ],
      });
    });

    test("hides no defect", async () => {
      const service: Service = { held: new Map(), answer: () => new RangeError("x") };
      await expect(applyTriages(service, [triage(first)])).rejects.toThrow(RangeError);
    });
  });

  describe("a triage to be removed", () => {
    test("is gone where the service does not know the finding any more", async () => {
      const service: Service = { held: new Map([[first, "wont_fix"]]), answer: () => refusal(404) };
      const { applied, waited } = await applyTriages(service, [expired(first)]);
      expect(waited).toEqual([]);
      expect(applied).toMatchObject({
        verified: true,
        diagnostics: [],
        outcomes: [{ address: firstAddress, status: "succeeded" }],
      });
    });

    test("is reported where the service still holds it, and is not asked for again", async () => {
      const service: Service = {
        held: new Map([[first, "wont_fix"]]),
        answer: () => ({ triage: { category: "wont_fix" } }),
      };
      const { applied, requests } = await applyTriages(service, [expired(first)]);
      expect(requests).toEqual([`DELETE ${first}`]);
      expect(applied).toMatchObject({
        verified: false,
        diagnostics: [
          {
            code: "not-converged",
            address: firstAddress,
            path: "category",
            detail: 'expected nothing, found "wont_fix"',
          },
        ],
      });
    });
  });

  describe("a triage whose answer is lost", () => {
    test("has succeeded where the service holds it", async () => {
      const held = new Map<string, string>();
      const refuses = () => {
        held.set(first, "wont_fix");
        return lost();
      };
      const { applied } = await applyTriages({ held, refuses }, [triage(first)]);
      expect(applied.outcomes).toEqual([{ address: firstAddress, status: "succeeded" }]);
      expect(applied).toMatchObject({ unread: false, diagnostics: [] });
    });

    test("has failed where the service holds another category, which stays", async () => {
      const service: Service = { held: new Map([[first, "in_progress"]]), refuses: () => lost() };
      const { applied, requests, waited } = await applyTriages(service, [triage(first)]);
      expect(requests).toEqual([`POST ${first} wont_fix`]);
      expect(waited).toEqual([250, 1000, 3000]);
      expect(applied).toMatchObject({
        outcomes: [{ address: firstAddress, status: "failed" }],
        diagnostics: [{ code: "write-failed", address: firstAddress }],
      });
    });
  });
});
