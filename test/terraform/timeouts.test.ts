import { parseDuration } from "../../src/model/time";
import type { Change } from "../../src/terraform/account/requested-change";
import type { Session } from "../../src/terraform/account/session";
import { repositoryAssignments } from "../../src/terraform/assignments/repository-assignments";
import { configuration } from "../../src/terraform/resources/configuration";
import { defaultTimeouts, timeoutsOf } from "../../src/terraform/timeouts";
import { type ObjectValue, Unknown } from "../../src/terraform/value";
import { live } from "../reconcile/account";
import { uuid } from "../reconcile/arbitrary";
import { rule } from "./acme";
import { inMemory } from "./in-memory";
import { applied, apply, byItself } from "./life";

test.each([
  ["90s", 90_000],
  ["5m", 300_000],
  ["1h30m", 5_400_000],
  ["1.5h", 5_400_000],
  ["250ms", 250],
  ["24h", 86_400_000],
])("a duration of %s is %i milliseconds", (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(["", "5", "m", "-5m", "5 m", "5M", "0s", "25h", "30m1h", "5m\n", `${"9".repeat(400)}h`])(
  "a duration is none of %j",
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

test("the timeouts of a resource are the defaults where it does not say otherwise", () => {
  expect(timeoutsOf({})).toEqual(defaultTimeouts);
  expect(timeoutsOf({ timeouts: null })).toEqual(defaultTimeouts);
  expect(timeoutsOf({ timeouts: { create: "2h", update: null, delete: new Unknown() } })).toEqual({
    ...defaultTimeouts,
    create: 7_200_000,
  });
});

const timeouts = { create: "2m", update: "3m", delete: "4m" };
const [create, update, remove] = [120_000, 180_000, 240_000];
const [loud, quiet] = [uuid("a", 1), uuid("a", 2)];

/** A session that keeps how long each change may take. */
async function listening() {
  const { session } = await inMemory(live({ [loud]: { name: "loud", has: ["api"] }, [quiet]: { name: "quiet" } }));
  const waits: (number | undefined)[] = [];
  const submit = (change: Change) => {
    waits.push(change.timeout);
    return session.submit(change);
  };
  const listened: Session = { ...session, submit };
  return { session: listened, taken: () => waits.splice(0) };
}

test("a configuration is created, changed and deleted in the time that is given for each", async () => {
  const { session, taken } = await listening();
  const made = await applied(session, configuration, null, { name: "new", timeouts });
  expect(taken()).toEqual([create]);
  const changed = await applied(session, configuration, made, { name: "new", comment: "enabled", timeouts });
  expect(taken()).toEqual([update]);
  expect(await configuration.destroy(session, changed, byItself)).toEqual([]);
  expect(taken()).toEqual([remove]);
});

test("repositories are assigned in the time that is given for it", async () => {
  const { session, taken } = await listening();
  const declared = (id: string): ObjectValue => ({
    rules: [rule({ configuration_id: id, repository_names: ["api"] })],
    timeouts: { create: timeouts.create, update: timeouts.update },
  });
  const { state } = await apply(session, repositoryAssignments, null, declared(quiet));
  expect(taken()).toEqual([create]);
  await apply(session, repositoryAssignments, state, declared(loud));
  expect(taken()).toEqual([update]);
});
