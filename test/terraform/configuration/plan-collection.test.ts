import { configurations } from "../../../src/terraform/resources/configurations";
import { isUnknown, type ObjectValue, Unknown } from "../../../src/terraform/value";
import { live } from "../../reconcile/account";
import { inMemory } from "../in-memory";
import { plan } from "../life";
import { blank } from "../session";
import { entry } from "./entry";

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

test("what no entry has any more is deleted, which is refused while repositories have it", async () => {
  const { diagnostics } = await planned(both, { b: declared("second") });
  expect(diagnostics).toMatchObject([
    { code: "destroyed-in-use", severity: "error" },
    { code: "collection-deletes", summary: 'Deletes 1 configuration: "first"' },
  ]);
});

test("while an entry is not known, it may be one that the state has: nothing is said to be deleted", async () => {
  const { planned: next, diagnostics } = await planned(both, { b: declared("second"), c: new Unknown() });
  expect(diagnostics).toMatchObject([{ code: "not-reviewed", summary: '"c" is not reviewed' }]);
  expect(isUnknown(next["review"] ?? null)).toBe(true);
});

test("where no entry changes, the review of the last change stays", async () => {
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

test("two entries that would both be one configuration are refused", async () => {
  const { diagnostics } = await planned(both, {
    b: declared("second"),
    c: declared("first"),
    d: declared("new", { renamed_from: ["first"] }),
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
    { code: "configuration-claimed-twice", attribute: ["configurations", { key: "d" }, "name"] },
  ]);
});
