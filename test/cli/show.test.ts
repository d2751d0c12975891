import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { formats, isFormat, renderers } from "../../src/cli/renderers";
import { error } from "../../src/diagnostics/diagnostic";
import { planDocument } from "../../src/report/make-document";
import { factsIn } from "../page/read-back";
import { rich } from "../report/plans";
import { accountId, baselineId, canaryOfAll, otherAccountId, repositoriesNamed, seedOf } from "../support/account";
import { asItIs, everyday, idOf } from "../support/declare";
import { desk, type Desk, documentOf, type Ran } from "../support/desk";
import { triageDesk } from "../support/triages";

const noKey = { env: {} };

test.each([[[]], [["--full"]], [["--json"]], [["--format", "markdown"]], [["--format", "html"]]])(
  "a saved plan is shown with %j as it was when it was made, without a key and without a request",
  async (flags) => {
    const at = await desk({
      ...everyday,
      provider: { managed_scope: { names: "relaxed" } },
    });
    const made = await at.plan("--prune", "--force", "--out", "saved.plan", ...flags);
    at.emulator.clearRequests();
    const shown = await at.run(["show", "saved.plan", ...flags], noKey);
    expect(shown.code).toBe(0);
    expect(shown.out).toBe(made.out);
    expect(at.emulator.requests).toEqual([]);
  },
);

test("the plans of several accounts are shown together, of one file or of several, as of the oldest", async () => {
  const at = await desk({
    provider: [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }],
    configurations: {
      baseline: { name: "baseline", comment: "enabled" },
      other: { name: "other", comment: "silent", provider: "scanform.globex" },
    },
  });
  const made = await at.run(["plan", "--synthesized", "app", "--json", "--out", "saved.plan"], {
    env: { ...at.env, SCANFORM_API_KEY: canaryOfAll },
  });
  const shown = await at.run(["show", "saved.plan", "--json"], noKey);
  expect(documentOf(shown)).toEqual(documentOf(made));
  for (const [name, day] of [
    ["acme", "2026-02-02"],
    ["globex", "2026-02-01"],
  ] as const)
    await at.run(["plan", "--synthesized", "app", "--account", name, "--out", name], {
      env: { ...at.env, SCANFORM_API_KEY: canaryOfAll },
      now: () => Date.parse(day),
    });
  const together = documentOf(await at.run(["show", "acme", "globex", "--json"], noKey));
  expect(together).toMatchObject({ made_at: "2026-02-01T00:00:00.000Z", accounts: [{}, {}] });
});

test("what the plan warned of is shown too", async () => {
  const rule = { repository_pattern: "no-such-%", leave: true };
  const at = await desk({ ...everyday, assignments: { routing: [rule] } });
  await at.plan("--out", "saved.plan");
  const { err } = await at.run(["show", "saved.plan"], noKey);
  expect(err).toContain("[rule-matches-nothing]");
});

test("a file that is missing or was changed is an error that names it", async () => {
  const at = await desk(everyday);
  const path = join(at.folder, "saved.plan");
  const missing = await at.run(["show", "saved.plan"], noKey);
  await at.plan("--out", "saved.plan");
  writeFileSync(path, readFileSync(path, "utf8").replace('"mixed":', '"fixed":'));
  const changed = await at.run(["show", "saved.plan"], noKey);
  for (const { code, err } of [missing, changed]) {
    expect(code).toBe(1);
    expect(err).toContain("saved.plan");
    expect(err).toContain("[plan-file-unreadable]");
  }
});

const head = (out: string): string => out.slice(0, out.indexOf("\n\n", out.indexOf("WEAKENS")));

