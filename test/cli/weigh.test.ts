import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { slowProgress } from "../../src/cli/print";
import { acmeAccountId, builtinSeed } from "../../src/emulator";
import { canary } from "../support/account";
import { accountOf, desk, type Desk } from "../support/desk";
import { screen } from "../support/screen";

const [acme] = builtinSeed.accounts;
const seed = { keys: { [canary]: [acmeAccountId] }, accounts: acme === undefined ? [] : [acme] };

/** An analyzer is switched off in a configuration whose repositories have findings. */
const weaker = { configurations: { main: { name: "default", analyzers: { "sql-injection": { enabled: false } } } } };
const weakening = (): Promise<Desk> => desk(weaker, seed);

/** How many requests for findings have come. */
const asked = ({ emulator }: Desk): number =>
  emulator.requests.filter(({ path }) => path.includes("all_findings")).length;

const atOnce = (text: string): string => text.replace(/\n +/g, " ");

describe("--impact", () => {
  test("says what a change would have meant for the findings of some days, with links", async () => {
    const at = await weakening();
    const { code, out } = await at.plan("--impact", "365d");
    expect(code).toBe(0);
    expect(atOnce(out)).toMatch(
      /^impact of the last 365 days \(estimate\): 0 to \d+ findings no longer reported, 0 to \d+ no longer blocking, none newly blocking$/m,
    );
    expect(atOnce(out)).toMatch(
      /"SQL injection" in payments-api, src\/refunds\/query\.ts may no longer be reported and may no longer block https:\/\//,
    );
    expect(asked(at)).toBeGreaterThan(0);
    expect(at.writes()).toEqual([]);
  });

  test("the JSON document has exactly the documented fields, in the account and in each effect", async () => {
    const at = await weakening();
    const { impact, effects } = accountOf(await at.plan("--json", "--impact", "30d")) as {
      readonly impact: object;
      readonly effects: readonly { readonly impact: object }[];
    };
    const figures = ["no_longer_reported", "no_longer_blocking", "newly_blocking"];
    expect(Object.keys(impact)).toEqual(["since", "until", "findings", ...figures, "requests"]);
    expect(Object.keys(effects[0]?.impact ?? {})).toEqual(["findings", ...figures, "examples"]);
  });

  test("is not there, and takes no request, where it is not asked for", async () => {
    const at = await weakening();
    const account = accountOf(await at.plan("--json"));
    expect(account).not.toHaveProperty("impact");
    expect(asked(at)).toBe(0);
  });

  test("a limit of 0 reads no finding and shows no figure", async () => {
    const at = await weakening();
    const account = accountOf(await at.plan("--json", "--impact", "30d", "--impact-limit", "0"));
    expect(account["impact"]).toMatchObject({ requests: 0 });
    expect(account["impact"]).not.toHaveProperty("no_longer_reported");
    expect(asked(at)).toBe(0);
    expect((await at.plan("--impact", "30d", "--impact-limit", "0")).out).toContain("(estimate): not known");
  });

  test.each(["30", "0d", "366d", "4w", "1.5d", "-1d", ""])("%j is no number of days", async (days) => {
    const at = await desk();
    const { code, err } = await at.plan("--impact", days);
    expect(code).toBe(1);
    expect(err).toContain("It must be a number of days from 1d to 365d, such as 30d.");
    expect(at.emulator.requests).toEqual([]);
  });

  test("--impact-limit without --impact is a usage error", async () => {
    const at = await desk();
    for (const limit of ["5", "0"]) {
      const { code, err } = await at.plan("--impact-limit", limit);
      expect(code).toBe(1);
      expect(err).toContain("say how many days, such as --impact 30d");
    }
    expect((await at.plan("--impact", "30d", "--impact-limit", "many")).err).toContain("whole number from 0");
    expect(at.emulator.requests).toEqual([]);
  });

  test("a saved plan keeps it for show, and its digest is the same as without", async () => {
    const at = await weakening();
    const plain = accountOf(await at.plan("--json"));
    const made = await at.plan("--impact", "365d", "--out", "saved.plan");
    at.emulator.clearRequests();
    expect((await at.run(["show", "saved.plan"])).out).toBe(made.out);
    expect(accountOf(await at.run(["show", "saved.plan", "--json"]))).toMatchObject({
      digest: plain["digest"],
      impact: { requests: expect.any(Number) as unknown },
    });
    expect((await at.run(["show", "saved.plan", "--format", "markdown"])).out).toMatch(/^impact of the last 365 days/m);
    expect((await at.run(["show", "saved.plan", "--format", "html"])).out).toContain('<p class="impact">impact of');
    expect(at.emulator.requests).toEqual([]);
    expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
    expect(asked(at)).toBe(0);
  });

  test("a policy finds it in the plan, in its document, and in the file that is applied", async () => {
    const at = await weakening();
    writeFileSync(
      join(at.folder, "own.mjs"),
      `export default [{ name: "own", check: ({ impact, effects }) =>
        impact === undefined ? effects.map((at) => ({ level: "deny", message: "is not weighed", at })) : [] }];`,
    );
    const policed = ["--policy", "own.mjs"];
    expect((await at.plan(...policed)).code).toBe(3);
    expect((await at.plan(...policed, "--impact", "30d", "--out", "saved.plan")).code).toBe(0);
    writeFileSync(join(at.folder, "plan.json"), (await at.plan("--impact", "30d", "--json", "--for-policies")).out);
    expect((await at.run(["policy", "check", "--plan", "plan.json", ...policed])).code).toBe(0);
    expect((await at.apply(...policed)).code).toBe(3);
    const digest = String(accountOf(await at.plan("--json"))["digest"]);
    expect((await at.apply(...policed, "--reviewed", digest)).code).toBe(3);
    expect((await at.apply(...policed, "--reviewed", "saved.plan")).code).toBe(0);
  });

  test("an interrupted reading exits with 130", async () => {
    const at = await weakening();
    const stop = new AbortController();
    const ran = await at.run(["plan", "--synthesized", "app", "--impact", "365d"], {
      signal: stop.signal,
      now: () => {
        stop.abort(); // once the plan is made
        return Date.parse("2026-01-01T00:00:00Z");
      },
    });
    expect(ran.code).toBe(130);
    expect(ran.err).toContain("[interrupted]");
  });
});

describe("progress of work that is mostly short", () => {
  function progressOn(interactive: boolean) {
    let time = 0;
    const { io, shown } = screen(interactive, () => time);
    const progress = slowProgress(io, "things");
    return {
      progress,
      shown,
      at: (milliseconds: number) => {
        time = milliseconds;
      },
    };
  }

  test.each([true, false])("nothing is shown within the first second", (interactive) => {
    const { progress, shown, at } = progressOn(interactive);
    at(900);
    progress.show(1, 1);
    progress.end();
    expect(shown()).toBe("");
  });

  test("on a terminal it is one line, whose end may move", () => {
    const { progress, shown, at } = progressOn(true);
    at(1000);
    progress.show(1, 1);
    progress.show(2, 5);
    progress.end();
    expect(shown()).toBe("\r1 of 1 things\r2 of 5 things\n");
  });

  test("elsewhere it is at most about ten lines", () => {
    const { progress, shown, at } = progressOn(false);
    at(1000);
    for (let done = 1; done <= 100; done += 1) progress.show(done, 100);
    progress.end();
    expect(shown().split("\n")).toHaveLength(11);
    expect(shown()).toMatch(/^10 of 100 things\n20 of .*\n100 of 100 things\n$/s);
  });
});
