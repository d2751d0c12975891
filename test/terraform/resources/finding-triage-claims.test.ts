import type { Session } from "../../../src/terraform/account/session";
import type { Diagnostic } from "../../../src/diagnostics/diagnostic";
import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import { type ObjectValue, Unknown } from "../../../src/terraform/value";
import { applied, byItself, plan } from "../life";
import { blank, type Configured, configured } from "../session";

const [one, other] = ["7b8b2ed8-40f7-4c77-a5fc-e0b9ee1e795d", "a1b87923-6d78-4b0a-ada5-4e889f0e032c"] as const;
const given = (finding_id: string | Unknown, category = "wont_fix"): ObjectValue => ({
  finding_id,
  category,
  justification: "Only in tests.",
});
const state = (finding_id: string, active = true): ObjectValue =>
  blank(findingTriage.schema, { ...given(finding_id), active });

const planned = async (
  session: Session,
  prior: ObjectValue | null,
  next: ObjectValue,
): Promise<readonly Diagnostic[]> => (await plan(session, findingTriage, prior, next)).diagnostics;
const triageOf = ({ emulator }: Configured, id: string) =>
  emulator.snapshot().accounts[0]?.triage?.find(({ finding_id }) => finding_id === id)?.category;

const twice = [
  {
    code: "finding-claimed-twice",
    severity: "error",
    summary: "Two triages of one finding",
    attribute: ["finding_id"],
  },
];

describe("two triages of one finding", () => {
  test.each([
    ["both new", null, null],
    ["one is there already", state(one), null],
    ["both are there already", state(one), state(one)],
  ])("are an error in the plan of the second, also with an id in another case: %s", async (_title, first, second) => {
    const { session } = await configured();
    expect(await planned(session, first, given(one))).toEqual([]);
    expect(await planned(session, second, given(one.toUpperCase(), "in_progress"))).toMatchObject(twice);
  });

  test("do not include the two plans of a replacement", async () => {
    const { session } = await configured();
    const config = blank(findingTriage.schema, given(one));
    await planned(session, state(one), given(one));
    const asked = { session, prior: null, config, proposed: config };
    expect((await findingTriage.plan({ ...asked, replacedPrivate: {} })).diagnostics).toEqual([]);
    expect((await findingTriage.plan({ ...asked, replacedPrivate: undefined })).diagnostics).toMatchObject(twice);
  });
});

test("triages whose findings are known only after apply claim nothing", async () => {
  const { session } = await configured();
  const both = [await planned(session, null, given(new Unknown())), await planned(session, null, given(new Unknown()))];
  expect(both).toEqual([[], []]);
});

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
