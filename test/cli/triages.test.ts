import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountOf, type Desk, desk, type Ran } from "../support/desk";
import {
  categoryOf,
  decide,
  findingId,
  otherFindingId,
  seed,
  sought,
  triageDesk,
  wontFix,
  written,
} from "../support/triages";

const path = `/findings/${findingId}/triage`;
const unknownId = "00000000-0000-4000-8000-000000000000";
const dayAfter = { now: () => Date.parse("2030-02-01T00:00:00Z") };
const until = { ...wontFix, expires: "2030-01-31" };

const codes = (ran: Ran) =>
  (accountOf(ran)["diagnostics"] as readonly { readonly code: string }[]).map(({ code }) => code);

test("a plan shows a triage with its reason, its end and its place, and leaves the verdict alone", async () => {
  const at = await triageDesk({ key: until });
  const { code, out } = await at.plan("--detailed-exitcode");
  expect(code).toBe(2);
  expect(out).toContain("dismisses 1 finding (1 high)");
  expect(out).toMatch(/none of 26 repositories is affected\n {2}dismisses 1 finding \(1 high\) {3}1 request\n/);
  expect(out).toContain("weakens nothing");
  expect(out).toContain(
    [
      "TRIAGES 1 set (not part of the verdict)",
      `  + wont_fix until 2030-01-31   finding ${findingId}`,
      '      high "All endpoints check authorization" in checkout,',
      "      src/coupons/create.ts",
      '      because "Only in tests."',
      "      scanform_finding_triage.key",
    ].join("\n"),
  );
  expect(at.writes()).toEqual([]);
});

test("a plan as a document has the triages, and counts them", async () => {
  const at = await triageDesk({ key: until, other: { ...wontFix, finding_id: otherFindingId } });
  await decide(at, "in_progress");
  expect(accountOf(await at.plan("--json"))).toMatchObject({
    summary: { triage: { set: 2, remove: 0 }, repositories: { weakens: 0, neutral: 0 } },
    triages: [
      {
        address: "scanform_finding_triage.key",
        finding_id: findingId,
        action: "set",
        before: "in_progress",
        after: "wont_fix",
        justification: "Only in tests.",
        expires: "2030-01-31",
      },
      { finding_id: otherFindingId, before: null, after: "wont_fix", expires: null },
    ],
    requests: { planned: 2, one_by_one: 2, lower_bound: 2 },
    changes: [],
    effects: [],
  });
});

test("a plan asks once for each declared finding, and says from the list of all findings which it is", async () => {
  const at = await triageDesk({ key: wontFix, other: { ...wontFix, finding_id: otherFindingId } });
  const { triages } = accountOf(await at.plan("--json"));
  expect(triages).toMatchObject([
    {
      category: "wont_fix",
      finding: {
        title: sought.type,
        severity: "high",
        file: sought.filename,
        repository: { id: expect.any(String) as string, name: "checkout" },
      },
    },
    { category: "wont_fix", finding: null }, // older than a year
  ]);
  const asked = (part: string) => at.emulator.requests.filter((each) => each.path.includes(part));
  expect([asked("all_findings"), asked("/findings/")]).toMatchObject([{ length: 1 }, { length: 2 }]);
  at.emulator.clearRequests();
  at.declare({});
  await at.plan();
  expect(asked("finding")).toEqual([]);
});

test("a plan reads no findings where every triage is as declared", async () => {
  const at = await triageDesk();
  await decide(at, "wont_fix");
  await at.plan();
  expect(at.emulator.requests.filter((each) => each.path.includes("all_findings"))).toEqual([]);
});

test("a plan with a triage of a finding that the service does not know is an error with its address, and nothing is written", async () => {
  const at = await triageDesk({ key: wontFix, gone: { ...wontFix, finding_id: unknownId } });
  const { code, err } = await at.apply();
  expect(code).toBe(1);
  expect(err).toContain("[finding-unknown]");
  expect(err).toContain("scanform_finding_triage.gone");
  expect(at.writes()).toEqual([]);
});

test("a plan of two triages of one finding names both", async () => {
  const at = await triageDesk({ key: wontFix, again: { ...wontFix, finding_id: findingId.toUpperCase() } });
  const { code, err } = await at.plan();
  expect(code).toBe(1);
  expect(err).toContain("which another triage decides about. Remove it here, or scanform_finding_triage.key.");
});

test("a plan takes the list where the answers of the service are 404", async () => {
  const at = await triageDesk();
  await decide(at, "wont_fix");
  at.emulator.setFaults([{ fault: "status", status: 404, path: "/**/triage", method: "GET" }]);
  expect((await at.plan("--detailed-exitcode")).code).toBe(0);
  expect(at.emulator.requests.filter((each) => each.path.includes("all_findings"))).toHaveLength(1);
});

