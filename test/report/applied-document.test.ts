import { error, warning } from "../../src/diagnostics/diagnostic";
import { address } from "../../src/model/ids";
import type { Applied } from "../../src/reconcile/apply/apply";
import { accountDocument, appliedDocuments } from "../../src/report/document";
import { live, planOf, rich } from "./plans";

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

test("an account without anything to do is as it was planned, although nothing was read back", () => {
  const plan = planOf(
    { configurations: [], assignments: [] },
    { configurations: [live(1, "a", {})], repositories: [] },
  );
  const documents = appliedDocuments([
    { plan, applied: { ...applied, outcomes: [], sent: 0 } },
    { plan: rich(), applied },
  ]);
  expect(documents.accounts.map(({ verified }) => verified)).toEqual([true, false]);
});

test("a document of a plan says why it is refused, and then what it warns of", () => {
  const plan = {
    ...rich(),
    refusals: [error("delete-too-many", "Too many.")],
    diagnostics: [warning("rule-matches-nothing", "Nothing is called so.")],
  };
  expect(codes(accountDocument(plan).diagnostics)).toEqual(["delete-too-many", "rule-matches-nothing"]);
});
