import type { Settings } from "../../../src/model/settings";
import { fillIn } from "../../../src/reconcile/apply/fill-in";

test.each<{ title: string; live: Settings; planned: Settings; after: Settings }>([
  {
    title: "keeps what is present and restores what is absent",
    live: { comment: "silent" },
    planned: { comment: "enabled", risk_threshold: 3, show_scan_confirmation: true },
    after: { comment: "silent", risk_threshold: 3, show_scan_confirmation: true },
  },
  {
    title: "fills in entries leaf by leaf, and restores missing entries whole",
    live: { analyzers: { a: { enabled: false }, own: { silent: true } } },
    planned: { analyzers: { a: { enabled: true, blocking: true, excludes: ["x"] }, b: { enabled: true } } },
    after: {
      analyzers: {
        a: { enabled: false, blocking: true, excludes: ["x"] },
        own: { silent: true },
        b: { enabled: true },
      },
    },
  },
  {
    title: "fills in policies by id",
    live: { code_policies: [{ id: "q", enabled: false }, { id: "own" }] },
    planned: {
      code_policies: [
        { id: "p", enabled: true },
        { id: "q", enabled: true, blocking: true },
      ],
    },
    after: {
      code_policies: [{ id: "q", enabled: false, blocking: true }, { id: "own" }, { id: "p", enabled: true }],
    },
  },
  {
    title: "keeps a set that somebody has changed",
    live: { notifications: { integration_names: ["x"] } },
    planned: { notifications: { integration_names: ["x", "y"], enabled: true } },
    after: { notifications: { integration_names: ["x"], enabled: true } },
  },
  {
    title: "keeps unknown fields",
    live: { beta: 1 } as Settings,
    planned: { comment: "silent" },
    after: { beta: 1, comment: "silent" } as Settings,
  },
])("$title", ({ live, planned, after }) => {
  expect(fillIn(live, planned)).toStrictEqual(after);
});
