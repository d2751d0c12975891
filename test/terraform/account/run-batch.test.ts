import { hasErrors } from "../../../src/diagnostics/diagnostic";
import { configurationId, repositoryId } from "../../../src/model/ids";
import type { Change, ChangeResult } from "../../../src/terraform/account/requested-change";
import { runBatch } from "../../../src/terraform/account/run-batch";
import { live } from "../../reconcile/account";
import { configuration, deletion, update } from "./changes";
import { answered, inMemory, type InMemoryOptions } from "../in-memory";
import { byItself } from "../life";
import { judgeDestruction } from "../../../src/terraform/deletion";

const account = live({ one: { has: ["x"], settings: { comment: "silent" } }, two: { has: ["y"] }, idle: {} }, ["free"]);
const begin = (options?: InMemoryOptions) => inMemory(account, options);

const assignment = (repository: string, to: string): Change => ({
  kind: "assignment",
  assigned: new Map([[repositoryId(`id of ${repository}`), configurationId(to)]]),
});
const summaries = (changed: readonly ChangeResult[]) =>
  changed.map(({ diagnostics }) => diagnostics.map(({ summary }) => summary));
const details = (changed: readonly ChangeResult[]) =>
  changed.map(({ diagnostics }) => diagnostics.map(({ detail }) => detail));

test("a create does not stop the other changes when its name was taken after the plan", async () => {
  const { running, sent } = await begin();
  const changed = await runBatch([configuration("one", {}), update("two", { comment: "enabled" })], running);
  expect(changed).toMatchObject([
    {
      diagnostics: [
        {
          summary: "Another configuration has this name",
          detail: expect.stringMatching(/"one" \(one\), .*: import it, or rename it\. Nothing/) as string,
        },
      ],
    },
    { id: "two", diagnostics: [] },
  ]);
  expect(sent).toEqual(["patch"]);
});

test("a create is refused the second time under the same name", async () => {
  const { running, account: held } = await begin();
  const changes = ["new", "new", "other"].map((name) => configuration(name, {}));
  expect((await runBatch(changes, running)).map(({ diagnostics }) => hasErrors(diagnostics))).toEqual([
    false,
    true,
    false,
  ]);
  expect([...held.configurations.values()].map(({ name }) => name)).toEqual(["one", "two", "idle", "new", "other"]);
});

describe("a name that another live configuration has", () => {
  const renaming = (id: string, from: string, to: string): Change => ({
    kind: "configuration",
    declared: { id: configurationId(id), name: to, settings: {} },
    prior: { name: from, declared: { settings: {} } },
  });

  test("a name that another live configuration has is refused to the one that is renamed to it, and to nothing else", async () => {
    const { running, sent } = await begin();
    const changed = await runBatch([renaming("one", "one", "two"), update("idle", { comment: "enabled" })], running);
    expect(summaries(changed)).toEqual([["Another configuration has this name"], []]);
    expect(sent).toEqual(["patch"]);
  });

  test("a name that another live configuration has is given to it where the other is renamed, or goes, in the same batch", async () => {
    const { running, account: held } = await begin();
    const changes = [renaming("one", "one", "two"), renaming("two", "two", "idle"), deletion("idle")];
    expect(summaries(await runBatch(changes, running))).toEqual([[], [], []]);
    expect([...held.configurations.values()].map(({ id, name }) => [id, name])).toEqual([
      ["one", "two"],
      ["two", "idle"],
    ]);
  });
});

test("a configuration that one create of the apply has taken over is neither taken over nor updated by another", async () => {
  const { running, sent } = await begin();
  const taking = (): Change => ({
    kind: "configuration",
    declared: { name: "one", settings: { comment: "enabled" } },
    adopts: configurationId("one"),
  });
  expect(summaries(await runBatch([taking()], running))).toEqual([[]]);
  expect(summaries(await runBatch([taking()], running))).toEqual([["Another configuration has this name"]]);
  expect(summaries(await runBatch([update("one", { comment: "silent" })], running))).toEqual([
    ["Two resources manage one configuration"],
  ]);
  expect(sent).toEqual(["patch"]);
});

