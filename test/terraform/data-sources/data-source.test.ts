import fc from "fast-check";
import { type Parameter, valueSchema } from "../../../src/api/parameter";
import { builtinSeed } from "../../../src/emulator/index";
import { isAllowed, sortByTime } from "../../../src/terraform/data-sources/data-source";
import { dataSources } from "../../../src/terraform/scanform-provider";
import { isObjectValue, type ObjectValue, type Value } from "../../../src/terraform/value";
import { configured, read } from "../session";

const description = "";
const parameters: readonly Parameter[] = [
  { kind: "integer", description },
  { kind: "integer", least: 1, most: 10, description },
  { kind: "boolean", description },
  { kind: "text", description },
  { kind: "text", format: "date", description },
  { kind: "text", format: "date or date-time", description },
  { kind: "choice", values: ["a", "b"], description },
  { kind: "list", values: ["a", "b"], description },
];

const two = fc.integer({ min: 0, max: 61 }).map((number) => String(number).padStart(2, "0"));
const dates = fc
  .tuple(fc.constantFrom("2023", "2024", "1900", "2000", "0001", "24"), two, two)
  .map((parts) => parts.join("-"));
const dateTimes = fc
  .tuple(
    dates,
    fc.constantFrom("T", " ", "t"),
    fc.array(two, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", ".1", ".123456"),
    fc.constantFrom("", "Z", "z", "+01:00", "-23:59", "+24:00", "+0100", "-00:00"),
  )
  .map(([date, between, parts, fraction, offset]) => `${date}${between}${parts.join(":")}${fraction}${offset}`);
const values: fc.Arbitrary<Value> = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -2, max: 12 }),
  fc.double({ noNaN: true }),
  fc.constantFrom("a", "b", "c", ""),
  fc.array(fc.constantFrom("a", "b", "c")),
  dates,
  dateTimes,
);

test.each(parameters)("allows what the interface of the service says: %j", (parameter) => {
  const schema = valueSchema(parameter);
  fc.assert(
    fc.property(values, (given) => {
      if (isObjectValue(given)) return;
      expect(isAllowed(parameter, given)).toBe(schema.safeParse(given).success);
    }),
    { numRuns: 2000 },
  );
});

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
  for (let time = 0; time < 8; time += 1) expect(await read(await again(), dataSources[type], given)).toEqual(first);
});

test("patterns of a configuration are sorted, and its code policies are by id", async () => {
  const { session, again } = await configured({ profile: { order: "shuffled" } });
  const policies = (acme?.custom_policies ?? []).map(({ id }) => ({ id, enabled: true }));
  const settings = {
    analyzers: { secrets: { enabled: true, excludes: ["d", "b", "a", "c"] } },
    code_policies: policies,
    notifications: { integration_names: ["y", "z", "x"] },
  };
  const [made] = await session.submit([{ kind: "configuration", declared: { name: "listed", settings } }]);
  expect(made?.diagnostics).toEqual([]);
  for (let time = 0; time < 8; time += 1)
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
