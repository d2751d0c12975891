import type { Settings } from "../../../src/model/settings";
import type { AppliedEntry } from "../../../src/reconcile/apply/journal-entry";
import { rollback } from "../../../src/reconcile/rollback/rollback";
import { declare, desired, live } from "../account";
import { account, applied, off, on } from "./applied";

const before = live({ one: { settings: { ...off, comment: "silent", risk_threshold: 3 } } });
const lost = { ...on, comment: "silent" } as const satisfies Settings;

/** The apply of one change beside which the threshold was lost, and what the account holds now. */
function undone(now: Settings) {
  const { entries } = applied(before, desired([declare("one", on)]));
  const [one] = before.configurations;
  if (one === undefined) throw new Error("no configuration");
  const address = declare("one").address;
  const end: AppliedEntry = {
    type: "applied",
    verified: false,
    at: "2026-01-01T00:00:00Z",
    desired: desired([]),
    configurations: [{ address, id: one.id, name: "one", settings: lost }],
    repositories: {},
    beside: [{ configuration: one.id, address, path: "risk_threshold", before: 3, after: 3, now: undefined }],
  };
  const world = { ...before, configurations: [{ ...one, settings: now }] };
  const { desired: back, diagnostics } = rollback([...entries, end], world);
  return { settings: applied(world, back).world.configurations[0]?.settings, diagnostics, account };
}

test("a rollback gives back an undeclared setting that was lost beside a write", () => {
  expect(undone(lost).settings).toEqual({ ...off, comment: "silent", risk_threshold: 3 });
});

test("a rollback leaves a setting that was lost beside a write and that somebody has set since", () => {
  const { settings, diagnostics } = undone({ ...lost, risk_threshold: 9 });
  expect(settings).toEqual({ ...off, comment: "silent", risk_threshold: 9 });
  expect(diagnostics.map(({ detail }) => detail).join()).toContain("risk_threshold");
});