test("a failure is reported for every change when nothing can be read, and nothing is written", async () => {
  const looking = () => {
    throw answered(500);
  };
  const { running, sent } = await begin({ looking });
  const changed = await runBatch([update("one", { comment: "enabled" }), deletion("idle")], running);
  expect(details(changed)).toEqual(Array(2).fill([expect.stringContaining("answered 500")]));
  expect(sent).toEqual([]);
});

test("a failure is thrown when it is a defect", async () => {
  const looking = () => {
    throw new TypeError("a defect");
  };
  const { running } = await begin({ looking });
  await expect(runBatch([deletion("idle")], running)).rejects.toThrow(TypeError);
});

test("a failure is reported only for its own change, with what the service holds", async () => {
  const before = (kind: string): undefined => {
    if (kind === "patch") throw answered(422);
  };
  const { running } = await begin({ before });
  const changed = await runBatch([update("one", { comment: "enabled" }), deletion("idle")], running);
  expect(changed).toMatchObject([{ id: "one", live: { settings: { comment: "silent" } } }, { diagnostics: [] }]);
  expect(changed[0]?.diagnostics.map(({ severity }) => severity)).toContain("error");
  expect(changed[1]?.id).toBeUndefined();
});

test("a failure makes dependent changes skipped, and names the failed change as the user knows it", async () => {
  const before = (kind: string): undefined => {
    if (kind === "assign") throw answered(422);
  };
  const { running, sent } = await begin({ before });
  const changed = await runBatch([assignment("y", "one"), deletion("two")], running);
  expect(details(changed)[1]).toEqual(["Skipped, because the assignments failed."]);
  expect(sent).toEqual(["assign"]);
});

test("a failure after a stop is reported as an interruption", async () => {
  const stop = new AbortController();
  const before = (): undefined => {
    stop.abort();
  };
  const { running, sent } = await begin({ before, stop: stop.signal });
  const changed = await runBatch([assignment("y", "one"), deletion("two")], running);
  expect(summaries(changed)[1]).toEqual(["Interrupted"]);
  expect(sent).toEqual(["assign"]);
});

test("a batch applies the other changes when one cannot be planned", async () => {
  const { running, sent } = await begin();
  const wrong = update("two", { analyzers: { nope: { enabled: true }, neither: { enabled: true } } });
  const changed = await runBatch([update("one", { comment: "enabled" }), wrong], running);
  expect(summaries(changed)[0]).toEqual([]);
  expect(changed[1]?.diagnostics.map(({ severity }) => severity)).toEqual(["error", "error"]);
  expect(changed[1]?.diagnostics[0]?.path).toBe(`analyzers["nope"]`);
  expect(sent).toEqual(["patch"]);
});

test.each<[string, Change]>([
  ["a policy that is not there", configuration("new", { code_policies: [{ id: "nope", enabled: true }] })],
  ["a configuration that is gone", update("gone", { comment: "silent" })],
  ["a name that is taken", configuration("two", {})],
  ["an assignment to a configuration that is not there", assignment("y", "gone")],
  ["an assignment of a repository that is gone", assignment("gone", "two")],
])("a batch applies the other changes despite %s", async (_, wrong) => {
  const { running, account: held } = await begin();
  const others = [configuration("another", {}), assignment("free", "one")];
  const changed = await runBatch([update("one", { comment: "enabled" }), wrong, ...others], running);
  expect(changed.map(({ diagnostics }) => hasErrors(diagnostics))).toEqual([false, true, false, false]);
  expect(held.configurations.get(configurationId("one"))?.settings.comment).toBe("enabled");
  expect([...held.configurations.values()].map(({ name }) => name)).toContain("another");
  expect(held.repositories.get(repositoryId("id of free"))?.configuration_id).toBe("one");
});

test("a batch of nothing but a deletion deletes an assigned configuration as well", async () => {
  const { running, account: held } = await begin();
  expect(summaries(await runBatch([deletion("one")], running))).toEqual([[]]);
  expect([...held.configurations.keys()]).toEqual(["two", "idle"]);
});

