import { address, configurationId } from "../../../src/model/ids";
import type { Json } from "../../../src/model/json";
import type { Changed } from "../../../src/reconcile/plan/conflict";
import { diagnosticsOf, outcomesOf } from "../../../src/reconcile/apply/outcome";
import type { Unconverged } from "../../../src/reconcile/apply/verify";
import type { UnexpectedChange } from "../../../src/reconcile/apply/sent-writes";
import { idFinder, reported } from "../../../src/reconcile/apply/bisect";
import type { Failure, WriteResult } from "../../../src/reconcile/apply/write-result";
import { declare, desired, give, live, names, planned } from "../account";
import { uuid } from "../arbitrary";

type NotHeld = Parameters<typeof outcomesOf>[2];

const notHeld = (given: Partial<NotHeld> = {}): NotHeld => ({
  missing: [],
  unexpected: [],
  unread: new Set(),
  byOthers: false,
  ...given,
});

test("attributes thousands of errors of one bulk_update to their configurations in linear time", () => {
  const all = Array.from({ length: 4_000 }, (_, at) => uuid("c", at));
  const observed = live(Object.fromEntries(all.map((id) => [id, { settings: { comment: "silent" } }])));
  const plan = planned(desired(all.map((id) => declare(id, { comment: "enabled" }))), observed);
  const [write] = plan.writes;
  if (write?.kind !== "bulk") throw new Error("no bulk_update");
  const errors = write.configurations.map((id): Json => ({ id: id.toUpperCase(), error: `locked ${id.slice(-4)}` }));
  const failures = reported(errors, write.configurations, {});
  const outcomes = outcomesOf(
    plan,
    [{ write, status: "failed", failures }],
    notHeld({ unread: new Set(write.carries) }),
  );
  expect(outcomes).toHaveLength(4_000);
  for (const { address, error } of outcomes) expect(error).toContain(`locked ${address.slice(-4)}`);
});

test("finds ids anywhere in a text, also next to other characters", () => {
  const [one, two] = [uuid("c", 1), uuid("c", 2)];
  const mentioned = idFinder([two, "plain", one]);
  expect(mentioned(`x${one.toUpperCase()}y and ${two}`)).toEqual([one, two]);
  expect(mentioned(`ffff${one}0`)).toEqual([one]);
  expect(mentioned("PLAIN")).toEqual(["plain"]);
  expect(mentioned("nothing")).toEqual([]);
});

