import type { DesiredTriage } from "../../../src/model/desired";
import { accountId, address, configurationId } from "../../../src/model/ids";
import { plan } from "../../../src/reconcile/plan/plan";
import { isTriageWrite } from "../../../src/reconcile/plan/write";
import { declare, desired, give, live, names } from "../account";

const triage = (findingId: string, expires: string): DesiredTriage => ({
  address: address(`scanform_finding_triage.${findingId}`),
  findingId,
  category: "wont_fix",
  justification: "Only in tests.",
  expires,
});

test("setting and removing the triage of a finding is told from what writes configurations and assignments", () => {
  const declaration = {
    ...desired(
      [declare("new"), declare("changed", { comment: "enabled" }), declare("target")],
      give("target", names("r")),
    ),
    deletions: [configurationId("old")],
    triages: [triage("set", "2030-01-01"), triage("expired", "2026-01-01")],
  };
  const there = {
    ...live({ changed: {}, target: {}, old: { has: ["r"] } }),
    triages: {
      at: Date.parse("2026-06-01T00:00:00Z"),
      found: new Map([
        ["set", { is: "none" } as const],
        ["expired", { is: "set", category: "wont_fix" } as const],
      ]),
    },
  };
  const { writes } = plan({ id: accountId("account") }, declaration, there);
  expect(writes.filter(isTriageWrite).map(({ kind, finding }) => [kind, finding])).toEqual([
    ["set-triage", "set"],
    ["remove-triage", "expired"],
  ]);
  expect(writes.filter((each) => !isTriageWrite(each)).map(({ kind }) => kind)).toEqual([
    "patch",
    "create",
    "assign",
    "delete",
  ]);
});