test("a batch deletes an assigned configuration, since the plan has warned", async () => {
  const { running, account: held } = await begin();
  const changed = await runBatch([assignment("free", "idle"), deletion("one"), deletion("two")], running);
  expect(summaries(changed)).toEqual([[], [], []]);
  expect([...held.configurations.keys()]).toEqual(["idle"]);
});

test("a batch with a PUT and an assignment reads the repositories once", async () => {
  const { running, asked, sent } = await inMemory(
    live({ one: { has: ["x"], settings: { analyzers: { a: { enabled: true } } } }, two: {} }, ["free"]),
  );
  await runBatch([update("one", { analyzers: {} }, { exclusiveAnalyzers: true }), assignment("free", "two")], running);
  expect(sent.toSorted()).toEqual(["assign", "put"]);
  expect(asked).not.toContain("rest of repositories, certain");
});

test("a failed read-back is reported for each written change and no other, and the next batch reads again", async () => {
  let written = false;
  const looking = (asked: string) => {
    if (written && asked.startsWith("configurations")) throw answered(500);
  };
  const before = (): undefined => {
    written = true;
  };
  const { running, lists } = await begin({ looking, before });
  const changed = await runBatch([update("one", { comment: "enabled" }), update("two", {})], running);
  expect(changed[0]?.diagnostics).not.toEqual([]);
  expect(changed[1]?.diagnostics).toEqual([]);
  written = false;
  expect(await lists.read("configurations", "ended")).toHaveLength(3);
});

test("a configuration that somebody deletes before it is read back stays in the state as it was, with an error", async () => {
  let isWritten = false;
  const { running, account: held } = await begin({
    before: (): undefined => {
      isWritten = true;
    },
    looking: (asked) => {
      if (isWritten && asked.startsWith("configurations")) held.configurations.delete(configurationId("one"));
    },
  });
  const [changed] = await runBatch([update("one", { comment: "enabled" })], running);
  expect(changed).toMatchObject({ live: { settings: { comment: "silent" } }, diagnostics: [{ severity: "error" }] });
});

test("a failed read-back gives no id for a configuration that was not created", async () => {
  const before = (): undefined => {
    throw answered(422);
  };
  const { running } = await begin({ before });
  const [changed] = await runBatch([configuration("new", {})], running);
  expect([changed?.id, changed?.live, changed?.before]).toEqual([undefined, undefined, undefined]);
  expect(changed?.diagnostics.map(({ severity }) => severity)).toContain("error");
});

test("a dry run says how many requests there would be for all", async () => {
  const { running, sent } = await begin({ dryRun: true });
  const changed = await runBatch([update("one", { comment: "enabled" }), deletion("idle"), deletion("gone")], running);
  const words = "dry_run is set: would send 2 requests for all that was gathered. The state stays as it is.";
  expect(details(changed)).toEqual([[words], [words], [words]]);
  expect(sent).toEqual([]);
});

test("an empty batch reads nothing", async () => {
  const { running, asked } = await begin();
  expect(await runBatch([], running)).toEqual([]);
  expect(asked).toEqual([]);
});

