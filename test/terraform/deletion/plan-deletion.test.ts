import { repositoryId } from "../../../src/model/ids";
import { planDeletion, stillInUse } from "../../../src/terraform/deletion/plan-deletion";
import type { Session } from "../../../src/terraform/account/session";
import { live } from "../../reconcile/account";
import { inMemory } from "../in-memory";

const account = live({ one: { has: ["x", "y"], name: "first" }, two: {} });
const one = { id: "one", name: "first", deletion_protection: false, force_destroy: false };

const codes = async (given: ReturnType<typeof planDeletion>): Promise<readonly string[]> =>
  (await given).map(({ code, severity }) => `${severity} ${code}`);

/** Plans rules by which the repositories move. */
function move(session: Session, names: readonly string[]): void {
  for (const name of names) {
    const repository = account.repositories.find((each) => each.name === name);
    if (repository === undefined) throw new Error(`there is no ${name}`);
    session.ledger.settings.moves.set(repository.id, {
      repository,
      from: repository.configuration_id,
      listed: undefined,
      to: undefined,
    });
  }
}
const ids = account.repositories.map(({ id }) => id);

describe("a deletion under repositories", () => {
  test("by force says in its summary how many weaken: those that no rule has moved by then", async () => {
    const { session } = await inMemory(account);
    const forced = { ...one, force_destroy: true };
    const summary = async () => (await planDeletion(session, forced))[0]?.summary;
    expect(await summary()).toBe('"first" is destroyed, which weakens 2 repositories');
    move(session, ["x"]);
    expect(await summary()).toBe('"first" is destroyed, which weakens 1 repository');
    move(session, ["y"]);
    expect(await summary()).toBe('"first" is destroyed, and 2 repositories have it');
  });

  test("is a warning while rules that are planned later may move them, and an error where these do not", async () => {
    const { session } = await inMemory(account);
    expect(await codes(planDeletion(session, one))).toEqual(["warning destroyed-in-use"]);
    move(session, ["x"]);
    const [refused, ...more] = stillInUse(session, ids, ["rules"]);
    expect(more).toEqual([]);
    expect(refused).toMatchObject({ severity: "error", attribute: ["rules"] });
    expect(refused?.detail).toContain('1 repository has it: "y"');
    move(session, ["y"]);
    expect(stillInUse(session, ids, ["rules"])).toEqual([]);
  });

  test("is an error where rules that were planned before claimed them and do not move them", async () => {
    const { session } = await inMemory(account);
    expect(stillInUse(session, ids, ["rules"])).toEqual([]);
    move(session, ["x"]);
    expect(await codes(planDeletion(session, one))).toEqual(["error destruction-refused"]);
    move(session, ["y"]);
    expect(await codes(planDeletion(session, one))).toEqual(["warning destroyed-in-use"]);
  });

  test("is not reported by rules that never claimed them", async () => {
    const { session } = await inMemory(account);
    await planDeletion(session, one);
    expect(stillInUse(session, [repositoryId("another")], ["rules"])).toEqual([]);
  });
});

test("rejects the deletion of a protected configuration while the provider is not configured", async () => {
  const kept = { ...one, deletion_protection: true };
  expect(await codes(planDeletion(undefined, kept))).toEqual(["error deletion-protected", "warning not-reviewed"]);
});

test.each([
  [0, 1],
  [1, 1],
  [2, 0],
])("of two deletions, max_deletes = %d refuses, once", async (maxDeletes, refused) => {
  const { session } = await inMemory(live({ one: {}, two: {} }));
  const limited = { ...session, maxDeletes };
  const said = [
    ...(await codes(planDeletion(limited, { id: "one" }))),
    ...(await codes(planDeletion(limited, { id: "two" }))),
  ];
  expect(said).toEqual(refused === 1 ? ["error delete-too-many"] : []);
  // the same one again is not another
  expect(await codes(planDeletion({ ...session, maxDeletes: 2 }, { id: "two" }))).toEqual([]);
});

test("an error about too many deletions names them, and the repositories that are left without a configuration", async () => {
  const { session } = await inMemory(live({ one: { name: "first", has: ["x", "y"] }, two: { name: "second" } }));
  const limited = { ...session, maxDeletes: 1 };
  await planDeletion(limited, { id: "two", name: "second" });
  const [wrong] = await planDeletion(limited, { id: "one", name: "first" });
  expect(wrong).toMatchObject({
    code: "delete-too-many",
    detail:
      '"second" and "first" would be deleted, which are 2 by now, and max_deletes is 1 in managed_scope of the provider block. ' +
      '2 repositories would be without a configuration, unless rules move them: "x" and "y". Remove fewer at once, or raise it.',
  });
});