test("an apply sets the category with one request, reads it back, and has nothing left to do", async () => {
  const at = await triageDesk();
  const ran = await at.apply("--json");
  expect(ran.code).toBe(0);
  expect(accountOf(ran)).toMatchObject({
    verified: true,
    requests: { planned: 1, sent: 1 },
    outcomes: [{ address: "scanform_finding_triage.key", status: "succeeded" }],
  });
  expect(categoryOf(at)).toBe("wont_fix");
  expect(written(at)).toEqual([`POST ${path}`]);
  expect(JSON.stringify(at.writes())).not.toContain("Only in tests");
  const again = await at.plan("--detailed-exitcode");
  expect(again.code).toBe(0);
  expect(again.out).toContain("no changes (0 configurations, 26 repositories)");
});

test("an apply removes what has expired, says so, and then leaves the finding to others", async () => {
  const at = await triageDesk({ key: until });
  await at.apply();
  const apply = ["apply", "--synthesized", "app", "--auto-approve", "--json"];
  const ran = await at.run(apply, dayAfter);
  expect(accountOf(ran)).toMatchObject({
    verified: true,
    summary: { triage: { set: 0, remove: 1 } },
    triages: [{ action: "remove", before: "wont_fix", after: null }],
  });
  expect(codes(ran)).toEqual(["triage-expired"]);
  expect(categoryOf(at)).toBeUndefined();
  await decide(at, "in_progress");
  const later = await at.run(apply, dayAfter);
  expect(codes(later)).toEqual(["triage-expired"]);
  expect(categoryOf(at)).toBe("in_progress");
  expect(at.writes()).toEqual([]);
});

test("an apply sends triages after configurations and assignments, and all of them are in one plan", async () => {
  const at = await triageDesk();
  at.declare({ triages: { key: wontFix }, configurations: { fresh: { name: "fresh", comment: "enabled" } } });
  const ran = await at.apply("--json");
  expect(accountOf(ran)).toMatchObject({ verified: true, requests: { planned: 2, sent: 2 } });
  expect(at.writes().map((each) => each.path.split("/").at(-1))).toEqual(["configurations", "triage"]);
});

test("an apply writes to the finding as the service spells its id, in whichever case it is declared", async () => {
  const at = await triageDesk({ key: { ...wontFix, finding_id: findingId.toUpperCase() } });
  expect(accountOf(await at.apply("--json"))).toMatchObject({ verified: true });
  expect(written(at)).toEqual([`POST ${path}`]);
  expect((await at.plan("--detailed-exitcode")).code).toBe(0);
});

test("an apply of which a triage is refused reports it alone", async () => {
  const at = await triageDesk({ key: wontFix, other: { ...wontFix, finding_id: otherFindingId } });
  at.emulator.setFaults([{ fault: "status", status: 403, path: `/**/${findingId}/triage`, method: "POST" }]);
  const ran = await at.apply("--json");
  expect(ran.code).toBe(5);
  expect(accountOf(ran)).toMatchObject({
    verified: false,
    outcomes: [
      { address: "scanform_finding_triage.key", status: "failed" },
      { address: "scanform_finding_triage.other", status: "succeeded" },
    ],
  });
  expect([categoryOf(at), categoryOf(at, otherFindingId)]).toEqual([undefined, "wont_fix"]);
});

test("an apply finds out by reading whether a triage arrived whose answer was lost", async () => {
  const at = await triageDesk();
  at.emulator.setFaults([{ fault: "reset", at: "after", operation: "setTriage" }]);
  expect(accountOf(await at.apply("--json"))).toMatchObject({
    verified: true,
    outcomes: [{ status: "succeeded" }],
  });
  expect(categoryOf(at)).toBe("wont_fix");
});

test("an apply is stale when its triage expires while it asks", async () => {
  const at = await triageDesk({ key: until });
  let now = Date.parse("2030-01-31T23:00:00Z");
  const { code, err } = await at.run(["apply", "--synthesized", "app"], {
    now: () => now,
    interactive: true,
    ask: () => {
      now = dayAfter.now();
      return Promise.resolve("yes");
    },
  });
  expect(code).toBe(4);
  expect(err).toMatch(/finding .*: reviewed none -> wont_fix until .*, no longer planned/);
  expect(at.writes()).toEqual([]);
});

test("an apply asks with the triages beside the verdict", async () => {
  const at = await triageDesk();
  let asked = "";
  await at.run(["apply", "--synthesized", "app"], {
    interactive: true,
    ask: (question) => {
      asked = question;
      return Promise.resolve("no");
    },
  });
  expect(asked).toContain("weakens nothing; dismisses 1 finding (1 high)\n");
  expect(at.writes()).toEqual([]);
});

const both = { key: wontFix, other: { ...wontFix, finding_id: otherFindingId } };
const latest = ({ folder }: Desk): string =>
  join(".scanform", readdirSync(join(folder, ".scanform")).sort().at(-1) ?? "");
