import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId, baselineId, relaxedId, repositoryId } from "../support/account";
import { type App, asItIs, everyday } from "../support/declare";
import { type Desk, desk, documentOf } from "../support/desk";
import { meddle } from "../support/scenes";

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

test("distinguishes what has moved since the last apply from what is not applied yet, and sends only GET", async () => {
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
});

test("shows where in the code a configuration is made that has drifted, and one that is not applied yet", async () => {
  const at = await desk(everyday);
  await at.apply();
  await meddle(at, { comment: "disabled" });
  const made = (app: App, name: string, location: string): App => {
    const body = { ...app.configurations?.[name], "//": { metadata: { scanform: { location } } } };
    return { ...app, configurations: { ...app.configurations, [name]: body } };
  };
  at.declare(made(made(later, "baseline", "main.ts:7:3"), "strict", "main.ts:9:3"));
  const { out } = await drift(at, "--since", journal(at));
  const [drifted, pending] = out.split("NOT APPLIED YET");
  expect(drifted).toMatch(/~ baseline .* main\.ts:7\n/);
  expect(pending).toMatch(/~ strict .* main\.ts:9\n/);
  expect(out).not.toContain("scanform_configuration.");
});

test("without a journal it says that it cannot tell, and everything is pending", async () => {
  const at = await desk(everyday);
  const { code, out } = await drift(at);
  expect(code).toBe(2);
  expect(out).toContain("DRIFT not known: no journal of an apply is there; --since FILE names one that is elsewhere");
  expect(out).toContain("NOT APPLIED YET: 1 configuration to create, 1 to change; 2 of 4 repositories move");
  expect(documentOf(await drift(at, "--json"))).toMatchObject({ accounts: [{ drift: null, since: null }] });
});

test("an apply that has nothing to send leaves a journal, which drift takes", async () => {
  const at = await desk(asItIs);
  expect((await at.apply()).code).toBe(0);
  expect(at.writes()).toEqual([]);
  const since = journal(at);
  expect((await drift(at, "--since", since)).code).toBe(0);
  await meddle(at, { comment: "disabled" });
  const { code, out } = await drift(at, "--since", since);
  expect(code).toBe(2);
  expect(out).toContain("weakens 4 repositories, 1 configuration changed");
  expect(out).toContain("EVERYTHING DECLARED WAS APPLIED: an apply restores what has drifted of it");
  expect((await at.apply("--auto-approve")).code).toBe(0);
  expect((await drift(at, "--since", journal(at))).out).toContain("EVERYTHING DECLARED IS APPLIED");
});

test("a saved plan is a memory too", async () => {
  const at = await desk(everyday);
  await at.plan("--out", "saved.plan");
  await at.run(["apply", "saved.plan"]);
  expect((await drift(at, "--since", "saved.plan")).code).toBe(0);
  await move(at, repositoryId(2), relaxedId); // its rule left it where it was
  expect((await drift(at, "--since", "saved.plan")).out).toContain("1 repository moved");
});

test("a configuration that the list lacks is not taken to be deleted", async () => {
  const relaxed = { name: "relaxed", comment: "enabled" };
  const at = await desk({ ...asItIs, configurations: { ...asItIs.configurations, relaxed } });
  await at.apply();
  at.declare(asItIs);
  at.emulator.setProfile({ page_size: 1 });
  const { code, out, err } = await drift(at, "--since", journal(at));
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(`The configuration ${relaxedId} exists, but the list of configurations lacks it`);
});

test("as Markdown it is an issue whose first line a workflow finds again", async () => {
  const at = await desk(asItIs);
  await at.apply();
  await meddle(at, { comment: "disabled" });
  const { out } = await drift(at, "--since", journal(at), "--format", "markdown");
  expect(out).toMatch(/^<!-- scanform drift -->\n### scanform: DRIFT since [^\n]+: weakens 4 repositories/);
  expect(out).toContain("<details open><summary>drift: WEAKENS 4 repositories</summary>");
});

test("as JUnit it has a failure for each effect, and passes without any", async () => {
  const at = await desk(asItIs);
  await at.apply();
  const since = journal(at);
  const fine = await drift(at, "--since", since, "--format", "junit");
  expect(fine.out).toContain('<testsuites tests="2" failures="0" errors="0" skipped="0">');
  await meddle(at, { comment: "disabled" });
  const { code, out } = await drift(at, "--since", since, "--format", "junit");
  expect(code).toBe(2);
  expect(out).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites tests="3" failures="2"/);
  expect(out).toContain('<failure message="weakens" type="drift"/>');
  rmSync(join(at.folder, ".scanform"), { recursive: true });
  const unknown = await drift(at, "--format", "junit");
  expect(unknown.out).toContain('skipped="1"');
});

