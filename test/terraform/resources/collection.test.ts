import { configurations } from "../../../src/terraform/resources/configurations";
import { isUnknown, type ObjectValue, Unknown } from "../../../src/terraform/value";
import { live } from "../../reconcile/account";
import { answered, inMemory, type InMemoryOptions } from "../in-memory";
import { plan } from "../life";
import { blank, configured } from "../session";
import { entry } from "../configuration/entry";
import { configurationId } from "../../../src/model/ids";
import { acmeAccountId } from "../../../src/emulator/index";
import { coreOf } from "../core";
import { isError } from "../core-process";

const account = live({ one: { has: ["x", "y"], name: "first" }, two: { name: "second" } });
const held = (id: string, name: string, more: ObjectValue = {}): ObjectValue =>
  entry({ id, created_at: null, name, ...more });
const declared = (name: string, more: ObjectValue = {}): ObjectValue =>
  entry({ id: null, created_at: null, name, deletion_protection: null, force_destroy: null, ...more });
const state = (entries: ObjectValue): ObjectValue =>
  blank(configurations.schema, { id: "account", configurations: entries, review: { summary: "as it was applied" } });
const planned = async (before: ObjectValue, after: ObjectValue) => {
  const { session } = await inMemory(account);
  return plan(session, configurations, state(before), { configurations: after });
};

const both = { a: held("one", "first"), b: held("two", "second") };

test("deletes a configuration without an entry, and rejects that while repositories have it", async () => {
  const { diagnostics } = await planned(both, { b: declared("second") });
  expect(diagnostics).toMatchObject([
    { code: "destruction-refused", severity: "error" },
    { code: "collection-deletes", summary: 'Deletes 1 configuration: "first"' },
  ]);
});

test("plans no deletion while an entry is unknown", async () => {
  const { planned: next, diagnostics } = await planned(both, { b: declared("second"), c: new Unknown() });
  expect(diagnostics).toMatchObject([{ code: "object-not-reviewed", summary: '"c" is not reviewed' }]);
  expect(isUnknown(next["review"] ?? null)).toBe(true);
});

test("keeps the review of the last change when no entry changes", async () => {
  const { planned: next, diagnostics } = await planned(both, { a: declared("first"), b: declared("second") });
  expect(diagnostics).toEqual([]);
  expect(next).toEqual(state(both));
});

test("the review counts the repositories of what goes by force, and of nothing else that goes", async () => {
  const review = async (more: ObjectValue) =>
    (await planned({ a: held("one", "first", more), b: held("two", "second") }, { b: declared("second") })).planned[
      "review"
    ];
  expect(await review({ force_destroy: true })).toMatchObject({ weakens: 2 });
  expect(await review({})).toMatchObject({ weakens: 0 });
});

test("an entry under another key is the same configuration, by its name or its former one", async () => {
  const { planned: next, diagnostics } = await planned(both, {
    c: declared("second"),
    d: declared("renamed", { renamed_from: ["first"] }),
  });
  expect(diagnostics).toEqual([]);
  expect(next["configurations"]).toMatchObject({ c: { id: "two" }, d: { id: "one" } });
});

test("rejects two entries that claim one configuration", async () => {
  const { diagnostics } = await planned(both, {
    b: declared("second"),
    c: declared("first"),
    d: declared("new", { renamed_from: ["first"] }),
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
    { code: "configuration-claimed-twice", attribute: ["configurations", { key: "d" }, "name"] },
  ]);
});

const threeConfigurations = live({
  one: { has: ["x"], name: "first" },
  two: { name: "second" },
  three: { name: "third" },
});
const collectionState = (entries: ObjectValue): ObjectValue =>
  blank(configurations.schema, { id: "account", configurations: entries });
const threeEntries = { a: held("one", "first"), b: held("two", "second"), c: held("three", "third") };

async function apply(before: ObjectValue, after: ObjectValue, options: InMemoryOptions = {}) {
  const memory = await inMemory(threeConfigurations, options);
  const [prior, planned] = [collectionState(before), collectionState(after)];
  const asked = { session: memory.session, prior, planned, config: planned, plannedPrivate: {} };
  const { state: next, diagnostics } = await configurations.apply(asked);
  const said = diagnostics.map(
    ({ severity, code, attribute = [] }) => `${severity} ${code} ${JSON.stringify(attribute)}`,
  );
  return { ...memory, said, details: diagnostics.map(({ detail }) => detail), entries: next?.["configurations"] };
}

