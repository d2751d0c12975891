import { acme, configurations, emulator, sender, unknownId } from "./client";

test.each<[string, string, unknown, string]>([
  ["GET", `${acme}/all_findings`, undefined, "days: is required"],
  ["GET", `${acme}/all_findings?severity=high`, undefined, "days: is required"],
  ["POST", `${acme}/findings/${unknownId}/triage`, {}, "triage_category: is required"],
  ["POST", configurations, { configuration: {} }, "configuration.name: is required"],
  ["POST", `${configurations}/bulk_update`, { updates: {} }, "configuration_ids: is required"],
  ["POST", "/control/clock", {}, "advance_seconds: is required"],
])("%s %s with %j names the missing field", async (method, path, body, error) => {
  const { url } = await emulator();
  expect(await sender(url)(method, path, body)).toMatchObject({ status: 422, body: { error } });
});

test.each<[string, RegExp]>([
  [`${acme}/all_findings?days=many`, /^days: Invalid input: expected number/],
  [`${acme}/all_findings?days=1&finding_type=x`, /^finding_type: Invalid option/],
])("GET %s names the invalid parameter", async (path, error) => {
  const { url } = await emulator();
  const answer = await sender(url)("GET", path);
  expect(answer.status).toBe(422);
  expect((answer.body as { error: string }).error).toMatch(error);
});
