import { existsSync } from "node:fs";
import { join } from "node:path";
import { baselineId } from "../support/account";
import { asItIs, everyday } from "../support/declare";
import { desk } from "../support/desk";

const head = (out: string): string => out.slice(0, out.indexOf("\n\n", out.indexOf("WEAKENS")));

describe("plan --only", () => {
  test("shows what the plan does with repositories of such names, under the counts and the verdict of the whole", async () => {
    const at = await desk(everyday);
    const whole = await at.plan();
    const part = await at.plan("--only", "payments-a%");
    expect(part.code).toBe(0);
    const [, said] = part.out.split("\n\n");
    expect(head(part.out.replace(`${said ?? ""}\n\n`, ""))).toBe(head(whole.out));
    expect(part.out).toContain("payments-api");
    expect(part.out).not.toMatch(/payments-ledger|"web"|digest/);
    expect(whole.out).toMatch(/payments-ledger[^]*digest/);
    expect(said).toBe("--only payments-a% shows a part: the counts and the verdict are of the whole plan");
  });

  test.each(["strict", "scanform_configuration.strict"])(
    "shows the repositories that come from or go to a configuration: %s",
    async (pattern) => {
      const { out } = await (await desk(everyday)).plan("--only", pattern);
      expect(out).toMatch(/> baseline -> strict {3}2 repositories/);
      expect(out).not.toMatch(/^ {2}~ baseline/m);
    },
  );

  test("takes the id of a configuration", async () => {
    const { out } = await (await desk(everyday)).plan("--only", baselineId);
    expect(out).toMatch(/^ {2}~ baseline/m);
  });

  test("says where nothing matches", async () => {
    const { code, out } = await (await desk(everyday)).plan("--only", "no-such-%");
    expect(code).toBe(0);
    expect(out).toContain("\nNothing of the plan matches no-such-%.\n");
  });

  test("changes neither exit codes nor what a gate refuses", async () => {
    const at = await desk(everyday);
    expect((await at.plan("--only", "no-such-%", "--detailed-exitcode")).code).toBe(2);
    const { code, err } = await at.plan("--only", "no-such-%", "--fail-on", "weakens");
    expect(code).toBe(3);
    expect(err).toContain("[gate-closed]");
    at.declare(asItIs);
    expect((await at.plan("--only", "no-such-%", "--detailed-exitcode")).code).toBe(0);
  });

  test.each([
    ["--out", ["--out", "saved.plan"], "--out saves the whole"],
    ["--json", ["--json"], "json always has the whole"],
    ["--format markdown", ["--format", "markdown"], "markdown always has the whole"],
  ])("is refused with %s, before anything is read", async (_title, flags, said) => {
    const at = await desk(everyday);
    const { code, out, err } = await at.plan("--only", "payments-%", ...flags);
    expect(code).toBe(1);
    expect(out + err).toContain(said);
    expect(at.emulator.requests).toEqual([]);
    expect(existsSync(join(at.folder, "saved.plan"))).toBe(false);
  });

  test("is refused with a pattern that is none", async () => {
    const { code, err } = await (await desk(everyday)).plan("--only", "payments\\");
    expect([code, err]).toEqual([1, expect.stringContaining("[name-pattern-invalid]")]);
  });
});
