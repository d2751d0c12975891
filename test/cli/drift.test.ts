import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { journalsOf } from "../../src/cli/journals";
import { accountId, baselineId, policyId, relaxedId, repositoryId } from "../support/account";
import { type App, asItIs, everyday } from "../support/declare";
import { accountOf, type Desk, desk, documentOf, type Ran } from "../support/desk";
import { meddle } from "../support/scenes";
import { decide, findingId, otherFindingId, triageDesk, wontFix } from "../support/triages";

const journal = (at: Desk): string => join(".scanform", readdirSync(join(at.folder, ".scanform")).sort().at(-1) ?? "");
const drift = (at: Desk, ...flags: readonly string[]) => at.run(["drift", "--synthesized", "app", ...flags]);
const later: App = {
  ...everyday,
  configurations: { ...everyday.configurations, strict: { name: "strict", comment: "silent" } },
};

/** Somebody in the dashboard gives a repository another configuration. */
async function move({ emulator, env }: Desk, repository: string, to: string): Promise<void> {
  const answer = await fetch(`${emulator.url}/v1/accounts/${accountId}/configurations/assign_repositories`, {
    method: "POST",
    headers: { authorization: `Bearer ${env["SCANFORM_API_KEY"] ?? ""}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration_id: to, repository_ids: [repository] }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

test("drift distinguishes what has moved since the last apply from what is not applied yet, with its place in the code, and sends only GET", async () => {
  const at = await desk(everyday);
  await at.apply();
  const since = journal(at);
  await meddle(at, { comment: "disabled" });
  await move(at, repositoryId(0), relaxedId);
  at.declare(later);
  at.emulator.clearRequests();
  const ran = await drift(at, "--since", since, "--json");
  expect(ran.code).toBe(2);
  expect(new Set(at.emulator.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(documentOf(ran)).toMatchObject({
    accounts: [
      {
        account_id: accountId,
        since: expect.stringMatching(/^\d{4}-/) as unknown,
        drift: [
          {
            class: "weakens",
            to: { id: baselineId },
            weaker: [{ path: "comment", before: "enabled", after: "disabled" }],
          },
          {
            class: "weakens",
            from: { name: "strict" },
            to: { id: relaxedId },
            repositories: [{ name: "payments-api" }],
          },
        ],
        pending: [{ class: "weakens", weaker: [{ path: "comment", after: "silent" }] }],
        changes: { drift: [{ id: baselineId, deleted: false }], pending: [{ name: "strict" }] },
        moves: { drift: 1, pending: 0 },
      },
    ],
    diagnostics: [],
  });
  const made = (app: App, name: string, location: string): App => {
    const body = { ...app.configurations?.[name], "//": { metadata: { scanform: { location } } } };
    return { ...app, configurations: { ...app.configurations, [name]: body } };
  };
  at.declare(made(made(later, "baseline", "main.ts:7:3"), "strict", "main.ts:9:3"));
  const { out } = await drift(at, "--since", since);
  const [drifted, pending] = out.split(/^NOT APPLIED$/m);
  expect(drifted).toMatch(/~ baseline .* main\.ts:7\n/);
  expect(pending).toMatch(/~ strict .* main\.ts:9\n/);
  expect(out).not.toContain("scanform_configuration.");
});

test("drift without a journal says that it cannot tell, and everything is pending", async () => {
  const at = await desk(everyday);
  const { code, out } = await drift(at);
  expect(code).toBe(2);
  expect(out).toContain(
    "DRIFT not known: no journal of an apply covers 2 configurations, 3 repositories; --since names journals elsewhere",
  );
  expect(out).toContain(
    "NOT APPLIED: an apply WEAKENS 2 of 4 repositories (which also get stronger settings) (1 configuration",
  );
  expect(documentOf(await drift(at, "--json"))).toMatchObject({
    accounts: [
      {
        ...{ drift: [], since: null },
        known: { configurations: 0, repositories: 0, triages: 0 },
        unknown: { configurations: 2, repositories: 3, triages: 0 },
      },
    ],
  });
});

test("an apply that has nothing to send leaves a journal, which drift takes", async () => {
  const at = await desk(asItIs);
  const applied = await at.apply();
  expect([applied.code, at.writes()]).toEqual([0, []]);
  const since = journal(at);
  expect(applied.err).toBe(`Noted in ${since}: scanform drift compares with the account as it is now.\n`);
  expect((await drift(at, "--since", since)).code).toBe(0);
  await meddle(at, { comment: "disabled" });
  const { code, out } = await drift(at, "--since", since);
  expect(code).toBe(2);
  expect(out).toContain("weakens 4 repositories, 1 configuration changed");
  expect(out).not.toContain("CONFIGURATIONS"); // what the repositories get says it
  expect(out).toContain("EVERYTHING DECLARED WAS APPLIED: an apply would restore what has drifted");
  expect((await at.apply("--auto-approve")).code).toBe(0);
  expect((await drift(at, "--since", journal(at))).out).toContain("EVERYTHING DECLARED IS APPLIED");
});

test("a second entry of a declared policy is drift, and an apply removes it", async () => {
  const at = await desk(asItIs);
  await at.apply();
  const entry = { id: policyId, enabled: true };
  await meddle(at, { code_policies: [entry, { ...entry, enabled: false }] });
  const { code, out } = await drift(at);
  expect(code).toBe(2);
  expect(out).toContain('unclassified  "No plaintext secrets" (added)');
  expect(out).toContain("EVERYTHING DECLARED WAS APPLIED: an apply would restore what has drifted");
  expect((await at.apply("--auto-approve")).code).toBe(0);
  expect((await drift(at)).out).toContain("EVERYTHING DECLARED IS APPLIED");
});

test("a configuration that the list lacks is not taken to be deleted", async () => {
  const at = await desk({ configurations: { relaxed: { name: "relaxed", comment: "enabled" } } });
  await at.apply();
  await meddle(at, {}, relaxedId, "renamed");
  await meddle(at, {}, baselineId, "relaxed"); // so nothing seeks what is not on the first page
  at.emulator.setProfile({ page_size: 1 });
  const { code, out, err } = await drift(at);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(`The configuration ${relaxedId} exists, but the list of configurations lacks it`);
});

test("a name that is live twice is reported, and everything else is looked at", async () => {
  const at = await desk(later);
  await at.apply();
  const { url } = at.emulator;
  await fetch(`${url}/v1/accounts/${accountId}/configurations`, {
    method: "POST",
    headers: { authorization: `Bearer ${at.env["SCANFORM_API_KEY"] ?? ""}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration: { name: "strict", configuration: {} } }),
  });
  await meddle(at, { comment: "disabled" });
  const { code, out, err } = await drift(at);
  expect(code).toBe(1);
  expect(out).toContain("1 configuration changed");
  expect(out).toContain("could not be read: 1 configuration, with the repositories that rules give it; see the errors");
  expect(out).toContain("EVERYTHING THAT COULD BE READ WAS APPLIED: an apply would restore what has drifted");
  expect(err).toContain("[name-live-twice]\n  scanform_configuration.strict");
  expect((await drift(at, "--format", "junit")).out).toContain('<failure message="could not be read');
});