const back = (at: Desk, ...flags: readonly string[]) => at.run(["rollback", latest(at), "--auto-approve", ...flags]);
const held = (at: Desk) => [categoryOf(at), categoryOf(at, otherFindingId)];

test("a rollback sets the category that was there before, and removes the one where there was none", async () => {
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

test("a rollback sets an expired triage again", async () => {
  const at = await triageDesk({ key: { ...wontFix, expires: "2001-01-01" } });
  await decide(at, "wont_fix");
  await at.apply();
  expect(held(at)).toEqual([undefined, undefined]);
  await back(at);
  expect(held(at)).toEqual(["wont_fix", undefined]);
});

test("a rollback keeps what somebody has decided since, and says so", async () => {
  const at = await triageDesk();
  await at.apply();
  await decide(at, "false_positive");
  const { code, out } = await back(at);
  expect(code).toBe(5);
  expect(out).toContain(`Somebody has triaged the finding ${findingId} since: it keeps false_positive.`);
  expect(held(at)).toEqual(["false_positive", undefined]);
  expect(at.writes()).toEqual([]);
});

/** Applies a saved plan, however old it is. */
const aged = ["apply", "saved.plan", "--max-age", "9999d"];

test("a saved plan is applied as it was reviewed, and is stale once it is applied", async () => {
  const at = await triageDesk(both);
  const planned = await at.plan("--out", "saved.plan");
  expect((await at.run(["show", "saved.plan"])).out).toBe(planned.out);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
  expect(held(at)).toEqual(["wont_fix", "wont_fix"]);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(4);
});

test("a saved plan is stale when somebody has decided since, and says what was and what is", async () => {
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

test("a saved plan is stale, and not taken for applied, when all that it sets has expired since", async () => {
  const at = await triageDesk({ key: { ...wontFix, expires: "2030-01-31" } });
  await at.plan("--out", "saved.plan");
  const dayAfter = () => Date.parse("2030-02-01T00:00:00Z");
  const { code, err } = await at.run(aged, { now: dayAfter });
  expect(code).toBe(4);
  expect(err).toMatch(/finding .*: reviewed none -> wont_fix until .*, no longer planned/);
  expect(err).not.toContain("already applied");
});

test("a saved plan is refused where it shows another reason than the one that it holds", async () => {
  const at = await triageDesk();
  await at.plan("--out", "saved.plan");
  const path = join(at.folder, "saved.plan");
  writeFileSync(path, readFileSync(path, "utf8").replace("Only in tests.", "Never called."));
  expect((await at.run(["apply", "saved.plan"])).code).toBe(4);
  expect(at.writes()).toEqual([]);
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

test("no finding is read where nothing gets weaker", async () => {
  const at = await desk({ configurations: { main: { name: "default", comment: "enabled" } } }, seed);
  expect((await at.plan("--findings", "30d")).out).not.toContain("findings");
  expect(asked(at)).toBe(0);
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

test("a saved plan keeps them for show, with exactly the documented fields, and its digest is the same as without", async () => {
  const at = await weakening();
  const plain = accountOf(await at.plan("--json"));
  expect(plain).not.toHaveProperty("findings");
  expect(asked(at)).toBe(0);
  const made = await at.plan("--findings", "365d", "--out", "saved.plan");
  at.emulator.clearRequests();
  expect((await at.run(["show", "saved.plan"])).out).toBe(made.out);
  const { digest, findings, effects } = accountOf(await at.run(["show", "saved.plan", "--json"])) as {
    readonly digest: string;
    readonly findings: object;
    readonly effects: readonly { readonly findings: object }[];
  };
  expect([digest, findings]).toMatchObject([plain["digest"], { days: 365 }]);
  const fields = ["open", "critical", "high", "medium", "low", "unread", "worst"];
  expect(Object.keys(findings)).toEqual(["days", ...fields]);
  expect(effects.map((each) => Object.keys(each.findings))).toEqual([fields]);
  expect((await at.run(["show", "saved.plan", "--format", "html"])).out).toContain('<p class="findings">these 19 repo');
  expect(at.emulator.requests).toEqual([]);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
  expect(asked(at)).toBe(0);
});

test("a policy finds them in the plan, in the file that is saved, and in what is applied", async () => {
  const at = await weakening();
  writeFileSync(
    join(at.folder, "own.mjs"),
    `export default [{ name: "own", check: ({ effects }) =>
      effects.filter(({ findings }) => findings === undefined).map((at) => ({ level: "deny", message: "is not read", at })) }];`,
  );
  const policed = ["--policy", "own.mjs"];
  expect((await at.plan(...policed, "--findings", "30d", "--out", "saved.plan")).code).toBe(0);
  expect((await at.run(["policy", "check", "--plan", "saved.plan", ...policed])).code).toBe(0);
  expect((await at.apply(...policed)).code).toBe(3);
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
