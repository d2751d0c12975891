import { accountId, canaryOfAll, otherAccountId } from "../support/account";
import { type App, everyday } from "../support/declare";
import { accountOf, desk, type Desk, documentOf, type Ran } from "../support/desk";
import { meddle } from "../support/scenes";

/** Plans, as in a pull request; the digest of the plan. */
async function review(at: Desk, ...flags: readonly string[]): Promise<string> {
  return String(accountOf(await at.plan("--json", "--out", "saved.plan", ...flags))["digest"]);
}

const applying = ["apply", "--synthesized", "app", "--reviewed"];
const apply = (at: Desk, reviewed = "saved.plan", ...flags: readonly string[]): Promise<Ran> =>
  at.run([...applying, reviewed, ...flags]);

function expectRefused(at: Desk, ran: Ran, said: string): void {
  expect(ran).toMatchObject({ code: 4, err: expect.stringContaining(said) as string });
  expect(at.writes()).toEqual([]);
}

test("apply --reviewed plans what is declared, and applies it without asking if it is the saved plan", async () => {
  const at = await desk(everyday);
  await review(at);
  const ran = await apply(at);
  expect(ran.code).toBe(0);
  expect(at.writes()).toHaveLength(2);
  expect((await at.plan("--detailed-exitcode")).code).toBe(0);
});

test("apply --reviewed takes a whole digest in place of a file", async () => {
  const at = await desk(everyday);
  const digest = await review(at);
  expect((await apply(at, digest.toUpperCase())).code).toBe(0);
  expect(at.writes()).toHaveLength(2);
});

test("apply --reviewed asks for all digits of a digest", async () => {
  const at = await desk(everyday);
  const { code, err } = await apply(at, (await review(at)).slice(0, 12));
  expect([code, err]).toEqual([
    1,
    expect.stringContaining("is neither a file nor a whole digest, which has 64 digits"),
  ]);
  expect(at.emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("apply --reviewed refuses what is declared otherwise by now, and says where it differs", async () => {
  const at = await desk(everyday);
  await review(at);
  const { baseline } = everyday.configurations ?? {};
  at.declare({
    ...everyday,
    configurations: { ...everyday.configurations, baseline: { ...baseline, comment: "disabled" } },
  });
  const ran = await apply(at);
  expectRefused(at, ran, "What is declared now is not what was reviewed, and nothing was written:");
  expect(ran.err).toContain('configuration "baseline": reviewed comments: silent -> enabled, now comments');
  expect(ran.err).toContain("now baseline -> baseline (weakens), comments: silent -> disabled (weaker)");
});

test("apply --reviewed refuses a plan that has become another one because the account has changed", async () => {
  const at = await desk(everyday);
  await review(at);
  await meddle(at, { comment: "disabled" });
  at.emulator.clearRequests();
  expectRefused(at, await apply(at), "What is declared now is not what was reviewed");
});

test("apply --reviewed refuses a digest that is not that of the plan, naming both", async () => {
  const at = await desk(everyday);
  const digest = await review(at);
  const ran = await apply(at, "0".repeat(64));
  expectRefused(at, ran, "reviewed: 000000000000\n");
  expect(ran.err).toContain(`, digest ${digest.slice(0, 12)}\n`);
});

test("apply --reviewed is not troubled by what else is declared, where that changes nothing", async () => {
  const at = await desk(everyday);
  await review(at);
  const more: App = {
    ...everyday,
    configurations: { relaxed: { name: "relaxed", comment: "enabled" }, ...everyday.configurations },
  };
  at.declare(more);
  expect((await apply(at)).code).toBe(0);
});

test("apply --reviewed is not troubled by another rule before those that count, nor by its number", async () => {
  const at = await desk(everyday);
  await review(at);
  const routing = [{ repository_names: ["legacy"], leave: true }, ...(everyday.assignments?.["routing"] ?? [])];
  at.declare({ ...everyday, assignments: { routing } });
  expect((await apply(at)).code).toBe(0);
});

test("apply --reviewed reports that nothing is left to do where the account holds what was reviewed", async () => {
  const at = await desk(everyday);
  const digest = await review(at);
  expect((await apply(at)).code).toBe(0);
  at.emulator.clearRequests();
  for (const reviewed of ["saved.plan", digest])
    expectRefused(at, await apply(at, reviewed, "--again"), "Nothing is left to do");
});

test("apply --reviewed deletes only with the options of the review", async () => {
  const at = await desk({ provider: { managed_scope: { names: "relaxed" } }, configurations: {} });
  await review(at, "--prune", "--force");
  expectRefused(at, await apply(at), "Nothing is left to do");
  expect((await apply(at, "saved.plan", "--prune", "--force")).code).toBe(0);
  expect(at.writes().map(({ method }) => method)).toEqual(["DELETE"]);
});

test("apply --reviewed still stops at --fail-on", async () => {
  const at = await desk({ configurations: { baseline: { name: "baseline", comment: "disabled" } } });
  await review(at);
  expect((await apply(at, "saved.plan", "--fail-on", "weakens")).code).toBe(3);
  expect(at.writes()).toEqual([]);
});

test("apply --reviewed excludes the file that `apply` itself takes", async () => {
  const at = await desk(everyday);
  await review(at);
  const { code, err } = await at.run(["apply", "saved.plan", "--reviewed", "saved.plan"]);
  expect([code, err]).toEqual([1, expect.stringContaining("Use either `apply FILE`")]);
});

describe("apply --reviewed of two accounts", () => {
  const both: App = {
    provider: [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }],
    configurations: {
      baseline: { name: "baseline", comment: "enabled" },
      other: { name: "other", comment: "silent", provider: "scanform.globex" },
    },
  };

  test("apply --reviewed of two accounts wants both to be reviewed, by a file or by a digest for each", async () => {
    const at = await desk(both);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
    const planned = await at.run(["plan", "--synthesized", "app", "--json", "--out", "saved.plan"], { env });
    const { accounts } = documentOf(planned) as { accounts: readonly { digest: string }[] };
    const [first, second] = accounts.map(({ digest }) => digest);
    expectRefused(at, await at.run([...applying, String(first)], { env }), "account globex");
    const ran = await at.run([...applying, String(first), "--reviewed", String(second)], { env });
    expect(ran.code).toBe(0);
    expect(at.writes()).toHaveLength(2);
    at.emulator.clearRequests();
    const again = [...applying, "saved.plan", "--again"];
    expectRefused(at, await at.run(again, { env }), "Nothing is left");
  });

  test("apply --reviewed of two accounts takes a file beside a digest, with an age for the file", async () => {
    const at = await desk(both);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
    const planned = await at.run(["plan", "--synthesized", "app", "--json", "--out", "saved.plan"], { env });
    const [first] = (documentOf(planned) as { accounts: readonly { digest: string }[] }).accounts;
    const ran = await at.run([...applying, "saved.plan", "--reviewed", String(first?.digest), "--max-age", "1h"], {
      env,
    });
    expect([ran.code, at.writes().length]).toEqual([0, 2]);
  });

  test("apply --reviewed of two accounts refuses where only one of them is declared any more", async () => {
    const at = await desk(both);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
    await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], { env });
    at.declare({
      provider: [{ account_id: accountId }],
      configurations: { baseline: { name: "baseline", comment: "enabled" } },
    });
    expectRefused(at, await at.run([...applying, "saved.plan"], { env }), "reviewed: account globex");
  });
});
