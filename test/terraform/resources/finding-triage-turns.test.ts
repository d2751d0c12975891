import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import type { ObjectValue } from "../../../src/terraform/value";
import { applied, byItself, plan } from "../life";
import { blank, type Configured, configured } from "../session";

const [one, other] = ["7b8b2ed8-40f7-4c77-a5fc-e0b9ee1e795d", "a1b87923-6d78-4b0a-ada5-4e889f0e032c"] as const;
const given = (finding_id: string, category = "wont_fix"): ObjectValue => ({
  finding_id,
  category,
  justification: "Only in tests.",
});

const triageOf = ({ emulator }: Configured, id: string) =>
  emulator.snapshot().accounts[0]?.triage?.find(({ finding_id }) => finding_id === id)?.category;

test("a triage that is set while another is removed from the same finding stays, in any order", async () => {
  const running = await configured();
  for (const destroyedFirst of [true, false]) {
    const made = await applied(await running.again(), findingTriage, null, given(one));
    const session = await running.again();
    const config = blank(findingTriage.schema, { ...given(one, "in_progress"), active: true });
    const destroy = () => findingTriage.destroy(session, made, byItself);
    const set = () => findingTriage.apply({ session, prior: null, planned: config, config, plannedPrivate: {} });
    const both = destroyedFirst ? [destroy(), set()] : [set(), destroy()];
    expect((await Promise.all<unknown>(both)).length).toBe(2);
    expect(triageOf(running, one)).toBe("in_progress");
  }
});

test("an id in another case is the same finding", async () => {
  const { session, again } = await configured();
  const made = await applied(session, findingTriage, null, given(one));
  const { requiresReplace: replacedBy = [], planned: next } = await plan(
    await again(),
    findingTriage,
    made,
    given(one.toUpperCase()),
  );
  expect(replacedBy).toEqual([]);
  expect(next["finding_id"]).toBe(one.toUpperCase());
});

test("a replacement that was just set is not removed with the replaced triage", async () => {
  const running = await configured();
  const made = await applied(running.session, findingTriage, null, given(one));
  const elsewhere = await applied(running.session, findingTriage, null, given(other));
  const session = await running.again();
  await applied(session, findingTriage, null, given(one));
  expect(await findingTriage.destroy(session, { ...made, finding_id: one.toUpperCase() }, byItself)).toEqual([]);
  expect(triageOf(running, one)).toBe("wont_fix");
  expect(await findingTriage.destroy(session, elsewhere, byItself)).toEqual([]);
  expect(triageOf(running, other)).toBeUndefined();
  expect(running.sent().filter((each) => each.startsWith("DELETE"))).toEqual([`DELETE /findings/${other}/triage`]);
});

test("a replaced triage is removed when its replacement has expired", async () => {
  const running = await configured();
  const made = await applied(running.session, findingTriage, null, given(one));
  const session = await running.again();
  await applied(session, findingTriage, null, { ...given(one), expires: "2001-01-01" });
  expect(await findingTriage.destroy(session, made, byItself)).toEqual([]);
  expect(triageOf(running, one)).toBeUndefined();
});

test("a replaced triage is removed when its replacement could not be set", async () => {
  const running = await configured();
  const made = await applied(running.session, findingTriage, null, given(one));
  running.emulator.setFaults([{ fault: "status", status: 403, operation: "setTriage" }]);
  const session = await running.again();
  const config = blank(findingTriage.schema, { ...given(one, "in_progress"), active: true });
  const asked = { session, prior: null, planned: config, config, plannedPrivate: {} };
  await expect(findingTriage.apply(asked)).rejects.toThrow("403");
  expect(await findingTriage.destroy(session, made, byItself)).toEqual([]);
  expect(triageOf(running, one)).toBeUndefined();
});
