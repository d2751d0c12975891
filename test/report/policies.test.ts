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
import type { DesiredTriage } from "../../src/model/desired";
import { triageCategories } from "../../src/model/findings";
import { accountId, configurationId } from "../../src/model/ids";
import { type Plan, plan } from "../../src/reconcile/plan/plan";
import { closes, gateConditions } from "../../src/report/conditions";
import {
  decide,
  deciding,
  declare,
  desired,
  first,
  give,
  live,
  names,
  planned,
  second,
  triaged,
} from "../reconcile/account";

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

/** Each condition that closes the gate, with its reason. */
function closed(made: Plan): object {
  const document = accountDocument(made);
  return Object.fromEntries(
    gateConditions.flatMap((each) => {
      const reason = closes(each, document);
      return reason === undefined ? [] : [[each, reason]];
    }),
  );
}

const enabled = { settings: { comment: "enabled" } } as const;

const triaging = (held: Record<string, string | null>, ...declared: readonly DesiredTriage[]): Plan =>
  planned(deciding(...declared), { ...live({}), triages: triaged(held, Date.parse("2026-06-01")) });

test.each<[string, () => Plan, object]>([
  ["does nothing", () => planned(desired([declare("one", {})]), live({ one: enabled })), {}],
  [
    "weakens a repository",
    () => planned(desired([declare("one", { comment: "silent" })]), live({ one: { ...enabled, has: ["a"] } })),
    { weakens: "1 repository is weakened" },
  ],
  [
    "changes repositories in what has no direction",
    () => planned(desired([declare("one", { risk_threshold: 3 })]), live({ one: { ...enabled, has: ["a", "b"] } })),
    { unclassified: "2 repositories have unclassified changes" },
  ],
  ["strengthens", () => planned(desired([declare("one", { comment: "enabled" })]), live({ one: { has: ["a"] } })), {}],
  [
    "deletes a configuration",
    () => plan({ id: accountId("a") }, { ...desired([]), deletions: [configurationId("one")] }, live({ one: enabled })),
    { deletes: "1 configuration is deleted" },
  ],
  [
    "weakens what no repository has",
    () => planned(desired([declare("one", { comment: "silent" })]), live({ one: enabled })),
    { unused: "1 configuration becomes weaker that no repository has once this is applied" },
  ],
  [
    "names what is gone",
    () =>
      planned(
        desired([declare("one", { analyzers: { old: { enabled: true } } })], give("one", names("a", "b", "c"))),
        live({ one: { settings: { analyzers: { old: { enabled: true } } }, has: ["c"] } }),
      ),
    { missing: "2 repositories that rules name are not in the account and 1 declared object is no longer listed" },
  ],
  [
    "dismisses two findings",
    () => triaging({ [first]: null, [second]: null }, decide(first), decide(second)),
    { triages: "2 findings are dismissed" },
  ],
  ["holds a triage that is declared", () => triaging({ [first]: "wont_fix" }, decide(first)), {}],
  [
    "removes a triage that has expired",
    () => triaging({ [first]: "wont_fix" }, decide(first, { expires: "2026-01-01" })),
    {},
  ],
])("a plan that %s", (_what, make, expected) => {
  expect(closed(make())).toEqual(expected);
});

test.each(triageCategories)("a finding is dismissed by the category %s", (category) => {
  expect(closed(triaging({ [first]: null }, decide(first, { category })))).toEqual({
    triages: "1 finding is dismissed",
  });
});
