import { configurationId } from "../../../src/model/ids";
import { assignedRepositories, describeRepositories } from "../../../src/terraform/configuration/live-configuration";
import { deletableConfigurations, refuseReplacementInUse } from "../../../src/terraform/deletion/guards";
import { encodeHeld, planDeletion, planReplacement } from "../../../src/terraform/deletion/plan-deletion";
import type { ObjectValue } from "../../../src/terraform/value";
import { live } from "../../reconcile/account";
import { inMemory } from "../in-memory";

const account = live({ one: { has: ["x"], name: "first" }, two: { has: ["y", "z"] }, idle: {} }, ["free"]);
const one = { id: "one", name: "first" };
const none: ReadonlySet<string> = new Set();

describe("the repositories of a configuration", () => {
  test("are those to which it is assigned", async () => {
    const { session } = await inMemory(account);
    const names = async (id: string) => (await assignedRepositories(session, id)).map(({ name }) => name);
    expect([await names("one"), await names("two"), await names("idle")]).toEqual([["x"], ["y", "z"], []]);
  });

  test("are counted and named, by id when they have no name", () => {
    const [x, y] = account.repositories;
    if (x === undefined || y === undefined) throw new Error("there are none");
    const { name: _unnamed, ...nameless } = y;
    expect(describeRepositories([x])).toBe('1 repository has it: "x"');
    expect(describeRepositories([x, nameless])).toBe('2 repositories have it: "x" and "id of y"');
  });
});

describe("a configuration that is destroyed", () => {
  test("is named in a warning with its repositories", async () => {
    const { session } = await inMemory(account);
    const [diagnostics] = await planDeletion(session, one, "resource");
    expect(diagnostics).toMatchObject({
      code: "destroyed-in-use",
      severity: "warning",
      summary: '"first" is destroyed, and 1 repository has it',
    });
    expect(diagnostics?.detail).toMatch(
      /^"first" is destroyed, and 1 repository has it: "x"\. .*create_before_destroy/,
    );
    expect(diagnostics?.detail).toContain("weaker: the repository has no configuration any more");
  });

  test("is named by its id when the service no longer has it", async () => {
    const { session, account: held } = await inMemory(account);
    held.configurations.delete(configurationId("two"));
    const two = { id: "two" };
    for (const diagnostics of [
      await planDeletion(session, two, "resource"),
      await refuseReplacementInUse(session, "two"),
    ])
      expect(diagnostics[0]?.detail).toMatch(/^"two" .*2 repositories have it/);
  });

  test("has no warning without repositories, or when it is adopted", async () => {
    const { session } = await inMemory(account);
    expect(await planDeletion(session, { id: "idle" }, "resource")).toEqual([]);
    session.ledger.configurations.keep(["one"]);
    expect(await planDeletion(session, one, "resource")).toEqual([]);
  });

  test("is refused when a replacement would delete it and repositories have it", async () => {
    const { session } = await inMemory(account);
    expect(await refuseReplacementInUse(session, "idle")).toEqual([]);
    const [diagnostics] = await refuseReplacementInUse(session, "one");
    expect(diagnostics).toMatchObject({
      code: "replaced-in-use",
      severity: "error",
      summary: "Replaced by another while repositories have it",
    });
    expect(diagnostics?.detail).toMatch(
      /^"first" would be deleted for another one, and 1 repository has it: "x"\. It was not deleted\. .*give the repositories another one\.$/,
    );
  });
});

