import type { Change } from "../../../src/terraform/account/requested-change";
import type { Session } from "../../../src/terraform/account/session";
import { configuration } from "../../../src/terraform/resources/configuration";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import type { ObjectValue } from "../../../src/terraform/value";
import { live } from "../../reconcile/account";
import { uuid } from "../../reconcile/arbitrary";
import { inMemory } from "../in-memory";
import { applied, apply, byItself } from "../life";
import { rule } from "../acme";

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
