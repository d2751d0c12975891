import type { Observed } from "../../../src/model/entities";
import { address } from "../../../src/model/ids";
import { meanwhile } from "../../../src/reconcile/apply/apply";
import type { WriteResult } from "../../../src/reconcile/apply/write-result";
import { verify } from "../../../src/reconcile/apply/verify";
import { declare, desired, give, live, names } from "../account";
import { applying, change } from "./applying";
import { checking, type World } from "./checking";

const held = { comment: "silent", risk_threshold: 3, analyzers: { a: { enabled: true } } } as const;
const done = { ...held, comment: "enabled" } as const;
const { risk_threshold: _gone, ...without } = done;

const observed = live({ one: { settings: held, has: ["r1"] }, two: { settings: held, has: ["r2"] } });
const declared = desired([declare("one", { comment: "enabled" }), declare("two")], give("one", names("r2")));

interface Row {
  readonly title: string;
  /** What somebody else does before the write goes out. */
  readonly deed?: (world: World) => void;
  /** What is read back. */
  readonly seen: Observed;
  readonly notes: readonly string[];
}

const seen = (one: object, two: object = held) =>
  live({ one: { settings: one, has: ["r1", "r2"] }, two: { settings: two } });

test.each<Row>([
  { title: "is empty where everything is as planned", seen: seen(done), notes: [] },
  {
    title: "names undeclared leaves that differ from the look",
    seen: seen({ ...without, analyzers: { a: { enabled: false } } }),
    notes: ['risk_threshold was 3 and is not set; analyzers["a"].enabled was true and is false. It is left as it is.'],
  },
  {
    title: "names an undeclared leaf that has come",
    seen: seen({ ...done, show_scan_confirmation: true }),
    notes: ["show_scan_confirmation was not set and is true. It is left as it is."],
  },
  {
    title: "is empty where an undeclared leaf of another field had changed before the look",
    deed: (world) => {
      world.change("one", { settings: { ...held, risk_threshold: 9 } });
    },
    seen: seen({ ...done, risk_threshold: 9 }),
    notes: [],
  },
  {
    title: "is silent about a declared leaf, which is reported as missing",
    seen: seen({ ...done, comment: "disabled" }),
    notes: [],
  },
  { title: "is silent about a configuration that the plan does not change", seen: seen(done, {}), notes: [] },
  { title: "is silent about a configuration that is gone", seen: live({ two: { settings: held } }), notes: [] },
  {
    title: "names a repository that was to be kept and has been moved away, beside leaves",
    deed: (world) => {
      world.move("r1", "two");
    },
    seen: seen({ ...done, risk_threshold: 9 }),
    notes: ['risk_threshold was 3 and is 9; repository r1 was "one" and is "two". It is left as it is.'],
  },
])("a note of what somebody else has changed meanwhile $title", async ({ deed, seen: now, notes }) => {
  const { world, plan, preflight, check } = checking(observed, declared);
  deed?.(world);
  for (const write of plan.writes) await check(write);
  const results = plan.writes.map((write): WriteResult => ({ write, status: "succeeded" }));
  const missing = verify(plan, now, new Map());
  const all = meanwhile(plan, results, preflight, { missing, seen: now, unread: [] });
  expect(all).toMatchObject(
    notes.map((detail) => ({
      code: "changed-meanwhile",
      severity: "warning",
      address: "scanform_configuration.one",
      detail,
    })),
  );
  expect(all).toHaveLength(notes.length);
});

test("nothing is noted of what was not looked at, or not read back", async () => {
  const { plan, preflight, check } = checking(observed, declared);
  const now = seen({ ...done, risk_threshold: 9 });
  expect(meanwhile(plan, [], preflight, { missing: [], seen: now, unread: [] })).toEqual([]);
  for (const write of plan.writes) await check(write);
  expect(meanwhile(plan, [], preflight, { missing: [], unread: [] })).toEqual([]);
  expect(meanwhile(plan, [], preflight, { missing: [], seen: now, unread: [] })).toHaveLength(1);
});

test("nothing is noted of a configuration that only gains repositories", async () => {
  const { plan, preflight, check } = checking(observed, desired([declare("two")], give("two", names("r1"))));
  for (const write of plan.writes) await check(write);
  expect([...preflight.judge.seen.keys()]).toEqual(["two"]);
  const now = seen(held, { ...held, risk_threshold: 9 });
  expect(meanwhile(plan, [], preflight, { missing: [], seen: now, unread: [] })).toEqual([]);
});

test("an apply beside which somebody changes an undeclared leaf is verified, with a note", async () => {
  const { applied } = await applying(observed, change, {
    before: (_kind, account) => {
      account.change("one", { settings: { ...held, risk_threshold: 9 } });
    },
  });
  expect(applied).toMatchObject({
    verified: true,
    outcomes: [{ address: address("scanform_configuration.one"), status: "succeeded" }],
    diagnostics: [{ code: "changed-meanwhile", severity: "warning" }],
  });
});
