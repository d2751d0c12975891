import { toTriage } from "../../src/declaration/resources";
import { DocumentPath } from "../../src/declaration/document";
import type { Diagnostic } from "../../src/diagnostics/diagnostic";
import { at, problems, read, readOne, synthesized } from "./folder";

const findingId = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";
const triage = { finding_id: findingId, category: "wont_fix", justification: "Only in tests." };
const stack = (attributes: object, more: object = {}) => ({
  ...more,
  resource: { scanform_finding_triage: { key: { ...triage, ...attributes } } },
});
const atKey = (name: string): string => at(`/resource/scanform_finding_triage/key/${name}`);

test("a triage is read with its reason, its end, and what only terraform waits for", () => {
  const { desired } = read(stack({ expires: "2027-01-31", timeouts: { create: "5m" } }));
  expect(desired.triages).toEqual([
    {
      address: "scanform_finding_triage.key",
      findingId,
      category: "wont_fix",
      justification: "Only in tests.",
      expires: "2027-01-31",
    },
  ]);
});

test("a declaration without triages says nothing of them, and null is no end", () => {
  expect(read({ resource: {} }).desired).not.toHaveProperty("triages");
  expect(read(stack({ expires: null })).desired.triages?.[0]).not.toHaveProperty("expires");
});

test("expressions, locals and other resources are evaluated", () => {
  const { desired } = read({
    locals: { why: "Never called" },
    resource: {
      scanform_configuration: { strict: { name: "strict" } },
      scanform_finding_triage: {
        key: { ...triage, justification: "${local.why}, see ${scanform_configuration.strict.name}." },
        same: { ...triage, category: "${scanform_finding_triage.key.category}" },
      },
    },
  });
  expect(desired.triages).toMatchObject([
    { justification: "Never called, see strict." },
    { address: "scanform_finding_triage.same", category: "wont_fix" },
  ]);
});

test("the account is that of the provider block, and addresses name the stack where there are several", () => {
  const one = stack({}, { provider: { scanform: [{}] } });
  const folder = synthesized({ one, two: { resource: {} } });
  expect(readOne(folder).desired.triages?.map(({ address }) => address)).toEqual(["one/scanform_finding_triage.key"]);
});

test.each([
  ["finding_id", "", "finding-missing", 'finding_id: "" is empty'],
  ["finding_id", "checkout", "id-invalid", 'finding_id: "checkout" is not a UUID'],
  ["category", "wontfix", "category-unknown", 'Did you mean "wont_fix"?'],
  ["justification", " \n", "justification-missing", "say why this was decided"],
  ["expires", "31.01.2026", "date-invalid", "neither a date such as 2026-01-31"],
  ["expires", "2026-02-30", "date-invalid", "neither a date"],
])("%s: %j is an error at its place", (name, given, code, words) => {
  expect(problems(stack({ [name]: given }))).toMatchObject([
    { code, severity: "error", path: atKey(name), detail: expect.stringContaining(words) as string },
  ]);
});

test("what is missing, of another kind or unknown is an error at its place", () => {
  const found = problems({
    resource: { scanform_finding_triage: { key: { finding_id: 7, category: "wont_fix", expiry: "2027-01-31" } } },
  });
  expect(found.map(({ code, path }) => [code, path])).toEqual(
    expect.arrayContaining([
      ["declaration-invalid", atKey("finding_id")],
      ["declaration-invalid", atKey("justification")],
      ["declaration-invalid", atKey("expiry")],
    ]),
  );
});

test("a finding that only terraform looks up cannot be evaluated", () => {
  const given = { finding_id: "${data.scanform_all_findings.all.findings[0].id}" };
  expect(problems(stack(given))).toMatchObject([{ code: "not-evaluable", path: atKey("finding_id") }]);
});

test("a triage with a value that is refused is not taken, and each such value is reported", () => {
  const address = "scanform_finding_triage.key";
  const file = "stacks/acme/cdk.tf.json";
  const place = new DocumentPath(
    { name: "acme", constructPath: "acme", file, json: {} },
    ["resource", "scanform_finding_triage", "key"],
    address,
  );
  const type = "scanform_finding_triage";
  const block = { type, place, address, alias: "", imported: undefined, preventDestroy: false, lookups: [] };
  const diagnostics: Diagnostic[] = [];
  const attributes = { ...triage, category: "wontfix", expires: "soon" };
  expect(toTriage({ ...block, attributes }, diagnostics)).toBeUndefined();
  expect(diagnostics).toMatchObject([
    { code: "category-unknown", severity: "error", address, path: atKey("category") },
    { code: "date-invalid", severity: "error", address, path: atKey("expires") },
  ]);
});
