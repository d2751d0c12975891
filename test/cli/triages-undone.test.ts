import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountOf, type Desk } from "../support/desk";
import { categoryOf, decide, findingId, otherFindingId, triageDesk, wontFix, written } from "../support/triages";

const both = { key: wontFix, other: { ...wontFix, finding_id: otherFindingId } };
const latest = ({ folder }: Desk): string =>
  join(".scanform", readdirSync(join(folder, ".scanform")).sort().at(-1) ?? "");
const back = (at: Desk, ...flags: readonly string[]) => at.run(["rollback", latest(at), "--auto-approve", ...flags]);
const held = (at: Desk) => [categoryOf(at), categoryOf(at, otherFindingId)];

describe("a rollback", () => {
  test("sets the category that was there before, and removes the one where there was none", async () => {
    const at = await triageDesk(both);
    await decide(at, "in_progress");
    expect((await at.apply()).code).toBe(0);
    expect(held(at)).toEqual(["wont_fix", "wont_fix"]);
    at.emulator.clearRequests();
    const { code, out } = await back(at);
    expect(code).toBe(0);
    expect(out).toContain("changes the category of 1 finding (1 high)   1 triage to remove   2 requests\n");
    expect(held(at)).toEqual(["in_progress", undefined]);
    expect([...written(at)].sort()).toEqual(
      [`DELETE /findings/${otherFindingId}/triage`, `POST /findings/${findingId}/triage`].sort(),
    );
  });

  test("sets an expired triage again", async () => {
    const at = await triageDesk({ key: { ...wontFix, expires: "2001-01-01" } });
    await decide(at, "wont_fix");
    await at.apply();
    expect(held(at)).toEqual([undefined, undefined]);
    await back(at);
    expect(held(at)).toEqual(["wont_fix", undefined]);
  });

  test("keeps what somebody has decided since, and says so", async () => {
    const at = await triageDesk();
    await at.apply();
    await decide(at, "false_positive");
    const { code, out } = await back(at);
    expect(code).toBe(5);
    expect(out).toContain(`Somebody has triaged the finding ${findingId} since: it keeps false_positive.`);
    expect(held(at)).toEqual(["false_positive", undefined]);
    expect(at.writes()).toEqual([]);
  });
});

/** Applies a saved plan, however old it is. */
const aged = ["apply", "saved.plan", "--max-age", "9999d"];

describe("a saved plan", () => {
  test("is applied as it was reviewed, and is stale once it is applied", async () => {
    const at = await triageDesk(both);
    const planned = await at.plan("--out", "saved.plan");
    expect((await at.run(["show", "saved.plan"])).out).toBe(planned.out);
    expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
    expect(held(at)).toEqual(["wont_fix", "wont_fix"]);
    expect((await at.run(["apply", "saved.plan"])).code).toBe(4);
  });

  test("is stale when somebody has decided since, and says what was and what is", async () => {
    const at = await triageDesk();
    await at.plan("--out", "saved.plan");
    await decide(at, "in_progress");
    const { code, err } = await at.run(["apply", "saved.plan"]);
    expect(code).toBe(4);
    expect(err).toContain(`finding "${findingId}": reviewed none -> wont_fix, now in_progress -> wont_fix`);
    expect(at.writes()).toEqual([]);
  });

  test("a saved plan with an expired triage, in whose place the service holds another category, is read and applied", async () => {
    const at = await triageDesk({ key: { ...wontFix, expires: "2026-01-31" }, other: both.other });
    await decide(at, "false_positive");
    expect((await at.plan("--out", "saved.plan")).err).toContain("The service holds false_positive, which stays");
    expect((await at.run(["show", "saved.plan"])).code).toBe(0);
    expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
    expect(categoryOf(at)).toBe("false_positive");
  });

  test("is stale when a triage has expired since", async () => {
    const at = await triageDesk({ key: { ...wontFix, expires: "2030-01-31" }, other: both.other });
    await at.plan("--out", "saved.plan");
    const { code, err } = await at.run(aged, { now: () => Date.parse("2030-02-01T00:00:00Z") });
    expect(code).toBe(4);
    expect(err).toContain("[plan-stale]");
    expect(at.writes()).toEqual([]);
  });

  test("is stale, and not taken for applied, when all that it sets has expired since", async () => {
    const at = await triageDesk({ key: { ...wontFix, expires: "2030-01-31" } });
    await at.plan("--out", "saved.plan");
    const dayAfter = () => Date.parse("2030-02-01T00:00:00Z");
    const { code, err } = await at.run(aged, { now: dayAfter });
    expect(code).toBe(4);
    expect(err).toMatch(/finding .*: reviewed none -> wont_fix until .*, no longer planned/);
    expect(err).not.toContain("already applied");
  });

  test("is refused where it shows another reason than the one that it holds", async () => {
    const at = await triageDesk();
    await at.plan("--out", "saved.plan");
    const path = join(at.folder, "saved.plan");
    writeFileSync(path, readFileSync(path, "utf8").replace("Only in tests.", "Never called."));
    expect((await at.run(["apply", "saved.plan"])).code).toBe(4);
    expect(at.writes()).toEqual([]);
  });
});

test("--reviewed applies the digest that was reviewed, and nothing with another reason", async () => {
  const at = await triageDesk();
  const { digest } = accountOf(await at.plan("--json"));
  at.declare({ triages: { key: { ...wontFix, justification: "Never called." } } });
  const reviewed = (text: unknown) => at.run(["apply", "--synthesized", "app", "--reviewed", String(text)]);
  expect((await reviewed(digest)).code).not.toBe(0);
  expect(at.writes()).toEqual([]);
  at.declare({ triages: { key: wontFix } });
  expect((await reviewed(digest)).code).toBe(0);
  expect(categoryOf(at)).toBe("wont_fix");
});

test("explain asks for no finding", async () => {
  const at = await triageDesk();
  expect((await at.run(["explain", "--all", "--synthesized", "app"])).code).toBe(0);
  expect(at.emulator.requests.filter(({ path }) => path.includes("finding"))).toEqual([]);
});
