import type { Settings } from "../../../src/model/settings";
import { corrected } from "../../../src/reconcile/apply/corrected";

const after: Settings = { notifications: { enabled: true, integration_names: ["a", "b"] } };

test.each([
  ["keeps an empty set of an entry that the write has added: somebody else has emptied it", {}, []],
  [
    "writes a set again that the service kept empty",
    { notifications: { enabled: true, integration_names: [] } },
    ["a", "b"],
  ],
  ["writes a set again that the service never had", { notifications: { enabled: true } }, ["a", "b"]],
])("%s", (_title, before: Settings, names) => {
  const now: Settings = { notifications: { enabled: true, integration_names: [] } };
  expect(corrected({ now, before, after }, new Set())).toEqual({
    notifications: { enabled: true, integration_names: names },
  });
});

test("writes a set again that the service left out of a new entry", () => {
  expect(corrected({ now: { notifications: { enabled: true } }, before: {}, after }, new Set())).toEqual(after);
});
