import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  accountId,
  baseline,
  baselineId,
  relaxed,
  relaxedId,
  unknownId as thirdId,
  repositoriesNamed,
  seedOf,
} from "../support/account";
import { everyday, type App } from "../support/declare";
import { accountOf, desk, type Desk, documentOf } from "../support/desk";
import { meddle } from "../support/scenes";

const journalsOf = (at: Desk): readonly string[] => readdirSync(join(at.folder, ".scanform")).sort();
const latest = (at: Desk): string => join(".scanform", journalsOf(at).at(-1) ?? "");
const back = (at: Desk, ...flags: readonly string[]) => at.run(["rollback", latest(at), "--auto-approve", ...flags]);

const live = ({ emulator }: Desk) => [emulator.store.configurations(accountId), emulator.store.repositories(accountId)];

/** Somebody gives a repository another configuration. */
async function assign({ emulator, env }: Desk, configuration?: string, repository?: string): Promise<void> {
  await fetch(`${emulator.url}/v1/accounts/${accountId}/configurations/assign_repositories`, {
    method: "POST",
    headers: { authorization: `Bearer ${env["SCANFORM_API_KEY"] ?? ""}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration_id: configuration, repository_ids: [repository] }),
  });
  emulator.clearRequests();
}

test("brings everything back as it was", async () => {
  const at = await desk(everyday);
  const before = live(at);
  expect((await at.apply()).code).toBe(0);
  expect(live(at)).not.toEqual(before);
  const ran = await back(at);
  expect([ran.code, live(at)]).toEqual([0, before]);
  expect(journalsOf(at)).toHaveLength(2);
  expect(ran.err).toContain("the next apply does it again: revert that commit, and check with: scanform plan\n");
});

test("shows what it would do, and does nothing when nobody agrees", async () => {
  const at = await desk(everyday);
  await at.apply();
  const after = live(at);
  const { code, out } = await at.run(["rollback", latest(at)], { interactive: true, ask: () => Promise.resolve("no") });
  expect(code).toBe(1);
  expect(out).toContain(
    `  rollback of ${journalsOf(at).at(-1) ?? ""}\n  1 configuration to change, 1 to delete\n  2 of 4 repositories move`,
  );
  expect(live(at)).toEqual(after);
});

/** An account in which one of three repositories has gone on to another configuration since it was moved. */
async function partly(): Promise<Desk> {
  const at = await desk(
    { assignments: { routing: [{ configuration_id: relaxedId, repository_pattern: "%" }] } },
    seedOf({
      configurations: [baseline, relaxed, { id: thirdId, name: "third", configuration: {} }],
      repositories: repositoriesNamed(["api", "docs", "web"], baselineId),
    }),
  );
  await at.apply();
  const [first] = at.emulator.store.repositories(accountId);
  await assign(at, thirdId, first?.id);
  return at;
}

const what = '  "api": moved on since, to "third".';

test("a rollback of which something stays lists that first, does the rest, and ends with 5", async () => {
  const at = await partly();
  const { code, out, err } = await back(at);
  expect(code).toBe(5);
  expect(out.split("\n\n")[1]).toBe(`NOT EVERYTHING CAN BE UNDONE. What stays as it is:\n${what}`);
  expect(out).toContain("\nNot everything was undone: the plan lists first what stays.\n");
  expect(err).not.toContain("no-way-back");
  expect(at.emulator.store.repositories(accountId).map((each) => each.configuration_id)).toEqual([
    thirdId,
    baselineId,
    baselineId,
  ]);
});

test("a rollback of which something stays says so in the document too", async () => {
  const ran = await back(await partly(), "--json");
  expect(ran.code).toBe(5);
  expect(accountOf(ran)).toMatchObject({
    verified: true,
    summary: { move: 2 },
    diagnostics: [{ code: "no-way-back", address: "rollback" }],
  });
});

test("a rollback of which something stays ends with 5 where nothing else is left to do", async () => {
  const at = await partly();
  for (const { id } of at.emulator.store.repositories(accountId)) await assign(at, thirdId, id);
  const { code, out } = await back(at);
  expect([code, at.writes()]).toEqual([5, []]);
  expect(out).toContain("no changes");
  expect(out).toContain('"api", "docs" and "web": moved on since, to "third"');
});

test("a rollback of which something stays is saved with 0, shown with what stays, and ends with 5 when it is applied", async () => {
  const at = await partly();
  expect((await saveBack(at)).code).toBe(0);
  for (const format of ["text", "markdown"])
    expect((await at.run(["show", "back.plan", "--format", format])).out).toContain(what);
  expect((await at.run(["apply", "back.plan"])).code).toBe(5);
});

test("an apply that died before it noted what became of a write can be rolled back, but for what it may have created", async () => {
  const at = await desk(everyday);
  const before = live(at);
  await at.apply();
  const path = join(at.folder, latest(at));
  const lines = readFileSync(path, "utf8").split("\n");
  // the last line was cut off while it was written
  writeFileSync(path, `${lines.filter((each) => !each.includes('"settled"')).join("\n")}{"type":"sett`);
  const { code, out } = await back(at);
  expect(code).toBe(5);
  expect(out).toContain('The answer to the creation of "strict" was lost');
  const [configurations = [], repositories] = live(at);
  expect([configurations.filter(({ name }) => name !== "strict"), repositories]).toEqual(before);
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

test.each([
  ["is something else", "hello\n", "is not a journal of scanform"],
  ["is a saved plan", '{\n  "accounts": []\n}\n', "is a saved plan, not a journal"],
  ["has lost its first line", 'hello\n{"type":"settled","write":0,"status":"failed"}\n', "is damaged in line 1"],
  ["is another JSON", '{"type":"begin"}\n', "is not a journal of scanform"],
  ["is empty", "", "is not a journal of scanform"],
  ["begins with half of what was sent", '{"type":"sending"}\n', "is not a journal of scanform"],
  [
    "says half of what was sent",
    '{"format":"scanform-journal","format_version":"1.0","type":"begin","account":{"id":"a"},"baseUrl":"b","aliases":[]}\n{"type":"sending"}\n',
    "is damaged in line 2",
  ],
  [
    "is of another version",
    '{"format":"scanform-journal","format_version":"9.0","type":"begin","account":{"id":"a"},"baseUrl":"b"}\n',
    "was written by another version of scanform",
  ],
])("a journal that %s is refused", async (_what, text, words) => {
  const at = await desk();
  writeFileSync(join(at.folder, "journal"), text);
  const { code, err } = await at.run(["rollback", "journal"]);
  expect([code, err]).toEqual([1, expect.stringContaining(words)]);
  expect(at.emulator.requests).toEqual([]);
});

test("a folder of journals is refused with the line that rolls back the newest of them", async () => {
  const at = await desk(everyday);
  await at.apply();
  await at.apply();
  const { code, err } = await at.run(["rollback", ".scanform"]);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(`Name a journal in it, such as the newest: scanform rollback ${latest(at)}`),
  ]);
});

const strengthening: App = { configurations: { baseline: { name: "baseline", comment: "enabled" } } };

const saveBack = (at: Desk, ...flags: readonly string[]) =>
  at.run(["rollback", latest(at), "--out", "back.plan", ...flags]);

/** An account to which this was applied. */
async function applied(app: App): Promise<{ readonly at: Desk; readonly before: unknown }> {
  const at = await desk(app);
  const before = live(at);
  expect((await at.apply()).code).toBe(0);
  at.emulator.clearRequests();
  return { at, before };
}

test("rollback --out saves the plan without asking or writing, and `apply FILE` brings back what was there", async () => {
  const { at, before } = await applied(everyday);
  const after = live(at);
  const saved = await saveBack(at);
  expect(saved.code).toBe(0);
  expect(saved.out).toContain("1 configuration to change, 1 to delete\n  2 of 4 repositories move");
  expect(saved.out).toContain("  - strict   its 2 repositories get another one\n");
  expect(saved.out).toContain("> strict -> baseline   2 repositories   rollback\n");
  expect(saved.out).not.toMatch(/undeclared\.|rule \d|matched by no rule/);
  expect(saved.err).toContain("Saved to back.plan. Apply exactly this with: scanform apply back.plan\n");
  expect([live(at), at.writes()]).toEqual([after, []]);
  expect((await at.run(["apply", "back.plan"])).code).toBe(0);
  expect(live(at)).toEqual(before);
});

test("rollback --out saves what `show` prints in every format without a key", async () => {
  const { at } = await applied(everyday);
  for (const flags of [[], ["--json"]]) {
    const { out } = await saveBack(at, ...flags);
    expect((await at.run(["show", "back.plan", ...flags], { env: {} })).out).toBe(out);
  }
  expect((await at.run(["show", "back.plan", "--format", "markdown"], { env: {} })).code).toBe(0);
});

test("rollback --out saves the deletion of a configuration that has repositories by now with --force alone", async () => {
  const { at } = await applied({ configurations: { strict: { name: "strict" } } });
  const [strict] = at.emulator.store.configurations(accountId).filter(({ name }) => name === "strict");
  const [repository] = at.emulator.store.repositories(accountId);
  await assign(at, strict?.id, repository?.id);
  expect((await saveBack(at)).out).toMatch(/"strict" was created and stays: ".*" has it/);
  const forced = await saveBack(at, "--force");
  expect(forced).toMatchObject({
    code: 0,
    err: expect.stringContaining('[delete-in-use]\n  "strict" would be') as unknown,
  });
  expect((await at.run(["apply", "back.plan"])).code).toBe(0);
  expect(at.emulator.store.configurations(accountId).map(({ name }) => name)).not.toContain("strict");
});

test.each([["--auto-approve"], ["--journal", "kept"]])("rollback --out excludes %s", async (...flags) => {
  const { at } = await applied(strengthening);
  const { code, err } = await saveBack(at, ...flags);
  expect([code, err]).toEqual([1, expect.stringContaining("leave out --auto-approve and --journal")]);
});

test("a saved plan of a rollback is stale when somebody has changed since what it brings back", async () => {
  const { at } = await applied(strengthening);
  await saveBack(at);
  await meddle(at, { comment: "disabled" });
  at.emulator.clearRequests();
  const { code, err } = await at.run(["apply", "back.plan"]);
  expect([code, err]).toEqual([4, expect.stringContaining("[plan-stale]")]);
  expect(at.writes()).toEqual([]);
});

test("a saved plan of a rollback is refused by --reviewed, which names the command that applies it", async () => {
  const { at } = await applied(strengthening);
  await saveBack(at);
  at.emulator.clearRequests();
  const { code, err } = await at.run(["apply", "--synthesized", "app", "--reviewed", "back.plan"]);
  expect(code).toBe(1);
  expect(err).toContain("back.plan is a plan of `rollback --out`, which no code declares.");
  expect(err).toContain("Apply it with `scanform apply back.plan`");
  expect(at.emulator.requests).toEqual([]);
});

test("a saved plan of a rollback has objects with before and after in place of a declaration", async () => {
  const { at } = await applied(strengthening);
  await saveBack(at);
  const saved = JSON.parse(readFileSync(join(at.folder, "back.plan"), "utf8")) as unknown;
  const objects = [{ id: baselineId, before: { name: "baseline" }, after: [{ settings: { comment: "enabled" } }] }];
  expect(saved).toMatchObject({
    accounts: [{ apply: { kind: "rollback", objects: { configurations: objects } } }],
  });
});

const cases: readonly (readonly [condition: string, code: number])[] = [
  ["weakens", 3],
  ["unclassified,weakens", 3],
  ["deletes", 0],
];
test.each(cases)("rollback --fail-on %s exits with %d where the way back weakens", async (condition, code) => {
  const { at, before } = await applied(strengthening);
  const after = live(at);
  const ran = await at.run(["rollback", latest(at), "--auto-approve", "--fail-on", condition]);
  expect(ran.code).toBe(code);
  expect(live(at)).toEqual(code === 3 ? after : before);
  if (code === 3) expect(ran.err).toContain("[gate-closed]");
});

test("rollback --fail-on saves the plan all the same, to be approved", async () => {
  const { at, before } = await applied(strengthening);
  const ran = await saveBack(at, "--fail-on", "weakens", "--json");
  expect(ran.code).toBe(3);
  expect(JSON.stringify(documentOf(ran))).toContain("gate-closed");
  expect((await at.run(["apply", "back.plan", "--fail-on", "weakens"])).code).toBe(3);
  expect((await at.run(["apply", "back.plan"])).code).toBe(0);
  expect(live(at)).toEqual(before);
});
