import { type ObjectValue, textIn } from "../../../src/terraform/value";
import { builtinSeed } from "../../../src/emulator/index";
import { dataSources, ephemeralResources } from "../../../src/terraform/scanform-provider";
import { blank, configured, expectOfSchema, read, reading } from "../session";
import { ScanformError } from "../../../src/diagnostics/error";

const [acme] = builtinSeed.accounts;
const seeded = acme?.deepscans ?? [];
const full = seeded.find(({ results, sca_results }) => (results?.length ?? 0) > 1 && (sca_results?.length ?? 0) > 1);
const repository_id = full?.repository_id ?? "";
const deepscan_id = full?.id ?? "";
const unknownId = "00000000-0000-4000-8000-000000000000";
const { scanform_deepscans, scanform_deepscan_results, scanform_sca_results, scanform_sbom } = dataSources;
const items = (value: unknown): readonly ObjectValue[] => value as readonly ObjectValue[];
const idsIn = (value: unknown) => items(value).map(({ id }) => id);

test("returns the deepscans of the account or of a repository", async () => {
  const { session } = await configured();
  const { deepscans: all } = await read(session, scanform_deepscans);
  expect(idsIn(all).sort()).toEqual(seeded.map(({ id }) => id).sort());
  expect(items(all).map(({ repository_name: name }) => name)).toContain("payments-api");
  const { deepscans: some } = await read(session, scanform_deepscans, { repository_id });
  expect(idsIn(some).sort()).toEqual(
    seeded
      .filter((each) => each.repository_id === repository_id)
      .map(({ id }) => id)
      .sort(),
  );
});

test.each([
  [scanform_deepscan_results, full?.results],
  [scanform_sca_results, full?.sca_results],
] as const)("returns all results of a deepscan, or those of a severity (case %#)", async (source, seededOnes = []) => {
  const { session } = await configured();
  const state = await read(session, source, { repository_id, deepscan_id });
  expect(idsIn(state["findings"]).sort()).toEqual(seededOnes.map(({ id }) => id).sort());
  expect(state["dashboard_url"]).toContain(deepscan_id);
  const severity = seededOnes.filter((each) => each.severity === "high").map(({ id }) => id);
  const some = await read(session, source, { repository_id, deepscan_id, severity: ["high"] });
  expect(idsIn(some["findings"]).sort()).toEqual(severity.sort());
  expect(seededOnes.length).toBeGreaterThan(0);
});

test("returns undocumented values as JSON", async () => {
  const { session } = await configured();
  const { findings } = await read(session, scanform_deepscan_results, { repository_id, deepscan_id });
  const located = items(findings).find(({ locations_json: each }) => each !== null);
  const seededOne = full?.results?.find(({ id }) => id === located?.["id"]);
  expect(JSON.parse(textIn(located?.["locations_json"])) as unknown).toEqual(seededOne?.locations);
});

test("returns the SBOM of a deepscan, or the latest one with its deepscan, and never its link", async () => {
  const { session } = await configured();
  const named = await read(session, scanform_sbom, { repository_id, deepscan_id });
  expect(named).toMatchObject({ repository_id, deepscan_id, format: "CycloneDX" });
  const latest = await read(session, scanform_sbom, { repository_id });
  expect(seeded.find(({ id }) => id === latest["deepscan_id"])).toMatchObject({ repository_id });
  expect(latest["vulnerability_summary"]).toMatchObject({ total: expect.any(Number) as number });
  expect(JSON.stringify([named, latest])).not.toMatch(/https?:/);
});

test.each([
  [scanform_deepscans, { repository_id: unknownId }, "repository_id"],
  [scanform_deepscan_results, { repository_id: unknownId, deepscan_id }, "repository_id"],
  [scanform_deepscan_results, { repository_id, deepscan_id: unknownId }, "deepscan_id"],
  [scanform_sca_results, { repository_id, deepscan_id: unknownId }, "deepscan_id"],
  [scanform_sbom, { repository_id: unknownId }, "repository_id"],
  [scanform_sbom, { repository_id, deepscan_id: unknownId }, "deepscan_id"],
] as const)("a missing object is an error at the attribute that names it (case %#)", async (source, given, at) => {
  const { session } = await configured();
  expect(await reading(session, source, given)).toMatchObject({
    state: null,
    diagnostics: [{ severity: "error", attribute: [at] }],
  });
});

test("a repository without an SBOM is an explained error", async () => {
  const { session } = await configured();
  const without = acme?.repositories?.find(({ id }) => !seeded.some((each) => each.repository_id === id));
  const { diagnostics } = await reading(session, scanform_sbom, { repository_id: without?.id ?? "" });
  expect(diagnostics).toMatchObject([
    { attribute: ["repository_id"], detail: expect.stringContaining("no SBOM yet") as string },
  ]);
});

test("returns the insights of a day, or the latest", async () => {
  const { session } = await configured();
  const latest = await read(session, dataSources.scanform_insights);
  expect(latest).toMatchObject({ date: null, covers: expect.stringMatching(/^\d{4}\/\d\d\/\d\d$/) as string });
  expect(items(latest["insights"]).length).toBeGreaterThan(0);
  const date = textIn(latest["covers"]).replaceAll("/", "-");
  expect(await read(session, dataSources.scanform_insights, { date })).toEqual({ ...latest, date });
  expect(await read(session, dataSources.scanform_insights, { date: "2001-01-01" })).toMatchObject({ insights: [] });
});

const { scanform_sbom: sbom } = ephemeralResources;
const [deepscan] = builtinSeed.accounts[0]?.deepscans ?? [];
const scannedId = deepscan?.repository_id ?? "";

test("gives the link to the file with the metadata", async () => {
  const { session } = await configured();
  const opened = await sbom.open(session, blank(sbom.schema, { repository_id: scannedId }));
  expectOfSchema(sbom.schema, opened);
  expect(opened).toMatchObject({ repository_id: scannedId, format: "CycloneDX" });
  expect(Date.parse(textIn(opened["download_url_expires_at"]))).toBeGreaterThan(0);
  expect((await fetch(textIn(opened["download_url"]))).status).toBe(200);
});

test.each([
  [{ repository_id: unknownId }, "repository_id"],
  [{ repository_id: scannedId, deepscan_id: unknownId }, "deepscan_id"],
] as const)("what is missing is an error at its attribute: %j", async (given, attribute) => {
  const { session } = await configured();
  const thrown: unknown = await sbom.open(session, blank(sbom.schema, given)).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ScanformError);
  expect((thrown as ScanformError).diagnostics).toMatchObject([{ attribute: [attribute] }]);
});

test("its link is marked as sensitive", () => {
  expect(sbom.schema.block.attributes["download_url"]?.sensitive).toBe(true);
});