describe("the outcome of a declared object", () => {
  const observed = live({ one: {}, two: {}, old: { has: ["r1", "r2"] } });
  const at = (name: string) => address(`scanform_configuration.${name}`);
  const routing = address("scanform_repository_assignments.routing");
  const failure = (ids: readonly string[], refused: boolean, error = "no"): Failure => ({
    ids,
    error,
    refused,
    requestId: `q ${error}`,
  });

  /**
   * Of one bulk_update of two configurations, in the order in which they are declared.
   *
   * @param missing undefined where neither could be read back
   */
  function ofBulk(failures: readonly Failure[], missing: readonly string[] | undefined) {
    const plan = planned(desired(["one", "two"].map((name) => declare(name, { comment: "enabled" }))), observed);
    const results = plan.writes.map((write): WriteResult => ({ write, status: "failed", failures }));
    const open = (missing ?? []).map((name) => ({
      address: at(name),
      path: "comment",
      expected: "enabled",
      found: undefined,
    }));
    const unread = new Set(missing === undefined ? ["one", "two"].map(at) : []);
    return outcomesOf(plan, results, notHeld({ missing: open, unread })).map(({ status, error, requestId }) => [
      status,
      error,
      requestId,
    ]);
  }

  const no = ["failed", "no", "q no"];
  const done = ["succeeded", undefined, "q no"];
  const fine = ["succeeded", undefined, undefined];
  const ofOne = failure(["one"], true);

  test.each<[string, readonly Failure[], readonly string[] | undefined, readonly unknown[], readonly unknown[]]>([
    ["refused for one", [ofOne], ["one"], no, fine],
    ["refused for one that is there all the same", [ofOne], [], done, fine],
    [
      "reported for one, and nobody could look",
      [failure(["one"], false)],
      undefined,
      no,
      ["failed", "the service accepted it, but whether it took effect could not be read back", undefined],
    ],
    ["reported of nobody in particular, with one missing", [failure([], false)], ["two"], done, no],
    ["refused whole", [failure([], true)], ["one", "two"], no, no],
    ["refused whole and is there all the same", [failure([], true)], [], done, done],
    [
      "refused for one, and of nobody in particular",
      [failure(["one"], true, "first"), failure([], false, "second")],
      ["one"],
      ["failed", "first and 1 more", "q first"],
      ["succeeded", undefined, "q second"],
    ],
    ["of something that is not in the write", [failure(["old"], false)], ["one"], no, done],
  ])(
    "the outcome of a declared object is decided per configuration when a bulk_update was %s",
    (_what, failures, missing, one, two) => {
      expect(ofBulk(failures, missing)).toEqual([one, two]);
    },
  );

  test("the outcome of a declared object is the worst that became of any write that carries it", () => {
    const declared = desired(
      [declare("one"), declare("two"), declare("new", { comment: "enabled" })],
      give("one", names("r1")),
      give("two", names("r2")),
    );
    const plan = planned(declared, observed);
    const results = (...statuses: readonly WriteResult["status"][]) =>
      plan.writes.map((write, index): WriteResult => {
        const status = statuses[index] ?? "succeeded";
        if (status === "succeeded") return { write, status, requestId: `q${String(index)}` };
        if (status === "skipped") return { write, status, because: "interrupted" };
        return { write, status, failures: [failure(["id of r2"], true)] };
      });
    const missing = [{ address: routing, path: "repository r2", expected: "two", found: "old" }];
    const of = (...statuses: readonly WriteResult["status"][]) =>
      Object.fromEntries(
        outcomesOf(plan, results(...statuses), notHeld({ missing: statuses.includes("failed") ? missing : [] })).map(
          (each) => [each.address, each],
        ),
      );
    expect(plan.writes.map(({ kind }) => kind)).toEqual(["create", "assign", "assign"]);
    expect(of()).toEqual({
      [at("new")]: { address: at("new"), status: "succeeded", requestId: "q0" },
      [routing]: { address: routing, status: "succeeded", requestId: "q1" },
    });
    expect(of("skipped", "succeeded", "skipped")).toMatchObject({
      [at("new")]: { status: "skipped", error: "interrupted" },
      [routing]: { status: "skipped", error: "interrupted" },
    });
    expect(of("succeeded", "skipped", "failed")[routing]).toMatchObject({ status: "failed", error: "no" });
    expect(of("succeeded", "succeeded", "failed")[routing]).toMatchObject({ status: "failed", requestId: "q no" });
    const reversed = outcomesOf(plan, results("succeeded", "succeeded", "failed").toReversed(), notHeld({ missing }));
    expect(reversed.find((each) => each.address === routing)).toMatchObject({ status: "failed" });
  });

  test("the outcome of a declared object is a failure when its write failed for an id that belongs to another write", () => {
    const plan = planned(
      desired([declare("one", { comment: "enabled" }), declare("two", { comment: "disabled" })]),
      observed,
    );
    const results = plan.writes.map((write): WriteResult => {
      return { write, status: "failed", failures: [failure(["two"], false)] };
    });
    expect(plan.writes).toHaveLength(2);
    expect(outcomesOf(plan, results, notHeld({ unread: new Set([at("one"), at("two")]) }))).toMatchObject([
      { address: at("one"), status: "failed", error: "no" },
      { address: at("two"), status: "failed", error: "no" },
    ]);
  });
});

const one = address("scanform_configuration.one");
const routing = address("scanform_repository_assignments.routing");
const plan = planned(
  desired([declare("one", { comment: "enabled" })], give("one", names("r1", "r2"))),
  live({ one: {}, old: { has: ["r1", "r2"] } }),
);
const [write] = plan.writes;
if (write === undefined || plan.writes.length > 1) throw new Error("another number of writes than one");

const lacking = (path: string, at = routing): Unconverged => ({ address: at, path, expected: "one", found: "old" });
const moved: Changed = { address: routing, path: "repository r1", planned: "old", found: "three" };
const failure: Failure = { ids: [], error: "no", refused: false };
const succeeded: WriteResult = { write, status: "succeeded", requestId: "q" };
const failed: WriteResult = { write, status: "failed", failures: [failure] };
const skipped: WriteResult = { write, status: "skipped", because: "interrupted" };
const notConverged = { status: "failed", code: "not-converged" };

