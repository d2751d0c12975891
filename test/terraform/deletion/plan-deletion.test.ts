import { planDeletion } from "../../../src/terraform/deletion";
import { live } from "../../reconcile/account";
import { inMemory } from "../in-memory";

const account = live({ one: { has: ["x", "y"], name: "first" }, two: {} });
const one = { id: "one", name: "first", deletion_protection: false, force_destroy: false };

const codes = async (given: ReturnType<typeof planDeletion>): Promise<readonly string[]> =>
  (await given).map(({ code, severity }) => `${severity} ${code}`);

test.each([
  [false, "destroyed-in-use", '"first" is destroyed, and 2 repositories have it'],
  [true, "destroyed-weakens", '"first" is destroyed, which weakens 2 repositories'],
])(
  "a deletion under repositories is a warning that counts them: force_destroy = %s",
  async (isForced, code, summary) => {
    const { session } = await inMemory(account);
    expect(await planDeletion(session, { ...one, force_destroy: isForced })).toMatchObject([
      { code, summary, severity: "warning" },
    ]);
  },
);

test("rejects the deletion of a protected configuration, also while the provider is not configured", async () => {
  const kept = { ...one, deletion_protection: true };
  const { session } = await inMemory(account);
  expect(await codes(planDeletion(session, kept))).toEqual(["error deletion-protected", "warning destroyed-in-use"]);
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
      '"second" and "first" would be deleted, 2 so far, and max_deletes is 1 in managed_scope of the provider block. ' +
      '2 repositories would be without a configuration, unless rules move them: "x" and "y". Remove fewer at once, or raise it.',
  });
});
