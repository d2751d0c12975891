import { configurationId, repositoryId } from "../../../src/model/ids";
import type { Change, ChangeResult } from "../../../src/terraform/account/change";
import { runBatch } from "../../../src/terraform/account/run-batch";
import { live } from "../../reconcile/account";
import { configuration, deletion, update } from "./changes";
import { inMemory, type InMemoryOptions } from "../in-memory";

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

describe("reading for a batch", () => {
  test("an update reads only the first page, before and after, and the one configuration right before it is written", async () => {
    const { running, asked, sent } = await begin({ page: 2 });
    expect(await runBatch([update("one", { comment: "enabled" })], running)).toMatchObject([
      { id: "one", diagnostics: [], live: { settings: { comment: "enabled" } } },
    ]);
    expect(asked).toEqual(["configurations, first page", "configuration one", "configurations, first page"]);
    expect(sent).toEqual(["patch"]);
  });

  test("an update of a configuration behind the first page reads the whole list, before and after each write", async () => {
    const { running, asked } = await begin({ page: 1 });
    await runBatch([update("one", { comment: "enabled" }), update("two", { risk_threshold: 2 })], running);
    expect(asked).toEqual([
      "configurations, first page",
      "rest of configurations",
      "configurations, first page",
      "configurations",
      "configurations, first page",
      "configurations",
    ]);
  });

  test("can be stopped, also where it is read back", async () => {
    const { signal: stop } = new AbortController();
    const { running, asked, signals } = await begin({ page: 1, stop });
    await runBatch([update("two", { risk_threshold: 2 })], running);
    expect(asked.at(-1)).toBe("configurations");
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
      "rest of configurations, always",
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
    expect(putting.asked).toContain("rest of repositories, always");
    expect(putting.account.repositories.get(repositoryId("id of x"))?.configuration_id).toBe("one");
  });

  test("analyzers are read when settings name one", async () => {
    const { running, asked } = await begin();
    await runBatch([update("one", { analyzers: { a: { enabled: true } } })], running);
    expect(asked).toContain("analyzers, first page");
    const changed = await runBatch([update("one", { analyzers: { nope: { enabled: true } } })], running);
    expect(details(changed)[0]?.[0]).toContain("nope");
  });

  test("lists are read again after a write, and not without one", async () => {
    const { running, asked, lists } = await begin();
    await lists.repositories();
    await runBatch([update("one", { comment: "silent" })], running);
    await lists.repositories();
    expect(asked.filter((each) => each.startsWith("repositories"))).toHaveLength(1);
    await runBatch([update("one", { comment: "enabled" })], running);
    await lists.repositories();
    expect(asked.filter((each) => each.startsWith("repositories"))).toHaveLength(2);
  });

  test("the read-back after a write serves the next batch", async () => {
    const { running, asked, lists } = await begin({ page: 2 });
    await runBatch([update("one", { comment: "enabled" })], running);
    asked.length = 0;
    expect((await lists.firstPage("configurations"))[0]?.settings.comment).toBe("enabled");
    expect(asked).toEqual([]);
    expect(await lists.configurations()).toHaveLength(3);
    expect(asked).toEqual(["rest of configurations"]);
    await runBatch([configuration("new", {})], running);
    asked.length = 0;
    expect(await lists.configurations()).toHaveLength(4);
    expect(asked).toEqual([]);
  });

  test("a list that is younger than five seconds is not read again", async () => {
    const now = jest.spyOn(performance, "now");
    try {
      now.mockReturnValue(0);
      const { running, asked, lists } = await begin();
      await Promise.all([lists.firstPage("configurations"), lists.repositories()]);
      asked.length = 0;
      now.mockReturnValue(4999);
      await runBatch([update("one", { comment: "silent" })], running);
      expect(asked).toEqual([]);
      now.mockReturnValue(5000);
      await runBatch([update("one", { comment: "silent" })], running);
      await lists.repositories();
      expect(asked).toEqual(["configurations, first page", "repositories, first page", "rest of repositories"]);
    } finally {
      now.mockRestore();
    }
  });
});
