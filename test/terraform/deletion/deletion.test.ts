import { configurationId } from "../../../src/model/ids";
import { assignedRepositories, describeRepositories } from "../../../src/terraform/configuration/live-configuration";
import { judgeDestruction, planDeletion } from "../../../src/terraform/deletion";
import { live } from "../../reconcile/account";
import { inMemory } from "../in-memory";
import { byItself } from "../life";

const account = live({ one: { has: ["x"], name: "first" }, two: { has: ["y", "z"] }, idle: {} }, ["free"]);
const one = { id: "one", name: "first" };

test("the repositories of a configuration are those to which it is assigned", async () => {
  const { session } = await inMemory(account);
  const names = async (id: string) => (await assignedRepositories(session, id)).map(({ name }) => name);
  expect([await names("one"), await names("two"), await names("idle")]).toEqual([["x"], ["y", "z"], []]);
});

test("the repositories of a configuration are counted and named, by id when they have no name", () => {
  const [x, y] = account.repositories;
  if (x === undefined || y === undefined) throw new Error("there are none");
  const { name: _unnamed, ...nameless } = y;
  expect(describeRepositories([x])).toBe('1 repository has it: "x"');
  expect(describeRepositories([x, nameless])).toBe('2 repositories have it: "x" and "id of y"');
});

test("a configuration that is destroyed is named in a warning with its repositories", async () => {
  const { session } = await inMemory(account);
  const [diagnostics] = await planDeletion(session, one);
  expect(diagnostics).toMatchObject({
    code: "destroyed-in-use",
    severity: "warning",
    summary: '"first" is destroyed, and 1 repository has it',
  });
  expect(diagnostics?.detail).toMatch(/^"first" is destroyed, and 1 repository has it: "x"\. .*create_before_destroy/);
  expect(diagnostics?.detail).toContain("weaker: the repository no longer has a configuration");
});

test("a configuration that is destroyed is named by its id when the service no longer has it", async () => {
  const { session, account: held } = await inMemory(account);
  held.configurations.delete(configurationId("two"));
  const [diagnostic] = await planDeletion(session, { id: "two" });
  expect(diagnostic?.detail).toMatch(/^"two" .*2 repositories have it/);
});

test("a configuration that is destroyed has no warning without repositories", async () => {
  const { session } = await inMemory(account);
  expect(await planDeletion(session, { id: "idle" })).toEqual([]);
});