describe("adopting a live configuration", () => {
  const taking = (name: string, id: string, more: object = {}): Change => ({
    kind: "configuration",
    declared: { name, settings: { comment: "enabled" }, ...more },
    adopts: configurationId(id),
  });

  test("adopting a live configuration keeps it, even if its former resource deletes it in the same batch", async () => {
    const { running, account: held, sent } = await begin();
    const changed = await runBatch([taking("one", "one"), deletion("one")], running);
    expect(summaries(changed)).toEqual([[], []]);
    expect(sent).toEqual(["patch"]);
    expect(held.configurations.get(configurationId("one"))?.settings.comment).toBe("enabled");
  });

  test("adopting a live configuration keeps it from a destruction that comes later in the same apply, and nothing else", async () => {
    const { session, running } = await begin();
    await runBatch([taking("one", "one"), update("two", { comment: "enabled" })], running);
    const judged = (id: string) => judgeDestruction(session, { id, name: id, force_destroy: true }, byItself);
    expect([await judged("one"), await judged("two"), await judged("idle")]).toEqual([
      { diagnostics: [] },
      { id: "two", diagnostics: [] },
      { id: "idle", diagnostics: [] },
    ]);
  });

  test("adopting a live configuration is refused where its name is that of another one by now", async () => {
    const { running, sent } = await begin();
    expect(summaries(await runBatch([taking("one", "gone")], running))).toEqual([
      ["Another configuration has this name"],
    ]);
    expect(sent).toEqual([]);
  });

  test("adopting a live configuration creates one where it was deleted", async () => {
    const { running, account: held } = await begin();
    expect(summaries(await runBatch([taking("vanished", "gone")], running))).toEqual([[]]);
    expect([...held.configurations.values()].map(({ name }) => name)).toContain("vanished");
  });

  test("adopting a live configuration renames it where it has a former name", async () => {
    const { running, account: held } = await begin();
    const changed = await runBatch([taking("uno", "one", { renamedFrom: ["one"] })], running);
    expect(changed).toMatchObject([{ id: "one", diagnostics: [] }]);
    expect(held.configurations.get(configurationId("one"))?.name).toBe("uno");
  });

  test("adopting a live configuration is refused when two changes adopt the same one, and creates nothing in its place", async () => {
    const { running, sent } = await begin();
    const changed = await runBatch([taking("one", "one"), taking("uno", "one", { renamedFrom: ["one"] })], running);
    expect(changed.map(({ diagnostics }) => diagnostics.map(({ severity }) => severity))).toEqual([[], ["error"]]);
    expect(sent).toEqual(["patch"]);
  });

  test("adopting a live configuration is refused when two live configurations have its name, even if another change of the batch holds one of them", async () => {
    const twins = live({ a: { name: "twin" }, b: { name: "twin" } });
    const { running, account: held, sent } = await inMemory(twins);
    const changed = await runBatch(
      [configuration("twin", { comment: "enabled" }), update("a", { risk_threshold: 2 }, { name: "twin" })],
      running,
    );
    expect(changed.map(({ diagnostics }) => diagnostics.map(({ severity }) => severity))).toEqual([["error"], []]);
    expect(changed[0]?.diagnostics[0]?.detail).toMatch(/\ba\b.*\bb\b/);
    expect(sent).toEqual(["patch"]);
    expect(held.configurations.get(configurationId("b"))?.settings).toEqual({});
  });
});

test("an update reads only the first page, before and after, and the one configuration right before it is written", async () => {
  const { running, asked, sent } = await begin({ page: 2 });
  expect(await runBatch([update("one", { comment: "enabled" })], running)).toMatchObject([
    { id: "one", diagnostics: [], live: { settings: { comment: "enabled" } } },
  ]);
  expect(asked).toEqual(["configurations, first page", "configuration one", "configurations, first page"]);
  expect(sent).toEqual(["patch"]);
});

test("an update of a configuration behind the first page reads the whole list, before and after all writes", async () => {
  const { running, asked } = await begin({ page: 1 });
  await runBatch([update("one", { comment: "enabled" }), update("two", { risk_threshold: 2 })], running);
  expect(asked).toEqual([
    "configurations, first page",
    "rest of configurations",
    "configuration one",
    "configuration two",
    "configurations, first page",
    "rest of configurations",
  ]);
});

test("reading for a batch can be stopped, also where it is read back", async () => {
  const { signal: stop } = new AbortController();
  const { running, asked, signals } = await begin({ page: 1, stop });
  await runBatch([update("two", { risk_threshold: 2 })], running);
  expect(asked.at(-1)).toBe("rest of configurations");
  expect(signals.map((signal) => signal === stop)).toEqual(asked.map(() => true));
});

