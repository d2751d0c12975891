import type { DesiredTriage } from "../../../src/model/desired";
import { accountId, address } from "../../../src/model/ids";
import type { TriageStatus } from "../../../src/model/triage";
import { plan } from "../../../src/reconcile/plan/plan";
import { triagesOf } from "../../../src/reconcile/plan/triages";
import { live } from "../account";

const findingId = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";
const key = address("scanform_finding_triage.key");
const triage: DesiredTriage = { address: key, findingId, category: "wont_fix", justification: "Only in tests." };
const until = { ...triage, expires: "2026-01-31" };

const planned = (
  status: TriageStatus | undefined,
  triages: readonly DesiredTriage[] = [triage],
  at = "2026-01-31T23:59:59Z",
) =>
  plan(
    { id: accountId("account") },
    { configurations: [], assignments: [], triages },
    {
      ...live({}),
      triages: { at: Date.parse(at), found: new Map(status === undefined ? [] : [[findingId, status]]) },
    },
  );

const holding = (category: string): TriageStatus => ({ is: "set", category });
const none: TriageStatus = { is: "none" };
const unclear: TriageStatus = { is: "unclear" };
const later = "2026-02-01T00:00:00Z";

test.each<[string, TriageStatus, readonly unknown[]]>([
  ["the declared category", holding("wont_fix"), []],
  ["another category", holding("in_progress"), [{ kind: "set-triage", finding: findingId, category: "wont_fix" }]],
  ["a category that nobody knows", holding("muted"), [{ kind: "set-triage", category: "wont_fix" }]],
  ["none", none, [{ kind: "set-triage", category: "wont_fix", carries: [key] }]],
])("a finding that holds %s is given the declared one with the fewest requests", (_, status, writes) => {
  const { requests, writes: made, diagnostics } = planned(status, [until]);
  expect(made).toMatchObject(writes);
  expect(requests).toEqual({ planned: writes.length, oneByOne: writes.length, lowerBound: writes.length });
  expect(diagnostics).toEqual([]);
});

test.each<[string, TriageStatus | undefined, readonly unknown[], string]>([
  [
    "the declared category",
    holding("wont_fix"),
    [{ kind: "remove-triage", finding: findingId }],
    "An apply removes it",
  ],
  ["another category", holding("in_progress"), [], "The service holds in_progress, which stays"],
  ["none", none, [], "It is not set"],
  ["what cannot be read", unclear, [], "cannot be read, and stays as it is"],
  ["nothing, since it is gone", undefined, [], "It is not set"],
])("an expired triage of a finding that holds %s removes only what was declared", (_, status, writes, words) => {
  const { writes: made, diagnostics } = planned(status, [until], later);
  expect(made).toMatchObject(writes);
  expect(diagnostics).toMatchObject([
    { code: "triage-expired", severity: "warning", address: key, detail: expect.stringContaining(words) as string },
  ]);
});

test.each<[string, TriageStatus | undefined, string]>([
  ["does not know", undefined, "finding-unknown"],
  ["says nothing clear of", unclear, "triage-unreadable"],
])("a finding that the service %s is an error at the triage", (_, status, code) => {
  expect(() => planned(status)).toThrow(
    expect.objectContaining({
      diagnostics: [expect.objectContaining({ code, severity: "error", address: key, path: "finding_id" })],
    }) as Error,
  );
});

test("no finding is known where no triage was read", () => {
  expect(triagesOf([triage])).toMatchObject({ triages: [], diagnostics: [{ code: "finding-unknown", address: key }] });
});

test("each further triage of one finding is an error that names the first, also in another case", () => {
  const others = ["other", "third"].map((name) => ({
    ...triage,
    address: address(`scanform_finding_triage.${name}`),
    findingId: findingId.toUpperCase(),
  }));
  const at = { at: 0, found: new Map([[findingId, none]]) };
  expect(triagesOf([triage, ...others], at).diagnostics).toEqual(
    others.map((other) => ({
      code: "finding-claimed-twice",
      severity: "error",
      summary: expect.any(String) as string,
      detail: `finding_id is "${other.findingId}", which another triage decides about. Remove it here, or ${key}.`,
      address: other.address,
      path: "finding_id",
    })),
  );
});

/** What becomes of one triage, without a word of who declares it. */
function outcome(given: Partial<DesiredTriage>, status: TriageStatus) {
  const declared = { ...triage, ...given };
  const observed = { at: Date.parse("2026-02-01T00:00:00Z"), found: new Map([[findingId, status]]) };
  const { triages, diagnostics } = triagesOf([declared], observed);
  const [change] = triages;
  expect(change).toMatchObject({ address: key, declared });
  return {
    change: [change?.before, change?.action, change?.after],
    warnings: diagnostics.map(({ code, path }) => [code, path]),
  };
}

test.each<[string, TriageStatus, readonly unknown[]]>([
  ["the declared category", holding("wont_fix"), ["wont_fix", "no-op", "wont_fix"]],
  ["another category", holding("in_progress"), ["in_progress", "set", "wont_fix"]],
  ["none", none, [null, "set", "wont_fix"]],
])("a triage of a finding that holds %s says what is there before and after", (_, status, change) => {
  expect(outcome({}, status)).toEqual({ change, warnings: [] });
});

test.each<[string, TriageStatus, readonly unknown[]]>([
  ["is removed", holding("wont_fix"), ["wont_fix", "remove", null]],
  ["that nobody has set is left so", none, [null, "no-op", null]],
])("no triage, as a rollback wants it: one %s", (_, status, change) => {
  expect(outcome({ category: null }, status)).toEqual({ change, warnings: [] });
});

test.each<[string, Partial<DesiredTriage>, TriageStatus, readonly unknown[]]>([
  ["its own category is removed", {}, holding("wont_fix"), ["wont_fix", "remove", null]],
  ["another category stays", {}, holding("in_progress"), ["in_progress", "no-op", "in_progress"]],
  ["none stays none", {}, none, [null, "no-op", null]],
  ["none, as a rollback wants it, stays none", { category: null }, none, [null, "no-op", null]],
])("once a triage has expired, %s, with a warning at its date", (_, given, status, change) => {
  expect(outcome({ expires: "2026-01-31", ...given }, status)).toEqual({
    change,
    warnings: [["triage-expired", "expires"]],
  });
});

test("the digest covers the reason and the end of what is pending, and nothing of what is settled", () => {
  const digest = (status: TriageStatus, given: Partial<DesiredTriage> = {}) =>
    planned(status, [{ ...triage, ...given }]).digest;
  const pending = [none, holding("in_progress")].flatMap((status) => [
    digest(status),
    digest(status, { justification: "Other." }),
    digest(status, { expires: "2030-01-01" }),
  ]);
  expect(new Set(pending).size).toBe(pending.length);
  const settled = holding("wont_fix");
  const { digest: without } = planned(none, []);
  expect([digest(settled), digest(settled, { justification: "Other." })]).toEqual([without, without]);
});