test("plan --only shows what the plan does with repositories of such names, under the counts and the verdict of the whole", async () => {
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
  "plan --only shows the repositories that come from or go to a configuration: %s",
  async (pattern) => {
    const { out } = await (await desk(everyday)).plan("--only", pattern);
    expect(out).toMatch(/> baseline -> strict {3}2 repositories/);
    expect(out).not.toMatch(/^ {2}~ baseline/m);
  },
);

test("plan --only takes the id of a configuration", async () => {
  const { out } = await (await desk(everyday)).plan("--only", baselineId);
  expect(out).toMatch(/^ {2}~ baseline/m);
});

test("plan --only says where nothing matches", async () => {
  const { code, out } = await (await desk(everyday)).plan("--only", "no-such-%");
  expect(code).toBe(0);
  expect(out).toContain("\nNothing of the plan matches no-such-%.\n");
});

test("plan --only changes neither exit codes nor what a gate refuses", async () => {
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
])("plan --only is refused with %s, before anything is read", async (_title, flags, said) => {
  const at = await desk(everyday);
  const { code, out, err } = await at.plan("--only", "payments-%", ...flags);
  expect(code).toBe(1);
  expect(out + err).toContain(said);
  expect(at.emulator.requests).toEqual([]);
  expect(existsSync(join(at.folder, "saved.plan"))).toBe(false);
});

test("plan --only is refused with a pattern that is none", async () => {
  const { code, err } = await (await desk(everyday)).plan("--only", "payments\\");
  expect([code, err]).toEqual([1, expect.stringContaining("[name-pattern-invalid]")]);
});

async function comment(at: Desk, url: string, format = "markdown"): Promise<Ran> {
  await at.plan("--out", "saved.plan");
  return at.run(["show", "saved.plan", "--format", format, "--page-url", url], { env: {} });
}

test("a comment with --page-url links the page, and the sections of the repositories that are affected", async () => {
  const at = await desk(everyday);
  const { out, code } = await comment(at, "https://pages.example/a (b)/plan.html#x");
  expect(code).toBe(0);
  const page = "https://pages.example/a%20%28b%29/plan.html";
  expect(out).toContain(`[Review on the page](${page}): `);
  expect(out).toContain(`[\` payments-api \`](${page}#repository=payments-api)`);
});

test("a comment with --page-url links a repository of each effect before the second of one", async () => {
  const names = [...Array.from({ length: 20 }, (_, at) => `a-${String(at)}`), "payments-api"];
  const at = await desk(
    {
      configurations: { baseline: { name: "baseline", comment: "disabled" }, worse: { name: "worse" } },
      assignments: { routing: [{ repository_pattern: "payments-%", configuration_id: idOf("worse") }] },
    },
    seedOf({ repositories: repositoriesNamed(names, baselineId) }),
  );
  const { out } = await comment(at, "https://pages.example/plan.html");
  expect(out).toContain("#repository=payments-api");
  expect(out).toContain("and 11 more");
});

test.each(["javascript:alert(1)", "file:///plan.html", "plan.html", "https://user:secret@pages.example/"])(
  "a comment with --page-url does not take the address %s",
  async (url) => {
    const at = await desk(everyday);
    const { code, err } = await comment(at, url);
    expect(code).toBe(1);
    expect(err).toContain("--page-url");
  },
);

test("a comment with --page-url is an error in another format", async () => {
  const at = await desk(everyday);
  const { code, err } = await comment(at, "https://pages.example/", "html");
  expect(code).toBe(1);
  expect(err).toContain("--page-url is for --format markdown");
});

test("every repository of the account is on the page, whatever it has", async () => {
  const at = await desk({
    ...everyday,
    assignments: { routing: [{ repository_pattern: "payments-%", configuration_id: idOf("strict") }] },
  });
  const { out } = await at.plan("--format", "html");
  const names = factsIn(out).accounts[0]?.repositories.map(([, name]) => name);
  const { accounts } = documentOf(await at.plan("--json")) as {
    readonly accounts: readonly { readonly after: { readonly repositories: readonly { readonly name: string }[] } }[];
  };
  expect(names).toEqual(accounts[0]?.after.repositories.map(({ name }) => name));
});

test("a page highlights what is decided about findings, which is no part of the verdict", async () => {
  const at = await triageDesk();
  const { out } = await at.plan("--format", "html");
  expect(out).toMatch(
    /<p class="cost">none of [\d,]+ repositories is affected; <strong>dismisses 1 finding \(1 high\)<\/strong>/,
  );
});

const plain = pc.createColors(false);
const documentOfPlans = (count: number) => planDocument({ madeAt: 0, plans: Array.from({ length: count }, rich) });
const diagnostics = [error("usage", "No command was given.")];

test("the choices are the formats of the table, the default first", () => {
  expect(formats).toEqual(["text", "markdown", "json", "html"]);
  expect(formats.every(isFormat)).toBe(true);
  expect([undefined, "", "xml"].some(isFormat)).toBe(false);
});

test.each(formats)("%s prints plans", (format) => {
  expect(renderers[format]().plans(documentOfPlans(1), { colors: plain })).toContain("baseline");
});

test.each(formats)("a reader of %s sees why there is no plan, on stdout or on stderr", (format) => {
  const renderer = renderers[format]();
  if (renderer.machineReadable || format !== "text")
    expect(renderer.errors(diagnostics)).toContain("No command was given.");
  else expect(renderer.errors(diagnostics)).toBe("");
  expect(renderer.machineReadable).toBe(format === "json");
});

test.each([1, 2])("a document of %d plans is one line-terminated JSON value with a list of accounts", (count) => {
  const text = renderers.json().plans(documentOfPlans(count), { colors: plain });
  const document = JSON.parse(text) as { readonly accounts?: readonly unknown[] };
  expect(text.endsWith("}\n")).toBe(true);
  expect(document.accounts?.length).toBe(count);
});
