import type { Settings } from "../../../src/model/settings";
import { configurationId } from "../../../src/model/ids";
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
    configurations: [{ address, id: one.id, name: "one", settings: lost }],
    repositories: {},
    triages: {},
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

test("a rollback says which lost setting it cannot put back, where there is nothing else to write", () => {
  const settings: Settings = { ...off, ...{ later: 5 } };
  const held = live({ one: { settings } });
  const { entries } = applied(held, desired([declare("one", on)]));
  const { address, id = configurationId("one") } = declare("one");
  const end: AppliedEntry = {
    type: "applied",
    verified: false,
    at: "2026-01-01T00:00:00Z",
    configurations: [{ address, id, name: "one", settings: on }],
    repositories: {},
    triages: {},
    beside: [{ configuration: id, address, path: "later", before: 5, after: 5, now: undefined }],
  };
  const details = (now: Settings) =>
    rollback([...entries, end], live({ one: { settings: now } })).diagnostics.map(({ detail }) => detail);
  expect(details(off)).toEqual(['"later" cannot be put back. Restore that in the dashboard.']);
  expect(details(on)).toEqual([]);
  expect(details(settings)).toEqual([]);
});
