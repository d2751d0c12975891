import fc from "fast-check";
import pc from "picocolors";
import type { AccountDocument, PlanDocument } from "../../src/report/document";
import { accountDocument, documentOf, policiesDocument } from "../../src/report/make-document";
import { plansMarkdown } from "../../src/report/markdown";
import type { DocumentFinding, ReviewedByPolicy } from "../../src/report/policy-review";
import { textRenderer } from "../../src/report/text";
import { mixed } from "../policy/mixed";
import { expectHarmless } from "./harmless";
import { hostileName } from "./hostile";

const finding = (name: string, more: Partial<ReviewedByPolicy> = {}): ReviewedByPolicy => ({
  policy: "covered",
  level: "deny",
  message: "has no configuration",
  at: { kind: "repository", id: name, name },
  ...more,
});

const judged = (findings: readonly ReviewedByPolicy[], name = "acme"): AccountDocument => ({
  ...accountDocument({ ...mixed, account: { ...mixed.account, name } }),
  ...policiesDocument(findings),
});

const together = (...accounts: readonly AccountDocument[]): PlanDocument =>
  documentOf({ made_at: "2026-11-22T13:00:00.000Z", accounts, diagnostics: [] });

const textOf = (...plans: readonly AccountDocument[]): string =>
  textRenderer.plans(together(...plans), { colors: pc.createColors(false), columns: 80 });

const waiver = {
  policy: "covered",
  at: { repository: "web" },
  reason: "it is empty",
  owner: "kim",
  expires: "2027-01-31",
};

test("findings of one policy and message are together, the first by name and the others counted", () => {
  const many = Array.from({ length: 5000 }, (_, at) => finding(`web-${String(at)}`));
  const text = textOf(judged(many));
  expect(text).toContain("DENIED by 1 policy: covered\n");
  expect(text).toMatch(
    /POLICIES 5,000 denials\n {2}deny: has no configuration \(covered\)\n {6}such as "web-0", .* and 4,99\d more\n/,
  );
});

test("what is denied comes before what is needed, warned about and waived, and none of it is left out", () => {
  const findings = [
    finding("web", { waived_until: "2027-01-31", waiver }),
    finding("docs", { level: "warn" }),
    finding("api", { level: "needs", reviewer: "octo/appsec" }),
    finding("old"),
  ];
  const text = textOf(judged(findings));
  expect(text.slice(text.indexOf("POLICIES"), text.indexOf("UNUSED"))).toBe(
    [
      "POLICIES 1 denial, 1 approval needed, 1 warning, 1 waived",
      "  deny: has no configuration (covered)",
      '      namely "old"',
      "",
      "  needs octo/appsec: has no configuration (covered)",
      '      namely "api"',
      "",
      "  warn: has no configuration (covered)",
      '      namely "docs"',
      "",
      "  deny, waived: has no configuration (covered)",
      '      namely "web"',
      '      because "it is empty" (owner kim, until 2027-01-31)',
      "",
      "",
    ].join("\n"),
  );
  expect(text).toContain("NEEDS the approval of: octo/appsec\n");
});

test("the head says who denies and who is needed in any of several accounts", () => {
  const plans = [judged([finding("web")], "one"), judged([finding("api", { level: "needs", reviewer: "kim" })], "two")];
  expect(
    textOf(...plans)
      .split("\n")
      .slice(0, 2),
  ).toEqual(["DENIED by 1 policy: covered", "NEEDS the approval of: kim"]);
  const markdown = plansMarkdown(together(...plans))
    .split("\n")
    .slice(0, 8)
    .join("\n");
  expect(markdown).toContain("**DENIED by 1 policy**: ` covered `");
  expect(markdown).toContain("**NEEDS the approval of** ` kim `");
});

test("hostile words of policies, names and waivers do nothing in Markdown", () => {
  fc.assert(
    fc.property(hostileName, hostileName, (one, other) => {
      const level: DocumentFinding["level"] = "needs";
      const all = [
        finding(one, { message: other }),
        finding(other, { level, reviewer: one, message: one }),
        finding(one, { waived_until: "2027-01-31", waiver: { ...waiver, reason: other, owner: one } }),
      ];
      expectHarmless(plansMarkdown(together(judged(all))));
    }),
    { numRuns: 20 },
  );
});
