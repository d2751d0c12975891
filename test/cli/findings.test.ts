import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountOf, desk, type Desk } from "../support/desk";
import { seed } from "../support/triages";

/** An analyzer is switched off in a configuration whose repositories have findings. */
const weaker = { configurations: { main: { name: "default", analyzers: { "sql-injection": { enabled: false } } } } };
const weakening = (): Promise<Desk> => desk(weaker, seed);

/** How many requests for findings have come. */
const asked = ({ emulator }: Desk): number =>
  emulator.requests.filter(({ path }) => path.includes("all_findings")).length;

const atOnce = (text: string): string => text.replace(/\n +/g, " ");

test("a plan says how many open findings the repositories have that get weaker, with links to the worst", async () => {
  const at = await weakening();
  const { code, out } = await at.plan("--findings", "365d");
  expect(code).toBe(0);
  expect(atOnce(out)).toMatch(/these 19 repositories have \d+ open findings of the last 365 days \(\d+ critical, .*\)/);
  expect(atOnce(out)).toMatch(
    /findings +\d+ open of the last 365 days \(.*\) critical ".*" in [a-z-]+, \S+ https:\/\//,
  );
  expect(asked(at)).toBe(19);
  expect(at.writes()).toEqual([]);
});

test("the JSON document has exactly the documented fields, in the account and in each effect that is concerned", async () => {
  const at = await weakening();
  const { findings, effects } = accountOf(await at.plan("--json", "--findings", "30d")) as {
    readonly findings: object;
    readonly effects: readonly { readonly findings: object }[];
  };
  const fields = ["open", "critical", "high", "medium", "low", "unread", "worst"];
  expect(Object.keys(findings)).toEqual(["days", ...fields]);
  expect(effects.map((each) => Object.keys(each.findings))).toEqual([fields]);
});

test("no finding is read where it is not asked for, or nothing gets weaker", async () => {
  const at = await weakening();
  expect(accountOf(await at.plan("--json"))).not.toHaveProperty("findings");
  expect(asked(at)).toBe(0);
  const stronger = await desk({ configurations: { main: { name: "default", comment: "enabled" } } }, seed);
  expect((await stronger.plan("--findings", "30d")).out).not.toContain("findings");
  expect(asked(stronger)).toBe(0);
});

test("--findings takes a number of days from 1d to 365d, and nothing else", async () => {
  const at = await desk();
  for (const days of ["30", "0d", "366d", "4w", "1.5d", "-1d", ""]) {
    const { code, err } = await at.plan("--findings", days);
    expect([days, code]).toEqual([days, 1]);
    expect(err).toContain("It must be a number of days from 1d to 365d, such as 30d.");
  }
  expect(at.emulator.requests).toEqual([]);
});

test("findings that cannot be read are a warning, and the plan is complete", async () => {
  const at = await weakening();
  at.emulator.setFaults([{ fault: "status", status: 403, path: "/v1/accounts/*/all_findings" }]);
  const { code, out, err } = await at.plan("--findings", "30d");
  expect(code).toBe(0);
  expect(out).toMatch(/^WEAKENS /m);
  expect(out).not.toContain("open findings");
  expect(err).toMatch(/warning: Open findings could not be read \[findings-unread\]\n.* The plan itself is complete\./);
});

test("a saved plan keeps them for show, and its digest is the same as without", async () => {
  const at = await weakening();
  const plain = accountOf(await at.plan("--json"));
  const made = await at.plan("--findings", "365d", "--out", "saved.plan");
  at.emulator.clearRequests();
  expect((await at.run(["show", "saved.plan"])).out).toBe(made.out);
  expect(accountOf(await at.run(["show", "saved.plan", "--json"]))).toMatchObject({
    digest: plain["digest"],
    findings: { days: 365 },
  });
  expect((await at.run(["show", "saved.plan", "--format", "markdown"])).out).toMatch(
    /^these 19 repositories have \d+ open/m,
  );
  expect((await at.run(["show", "saved.plan", "--format", "html"])).out).toContain('<p class="findings">these 19 repo');
  expect(at.emulator.requests).toEqual([]);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
  expect(asked(at)).toBe(0);
});

test("a policy finds them in the plan, in its document, and in the file that is applied", async () => {
  const at = await weakening();
  writeFileSync(
    join(at.folder, "own.mjs"),
    `export default [{ name: "own", check: ({ effects }) =>
      effects.filter(({ findings }) => findings === undefined).map((at) => ({ level: "deny", message: "is not read", at })) }];`,
  );
  const policed = ["--policy", "own.mjs"];
  expect((await at.plan(...policed)).code).toBe(3);
  expect((await at.plan(...policed, "--findings", "30d", "--out", "saved.plan")).code).toBe(0);
  writeFileSync(join(at.folder, "plan.json"), (await at.plan("--findings", "30d", "--json")).out);
  expect((await at.run(["policy", "check", "--plan", "plan.json", ...policed])).code).toBe(0);
  expect((await at.apply(...policed)).code).toBe(3);
  const digest = String(accountOf(await at.plan("--json"))["digest"]);
  expect((await at.apply(...policed, "--reviewed", digest)).code).toBe(3);
  expect((await at.apply(...policed, "--reviewed", "saved.plan")).code).toBe(0);
});

test("an interrupted reading exits with 130", async () => {
  const at = await weakening();
  const stop = new AbortController();
  const ran = await at.run(["plan", "--synthesized", "app", "--findings", "365d"], {
    signal: stop.signal,
    now: () => {
      stop.abort(); // once the plan is made
      return Date.parse("2026-01-01T00:00:00Z");
    },
  });
  expect(ran.code).toBe(130);
  expect(ran.err).toContain("[interrupted]");
});