describe("a destruction", () => {
  const idle = { id: "idle", name: "idle" };
  const adopting = (id: string) => ({ shown: false, plannedPrivate: { adopts: id } });
  const unshown = { shown: false, plannedPrivate: {} };
  const stays = { diagnostics: [] };
  const deleted = (id: string) => ({ id, diagnostics: [] });

  test("a destruction deletes what no repository has, and the rest where force_destroy is in the state", async () => {
    const { session } = await inMemory(account);
    expect(await judgeDestruction(session, idle, byItself)).toEqual(deleted("idle"));
    expect(await judgeDestruction(session, { name: "new" }, byItself)).toEqual(stays);
    const { id, diagnostics } = await judgeDestruction(session, one, byItself);
    expect(id).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "destruction-refused", severity: "error" }]);
    expect(diagnostics[0]?.detail).toContain("lifecycle { create_before_destroy = true }");
    expect(await judgeDestruction(session, { ...one, force_destroy: true }, byItself)).toEqual(deleted("one"));
  });

  test.each([
    ["renamed", { id: "one", name: "renamed" }, '"renamed" would be deleted, and 1 repository has it: "x". '],
    ["two", { id: "two" }, '"two" would be deleted, and 2 repositories have it: "y" and "z". '],
  ])("a destruction names what it refuses as the state does, or by its id: %s", async (name, state, words) => {
    const { session } = await inMemory(account);
    const { diagnostics } = await judgeDestruction(session, state, byItself);
    const summary = `"${name}" is not deleted while repositories have it`;
    expect(diagnostics).toMatchObject([{ summary, detail: expect.stringContaining(words) as string }]);
  });

  test("a destruction looks again for repositories that got the configuration, five seconds after it looked before", async () => {
    const now = jest.spyOn(performance, "now");
    try {
      now.mockReturnValue(0);
      const { session, account: held } = await inMemory(account);
      const [free] = (await session.lists.read("repositories", "ended")).filter(({ name }) => name === "free");
      if (free === undefined) throw new Error("there is none");
      held.repositories.set(free.id, { ...free, configuration_id: configurationId("idle") });
      now.mockReturnValue(4999);
      expect(await judgeDestruction(session, idle, byItself)).toEqual(deleted("idle"));
      now.mockReturnValue(5000);
      expect(await judgeDestruction(session, idle, byItself)).toMatchObject({
        diagnostics: [{ summary: '"idle" is not deleted while repositories have it' }],
      });
    } finally {
      now.mockRestore();
    }
  });

  test("a destruction does not delete what is protected, whether or not the user saw the plan", async () => {
    const { session } = await inMemory(account);
    const state = { ...idle, deletion_protection: true, force_destroy: true };
    for (const planned of [byItself, unshown]) {
      const { id, diagnostics } = await judgeDestruction(session, state, planned);
      expect(id).toBeUndefined();
      expect(diagnostics).toMatchObject([{ code: "deletion-protected", severity: "error" }]);
    }
  });

  test("a destruction does not count what it refuses as deleted", async () => {
    const { session } = await inMemory(live({ one: {}, two: {} }));
    const limited = { ...session, maxDeletes: 1 };
    const kept = { id: "one", name: "one", deletion_protection: true };
    expect((await judgeDestruction(limited, kept, byItself)).diagnostics).toMatchObject([
      { code: "deletion-protected" },
    ]);
    expect(await judgeDestruction(limited, { id: "two", name: "two" }, byItself)).toEqual(deleted("two"));
  });

  test("a destruction counts what the same process has deleted before, also what no plan had counted", async () => {
    const { session } = await inMemory(live({ one: {}, two: {}, three: {} }));
    const limited = { ...session, maxDeletes: 2 };
    const judged = (id: string) => judgeDestruction(limited, { id, name: id }, byItself);
    expect([await judged("one"), await judged("two")]).toEqual([deleted("one"), deleted("two")]);
    expect(await judged("three")).toMatchObject({ diagnostics: [{ code: "delete-too-many" }] });
  });

  test("a destruction deletes only an unassigned configuration when the user did not see its plan", async () => {
    const { session } = await inMemory(account);
    expect(await judgeDestruction(session, idle, unshown)).toEqual(deleted("idle"));
    const { diagnostics } = await judgeDestruction(session, one, unshown);
    expect(diagnostics).toMatchObject([{ code: "replaced-in-use", severity: "error" }]);
    expect(diagnostics[0]?.detail).toMatch(
      /^"first" would be replaced by another one, and 1 repository has it: "x"\. It was not deleted\. .*give the repositories another configuration\.$/,
    );
  });

  test("a destruction does not delete what the replacement adopts by its name", async () => {
    const { session } = await inMemory(account);
    expect(await judgeDestruction(session, one, adopting("one"))).toEqual(stays);
    expect(await judgeDestruction(session, idle, adopting("idle"))).toEqual(stays);
    expect(await judgeDestruction(session, { ...idle, name: "another" }, adopting("idle"))).toEqual(deleted("idle"));
    expect((await judgeDestruction(session, { ...one, name: null }, adopting("one"))).diagnostics).toHaveLength(1);
  });

  test("a destruction does not delete what is gone or was adopted in this apply", async () => {
    const { session } = await inMemory(account);
    const id = configurationId("idle");
    session.ours.set(id, { kind: "configuration", declared: { name: "idle", settings: {} }, adopts: id });
    expect(await judgeDestruction(session, { id: "gone", name: "gone" }, unshown)).toEqual(stays);
    for (const planned of [byItself, unshown]) expect(await judgeDestruction(session, idle, planned)).toEqual(stays);
  });
});

const inUse = live({ one: { has: ["x", "y"], name: "first" }, two: {} });
const held = { id: "one", name: "first", deletion_protection: false, force_destroy: false };

const codes = async (given: ReturnType<typeof planDeletion>): Promise<readonly string[]> =>
  (await given).map(({ code, severity }) => `${severity} ${code}`);

test.each([
  [false, "destroyed-in-use", '"first" is destroyed, and 2 repositories have it'],
  [true, "destroyed-weakens", '"first" is destroyed, which weakens 2 repositories'],
])(
  "a deletion under repositories is a warning that counts them: force_destroy = %s",
  async (isForced, code, summary) => {
    const { session } = await inMemory(inUse);
    expect(await planDeletion(session, { ...held, force_destroy: isForced })).toMatchObject([
      { code, summary, severity: "warning" },
    ]);
  },
);

test("rejects the deletion of a protected configuration, also while the provider is not configured", async () => {
  const kept = { ...held, deletion_protection: true };
  const { session } = await inMemory(inUse);
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
