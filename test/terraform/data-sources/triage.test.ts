import { builtinSeed } from "../../../src/emulator/index";
import type { Json } from "../../../src/model/json";
import { dataSources } from "../../../src/terraform/scanform-provider";
import { textOf } from "../../../src/terraform/data-sources/data-source";
import { triageStatus } from "../../../src/model/triage-status";
import { configured, read, reading } from "../session";

const [acme] = builtinSeed.accounts;
const { scanform_finding_triage } = dataSources;

test("returns the triage of a finding, with the whole answer", async () => {
  const { session } = await configured();
  const [triaged] = acme?.triage ?? [];
  const state = await read(session, scanform_finding_triage, { finding_id: triaged?.finding_id ?? "" });
  expect(state).toMatchObject({ category: triaged?.category, category_name: expect.any(String) as string });
  expect(JSON.parse(textOf(state, "answer_json"))).toMatchObject({ data: { finding_id: triaged?.finding_id } });
});

test("a finding without triage has a null category, and a missing finding is an error", async () => {
  const { session } = await configured();
  const triaged = new Set(acme?.triage?.map(({ finding_id }) => finding_id));
  const open = acme?.scans?.flatMap(({ findings = [] }) => findings).find(({ id }) => !triaged.has(id));
  const state = await read(session, scanform_finding_triage, { finding_id: open?.id ?? "" });
  expect(state).toMatchObject({ category: null, category_name: null });
  const missing = await reading(session, scanform_finding_triage, { finding_id: "nothing" });
  expect(missing).toMatchObject({ state: null, diagnostics: [{ severity: "error", attribute: ["finding_id"] }] });
});

test("a refusal is not taken for a finding that is missing", async () => {
  const { session } = await configured({ faults: [{ fault: "status", status: 403, operation: "getTriage" }] });
  const { finding_id = "" } = acme?.triage?.[0] ?? {};
  const { diagnostics } = await reading(session, scanform_finding_triage, { finding_id });
  expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringContaining("403") as string }]);
});

const set = { is: "set", category: "wont_fix" };
test.each<readonly [Json | undefined, unknown]>([
  [{ data: { triage: { category: "wont_fix", category_name: "Won't fix" } } }, { ...set, name: "Won't fix" }],
  [{ data: { category: "wont_fix" } }, set],
  [{ triage: { category: "wont_fix" } }, set],
  [{ category: "wont_fix" }, set],
  [{ data: { triage_category: "wont_fix" } }, set],
  [{ triage_category: "wont_fix", data: null }, set],
  [{ category: "later" }, { is: "set", category: "later" }],
  [{ data: { id: "x", triage: null } }, { is: "none" }],
  [{ data: null }, { is: "none" }],
  [{ triage: null }, { is: "none" }],
  [{ category: null }, { is: "none" }],
  [null, { is: "none" }],
  [undefined, { is: "unclear" }],
  [{}, { is: "unclear" }],
  [{ data: {} }, { is: "unclear" }],
  ["wont_fix", { is: "unclear" }],
  [[{ category: "wont_fix" }], { is: "unclear" }],
  [{ data: { category: { id: 3 } } }, { is: "unclear" }],
])("the answer %j is read as %j", (answer, expected) => {
  expect(triageStatus(answer)).toEqual(expected);
});
