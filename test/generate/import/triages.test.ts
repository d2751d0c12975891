import fc from "fast-check";
import { triagesCode } from "../../../src/generate/import/triages";
import type { FindingSummary } from "../../../src/model/findings";
import type { Dismissal } from "../../../src/reconcile/refresh/decided-findings";
import { uuid } from "../../reconcile/arbitrary";
import { formatted } from "../formatted";
import { anyText } from "../../support/any-text";

const dismissal = (digit: number, finding: Partial<FindingSummary> = {}): Dismissal => ({
  findingId: uuid("f", digit),
  category: "accepted_risk",
  finding: { title: "Open redirect", severity: "high", ...finding },
});

const [full, second] = [
  dismissal(1, { file: "src/go.ts", repository: "web" }),
  dismissal(2, { title: "open redirect" }),
];

test("writes a construct for each triage, which lacks its justification", async () => {
  const { fileName, text } = triagesCode([full, second], "typescript", { framework: "cdktf", number: 2 });
  expect(fileName).toBe("triages-2.ts");
  expect(text).toContain(`export class ImportedTriages2 extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // high: Open redirect, src/go.ts in web
    new FindingTriage(this, "open-redirect", {
      findingId: "${uuid("f", 1)}",
      category: TriageCategory.ACCEPTED_RISK,
      // justification: "",
    });

    // high: open redirect
    new FindingTriage(this, "open-redirect-2", {
      findingId: "${uuid("f", 2)}",
      category: TriageCategory.ACCEPTED_RISK,
      // justification: "",
    });
  }
}
`);
  expect(await formatted(text)).toBe(text);
});

test("writes a resource for each triage, which lacks its justification, and imports it by the finding's id", () => {
  expect(triagesCode([full], "hcl", { framework: "cdktn" })).toEqual({
    fileName: "triages.tf",
    text: `import {
  to = scanform_finding_triage.open_redirect
  id = "${uuid("f", 1)}"
}

# high: Open redirect, src/go.ts in web
resource "scanform_finding_triage" "open_redirect" {
  finding_id = "${uuid("f", 1)}"
  category   = "accepted_risk"
  # justification = ""
}
`,
  });
});

test("whatever a finding is called, the rest of the code is the same, as prettier writes it", async () => {
  const plain = /^ +\/\/ .*|(?<=FindingTriage\(this, )"[a-z][a-z0-9-]*"(?=, \{)/gmu;
  const shape = (text: string): string => text.replace(plain, "");
  const usual = shape(triagesCode([full], "typescript", { framework: "cdktn" }).text);
  const title = fc.oneof(
    anyText(),
    fc.string({ minLength: 60 }),
    fc.constantFrom("constructor", "\u2028", "\r\n*/", ""),
  );
  const property = fc.asyncProperty(title, async (each) => {
    const { text } = triagesCode([dismissal(1, { title: each, file: each })], "typescript", { framework: "cdktn" });
    expect(shape(text)).toBe(usual);
    expect(await formatted(text)).toBe(text);
  });
  await fc.assert(property, { numRuns: 15 });
});
