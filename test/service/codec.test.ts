import { accountId } from "../../src/model/ids";
import { configurationBody, wrapData, unwrapData, receipt } from "../../src/service/codec";
import { client, saying, serving } from "./server";

const scan = { scan_id: "s", dashboard_url: "u" };

test.each<readonly [unknown, unknown]>([
  [scan, scan],
  [{ data: scan }, scan],
  [
    { ...scan, data: { findings: [] } },
    { ...scan, data: { findings: [] } },
  ],
  [{ data: [scan] }, { data: [scan] }],
  [{ data: "x" }, { data: "x" }],
  [{}, {}],
  [null, null],
  ["x", "x"],
  [undefined, undefined],
])("scan detail %j is read as %j", (body, expected) => {
  expect(unwrapData(body)).toEqual(expected);
});

test.each<readonly [unknown, unknown]>([
  [{ format: "CycloneDX" }, { data: { format: "CycloneDX" } }],
  [{ data: { format: "CycloneDX" } }, { data: { format: "CycloneDX" } }],
  [{ data: null }, { data: null }],
  [null, null],
  ["x", "x"],
  [[], []],
])("the latest SBOM %j is read as %j", (body, expected) => {
  expect(wrapData(body)).toEqual(expected);
});

test("a body lists repositories only when some are given, even an empty list", () => {
  const configuration = { name: "n", configuration: {} };
  expect(configurationBody({ name: "n", settings: {} })).toStrictEqual({ configuration });
  expect(configurationBody({ name: "n", settings: {}, repositories: [] })).toStrictEqual({
    configuration,
    repositories: [],
  });
});

test("a receipt has a request id and a name only when the service gave them", async () => {
  expect(receipt({})).toStrictEqual({});
  expect(receipt({ requestId: "r-1" })).toStrictEqual({ requestId: "r-1" });
  const body = { configuration_id: "c", assigned_count: 0, total_matched: 0, errors: [] };
  const { url } = await serving(saying(200, body));
  const assigned = await client(url).assignRepositories(accountId("a"), { configurationId: "c" });
  expect(assigned).toStrictEqual({ configurationId: "c", assignedCount: 0, totalMatched: 0, errors: [] });
});
