import { acmeAccountId, builtinSeed } from "../../../src/emulator";
import { findingTriageBy } from "../../../src/terraform/resources/finding-triage";
import { plan, refreshed } from "../life";
import { configured } from "../session";

const [triaged] = builtinSeed.accounts[0]?.triage ?? [];

test("an expired triage that somebody has removed is not removed again", async () => {
  const { session, again, emulator, sent } = await configured();
  const finding_id = triaged?.finding_id ?? "";
  const declared = { finding_id, category: "wont_fix", justification: "Only in tests.", expires: "2100-01-01" };
  const held = { ...declared, id: finding_id, active: true, timeouts: null };
  await session.writer.removeTriage(acmeAccountId, finding_id);
  const later = findingTriageBy(() => Date.parse("2100-01-02"));
  const seen = await refreshed(session, later, held);
  expect(seen).toEqual({ ...held, active: false });
  expect(await plan(await again(), later, seen, declared)).toEqual({ planned: seen, diagnostics: [] });
  emulator.clearRequests();
  expect(await later.destroy(session, { ...held, ...seen })).toEqual([]);
  expect(sent()).toEqual([]);
});
