import { error, warning } from "../../src/diagnostics/diagnostic";
import { address } from "../../src/model/ids";
import type { Applied } from "../../src/reconcile/apply/apply";
import { accountDocument, appliedDocuments } from "../../src/report/document";
import { rich } from "./plans";

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
};
const codes = (diagnostics: readonly { readonly code: string }[]) => diagnostics.map(({ code }) => code);

test("a document of an apply says what the plan warned of, and then what went wrong", () => {
  const plan = { ...rich(), diagnostics: [warning("rule-matches-nothing", "Nothing is called so.")] };
  const [account] = appliedDocuments([{ plan, applied }]).accounts;
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
  const [document] = appliedDocuments([
    { plan: rich(), applied: { ...applied, outcomes: [{ ...outcome, error: "Plan again.", changed }] } },
  ]).accounts;
  expect(document?.outcomes).toEqual([
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
