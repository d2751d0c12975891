import fc from "fast-check";
import { decode } from "../../src/model/decoder";
import { fieldsDecoder } from "../../src/model/field-decoder";
import { leavesOf, pathOf, settingsOf } from "../../src/model/leaves";
import { liveConfigurationFields } from "../../src/api/configurations";
import type { Settings } from "../../src/model/settings";
import { settingsToWire } from "../../src/model/to-wire";
import { readableOnly, unreadableIn } from "../../src/model/unreadable";

const received = (configuration: unknown): Settings => {
  const decoded = decode(fieldsDecoder(liveConfigurationFields, "received"), { id: "a", configuration });
  if ("problems" in decoded) throw new Error(decoded.problems.map(({ sentence }) => sentence).join());
  return decoded.value["configuration"] as Settings;
};

test.each<[object | string, readonly string[], object]>([
  [{ comment: "silent", risk_threshold: "3" }, ["risk_threshold"], { comment: "silent" }],
  [{ analyzers: [], comment: 5 }, ["comment", "analyzers"], {}],
  [
    { analyzers: { xss: [], secrets: { enabled: "yes", blocking: true, excludes: "a" } } },
    ['analyzers["xss"]', 'analyzers["secrets"].enabled', 'analyzers["secrets"].excludes'],
    { analyzers: { secrets: { blocking: true } } },
  ],
  ["enabled", ["configuration as a whole"], {}],
  [["comment"], ["configuration as a whole"], {}],
  [{ code_policies: {} }, ["code_policies"], {}],
  [{ code_policies: [{ id: "p" }, 5] }, ["code_policies"], {}],
  [{ notifications: [], risk_threshold: 3 }, ["notifications"], { risk_threshold: 3 }],
  [
    { notifications: { enabled: true, integrationNames: "chat" } },
    ["notifications.integration_names"],
    { notifications: { enabled: true } },
  ],
])("of %j these are of another kind: %j", (configuration, paths, readable) => {
  const settings = received(configuration);
  expect(unreadableIn(settings).map(({ leaf }) => pathOf(leaf))).toEqual(paths);
  expect(readableOnly(settings)).toEqual(readable);
  expect(settingsToWire(settings)).toEqual(configuration);
});

test("an empty list in place of all settings is none, as some services write an object without members", () => {
  expect(received([])).toEqual({});
});

test("whatever the service holds goes back as it came, leaf by leaf too", () => {
  const odd = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant([]),
    fc.constant([1, "a"]),
    fc.constant({}),
  );
  const entry = fc.oneof(odd, fc.record({ enabled: odd, excludes: odd }, { requiredKeys: [] }));
  const configuration = fc.record(
    {
      comment: odd,
      risk_threshold: odd,
      analyzers: fc.oneof(odd, fc.dictionary(fc.constantFrom("a", "b"), entry)),
      code_policies: fc.oneof(odd, fc.array(fc.oneof(odd, fc.record({ id: odd, enabled: odd })))),
      notifications: fc.oneof(odd, fc.record({ enabled: odd, integrationNames: odd }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(configuration, fc.string(), fc.integer(), fc.boolean()), (given) => {
      const settings = received(given);
      expect(settingsToWire(settings)).toEqual(given);
      expect(settingsOf(new Map(leavesOf(settings)))).toEqual(settings);
      expect(unreadableIn(readableOnly(settings))).toEqual([]);
    }),
  );
});
