import { error, warning } from "../../src/diagnostics/diagnostic";
import { address } from "../../src/model/ids";
import type { Applied } from "../../src/reconcile/apply/apply";
import { accountDocument, appliedDocuments } from "../../src/report/make-document";
import { isPlanned } from "../../src/report/document";
import { rich } from "./plans";
import { outcomeText, planDocument } from "./rendered";

const applied: Applied = {
  outcomes: [
    { address: address("scanform_configuration.strict"), status: "succeeded", requestId: "r-1" },
    { address: address("scanform_configuration.open"), status: "failed", error: "no" },
  ],
  sent: 5,
  verified: false,
  wrote: true,
  unread: false,
  diagnostics: [error("write-failed", "It was refused.")],
  created: new Map(),
  unexpected: [],
};
const codes = (diagnostics: readonly { readonly code: string }[]) => diagnostics.map(({ code }) => code);

/** The document of the only account. */
function appliedTo(plan: ReturnType<typeof rich>, became: Applied) {
  const document = planDocument([plan]);
  const applies = new Map(document.accounts.filter(isPlanned).map((each) => [each, became]));
  return appliedDocuments(document, applies).accounts[0];
}

test("a document of an apply says what the plan warned of, and then what went wrong", () => {
  const plan = { ...rich(), diagnostics: [warning("rule-matches-nothing", "Nothing is called so.")] };
  const account = appliedTo(plan, applied);
  expect(codes(account?.diagnostics ?? [])).toEqual(["rule-matches-nothing", "write-failed"]);
  expect(account).toMatchObject({
    verified: false,
    requests: { planned: plan.requests.planned, sent: 5 },
    outcomes: [
      { address: "scanform_configuration.strict", status: "succeeded", request_id: "r-1" },
      { address: "scanform_configuration.open", status: "failed", error: "no" },
    ],
  });
});

test("an outcome says what somebody else has changed, with null where nothing is set", () => {
  const changed = [
    { path: "comment", planned: "silent", found: "enabled" },
    { path: "name", found: "x" },
  ];
  const outcome = {
    address: address("scanform_configuration.a"),
    status: "skipped",
    code: "changed-since-planned",
  } as const;
  const document = appliedTo(rich(), {
    ...applied,
    outcomes: [{ ...outcome, error: "Plan again.", changed }],
  });
  expect(document).toHaveProperty("outcomes", [
    {
      ...outcome,
      error: "Plan again.",
      changed: [
        { path: "comment", planned: "silent", found: "enabled" },
        { path: "name", planned: null, found: "x" },
      ],
    },
  ]);
});

test("a document of a plan says why it is refused, and then what it warns of", () => {
  const plan = {
    ...rich(),
    refusals: [error("delete-too-many", "Too many.")],
    diagnostics: [warning("rule-matches-nothing", "Nothing is called so.")],
  };
  expect(codes(accountDocument(plan).diagnostics)).toEqual(["delete-too-many", "rule-matches-nothing"]);
});

const at = address("scanform_configuration.strict");
const succeeded = { address: at, status: "succeeded" } as const;
const skipped = { address: at, status: "skipped", error: "Something before it failed." } as const;
const failed = { address: at, status: "failed", error: "no" } as const;

/** What is said of an apply. */
function outcomeOf(given: Partial<Applied>): string {
  const usual = { outcomes: [succeeded], sent: 1, verified: false, wrote: true, unread: false, diagnostics: [] };
  return outcomeText({ ...usual, created: new Map(), unexpected: [], ...given }).trimEnd();
}

test("what somebody else has changed is counted, and left to its diagnostic", () => {
  const conflict = { ...skipped, code: "changed-since-planned" } as const;
  const text = outcomeOf({ outcomes: [succeeded, conflict] });
  expect(text).toContain("Applied with 1 request: 1 configuration. Skipped: 1 configuration.");
  expect(text).not.toContain(at);
});

test.each<[string, Partial<Applied>, RegExp]>([
  ["all was read back as planned", { verified: true }, /^Read back: the service holds all that was planned\.$/],
  ["it could not be read back", { unread: true }, /^The service could not be read back/],
  ["what was sent has failed", { outcomes: [failed, skipped] }, /^The service does not hold all that was planned\./],
  [
    "it was so without a request, and is not any more",
    { sent: 0 },
    /^The service does not hold all that was planned\./,
  ],
])("the last line of an outcome says where %s", (_what, given, expected) => {
  expect(outcomeOf(given).split("\n").at(-1)).toMatch(expected);
});