test.each([
  { title: "was not sent", result: skipped },
  { title: "failed", result: failed },
])("the outcome of a write that $title names everything that has changed, and what to do", ({ result }) => {
  const changed = [moved, { ...moved, path: "repository r2", found: undefined }];
  const missing = [lacking("repository r1")];
  const [, outcome] = outcomesOf(plan, [{ ...result, changed }], notHeld({ missing }));
  expect(outcome?.error).toBe(
    'repository r1 was "old" and is "three"; repository r2 no longer has "old". Somebody else has changed this since it was planned, so it was left as it is. Plan again.',
  );
  expect(outcome?.changed).toEqual(changed.map(({ address: _at, ...each }) => each));
});

test("what is written with something that somebody else has changed names the address of that", () => {
  const [outcome] = outcomesOf(plan, [{ ...skipped, changed: [moved] }], notHeld());
  expect(outcome).toMatchObject({ status: "skipped", error: `somebody else has changed ${routing}` });
});

test("an answered write is at fault for everything but what somebody else has changed", () => {
  const missing = [lacking("repository r1"), lacking("repository r2")];
  const [, outcome] = outcomesOf(plan, [{ ...succeeded, changed: [moved] }], notHeld({ missing }));
  expect(outcome).toMatchObject({ ...notConverged, error: expect.stringContaining("repository r2 is") as string });
});

const lost = (path: string, before: unknown, now?: unknown): UnexpectedChange => ({
  configuration: configurationId("one"),
  address: one,
  path,
  before,
  after: before,
  now,
});
const both = [lost("comment", "enabled"), lost("risk_threshold", 3, 9)];

test.each([
  { title: "that was answered", result: succeeded },
  { title: "that failed", result: failed },
  { title: "that was withheld", result: { ...skipped, changed: [{ ...moved, address: one, path: "comment" }] } },
])(
  "a leaf that is neither as before a write nor as it was to leave it is the failure of its configuration alone, by a write $title",
  ({ result }) => {
    expect(outcomesOf(plan, [result], notHeld({ unexpected: both }))).toMatchObject([
      {
        address: one,
        status: "failed",
        code: "changed-with-write",
        error:
          'comment was "enabled" right before this write and is not set after it; risk_threshold was 3 right before this write and is 9 after it: the write or somebody else has changed them',
      },
      { address: routing },
    ]);
  },
);

test("a leaf that is neither as before a write nor as it was to leave it is one of at most five that are named", () => {
  const all = Array.from({ length: 7 }, (_, at) => lost(`leaf${String(at)}`, at));
  const [outcome] = outcomesOf(plan, [succeeded], notHeld({ unexpected: all }));
  expect(outcome?.error).toMatch(/leaf4 was 4 .*; so are 2 more leaves: the write or somebody else has changed them$/);
  expect(outcome?.error).not.toContain("leaf5");
});

test("a leaf that is neither as before a write nor as it was to leave it is one error for its configuration, which no missing leaf of the same path repeats", () => {
  const unexpected = [lost("comment", "enabled")];
  const missing = [lacking("comment", one), lacking("risk_threshold", one)];
  const outcomes = outcomesOf(plan, [succeeded], notHeld({ unexpected, missing }));
  const said = diagnosticsOf(outcomes, missing, unexpected).map(({ code, address, path }) => ({
    code,
    address,
    path,
  }));
  expect(said).toEqual([
    { code: "changed-with-write", address: one, path: undefined },
    { code: "not-converged", address: one, path: "risk_threshold" },
  ]);
});

test.each([
  [false, false, "skipped"],
  [true, false, "succeeded"],
  [true, true, "skipped"],
])(
  "what was withheld counts as done by others (%j) unless some of it is missing (%j): %s",
  (byOthers, isMissing, status) => {
    const plan = planned(desired([declare("one", { comment: "enabled" })]), live({}));
    const [write] = plan.writes;
    const [place] = write?.carries ?? [];
    if (write === undefined || place === undefined) throw new Error("no write");
    const change = { address: place, path: "name", before: undefined, after: "one" };
    const missing = isMissing ? [{ address: place, path: "comment", expected: "enabled", found: "silent" }] : [];
    const withheldWrite: WriteResult = { write, status: "skipped", because: "it has changed", changed: [change] };
    expect(outcomesOf(plan, [withheldWrite], notHeld({ missing, byOthers }))).toMatchObject([
      { address: place, status },
    ]);
  },
);
