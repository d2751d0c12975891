import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId } from "../support/account";
import { type App, everyday } from "../support/declare";
import { desk, type Desk, documentOf } from "../support/desk";
import { meddle } from "../support/scenes";
import { categoryOf, triageDesk } from "../support/triages";

const strengthening: App = { configurations: { baseline: { name: "baseline", comment: "enabled" } } };

const journalOf = ({ folder }: Desk): string => join(".scanform", readdirSync(join(folder, ".scanform"))[0] ?? "");
const live = ({ emulator }: Desk) => [emulator.store.configurations(accountId), emulator.store.repositories(accountId)];
const back = (at: Desk, ...flags: readonly string[]) =>
  at.run(["rollback", journalOf(at), "--out", "back.plan", ...flags]);

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
    const saved = await back(at);
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
    const { out } = await back(at);
    const env = {};
    expect((await at.run(["show", "back.plan"], { env })).out).toBe(out);
    expect((await at.run(["show", "back.plan", "--json"], { env })).out).toBe((await back(at, "--json")).out);
    expect((await at.run(["show", "back.plan", "--format", "markdown"], { env })).code).toBe(0);
  });

  test("saves a triage that is removed again", async () => {
    const at = await triageDesk();
    await at.apply();
    expect(categoryOf(at)).toBe("wont_fix");
    expect((await back(at)).code).toBe(0);
    expect((await at.run(["apply", "back.plan"])).code).toBe(0);
    expect(categoryOf(at)).toBeUndefined();
  });

  test("saves the deletion of a configuration that has repositories by now with --force alone", async () => {
    const { at } = await applied({ configurations: { strict: { name: "strict" } } });
    const [strict] = at.emulator.store.configurations(accountId).filter(({ name }) => name === "strict");
    const [repository] = at.emulator.store.repositories(accountId);
    await fetch(`${at.emulator.url}/v1/accounts/${accountId}/configurations/assign_repositories`, {
      method: "POST",
      headers: { authorization: `Bearer ${at.env["SCANFORM_API_KEY"] ?? ""}`, "content-type": "application/json" },
      body: JSON.stringify({ configuration_id: strict?.id, repository_ids: [repository?.id] }),
    });
    expect((await back(at)).code).toBe(3);
    expect(readdirSync(at.folder)).not.toContain("back.plan");
    expect((await back(at, "--force")).code).toBe(0);
    expect((await at.run(["apply", "back.plan"])).code).toBe(0);
    expect(at.emulator.store.configurations(accountId).map(({ name }) => name)).not.toContain("strict");
  });

  test.each([["--auto-approve"], ["--journal", "kept"]])("excludes %s", async (...flags) => {
    const { at } = await applied(strengthening);
    const { code, err } = await back(at, ...flags);
    expect([code, err]).toEqual([1, expect.stringContaining("leave out --auto-approve and --journal")]);
  });
});

describe("a saved plan of a rollback", () => {
  test("is stale when somebody has changed since what it brings back", async () => {
    const { at } = await applied(strengthening);
    await back(at);
    await meddle(at, { comment: "disabled" });
    at.emulator.clearRequests();
    const { code, err } = await at.run(["apply", "back.plan"]);
    expect([code, err]).toEqual([4, expect.stringContaining("[plan-stale]")]);
    expect(at.writes()).toEqual([]);
  });

  test("is applied once", async () => {
    const { at } = await applied(strengthening);
    await back(at);
    expect((await at.run(["apply", "back.plan"])).code).toBe(0);
    expect((await at.apply()).code).toBe(0);
    at.emulator.clearRequests();
    const { code, err } = await at.run(["apply", "back.plan"]);
    expect([code, err]).toEqual([4, expect.stringContaining("[plan-applied]")]);
    expect(at.writes()).toEqual([]);
  });

  test("is refused by --reviewed, which names the command that applies it", async () => {
    const { at } = await applied(strengthening);
    await back(at);
    at.emulator.clearRequests();
    const { code, err } = await at.run(["apply", "--synthesized", "app", "--reviewed", "back.plan"]);
    expect(code).toBe(1);
    expect(err).toContain("back.plan is a plan of `rollback --out`, which no code declares.");
    expect(err).toContain("Apply it with `scanform apply back.plan`");
    expect(at.emulator.requests).toEqual([]);
  });

  test("is marked in the file", async () => {
    const { at } = await applied(strengthening);
    await back(at);
    await at.plan("--out", "saved.plan");
    const bodyOf = (name: string): unknown => JSON.parse(readFileSync(join(at.folder, name), "utf8")) as unknown;
    expect(bodyOf("back.plan")).toMatchObject({ format_version: "4.0", body: { kind: "rollback" } });
    expect(bodyOf("saved.plan")).not.toHaveProperty("body.kind");
  });

  test("is refused where the mark is another one", async () => {
    const { at } = await applied(strengthening);
    await back(at);
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
    const ran = await at.run(["rollback", journalOf(at), "--auto-approve", "--fail-on", condition]);
    expect(ran.code).toBe(code);
    expect(live(at)).toEqual(code === 3 ? after : before);
    if (code === 3) expect(ran.err).toContain("[gate-closed]");
  });

  test("saves the plan all the same, to be approved", async () => {
    const { at, before } = await applied(strengthening);
    const ran = await back(at, "--fail-on", "weakens", "--json");
    expect(ran.code).toBe(3);
    expect(JSON.stringify(documentOf(ran))).toContain("gate-closed");
    expect((await at.run(["apply", "back.plan", "--fail-on", "weakens"])).code).toBe(3);
    expect((await at.run(["apply", "back.plan"])).code).toBe(0);
    expect(live(at)).toEqual(before);
  });
});
