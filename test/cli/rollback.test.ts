import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId, baselineId, relaxedId, repositoriesNamed, seedOf } from "../support/account";
import { everyday, type App } from "../support/declare";
import { accountOf, desk, type Desk, documentOf } from "../support/desk";
import { meddle } from "../support/scenes";
import { categoryOf, triageDesk } from "../support/triages";

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
  await assign(at, baselineId, first?.id); // somebody moves one of them on
  const other = at.run(["rollback", latest(at), "--auto-approve", "--json"]);
  expect(accountOf(await other)).toMatchObject({ verified: true, summary: { move: 3 } });
});

test("says of a repository that had no configuration that it keeps its own", async () => {
  const at = await desk(
    { assignments: { routing: [{ configuration_id: relaxedId, repository_names: ["web"] }] } },
    seedOf({ repositories: repositoriesNamed(["web"], null) }),
  );
  await at.apply();
  expect((await back(at)).err).toContain("web");
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
  ["is not there", undefined, "there is no such file"],
  ["is something else", "hello\n", "is damaged in line 1"],
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
  if (text !== undefined) writeFileSync(join(at.folder, "journal"), text);
  const { code, err } = await at.run(["rollback", "journal"]);
  expect([code, err]).toEqual([1, expect.stringContaining(words)]);
  expect(at.emulator.requests).toEqual([]);
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

describe("rollback --out", () => {
  test("saves the plan without asking or writing, and `apply FILE` brings back what was there", async () => {
    const { at, before } = await applied(everyday);
    const after = live(at);
    const saved = await saveBack(at);
    expect(saved.code).toBe(0);
    expect(saved.out).toContain("1 configuration to change, 1 to delete\n  2 of 4 repositories move");
    expect(saved.out).toContain("  - strict   no repository has it\n");
    expect(saved.out).toContain("> strict -> baseline   2 repositories   rollback\n");
    expect(saved.out).not.toMatch(/undeclared\.|rule \d|matched by no rule/);
    expect(saved.err).toContain("Saved to back.plan. Apply exactly this with: scanform apply back.plan\n");
    expect([live(at), at.writes()]).toEqual([after, []]);
    expect((await at.run(["apply", "back.plan"])).code).toBe(0);
    expect(live(at)).toEqual(before);
  });

  test("saves what `show` prints in every format without a key", async () => {
    const { at } = await applied(everyday);
    const { out } = await saveBack(at);
    const env = {};
    expect((await at.run(["show", "back.plan"], { env })).out).toBe(out);
    expect((await at.run(["show", "back.plan", "--json"], { env })).out).toBe((await saveBack(at, "--json")).out);
    expect((await at.run(["show", "back.plan", "--format", "markdown"], { env })).code).toBe(0);
  });

  test("saves a triage that is removed again", async () => {
    const at = await triageDesk();
    await at.apply();
    expect(categoryOf(at)).toBe("wont_fix");
    expect((await saveBack(at)).code).toBe(0);
    expect((await at.run(["apply", "back.plan"])).code).toBe(0);
    expect(categoryOf(at)).toBeUndefined();
  });

  test("saves the deletion of a configuration that has repositories by now with --force alone", async () => {
    const { at } = await applied({ configurations: { strict: { name: "strict" } } });
    const [strict] = at.emulator.store.configurations(accountId).filter(({ name }) => name === "strict");
    const [repository] = at.emulator.store.repositories(accountId);
    await assign(at, strict?.id, repository?.id);
    expect((await saveBack(at)).code).toBe(3);
    expect(readdirSync(at.folder)).not.toContain("back.plan");
    expect((await saveBack(at, "--force")).code).toBe(0);
    expect((await at.run(["apply", "back.plan"])).code).toBe(0);
    expect(at.emulator.store.configurations(accountId).map(({ name }) => name)).not.toContain("strict");
  });

  test.each([["--auto-approve"], ["--journal", "kept"]])("excludes %s", async (...flags) => {
    const { at } = await applied(strengthening);
    const { code, err } = await saveBack(at, ...flags);
    expect([code, err]).toEqual([1, expect.stringContaining("leave out --auto-approve and --journal")]);
  });
});

describe("a saved plan of a rollback", () => {
  test("is stale when somebody has changed since what it brings back", async () => {
    const { at } = await applied(strengthening);
    await saveBack(at);
    await meddle(at, { comment: "disabled" });
    at.emulator.clearRequests();
    const { code, err } = await at.run(["apply", "back.plan"]);
    expect([code, err]).toEqual([4, expect.stringContaining("[plan-stale]")]);
    expect(at.writes()).toEqual([]);
  });

  test("is applied once", async () => {
    const { at } = await applied(strengthening);
    await saveBack(at);
    expect((await at.run(["apply", "back.plan"])).code).toBe(0);
    expect((await at.apply()).code).toBe(0);
    at.emulator.clearRequests();
    const { code, err } = await at.run(["apply", "back.plan"]);
    expect([code, err]).toEqual([4, expect.stringContaining("[plan-applied]")]);
    expect(at.writes()).toEqual([]);
  });

  test("is refused by --reviewed, which names the command that applies it", async () => {
    const { at } = await applied(strengthening);
    await saveBack(at);
    at.emulator.clearRequests();
    const { code, err } = await at.run(["apply", "--synthesized", "app", "--reviewed", "back.plan"]);
    expect(code).toBe(1);
    expect(err).toContain("back.plan is a plan of `rollback --out`, which no code declares.");
    expect(err).toContain("Apply it with `scanform apply back.plan`");
    expect(at.emulator.requests).toEqual([]);
  });

  test("is marked in the file", async () => {
    const { at } = await applied(strengthening);
    await saveBack(at);
    await at.plan("--out", "saved.plan");
    const bodyOf = (name: string): unknown => JSON.parse(readFileSync(join(at.folder, name), "utf8")) as unknown;
    expect(bodyOf("back.plan")).toMatchObject({ format_version: "1.0", body: { kind: "rollback" } });
    expect(bodyOf("saved.plan")).not.toHaveProperty("body.kind");
  });

  test("is refused where the mark is another one", async () => {
    const { at } = await applied(strengthening);
    await saveBack(at);
    const path = join(at.folder, "back.plan");
    writeFileSync(path, readFileSync(path, "utf8").replace('"kind":"rollback"', '"kind":"roll"'));
    expect((await at.run(["apply", "back.plan"])).err).toContain("[plan-file-unreadable]");
  });
});

describe("rollback --fail-on", () => {
  const cases: readonly (readonly [condition: string, code: number])[] = [
    ["weakens", 3],
    ["unclassified,weakens", 3],
    ["deletes", 0],
  ];
  test.each(cases)("%s exits with %d where the way back weakens", async (condition, code) => {
    const { at, before } = await applied(strengthening);
    const after = live(at);
    const ran = await at.run(["rollback", latest(at), "--auto-approve", "--fail-on", condition]);
    expect(ran.code).toBe(code);
    expect(live(at)).toEqual(code === 3 ? after : before);
    if (code === 3) expect(ran.err).toContain("[gate-closed]");
  });

  test("saves the plan all the same, to be approved", async () => {
    const { at, before } = await applied(strengthening);
    const ran = await saveBack(at, "--fail-on", "weakens", "--json");
    expect(ran.code).toBe(3);
    expect(JSON.stringify(documentOf(ran))).toContain("gate-closed");
    expect((await at.run(["apply", "back.plan", "--fail-on", "weakens"])).code).toBe(3);
    expect((await at.run(["apply", "back.plan"])).code).toBe(0);
    expect(live(at)).toEqual(before);
  });
});