test("a configuration that no list has is read by its id; a deleted one is an error", async () => {
  const { running, asked, sent } = await begin();
  const changed = await runBatch([update("gone", { comment: "enabled" }), deletion("missing")], running);
  expect(summaries(changed)).toEqual([["The configuration is gone"], []]);
  expect(asked.filter((each) => each.startsWith("configuration "))).toEqual([
    "configuration gone",
    "configuration missing",
    "configuration missing",
  ]);
  expect(sent).toEqual([]);
});

test("a create reads beyond the end of the list, before and after", async () => {
  const { running, asked } = await begin({ page: 1 });
  expect(await runBatch([configuration("new", { comment: "enabled" })], running)).toMatchObject([
    { id: "new new", diagnostics: [], live: { name: "new" } },
  ]);
  expect(asked).toEqual([
    "configurations, first page",
    "rest of configurations, certain",
    "configurations",
    "configurations",
  ]);
});

test("repositories are read for an assignment and for a PUT, which must name those that stay", async () => {
  const assigning = await begin();
  await runBatch([assignment("free", "idle")], assigning.running);
  expect(assigning.asked.filter((each) => each.includes("repositories")).slice(0, 2)).toEqual([
    "repositories, first page",
    "rest of repositories",
  ]);
  expect(assigning.account.repositories.get(repositoryId("id of free"))?.configuration_id).toBe("idle");

  const putting = await inMemory(live({ one: { has: ["x"], settings: { analyzers: { a: { enabled: true } } } } }));
  await runBatch([update("one", { analyzers: {} }, { exclusiveAnalyzers: true })], putting.running);
  expect(putting.sent).toEqual(["put"]);
  expect(putting.asked).toContain("rest of repositories, certain");
  expect(putting.account.repositories.get(repositoryId("id of x"))?.configuration_id).toBe("one");
});

test("analyzers are read when settings name one", async () => {
  const { running, asked } = await begin();
  await runBatch([update("one", { analyzers: { a: { enabled: true } } })], running);
  expect(asked).toContain("analyzers, first page");
  const changed = await runBatch([update("one", { analyzers: { nope: { enabled: true } } })], running);
  expect(details(changed)[0]?.[0]).toContain("nope");
});

test("reading for a batch lists are read again after a write, and not without one", async () => {
  const { running, asked, lists } = await begin();
  await lists.read("repositories", "ended");
  await runBatch([update("one", { comment: "silent" })], running);
  await lists.read("repositories", "ended");
  expect(asked.filter((each) => each.startsWith("repositories"))).toHaveLength(1);
  await runBatch([update("one", { comment: "enabled" })], running);
  await lists.read("repositories", "ended");
  expect(asked.filter((each) => each.startsWith("repositories"))).toHaveLength(2);
});

test("the read-back after a write serves the next batch", async () => {
  const { running, asked, lists } = await begin({ page: 2 });
  await runBatch([update("one", { comment: "enabled" })], running);
  asked.length = 0;
  expect((await lists.read("configurations", "first page"))[0]?.settings.comment).toBe("enabled");
  expect(asked).toEqual([]);
  expect(await lists.read("configurations", "ended")).toHaveLength(3);
  expect(asked).toEqual(["rest of configurations"]);
  await runBatch([configuration("new", {})], running);
  asked.length = 0;
  expect(await lists.read("configurations", "ended")).toHaveLength(4);
  expect(asked).toEqual([]);
});

test("a list that is younger than five seconds is not read again", async () => {
  const now = jest.spyOn(performance, "now");
  try {
    now.mockReturnValue(0);
    const { running, asked, lists } = await begin();
    await Promise.all([lists.read("configurations", "first page"), lists.read("repositories", "ended")]);
    asked.length = 0;
    now.mockReturnValue(4999);
    await runBatch([update("one", { comment: "silent" })], running);
    expect(asked).toEqual([]);
    now.mockReturnValue(5000);
    await runBatch([update("one", { comment: "silent" })], running);
    await lists.read("repositories", "ended");
    expect(asked).toEqual(["configurations, first page", "repositories, first page", "rest of repositories"]);
  } finally {
    now.mockRestore();
  }
});