test("drift as Markdown is an issue whose first line a workflow finds again, and as JUnit it has a failure for each effect", async () => {
  const at = await desk(asItIs);
  await at.apply();
  const as = async (format: string) => (await drift(at, "--format", format)).out;
  expect(await as("junit")).toContain('<testsuites tests="2" failures="0" errors="0" skipped="0">');
  await meddle(at, { comment: "disabled" });
  const markdown = await as("markdown");
  expect(markdown).toMatch(/^<!-- scanform drift -->\n### scanform: DRIFT since [^\n]+: weakens 4 repositories/);
  expect(markdown).toContain("<details open><summary>drift: WEAKENS 4 repositories</summary>");
  const junit = await as("junit");
  expect(junit).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites tests="3" failures="2"/);
  expect(junit).toContain('<failure message="weakens" type="drift"/>');
  rmSync(join(at.folder, ".scanform"), { recursive: true });
  expect(await as("junit")).toContain('skipped="1"');
});

/** Without its last entries. */
const shorten = (path: string, entries: number): void => {
  const lines = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${lines.slice(0, -1 - entries).join("\n")}\n`);
};

test("journals of another account, of the same account elsewhere, and of nothing are passed over, in a folder and by name", async () => {
  const at = await desk(asItIs);
  await at.apply();
  const path = join(at.folder, journal(at));
  const text = readFileSync(path, "utf8");
  for (const other of [
    text.replaceAll(accountId, "aaaaaaaa-0000-4000-8000-00000000ffff"),
    text.replaceAll(at.emulator.url, "https://elsewhere.example.com"),
    `${text.split("\n")[0] ?? ""}\n`,
  ]) {
    writeFileSync(path, other);
    const { code, out, err } = await drift(at, "--since", ".scanform");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("DRIFT not known");
    expect(out).toContain("EVERYTHING DECLARED IS APPLIED");
  }
  expect(await drift(at, "--since", journal(at))).toMatchObject({ code: 0, err: "" });
});

test("journals that are damaged are named and passed over, and an older one tells what it knows", async () => {
  const at = await desk(asItIs);
  await at.apply();
  await at.apply();
  const [older = "", newer = ""] = readdirSync(join(at.folder, ".scanform")).sort();
  await meddle(at, { comment: "disabled" });
  for (const [damaged, ...flags] of [
    [""],
    ["damaged", "--since", ".scanform"],
    ['{"format":"scanform-journal"', "--since", join(".scanform", newer), join(".scanform", older)],
  ] as const) {
    writeFileSync(join(at.folder, ".scanform", newer), damaged);
    const { code, out, err } = await drift(at, ...flags);
    expect(code).toBe(2);
    expect(out).toContain("DRIFT since");
    expect(err).toContain("warning: The journal cannot be used [journal]");
    expect(err).toContain(newer);
    expect(err).toContain("It is passed over.");
  }
});

test("journals of an apply that was interrupted tell what was written, and no more", async () => {
  const at = await desk(everyday);
  await at.apply();
  shorten(join(at.folder, journal(at)), 1); // what was read back
  expect((await drift(at)).out).toContain("NO DRIFT since");
  await move(at, repositoryId(0), relaxedId);
  const { code, out } = await drift(at);
  expect(code).toBe(2);
  expect(out).toContain("1 repository moved");
  expect(out).toContain("since an unknown time: 1 repository"); // which no write concerned
});

test("journals of another app of the account leave the memory of this one as it is", async () => {
  const at = await desk(asItIs);
  await at.apply();
  await meddle(at, { comment: "disabled" });
  at.declare({ configurations: { other: { name: "other", comment: "enabled" } } });
  await at.apply();
  at.declare(asItIs);
  const { code, out } = await drift(at);
  expect(code).toBe(2);
  expect(out).toContain("weakens 4 repositories, 1 configuration changed");
});

test("journals of a rollback tell what it restored", async () => {
  const at = await desk(everyday);
  await at.apply();
  const applied = journal(at);
  expect((await at.run(["rollback", applied, "--auto-approve"])).code).toBe(0);
  const { code, out } = await drift(at);
  expect(code).toBe(2);
  expect(out).toMatch(
    /^NO DRIFT since the applies from \S+ to \S+ \(the last a rollback\) in .*\nNOT APPLIED: an apply WEAKENS 2 of 4 repositories/m,
  );
});

test("of the journals of a folder no more are read than it takes", async () => {
  const at = await desk(asItIs);
  await at.apply();
  const text = readFileSync(join(at.folder, journal(at)), "utf8");
  const folder = join(at.folder, "many");
  mkdirSync(folder);
  for (let made = 0; made < 100; made += 1) {
    const time = new Date(Date.UTC(2020, 0, 1) + made).toISOString().replace(/[:.]/g, "-");
    writeFileSync(join(folder, `${time}-aaaaaaaa.journal`), made < 90 ? "damaged" : text);
  }
  const journals = journalsOf(folder, ["."]);
  let read = 0;
  for (const entries of journals.of({ id: accountId, baseUrl: at.emulator.url })) {
    read += entries.length > 0 ? 1 : 0;
    if (read === 10) break;
  }
  expect({ read, problems: journals.problems() }).toEqual({ read: 10, problems: [] });
});

test("a file that is named and no journal is an error before anything is read", async () => {
  const at = await desk(asItIs);
  expect((await at.plan("--out", "plan.json")).code).toBe(0);
  at.emulator.clearRequests();
  const { code, err } = await drift(at, "--since", "plan.json");
  expect([code, err]).toEqual([1, expect.stringContaining("plan.json is a saved plan, not a journal.")]);
  expect(at.emulator.requests).toEqual([]);
});

test("journals are needed in a folder that is named", async () => {
  const { code, err } = await drift(await desk(asItIs), "--since", "app");
  expect(code).toBe(1);
  expect(err).toContain("--since app is a folder without a journal");
});

test("drift without --since takes the last journal in .scanform of the project, also below it", async () => {
  const at = await desk(everyday);
  await at.apply();
  expect((await drift(at)).out).toContain("NO DRIFT since");
  await move(at, repositoryId(0), relaxedId);
  expect((await drift(at)).out).toContain("1 repository moved");
  writeFileSync(join(at.folder, "cdktf.json"), "{}");
  mkdirSync(join(at.folder, "below"));
  const below = await at.run(["drift", "--synthesized", "../app"], { cwd: join(at.folder, "below") });
  expect(below.out).toContain("1 repository moved");
});

test("where what was read back cannot be noted, an apply without changes succeeds with a warning", async () => {
  const at = await desk(asItIs);
  writeFileSync(join(at.folder, "file"), "");
  const ran = await at.apply("--journal", "file", "--json");
  expect(ran.code).toBe(0);
  expect(documentOf(ran)).toMatchObject({
    accounts: [{ verified: true, diagnostics: [{ code: "journal", severity: "warning" }] }],
  });
});

test("a memory is of the same account when its id is written in other case", async () => {
  const at = await desk(asItIs);
  await at.apply();
  const path = join(at.folder, journal(at));
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(accountId, accountId.toUpperCase()));
  const { code, out } = await drift(at, "--since", journal(at));
  expect(code).toBe(0);
  expect(out).toContain("NO DRIFT since");
});

const until = { ...wontFix, expires: "2030-01-31" };
const dayAfter = { now: () => Date.parse("2030-02-01T00:00:00Z") };
const finding = '      high "All endpoints check authorization" in checkout,\n      src/coupons/create.ts\n';
const decisions = (ran: Ran) => accountOf(ran)["triages"];

test("a triage that was changed or removed in the dashboard has moved, and the next apply restores it", async () => {
  const at = await triageDesk({ key: wontFix });
  await at.apply();
  expect((await drift(at)).out).toContain("NO DRIFT since");
  for (const category of ["in_progress", undefined]) {
    await decide(at, category);
    const { code, out } = await drift(at);
    expect(code).toBe(2);
    expect(out).toContain("DRIFT since");
    expect(out).toContain(
      `TRIAGES 1 changed\n  ~ wont_fix -> ${category ?? "none"}   finding ${findingId}\n${finding}`,
    );
    expect(out).toContain("EVERYTHING DECLARED WAS APPLIED");
    expect(decisions(await drift(at, "--json"))).toMatchObject({
      drift: [{ finding_id: findingId, finding: { severity: "high" }, before: "wont_fix", after: category ?? null }],
      pending: [],
      due: [],
    });
  }
});

test("a triage that was never applied is pending", async () => {
  const at = await triageDesk({ key: wontFix });
  const { code, out } = await drift(at);
  expect(code).toBe(2);
  expect(out).toContain("NOT APPLIED");
  expect(out).toContain("TRIAGES 1 set");
  expect(decisions(await drift(at, "--json"))).toMatchObject({ drift: [], pending: [{ action: "set" }], due: [] });
});

test("a triage that has expired and is still set is due, until an apply has removed it", async () => {
  const at = await triageDesk({ key: until });
  await at.apply();
  expect((await drift(at)).code).toBe(0);
  const { code, out } = await at.run(["drift", "--synthesized", "app"], dayAfter);
  expect(code).toBe(2);
  expect(out).toContain("NO DRIFT since");
  expect(out).toContain("NOT APPLIED: 1 triage has expired and is still set");
  expect(out).toContain("DUE 1 triage: expired, and still set. An apply removes it");
  expect(out).toContain(
    `  - wont_fix, expired 2030-01-31   finding ${findingId}\n${finding}      because "Only in tests."`,
  );
  await at.run(["apply", "--synthesized", "app", "--auto-approve"], dayAfter);
  expect((await at.run(["drift", "--synthesized", "app"], dayAfter)).code).toBe(0);
});

test("a triage that nobody declares is counted, and listed with --full", async () => {
  const at = await triageDesk({ key: { ...wontFix, finding_id: otherFindingId } });
  await at.apply();
  expect((await drift(at)).out).toContain("dismissed but not declared: 1 finding; --full lists them");
  await decide(at, "accepted_risk");
  const { code, out } = await drift(at);
  expect(code).toBe(0);
  expect(out).toContain("dismissed but not declared: 2 findings; --full lists them");
  expect((await drift(at, "--full")).out).toContain(`  accepted_risk   finding ${findingId}`);
  expect(decisions(await drift(at, "--json"))).toMatchObject({
    undeclared: expect.arrayContaining([
      expect.objectContaining({ finding_id: findingId, category: "accepted_risk" }),
    ]) as unknown,
  });
});

test("a triage whose finding nobody knows could not be read: the report says the rest, and the code is 1", async () => {
  const at = await triageDesk({ key: wontFix, gone: { ...wontFix, finding_id: repositoryId(0) } });
  const { code, out, err } = await drift(at);
  expect(code).toBe(1);
  expect(out).toContain("could not be read: 1 triage");
  expect(out).toContain("TRIAGES 1 set");
  expect(err).toContain("[finding-unknown]");
});
