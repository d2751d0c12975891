import { acmeAccountId } from "../../../src/emulator";
import { coreOf } from "../core";
import { isError } from "../core-process";
import { configured } from "../session";
import { entry } from "../configuration/entry";

const all = "scanform_configurations.all";
const declared = {
  [all]: { configurations: { a: entry({ name: "a" }), b: entry({ name: "b" }), c: entry({ name: "c" }) } },
};

/** The second POST is refused. */
const faults = [{ fault: "status", status: 422, method: "POST", nth: 2 }] as const;

test("a creation in part says which entries hold, and the next apply creates the rest only", async () => {
  const { emulator, session } = await configured({ faults: [...faults] });
  const core = coreOf(emulator, { sleep: () => Promise.resolve(), maxConcurrency: 1 });
  const { apply } = await core.plan(declared);
  const said = await apply();
  expect(said.filter(isError)).toHaveLength(1);
  const summary = said.find((each) => each.summary.startsWith("The others exist"));
  expect(summary?.detail).toMatch(/^Applied: "." and "."\. Not applied: "."\./);
  const ids = () => emulator.store.configurations(session.accountId).map(({ id }) => id);
  const before = ids();
  expect(await core.apply(declared)).toEqual(
    expect.arrayContaining([expect.objectContaining({ summary: "An existing configuration is taken over" })]),
  );
  expect(ids()).toHaveLength(before.length + 1);
  expect((await core.plan(declared)).actions).toEqual({ [all]: "no-op" });
});

test("an update in part leaves in the state what holds, and the next plan shows the rest only", async () => {
  const { emulator } = await configured();
  const core = coreOf(emulator, { sleep: () => Promise.resolve(), maxConcurrency: 1 });
  const one = { [all]: { configurations: { a: entry({ name: "a" }) } } };
  await core.apply(one);
  emulator.setFaults([{ fault: "status", status: 422, method: "POST", nth: 1 }]);
  const { apply } = await core.plan(declared);
  const said = await apply();
  expect(said.find((each) => each.summary === "The collection was applied in part")?.detail).toMatch(
    /^Applied: ".". Not applied: "."\. The state has exactly this/,
  );
  const held = emulator.store.configurations(acmeAccountId).map(({ name }) => name);
  const { configurations } = core.state.get(all)?.value ?? {};
  expect(Object.keys(configurations ?? {}).every((key) => held.includes(key))).toBe(true);
  expect(Object.keys(configurations ?? {})).toHaveLength(2);
  expect((await core.apply(declared)).filter(isError)).toEqual([]);
  expect((await core.plan(declared)).actions).toEqual({ [all]: "no-op" });
});
