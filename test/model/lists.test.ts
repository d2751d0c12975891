import { type Certainty, mapPage, type Page, pageOf, readsOn } from "../../src/model/page";
import fc from "fast-check";
import { decode } from "../../src/model/decoder";
import { fieldsDecoder } from "../../src/model/field-decoder";
import { leavesOf, pathOf, settingsOf } from "../../src/model/leaves";
import { liveConfigurationFields } from "../../src/api/configurations";
import type { Settings } from "../../src/model/settings";
import { settingsToWire } from "../../src/model/to-wire";
import { readableOnly, unreadableIn } from "../../src/model/unreadable";

const items = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);

test.each<readonly [object | undefined, Omit<Page<number>, "items">]>([
  [undefined, { extent: "unknown" }],
  [{}, { extent: "unknown" }],
  [{ pagination: { total: 3 } }, { total: 3, extent: "complete" }],
  [{ meta: { total_count: 3, next: "" } }, { total: 3, extent: "complete" }],
  [{ total: 4 }, { total: 4, extent: "cut" }],
  [{ total: 2 }, { total: 2, extent: "unknown" }],
  [{ total: -1 }, { extent: "unknown" }],
  [
    { total: 3, next_page: 2 },
    { total: 3, extent: "cut" },
  ],
  [{ meta: { next: "/v1/x?page=2" } }, { extent: "cut" }],
  [{ pagination: { pages: 2 } }, { extent: "cut" }],
  [{ pagination: { total_pages: 2, page: 2 } }, { extent: "unknown" }],
])("reads the extent of three items with %j as %j", (body, expected) => {
  expect(pageOf(items(3), body)).toEqual({ items: items(3), ...expected });
});

test("converting items keeps the extent of the page", () => {
  expect(mapPage(pageOf(items(3), { total: 3 }), String)).toEqual({
    items: ["0", "1", "2"],
    total: 3,
    extent: "complete",
  });
});

const certainties = ["first page", "ended", "whole", "certain"] as const;

test.each<[number, object, readonly Certainty[]]>([
  [0, {}, []],
  [1, {}, ["certain"]],
  [9, {}, ["certain"]],
  [10, {}, ["ended", "whole", "certain"]],
  [25, {}, ["ended", "whole", "certain"]],
  [37, {}, ["whole", "certain"]],
  [999, {}, ["whole", "certain"]],
  [1001, {}, []],
  [1025, {}, ["ended", "whole", "certain"]],
  [10, { total: 10 }, []],
  [7, { total: 8 }, ["ended", "whole", "certain"]],
  [0, { total: 1 }, ["ended", "whole", "certain"]],
])("a first page of %d items with %j is read on for the certainties %j", (length, body, expected) => {
  const first = pageOf(items(length), body);
  expect(certainties.filter((certainty) => readsOn(first, certainty))).toEqual(expected);
});

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
