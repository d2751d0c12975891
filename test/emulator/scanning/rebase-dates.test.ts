import { rebaseDates } from "../../../src/emulator/scans/scan-store";
import { apiId, idOf } from "./desk";

const at = (hour: number): string => `2020-01-01T0${String(hour)}:00:00.000Z`;
const finding = { id: idOf(70), title: "T", description: "D", severity: "high" };
const sca = { ...finding, id: idOf(71), package_name: "p", package_version: "1", package_ecosystem: "npm" };
const common = { repository_id: apiId, type: "full", retry_count: 0 };

/** A completed deepscan with findings, and a queued one, moved by hours. */
const deepscans = (by: number) => [
  {
    ...common,
    id: idOf(60),
    created_at: at(1 + by),
    completed_at: at(2 + by),
    results: [{ ...finding, created_at: at(1 + by) }],
    sca_results: [{ ...sca, created_at: at(2 + by) }],
  },
  { ...common, id: idOf(61), created_at: at(3 + by), completed_at: null, results: [], sca_results: [] },
];

test("every date of a deepscan and of its findings moves with scans_as_of", () => {
  const moved = rebaseDates({ deepscans: deepscans(0), scans_as_of: at(3) }, Date.parse(at(5)));
  expect(moved.deepscans).toEqual(deepscans(2));
});

test("without scans_as_of all dates stay", () => {
  const seed = { deepscans: deepscans(0) };
  expect(rebaseDates(seed, Date.parse(at(5)))).toEqual(seed);
});
