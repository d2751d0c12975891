import type { Settings } from "../../../src/model/settings";
import { corrected } from "../../../src/reconcile/apply/corrected";

/** The service lists patterns in another order each time, which changes nothing. */

const before: Settings = {
  analyzers: { a: { enabled: true, excludes: ["x", "y"] } },
  notifications: { enabled: true },
};
const now: Settings = { analyzers: { a: { enabled: true, excludes: ["y", "x"] } }, notifications: { enabled: true } };

test("removes an analyzer that the service kept and lists in another order", () => {
  const after: Settings = { analyzers: {}, notifications: { enabled: true } };
  expect(corrected({ now, before, after }, new Set())).toEqual(after);
});

test("keeps an analyzer that was to go where somebody else has changed a pattern", () => {
  const after: Settings = { analyzers: {}, notifications: { enabled: true } };
  const changed: Settings = { ...now, analyzers: { a: { enabled: true, excludes: ["y", "z"] } } };
  expect(corrected({ now: changed, before, after }, new Set())).toEqual(changed);
});

test("keeps an analyzer that was to go where somebody else has set what this version does not know", () => {
  const after: Settings = { analyzers: {}, notifications: { enabled: true } };
  const changed = { ...now, analyzers: { a: { enabled: true, excludes: ["y", "x"], mode: "deep" } } } as Settings;
  expect(corrected({ now: changed, before, after }, new Set())).toEqual(changed);
});
