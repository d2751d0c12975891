import type { Json } from "../../src/model/json";
import { mentionsOf } from "../../src/reconcile/execute/mentions";
import { reported } from "../../src/reconcile/execute/result";
import { outcomesOf } from "../../src/reconcile/outcome";
import { uuid } from "./arbitrary";
import { declare, desired, live, planned } from "./account";

test("many errors of one bulk_update are told to whom each belongs without a detour", () => {
  const all = Array.from({ length: 4_000 }, (_, at) => uuid("c", at));
  const observed = live(Object.fromEntries(all.map((id) => [id, { settings: { comment: "silent" } }])));
  const plan = planned(desired(all.map((id) => declare(id, { comment: "enabled" }))), observed);
  const [write] = plan.writes;
  if (write?.kind !== "bulk") throw new Error("no bulk_update");
  const errors = write.configurations.map((id): Json => ({ id: id.toUpperCase(), error: `locked ${id.slice(-4)}` }));
  const failures = reported(errors, write.configurations, {});
  const outcomes = outcomesOf(plan, [{ write, status: "failed", failures }], undefined);
  expect(outcomes).toHaveLength(4_000);
  for (const { address, error } of outcomes) expect(error).toContain(`locked ${address.slice(-4)}`);
});

test("an id is found anywhere in a text, beside others and where two share characters", () => {
  const [one, two] = [uuid("c", 1), uuid("c", 2)];
  const mentioned = mentionsOf([two, "plain", one]);
  expect(mentioned(`x${one.toUpperCase()}y and ${two}`)).toEqual([two, one]);
  expect(mentioned(`ffff${one}0`)).toEqual([one]);
  expect(mentioned("PLAIN")).toEqual(["plain"]);
  expect(mentioned("nothing")).toEqual([]);
});