test("an entry that repositories have by now stays in the state, which is an error; what they do not have goes", async () => {
  const { said, entries, account: left } = await apply(threeEntries, { b: threeEntries.b });
  expect(said).toEqual(["error destruction-refused []"]);
  expect(entries).toEqual({ a: threeEntries.a, b: threeEntries.b });
  expect([...left.configurations.keys()]).toEqual(["one", "two"]);
});

test("a deletion that the service refuses keeps its entry, and what else was applied holds", async () => {
  const before = (kind: string): undefined => {
    if (kind === "delete") throw answered(403);
  };
  const changed = { ...threeEntries.b, comment: "enabled" };
  const {
    said,
    details,
    entries,
    account: left,
  } = await apply(threeEntries, { a: threeEntries.a, b: changed }, { before });
  expect(said).toMatchObject([
    expect.stringMatching(/^error .* \["configurations",\{"key":"c"\}/),
    "warning collection-partly-applied []",
  ]);
  expect(details[1]).toMatch(/^Applied: "b"\. Not applied: "c"\. /);
  expect(entries).toEqual({ a: threeEntries.a, b: changed, c: threeEntries.c });
  expect(left.configurations.get(configurationId("two"))?.settings).toMatchObject({ comment: "enabled" });
});

test("an entry that does not change is not written", async () => {
  const { sent, said, entries } = await apply(threeEntries, {
    ...threeEntries,
    b: { ...threeEntries.b, comment: "enabled" },
  });
  expect([sent.length, said]).toEqual([1, []]);
  expect(entries).toMatchObject({ a: threeEntries.a, b: { comment: "enabled" }, c: threeEntries.c });
});

describe("a collection that is destroyed", () => {
  test("is deleted whole or not at all", async () => {
    const { session, sent } = await inMemory(threeConfigurations);
    const kept = { b: threeEntries.b, c: held("three", "third", { deletion_protection: true }) };
    expect(await configurations.destroy(session, collectionState(kept))).toMatchObject([
      { code: "deletion-protected" },
    ]);
    expect(sent).toEqual([]);
    expect(await configurations.destroy(session, collectionState({ b: threeEntries.b, c: threeEntries.c }))).toEqual(
      [],
    );
    expect(sent).toEqual(["delete", "delete"]);
  });

  test("is not reviewed while the provider is not configured, which is said", async () => {
    expect(await configurations.planDestroy(undefined, collectionState(threeEntries))).toMatchObject([
      { code: "not-reviewed" },
    ]);
  });
});

const address = "scanform_configurations.all";
const abc = {
  [address]: { configurations: { a: entry({ name: "a" }), b: entry({ name: "b" }), c: entry({ name: "c" }) } },
};

/** The second POST is refused. */
const faults = [{ fault: "status", status: 422, method: "POST", nth: 2 }] as const;

test("a creation in part says which entries hold, and the next apply creates the rest only", async () => {
  const { emulator, session } = await configured({ faults: [...faults] });
  const core = coreOf(emulator, { maxConcurrency: 1 });
  const { apply } = await core.plan(abc);
  const said = await apply();
  expect(said.filter(isError)).toHaveLength(1);
  const summary = said.find((each) => each.summary.startsWith("The others exist"));
  expect(summary?.detail).toMatch(/^Applied: "." and "."\. Not applied: "."\./);
  const ids = () => emulator.store.configurations(session.accountId).map(({ id }) => id);
  const before = ids();
  expect(await core.apply(abc)).toEqual(
    expect.arrayContaining([expect.objectContaining({ summary: "An existing configuration is taken over" })]),
  );
  expect(ids()).toHaveLength(before.length + 1);
  expect((await core.plan(abc)).actions).toEqual({ [address]: "no-op" });
});

test("an update in part leaves in the state what holds, and the next plan shows the rest only", async () => {
  const { emulator } = await configured();
  const core = coreOf(emulator, { maxConcurrency: 1 });
  const one = { [address]: { configurations: { a: entry({ name: "a" }) } } };
  await core.apply(one);
  emulator.setFaults([{ fault: "status", status: 422, method: "POST", nth: 1 }]);
  const { apply } = await core.plan(abc);
  const said = await apply();
  expect(said.find((each) => each.summary === "The collection was applied in part")?.detail).toMatch(
    /^Applied: ".". Not applied: "."\. The state has exactly this/,
  );
  const held = emulator.store.configurations(acmeAccountId).map(({ name }) => name);
  const { configurations } = core.state.get(address)?.value ?? {};
  expect(Object.keys(configurations ?? {}).every((key) => held.includes(key))).toBe(true);
  expect(Object.keys(configurations ?? {})).toHaveLength(2);
  expect((await core.apply(abc)).filter(isError)).toEqual([]);
  expect((await core.plan(abc)).actions).toEqual({ [address]: "no-op" });
});