test("a journal that does not end with what was read back is refused", async () => {
  const at = await desk(everyday);
  await at.apply();
  const since = journal(at);
  const path = join(at.folder, since);
  const lines = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${lines.slice(0, -2).join("\n")}\n`);
  const { code, err } = await drift(at, "--since", since);
  expect(code).toBe(1);
  expect(err).toContain("does not end with what was read back");
  // a rollback needs no such entry
  expect((await at.run(["rollback", since, "--auto-approve"])).code).toBe(0);
});

test("a journal whose end has no time in it is refused", async () => {
  const at = await desk(asItIs);
  await at.apply();
  const since = journal(at);
  const path = join(at.folder, since);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/"at":"[^"]+"(?=,"type":"applied")/, '"at":5'));
  const { code, err } = await drift(at, "--since", since);
  expect(code).toBe(1);
  expect(err).toContain("is damaged in line 2");
});

test("a memory of another account is refused", async () => {
  const at = await desk(asItIs);
  await at.apply();
  const since = journal(at);
  const path = join(at.folder, since);
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(accountId, "aaaaaaaa-0000-4000-8000-00000000ffff"));
  const { code, err } = await drift(at, "--since", since);
  expect(code).toBe(1);
  expect(err).toContain("which is not declared here");
});

describe("a folder of journals", () => {
  test("gives each account its last, passing over those of others and earlier ones that were interrupted", async () => {
    const at = await desk(everyday);
    await at.apply();
    const first = join(at.folder, journal(at));
    const lines = readFileSync(first, "utf8").split("\n");
    const cut = `${lines.slice(0, -2).join("\n")}\n`;
    writeFileSync(first, cut);
    writeFileSync(`${first}-b.journal`, cut.replaceAll(accountId, "aaaaaaaa-0000-4000-8000-00000000ffff"));
    const interrupted = await drift(at, "--since", ".scanform");
    expect(interrupted.code).toBe(1);
    expect(interrupted.err).toContain("does not end with what was read back");
    await at.apply();
    expect((await drift(at, "--since", ".scanform")).out).toContain("NO DRIFT since");
    await move(at, repositoryId(0), relaxedId);
    expect((await drift(at, "--since", ".scanform")).out).toContain("1 repository moved");
  });

  test("is refused without any", async () => {
    const { code, err } = await drift(await desk(asItIs), "--since", "app");
    expect(code).toBe(1);
    expect(err).toContain("--since app is a folder without a journal");
  });
});

test("several journals may follow one --since, as a shell writes them for *.journal", async () => {
  const at = await desk(everyday);
  await at.apply();
  await at.apply();
  const all = readdirSync(join(at.folder, ".scanform")).map((name) => join(".scanform", name));
  expect(all).toHaveLength(2);
  expect((await drift(at, "--since", ...all)).out).toContain("NO DRIFT since");
});

describe("without --since", () => {
  test("the last journal in .scanform of the project is taken, also below it", async () => {
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

  test("a journal there that cannot be used is a warning, and drift is not known", async () => {
    const at = await desk(asItIs);
    await at.apply();
    const path = join(at.folder, journal(at));
    const text = readFileSync(path, "utf8");
    for (const unusable of [`${text.split("\n").slice(0, -2).join("\n")}\n`, "damaged"]) {
      writeFileSync(path, unusable);
      const { code, out, err } = await drift(at);
      expect(code).toBe(0);
      expect(out).toContain("DRIFT not known");
      expect(err).toContain("warning: The journal cannot be used [journal]");
      expect(err).toContain(".scanform/");
    }
  });
});

test("a file that is not there is named", async () => {
  const { code, err } = await drift(await desk(asItIs), "--since", "nowhere");
  expect(code).toBe(1);
  expect(err).toContain("--since");
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

describe("a memory of another service", () => {
  const elsewhere = (at: Desk, since: string): void => {
    const path = join(at.folder, since);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(at.emulator.url, "https://elsewhere.example.com"));
  };

  test("is refused, though the account has the same id there", async () => {
    const at = await desk(asItIs);
    await at.apply();
    elsewhere(at, journal(at));
    const { code, err } = await drift(at, "--since", journal(at));
    expect(code).toBe(1);
    expect(err).toContain("at https://elsewhere.example.com, which is not declared here");
  });

  test("is passed over in a folder", async () => {
    const at = await desk(asItIs);
    await at.apply();
    elsewhere(at, journal(at));
    expect((await drift(at, "--since", ".scanform")).out).toContain("DRIFT not known");
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
