import { builtinSeed } from "../../../src/emulator/index";
import { sortByTime } from "../../../src/terraform/data-sources/data-source";
import { dataSources } from "../../../src/terraform/scanform-provider";
import type { ObjectValue } from "../../../src/terraform/value";
import { configured, read } from "../session";

const [acme] = builtinSeed.accounts;
const full = acme?.deepscans?.find(
  ({ results, sca_results }) => (results?.length ?? 0) > 1 && (sca_results?.length ?? 0) > 1,
);
const ofDeepscan = { repository_id: full?.repository_id ?? "", deepscan_id: full?.id ?? "" };
const scanned = acme?.scans?.find(({ pull_request }) => pull_request.number === 412)?.repository_id ?? "";

test.each<[keyof typeof dataSources, ObjectValue]>([
  ["scanform_repositories", {}],
  ["scanform_analyzers", {}],
  ["scanform_custom_policies", {}],
  ["scanform_configurations", {}],
  ["scanform_scans", { repository_id: scanned }],
  ["scanform_findings", { repository_id: scanned }],
  ["scanform_deepscans", {}],
  ["scanform_deepscan_results", ofDeepscan],
  ["scanform_sca_results", ofDeepscan],
])("%s is the same whatever the order of the service's lists", async (type, given) => {
  const { session, again } = await configured({ profile: { order: "shuffled" } });
  const first = await read(session, dataSources[type], given);
  for (let time = 0; time < 3; time += 1) expect(await read(await again(), dataSources[type], given)).toEqual(first);
});

test("patterns of a configuration are sorted, and its code policies are by id", async () => {
  const { session, again } = await configured({ profile: { order: "shuffled" } });
  const policies = (acme?.custom_policies ?? []).map(({ id }) => ({ id, enabled: true }));
  const settings = {
    analyzers: { secrets: { enabled: true, excludes: ["d", "b", "a", "c"] } },
    code_policies: policies,
    notifications: { integration_names: ["y", "z", "x"] },
  };
  const made = await session.submit({ kind: "configuration", declared: { name: "listed", settings } });
  expect(made.diagnostics).toEqual([]);
  for (let time = 0; time < 3; time += 1)
    expect(await read(await again(), dataSources.scanform_configuration, { name: "listed" })).toMatchObject({
      analyzers: { secrets: { excludes: ["a", "b", "c", "d"] } },
      code_policies: Object.fromEntries(policies.map(({ id, enabled }) => [id, { enabled }])),
      notifications: { integration_names: ["x", "y", "z"] },
    });
});

test("sorts items without a time first, and equal times by id", () => {
  const items = [
    { id: "c", at: "2026-01-01T00:00:00Z" },
    { id: "d" },
    { id: "b", at: "2026-01-01T01:00:00+01:00" },
    { id: "a", at: "2025-12-31T23:59:59.5Z" },
    { id: "e", at: "2026-01-01T00:00:00.5Z" },
  ];
  const sorted = sortByTime<(typeof items)[number]>(
    items,
    ({ at }) => at,
    ({ id }) => id,
  );
  expect(sorted.map(({ id }) => id).join("")).toBe("debca");
});
