import { PlannedDeletions } from "../../../../src/terraform/account/ledger/planned-settings";
import { live } from "../../../reconcile/account";

const { repositories: holders } = live({ one: { has: ["x"] } });

test("deletions are counted over the whole plan, the same configuration once", () => {
  const deletions = new PlannedDeletions();
  expect(["one", "two", "one", "three"].map((id) => deletions.delete(id))).toEqual([1, 2, 2, 3]);
  expect(new PlannedDeletions().delete("two")).toBe(1);
});

test("that there are too many is said once in a plan, and again in the next one", () => {
  const deletions = new PlannedDeletions();
  expect([deletions.refuse(), deletions.refuse(), deletions.refuse()]).toEqual([true, false, false]);
  expect(new PlannedDeletions().refuse()).toBe(true);
});

test("what may not be deleted under its repositories is known to rules that are planned later", () => {
  const deletions = new PlannedDeletions();
  expect(deletions.inUse).toEqual([]);
  deletions.deleteUnused({ name: "first", holders });
  deletions.deleteUnused({ name: "second", holders: [] });
  expect(deletions.inUse).toEqual([
    { name: "first", holders },
    { name: "second", holders: [] },
  ]);
});

test("the repositories that planned rules claimed before are known to deletions that are planned later", () => {
  const deletions = new PlannedDeletions();
  deletions.route(["x", "y"]);
  deletions.route(["z"]);
  expect(["x", "y", "z", "other"].map((id) => deletions.isRouted(id))).toEqual([true, true, true, false]);
});
