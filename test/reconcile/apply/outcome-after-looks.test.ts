import { address, configurationId } from "../../../src/model/ids";
import type { Changed } from "../../../src/reconcile/apply/changed";
import { outcomesOf } from "../../../src/reconcile/apply/outcome";
import type { Write } from "../../../src/reconcile/plan/write";
import type { Unconverged } from "../../../src/reconcile/apply/verify";
import type { Failure, WriteResult } from "../../../src/reconcile/apply/write-result";
import { declare, desired, give, live, names, planned } from "../account";

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
const withheld = { status: "skipped", code: "changed-since-planned" };
const notConverged = { status: "failed", code: "not-converged" };
const notReadBack = { status: "failed", code: "not-read-back" };
const isFailed = { status: "failed", error: "no" };
const isSkipped = { status: "skipped", error: "interrupted" };
const fine = { status: "succeeded" };

test.each<{
  readonly title: string;
  readonly result: WriteResult;
  readonly missing?: readonly Unconverged[];
  readonly unread?: true;
  /** Of the configuration and of the assignments. */
  readonly outcomes: readonly [object, object];
}>([
  { title: "answered and there has succeeded", result: succeeded, outcomes: [fine, fine] },
  {
    title: "answered and not there has not converged",
    result: succeeded,
    missing: [lacking("repository r2")],
    outcomes: [fine, notConverged],
  },
  { title: "answered and not read has failed", result: succeeded, unread: true, outcomes: [notReadBack, notReadBack] },
  { title: "without an answer and there has succeeded", result: failed, outcomes: [fine, fine] },
  {
    title: "without an answer and not there has failed",
    result: failed,
    missing: [lacking("comment", one)],
    outcomes: [isFailed, fine],
  },
  { title: "without an answer and not read has failed", result: failed, unread: true, outcomes: [isFailed, isFailed] },
  { title: "not sent was skipped, although it is there", result: skipped, outcomes: [isSkipped, isSkipped] },
  {
    title: "not sent was skipped, although nothing was read",
    result: skipped,
    unread: true,
    outcomes: [isSkipped, isSkipped],
  },
  {
    title: "answered without what somebody has moved was skipped for its assignments alone",
    result: { ...succeeded, changed: [moved] },
    missing: [lacking("repository r1")],
    outcomes: [fine, withheld],
  },
  {
    title: "answered without what somebody has moved, and not read, has failed for the rest",
    result: { ...succeeded, changed: [moved] },
    unread: true,
    outcomes: [notReadBack, withheld],
  },
  {
    title: "withheld was skipped, with what has changed",
    result: { ...skipped, changed: [{ ...moved, address: one, path: "comment" }] },
    missing: [lacking("comment", one), lacking("repository r1")],
    outcomes: [withheld, { ...isSkipped, error: "somebody else has changed scanform_configuration.one" }],
  },
  {
    title: "without an answer, of which something has changed, was skipped for that",
    result: { ...failed, changed: [moved] },
    missing: [lacking("comment", one), lacking("repository r1")],
    outcomes: [isFailed, withheld],
  },
])("a write that was $title", ({ result, missing = [], unread, outcomes }) => {
  const open = new Set(unread === true ? write.carries : []);
  expect(outcomesOf(plan, [result], missing, open)).toMatchObject([
    { address: one, ...outcomes[0] },
    { address: routing, ...outcomes[1] },
  ]);
});

test("the outcome names everything that has changed, and what to do", () => {
  const changed = [moved, { ...moved, path: "repository r2", found: undefined }];
  const [, outcome] = outcomesOf(plan, [{ ...skipped, changed }], [], new Set());
  expect(outcome?.error).toBe(
    'repository r1 was "old" and is "three"; repository r2 no longer has "old". Somebody else has changed this since it was planned, so it was left as it is. Plan again.',
  );
  expect(outcome?.changed).toEqual(changed.map(({ address: _at, ...each }) => each));
});

test("what a failed write lacks is no fault of an answered one of the same address", () => {
  const configuration = configurationId("old");
  const assign: Write = { kind: "assign", configuration, repositories: [], carries: [routing], id: 1, after: [] };
  const other: WriteResult = { write: assign, status: "failed", failures: [failure] };
  const all = outcomesOf(plan, [succeeded, other], [lacking("repository r2")], new Set());
  expect(all[1]).toMatchObject({ address: routing, ...isFailed });
});

test("what somebody else has changed is no fault of an answered write of the same address, and everything else is", () => {
  const missing = [lacking("repository r1"), lacking("repository r2")];
  const second: WriteResult = { ...succeeded, changed: [moved] };
  const [, outcome] = outcomesOf(plan, [succeeded, second], missing, new Set());
  expect(outcome).toMatchObject({ ...notConverged, error: expect.stringContaining("repository r2 is") as string });
});