describe("a destruction", () => {
  const entries: readonly ObjectValue[] = [{ id: "one", name: "first" }, { id: "idle", name: "idle" }, { name: "new" }];

  test("deletes what no repository has, and the rest where force_destroy is in the state", async () => {
    const { session } = await inMemory(account);
    const { ids, diagnostics } = await deletableConfigurations(session, entries, none, true);
    expect(ids).toEqual(["idle"]);
    expect(diagnostics).toMatchObject([{ code: "destruction-refused", severity: "error" }]);
    expect(diagnostics[0]?.detail).toContain("lifecycle { create_before_destroy = true }");
    const forced = entries.map((each) => ({ ...each, force_destroy: true }));
    expect(await deletableConfigurations(session, forced, none, true)).toEqual({
      ids: ["one", "idle"],
      diagnostics: [],
    });
  });

  test("names what it refuses as the state does, and by its id where that has no name", async () => {
    const { session } = await inMemory(account);
    const { ids, diagnostics } = await deletableConfigurations(
      session,
      [{ id: "one", name: "renamed" }, { id: "two" }],
      none,
      true,
    );
    expect(ids).toEqual([]);
    expect(diagnostics).toMatchObject([
      {
        summary: '"renamed" is not deleted while repositories have it',
        detail: expect.stringMatching(/^"renamed" would be deleted, and 1 repository has it: "x"\. /) as string,
      },
      {
        summary: '"two" is not deleted while repositories have it',
        detail: expect.stringMatching(/^"two" would be deleted, and 2 repositories have it: "y" and "z"\. /) as string,
      },
    ]);
  });

  test("looks again for repositories that got the configuration, five seconds after it looked before", async () => {
    const now = jest.spyOn(performance, "now");
    try {
      now.mockReturnValue(0);
      const { session, account: held } = await inMemory(account);
      const [free] = (await session.lists.whole("repositories")).filter(({ name }) => name === "free");
      if (free === undefined) throw new Error("there is none");
      held.repositories.set(free.id, { ...free, configuration_id: configurationId("idle") });
      const idle = [{ id: "idle", name: "idle" }];
      now.mockReturnValue(4999);
      expect(await deletableConfigurations(session, idle, none, true)).toEqual({ ids: ["idle"], diagnostics: [] });
      now.mockReturnValue(5000);
      expect(await deletableConfigurations(session, idle, none, true)).toMatchObject({
        ids: [],
        diagnostics: [{ summary: '"idle" is not deleted while repositories have it' }],
      });
    } finally {
      now.mockRestore();
    }
  });

  test("does not delete what is protected, whether or not the user saw the plan", async () => {
    const { session } = await inMemory(account);
    const [entry] = [{ id: "idle", name: "idle", deletion_protection: true, force_destroy: true }];
    for (const shown of [true, false]) {
      const { ids, diagnostics } = await deletableConfigurations(session, [entry], none, shown);
      expect(ids).toEqual([]);
      expect(diagnostics).toMatchObject([{ code: "deletion-protected", severity: "error" }]);
    }
  });

  test("does not count what it refuses as deleted", async () => {
    const { session } = await inMemory(live({ one: {}, two: {} }));
    const entries: readonly ObjectValue[] = [
      { id: "one", name: "one", deletion_protection: true },
      { id: "two", name: "two" },
    ];
    const { ids, diagnostics } = await deletableConfigurations({ ...session, maxDeletes: 1 }, entries, none, true);
    expect(ids).toEqual(["two"]);
    expect(diagnostics).toMatchObject([{ code: "deletion-protected" }]);
  });

  test("counts what the same process has deleted before, also what no plan had counted", async () => {
    const { session } = await inMemory(live({ one: {}, two: {}, three: {} }));
    const limited = { ...session, maxDeletes: 2 };
    await deletableConfigurations(limited, [{ id: "one", name: "one" }], none, true);
    const { ids, diagnostics } = await deletableConfigurations(
      limited,
      ["two", "three", "four"].map((id) => ({ id, name: id })),
      none,
      true,
    );
    expect(ids).toEqual(["two"]);
    expect(diagnostics).toMatchObject([{ code: "delete-too-many" }]);
  });

  test("deletes only unassigned configurations when the user did not see its plan", async () => {
    const { session } = await inMemory(account);
    const { ids, diagnostics } = await deletableConfigurations(session, entries, none, false);
    expect(ids).toEqual(["idle"]);
    expect(diagnostics).toMatchObject([{ summary: "Replaced by another while repositories have it" }]);
  });

  test("does not delete what the replacement adopts by its name", async () => {
    const { session } = await inMemory(account);
    const stay = new Set(["one", "idle"]);
    expect(await deletableConfigurations(session, entries, stay, false)).toEqual({ ids: [], diagnostics: [] });
    const renamed = [
      { id: "idle", name: "another" },
      { id: "one", name: null },
    ];
    const { ids, diagnostics } = await deletableConfigurations(session, renamed, stay, false);
    expect([ids, diagnostics.length]).toEqual([["idle"], 1]);
  });

  test("does not delete what is gone or was adopted in this apply", async () => {
    const { session } = await inMemory(account);
    session.ledger.configurations.keep(["idle"]);
    expect(
      await deletableConfigurations(session, [{ id: "gone", name: "gone" }, ...entries.slice(1)], none, false),
    ).toEqual({
      ids: [],
      diagnostics: [],
    });
    expect(await deletableConfigurations(session, entries.slice(1), none, true)).toEqual({ ids: [], diagnostics: [] });
  });
});

const kept = { deletion_protection: true };

test("a replacement is refused where it deletes what is protected, by name, and not where it takes it over", async () => {
  const { session } = await inMemory(live({ one: { name: "first" }, two: {}, three: {} }));
  const before = encodeHeld([
    { id: "one", name: "first", ...kept },
    { id: "two", name: "second", ...kept },
    { id: "three", name: "third" },
  ]);
  expect(await planReplacement(session, before, new Set(["two"]))).toEqual([
    {
      code: "deletion-protected",
      severity: "error",
      summary: expect.any(String) as string,
      detail: expect.stringMatching(/^deletion_protection is set for "first"\. /) as string,
    },
  ]);
});
