import { error } from "../../../src/diagnostics/diagnostic";
import { configurationId } from "../../../src/model/ids";
import type { ChangeResult } from "../../../src/terraform/account/change";
import { settle } from "../../../src/terraform/configuration/notes";

const id = configurationId("one");
const lacking = (path: string) => error("not-converged", "The service holds another value.", { path });
const exclusive = { name: "it", exclusive_analyzers: true, analyzers: { kept: {} } };
const analyzers = { kept: { enabled: false }, one: { enabled: true }, two: { enabled: true }, unsaid: {} };
const result: ChangeResult = {
  id,
  live: { id, name: "it", settings: { analyzers } },
  diagnostics: [
    lacking('analyzers["one"].enabled'),
    lacking('analyzers["two"]'),
    lacking('analyzers["kept"].enabled'),
    lacking("comment"),
  ],
};

test("what was created, and is not shown yet, is noted; what was there before is not", () => {
  const unshown = { id, diagnostics: [] };
  expect([...settle({}, null, unshown).notes.unseen]).toEqual([id]);
  expect([...settle({}, { id }, unshown).notes.unseen]).toEqual([]);
  expect([...settle({}, null, { ...result, diagnostics: [] }).notes.unseen]).toEqual([]);
});

test("analyzers that the service fills in again are one warning, and are noted; other errors stay", () => {
  const { result: settled, notes } = settle(exclusive, { id }, result);
  expect(settled.diagnostics.map(({ code, path }) => [code, path])).toEqual([
    ["not-converged", 'analyzers["kept"].enabled'],
    ["not-converged", "comment"],
    ["analyzers-filled-in", undefined],
  ]);
  expect(settled.diagnostics[2]?.detail).toContain('"one" and "two"');
  expect([...notes.filledIn]).toEqual([[id, { one: { enabled: true }, two: { enabled: true } }]]);
});

test("they stay errors where the declaration does not say that it has all analyzers", () => {
  const { result: settled, notes } = settle({ ...exclusive, exclusive_analyzers: false }, { id }, result);
  expect(settled).toEqual(result);
  expect(notes.filledIn.size).toBe(0);
});
