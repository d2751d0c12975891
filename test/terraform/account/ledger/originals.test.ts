import { Originals } from "../../../../src/terraform/account/ledger/ledger";
import { live } from "../../../reconcile/account";

const before = live({ one: { has: ["x"], settings: { comment: "silent" } }, two: {} });
const after = live({ one: { settings: { comment: "enabled" } }, two: { has: ["x"] }, three: {} });

test("lists are given as they were before the first write, whatever came after it", () => {
  const originals = new Originals();
  expect(originals.configurations(after.configurations)).toBe(after.configurations);
  expect(originals.repositories(after.repositories)).toBe(after.repositories);
  originals.keep(before.configurations, before.repositories);
  originals.keep(after.configurations, after.repositories);
  const { configurations: now, repositories } = after;
  expect(originals.repositories(repositories)).toEqual(before.repositories);
  const settings = Object.fromEntries(originals.configurations(now).map((each) => [each.id, each.settings]));
  expect(settings).toEqual({ one: { comment: "silent" }, two: {}, three: {} });
});

test("what was deleted is there as it was", () => {
  const originals = new Originals();
  originals.keep(before.configurations, []);
  expect(originals.configurations([])).toEqual(before.configurations);
});
