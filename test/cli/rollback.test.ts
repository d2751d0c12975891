import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId, baselineId, relaxedId } from "../support/account";
import { everyday } from "../support/declare";
import { accountOf, desk, type Desk } from "../support/desk";

const journalsOf = (at: Desk): readonly string[] => readdirSync(join(at.folder, ".scanform")).sort();
const latest = (at: Desk): string => join(".scanform", journalsOf(at).at(-1) ?? "");
const back = (at: Desk, ...flags: readonly string[]) => at.run(["rollback", latest(at), "--auto-approve", ...flags]);

const live = (at: Desk) => ({
  configurations: at.emulator.store.configurations(accountId),
  assigned: at.emulator.store.repositories(accountId).map(({ name, configuration_id: id }) => [name, id]),
});

test("brings everything back as it was", async () => {
  const at = await desk(everyday);
  const before = live(at);
  expect((await at.apply()).code).toBe(0);
  expect(live(at)).not.toEqual(before);
  expect((await back(at)).code).toBe(0);
  expect(live(at)).toEqual(before);
  expect(journalsOf(at)).toHaveLength(2);
});

test("shows what it would do, and does nothing when nobody agrees", async () => {
  const at = await desk(everyday);
  await at.apply();
  const after = live(at);
  const { code, out } = await at.run(["rollback", latest(at)], { interactive: true, ask: () => Promise.resolve("no") });
  expect(code).toBe(1);
  expect(out).toContain("1 configuration to change, 1 to delete\n  2 of 4 repositories move");
  expect(live(at)).toEqual(after);
});

test("says what has no way back", async () => {
  const at = await desk({ assignments: { routing: [{ configuration_id: relaxedId, repository_pattern: "%" }] } });
  await at.apply();
  const [first] = at.emulator.store.repositories(accountId);
  // somebody moves one of them on
  await fetch(`${at.emulator.url}/v1/accounts/${accountId}/configurations/assign_repositories`, {
    method: "POST",
    headers: { authorization: `Bearer ${at.env["SCANFORM_API_KEY"] ?? ""}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration_id: baselineId, repository_ids: [first?.id] }),
  });
  const other = at.run(["rollback", latest(at), "--auto-approve", "--json"]);
  expect(accountOf(await other)).toMatchObject({ verified: true, summary: { move: 3 } });
});

test("an apply that died before it noted what became of a write can be rolled back", async () => {
  const at = await desk(everyday);
  const before = live(at);
  await at.apply();
  const path = join(at.folder, latest(at));
  const lines = readFileSync(path, "utf8").split("\n");
  // the last line was cut off while it was written
  writeFileSync(path, `${lines.filter((each) => !each.includes('"settled"')).join("\n")}{"type":"sett`);
  expect((await back(at)).code).toBe(0);
  expect(live(at)).toEqual(before);
});

test("the journal of an apply that had nothing to do is rolled back to nothing", async () => {
  const at = await desk({ configurations: { baseline: { name: "baseline" } } });
  expect((await at.apply()).code).toBe(0);
  const { code, out } = await back(at);
  expect(code).toBe(0);
  expect(out).toContain("no changes");
  expect(at.writes()).toEqual([]);
});

test("nothing is sent where the journal cannot be written", async () => {
  const at = await desk(everyday);
  writeFileSync(join(at.folder, "file"), "");
  const ran = await at.apply("--journal", "file", "--json");
  expect(ran.code).toBe(1);
  const { outcomes } = accountOf(ran) as { outcomes: readonly { status: string; error: string }[] };
  expect(outcomes.map(({ status }) => status)).toEqual(["skipped", "skipped", "skipped"]);
  expect(outcomes[0]?.error).toContain("Name another folder with --journal");
  expect(accountOf(ran)["diagnostics"]).toMatchObject([{ code: "journal", severity: "error" }]);
  expect(at.writes()).toEqual([]);
});

test("a journal of another service is refused, which hears nothing of the key", async () => {
  const at = await desk(everyday);
  await at.apply();
  const path = join(at.folder, latest(at));
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(at.emulator.url, "http://127.0.0.1:1"));
  const { code, err } = await at.run(["rollback", latest(at), "--auto-approve"]);
  expect([code, err]).toEqual([1, expect.stringContaining("[plan-file-account]")]);
});

test("a folder is no journal", async () => {
  const at = await desk();
  const { code, err } = await at.run(["rollback", "app"]);
  expect([code, err]).toEqual([1, expect.stringContaining("cannot be read")]);
  expect(err).toContain("[journal]");
});

test.each([
  ["is not there", undefined, "is not there"],
  ["is something else", "hello\n", "is damaged in line 1"],
  ["is another JSON", '{"type":"begin"}\n', "is not a journal of scanform"],
  ["is empty", "", "is not a journal of scanform"],
  ["says half of what was sent", '{"type":"sending"}\n', "is damaged in line 1"],
  [
    "is of a later version",
    '{"format":"scanform-journal","format_version":"9.0","type":"begin","account":{"id":"a"},"baseUrl":"b"}\n',
    "has format 9.0; this scanform reads 1.3",
  ],
])("a journal that %s is refused", async (_what, text, words) => {
  const at = await desk();
  if (text !== undefined) writeFileSync(join(at.folder, "journal"), text);
  const { code, err } = await at.run(["rollback", "journal"]);
  expect([code, err]).toEqual([1, expect.stringContaining(words)]);
  expect(at.emulator.requests).toEqual([]);
});
