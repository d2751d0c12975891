import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seedOf as seedOfAccount } from "../generate/seed";
import { structured } from "../generate/structured";
import { accountId, baseline, otherAccountId, relaxed, seedOf, unknownId } from "../support/account";
import { type App, asItIs } from "../support/declare";
import { desk, type Desk, type Ran } from "../support/desk";
import { proxy } from "../support/proxy";
import { decide, findingId, triageDesk } from "../support/triages";

test("prints code for what is live, and says what it gained", async () => {
  const at = await desk();
  const { code, out, err } = await at.run(["import"]);
  expect(code).toBe(0);
  expect(out).toContain('new Configuration(this, "baseline", {');
  expect(out).toContain('{ configuration: baseline, repositoryPattern: "%" }');
  expect(err).toMatch(
    /^2 configurations in \d+ lines; 1 rule for 4 repositories\. A plan of these settings and rules shows no changes\.\nName the account in the provider of your app, .*\n$/,
  );
});

test("sends nothing but GET requests", async () => {
  const at = await desk();
  await at.run(["import", "--out", "code"]);
  expect(at.emulator.requests.map(({ method }) => method)).not.toHaveLength(0);
  expect(at.writes()).toEqual([]);
});

test("saves HCL as imported.tf, once", async () => {
  const at = await desk();
  expect(await at.run(["import", "--out", "code", "--format", "hcl"])).toMatchObject({ code: 0, out: "" });
  const path = join(at.folder, "code/imported.tf");
  expect(readFileSync(path, "utf8")).toContain("baseline");
  writeFileSync(path, "mine");
  const again = await at.run(["import", "--out", "code", "--format", "hcl"]);
  expect(again.code).toBe(1);
  expect(again.out + again.err).toContain("already exists");
  expect(readFileSync(path, "utf8")).toBe("mine");
});

test("writes a project around the code where there is none, and beside an app nothing else", async () => {
  const at = await desk();
  const { err } = await at.run(["import", "--out", "new"]);
  expect(err).toContain("imported.ts, with main.ts, cdktf.json, tsconfig.json, scanform.policy.ts.");
  expect(err).toContain("run: npx scanform plan --policy scanform.policy.ts\n");
  mkdirSync(join(at.folder, "old"));
  writeFileSync(join(at.folder, "old", "tsconfig.json"), "{}");
  const beside = await at.run(["import", "--out", "old"]);
  expect(beside.err).toContain('Use it in a stack: new ImportedAccount(this, "imported");');
  expect(readdirSync(join(at.folder, "old")).sort()).toEqual(["imported.ts", "tsconfig.json"]);
});

test("a part of an account comes without policies, which are about all of it", async () => {
  const at = await desk();
  const { code } = await at.run(["import", "--out", "part", "--only", "base%"]);
  expect(code).toBe(0);
  expect(readdirSync(join(at.folder, "part"))).not.toContain("scanform.policy.ts");
});

test("says why there is no file for each team where that was asked for", async () => {
  const at = await desk();
  const { code, err } = await at.run(["import", "--out", "code", "--split"]);
  expect([code, err]).toEqual([
    0,
    expect.stringContaining("Not split: no two of the names begin with the same word.\n"),
  ]);
  expect((await at.run(["import", "--out", "other"])).err).not.toContain("Not split");
});

test("takes only the configurations of a pattern, and their repositories", async () => {
  const at = await desk();
  const { out, err } = await at.run(["import", "--only", "rel%"]);
  expect(out).toContain('name: "relaxed"');
  expect(out).not.toContain("baseline");
  expect(out).not.toContain("RepositoryAssignments");
  expect(err).toContain("0 rules for 0 repositories");
});

test("takes names=PATTERN as the pattern of names", async () => {
  const at = await desk();
  const [plain, named] = [await at.run(["import", "--only", "rel%"]), await at.run(["import", "--only", "names=rel%"])];
  expect(named).toEqual(plain);
  expect(named.out).toContain('name: "relaxed"');
});

test.each(["nothing-%", "", "BASELINE"])(
  "refuses a pattern that no name matches, and writes nothing: %j",
  async (only) => {
    const at = await desk();
    const { code, err } = await at.run(["import", "--out", "code", "--only", only]);
    expect([code, err]).toEqual([1, expect.stringContaining("No configuration matches --only")]);
    expect(readdirSync(at.folder)).toEqual(["app"]);
  },
);
test("counts the repositories of the part that it takes", async () => {
  const at = await desk();
  const { err } = await at.run(["import", "--only", "base%"]);
  expect(err).toMatch(/1 rule for 4 repositories|\d+ rules for 4 repositories/);
});

test("says how terraform takes over what was written as HCL", async () => {
  const at = await desk();
  const { err } = await at.run(["import", "--out", "code", "--format", "hcl"]);
  expect(err).toContain("  npx scanform terraform install ");
  expect(err).toContain("  terraform plan                   # 2 to import\n");
  expect(err).toContain("It moves no repository.\n");
});

test("writes no rule for all repositories where it is asked not to", async () => {
  const at = await desk();
  const { out } = await at.run(["import", "--no-catch-all"]);
  expect(out).toContain("payments-");
  expect(out).not.toContain('repositoryPattern: "%"');
});

test("says what it cannot express, and why", async () => {
  const configurations = [
    { id: "eeeeeeee-0000-4000-8000-000000000009", name: null, configuration: { comment: "enabled" } },
  ];
  const at = await desk({}, seedOf({ configurations, repositories: [] }));
  const { code, err } = await at.run(["import"]);
  expect(code).toBe(0);
  expect(err).toContain("Not imported: configuration eeeeeeee-0000-4000-8000-000000000009: it has no name.");
});

test("says in one line what one configuration has that cannot be expressed for one reason", async () => {
  const of = (slug: string) => [slug, { enabled: true, excludes: ["$"] }] as const;
  const settings = { analyzers: Object.fromEntries(["secrets", "xss"].map(of)) };
  const configurations = [{ id: unknownId, name: "newer", configuration: settings }];
  const at = await desk({}, seedOf({ configurations, repositories: [] }));
  const { err } = await at.run(["import"]);
  expect(err).toContain(
    `Not imported: analyzers.secrets.excludes, analyzers.xss.excludes of configuration "newer" (${unknownId}): ` +
      "cdktf takes it for a part of a reference.\n",
  );
});

test.each([
  ["import", "--out", "code"],
  ["init", "--import"],
])("nothing is written from a list of configurations that lacks one: %s", async (...argv) => {
  const at = await desk({}, seedOf({ configurations: [relaxed, baseline] }));
  at.emulator.setProfile({ page_size: 1, page_query: "ignored" });
  const { code, err } = await at.run(argv);
  expect([code, err]).toEqual([1, expect.stringContaining("[list-incomplete]")]);
  expect(readdirSync(at.folder)).toEqual(["app"]);
});

test("a folder that cannot be used leaves nothing behind where a folder for teams is a symbolic link", async () => {
  const { account } = structured({ bases: 2, configurations: 63, repositories: 20, presets: true, seed: 5 });
  const at = await desk({}, seedOfAccount(account));
  for (const name of ["code", "elsewhere"]) mkdirSync(join(at.folder, name));
  symlinkSync(join(at.folder, "elsewhere"), join(at.folder, "code/imported"));
  const { code, err } = await at.run(["import", "--out", "code", "--split"]);
  expect([code, err]).toEqual([1, expect.stringContaining("it is a symbolic link. Nothing was written.")]);
  expect([readdirSync(join(at.folder, "code")), readdirSync(join(at.folder, "elsewhere"))]).toEqual([["imported"], []]);
});

test.each(["code", "code/below", "code/below/it"])(
  "a folder that cannot be used is named where a file is in its way: %s",
  async (out) => {
    const at = await desk();
    writeFileSync(join(at.folder, "code"), "mine");
    const { code, err } = await at.run(["import", "--out", out]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/\[project-file\][^]*\/code[^]*Name another folder with --out/),
    ]);
    expect(readFileSync(join(at.folder, "code"), "utf8")).toBe("mine");
  },
);

test.each(["{", "[]"])("a folder that cannot be used is named where its package.json is %s", async (text) => {
  const at = await desk();
  writeFileSync(join(at.folder, "package.json"), text);
  const { code, err } = await at.run(["import", "--out", "code"]);
  expect([code, err]).toEqual([1, expect.stringMatching(/\[project-file\][^]*package\.json.*Nothing was written/)]);
  expect(readdirSync(at.folder).sort()).toEqual(["app", "package.json"]);
});

test("an app in a folder whose name only begins like the one at hand is no app of it", async () => {
  const at = await desk();
  writeFileSync(join(at.folder, "cdktf.json"), "{");
  mkdirSync(join(at.folder, "at"));
  const { code, err } = await at.run(["import", "--out", "../at-hand"], { cwd: join(at.folder, "at") });
  expect([code, err]).toEqual([0, expect.stringContaining("imported.ts, with main.ts, cdktf.json, tsconfig.json, ")]);
});

test("a file for each team is not for HCL", async () => {
  const at = await desk();
  const { code, err, out } = await at.run(["import", "--out", "code", "--split", "--format", "hcl"]);
  expect(code).toBe(1);
  expect(out + err).toContain("--split is for TypeScript: HCL is one file.");
});

test("an app in a folder above is not read, which is said", async () => {
  const at = await desk();
  writeFileSync(join(at.folder, "cdktf.json"), "{}");
  mkdirSync(join(at.folder, "below"));
  const { code, err } = await at.run(["import"], { cwd: join(at.folder, "below") });
  expect([code, err]).toEqual([0, expect.stringContaining("The app of ../cdktf.json is not read")]);
});

test("an error is printed to stderr whatever --format says, which names a language here", async () => {
  const at = await desk();
  for (const format of ["json", "html", "markdown"]) {
    const { code, out, err } = await at.run(["import", "--format", format]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`option '--format <format>' argument '${format}' is invalid`);
  }
});

test("refuses a pattern that is none", async () => {
  const at = await desk();
  expect(await at.run(["import", "--only", "a\\"])).toMatchObject({ code: 1 });
});

const importing = (at: Desk, env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  at.run(["import", "--synthesized", "app"], { env: { ...at.env, ...env } });

const declared = expect.not.stringContaining('name: "baseline"') as string;
const imported = expect.stringContaining('name: "baseline"') as string;

/** The configuration of the account, in a provider block of its own. */
const inBlock = (block: Readonly<Record<string, string>>): App => ({
  provider: [{ account_id: "cccccccc-0000-4000-8000-000000000003" }, { alias: "eu", ...block }],
  configurations: { baseline: { ...asItIs.configurations?.["baseline"], provider: "scanform.eu" } },
});

test.each<[string, Readonly<Record<string, string>>]>([
  ["names nothing", {}],
  ["names the account", { account_id: accountId.toUpperCase() }],
])(
  "an import beside an app takes what a provider block declares as declared already where the block %s",
  async (_what, block) => {
    expect(await importing(await desk(inBlock(block)))).toMatchObject({ code: 0, out: declared });
  },
);

test("an import beside an app takes what a provider block declares as declared already where the block names the service, or --base-url decides", async () => {
  const at = await desk();
  at.declare(inBlock({ base_url: `${at.emulator.url}/` }));
  expect(await importing(at)).toMatchObject({ code: 0, out: declared });
  at.declare(inBlock({}));
  const env = { ...at.env, SCANFORM_BASE_URL_EU: "https://eu.example.com" };
  const argv = ["import", "--synthesized", "app", "--base-url", at.emulator.url];
  expect(await at.run(argv, { env })).toMatchObject({ code: 0, out: declared });
});

test.each<[string, Readonly<Record<string, string>>, NodeJS.ProcessEnv]>([
  ["names another account", { account_id: otherAccountId }, {}],
  ["names another service", { base_url: "https://eu.example.com" }, {}],
  ["names another service with the same account", { base_url: "https://eu.example.com", account_id: accountId }, {}],
  ["has its service in the environment", {}, { SCANFORM_BASE_URL_EU: "https://eu.example.com" }],
])(
  "an import beside an app takes what a provider block declares as not declared where the block %s",
  async (_what, block, env) => {
    expect(await importing(await desk(inBlock(block)), env)).toMatchObject({ code: 0, out: imported });
  },
);

test("an import of triages writes those that are live and not declared, and nothing else, with GET requests alone", async () => {
  const at = await triageDesk();
  await decide(at, "wont_fix");
  const { code, out, err } = await at.run(["import", "--triages"]);
  expect(code).toBe(0);
  expect(out.match(/findingId: ".*"/g)).toHaveLength(2);
  expect(out).toContain(`findingId: "${findingId}",\n      category: TriageCategory.WONT_FIX,\n`);
  expect(out).not.toContain("Configuration");
  expect(err).toContain('Use it in a stack: new ImportedTriages(this, "triages");\n');
  expect(err).toContain("2 triages: fill in each justification, which the service does not store.");
  const beside = await at.run(["import", "--triages", "--synthesized", "app"]);
  expect(beside.out.match(/findingId: ".*"/g)).toHaveLength(1);
  expect(beside.out).not.toContain(findingId);
  expect(at.writes()).toEqual([]);
});

test("an import of triages writes a file of its own, with the account where HCL has no provider block yet", async () => {
  const at = await triageDesk();
  for (const format of ["typescript", "hcl"])
    expect(await at.run(["import", "--triages", "--out", "code", "--format", format])).toMatchObject({
      code: 0,
      out: "",
    });
  expect(readdirSync(join(at.folder, "code")).sort()).toEqual(["triages.tf", "triages.ts"]);
  expect(readFileSync(join(at.folder, "code/triages.tf"), "utf8")).toMatch(/^# The account .*\nprovider "scanform" \{/);
  expect(await at.run(["import", "--triages", "--out", "code"])).toMatchObject({ code: 1 });
});

test("an import of triages says that no finding has one, or none that is not declared", async () => {
  const at = await desk();
  const none = await at.run(["import", "--triages", "--out", "code"]);
  expect(none).toMatchObject({ code: 0, err: "No finding has a triage. Nothing was written.\n" });
  expect(readdirSync(at.folder)).not.toContain("code");
});

test("an import of triages leaves out a finding whose id no declaration can have, and stops where a triage changes meanwhile", async () => {
  const at = await triageDesk();
  const importing = async (from: RegExp, old: RegExp, now: string): Promise<Ran> => {
    const { url } = await proxy(at.emulator.url, ({ path, pass }, answer) =>
      from.test(path) ? pass().then(async (each) => void answer.end((await each.text()).replace(old, now))) : undefined,
    );
    return at.run(["import", "--triages"], { env: { ...at.env, SCANFORM_BASE_URL: url } });
  };
  const triaged = at.emulator.snapshot().accounts[0]?.triage?.[0]?.finding_id ?? "";
  expect(await importing(/all_findings/, new RegExp(triaged), "f-1")).toMatchObject({
    ...{ code: 0, out: "" },
    err: "Not imported: finding f-1: its id is no UUID.\nNo other finding has a triage. Nothing was written.\n",
  });
  const changed = await importing(/\/triage$/, /false_positive/, "wont_fix");
  expect(changed).toMatchObject({ code: 1, out: "", err: expect.stringContaining("[import-changes]") as string });
});

test.each(["--flat", "--split", "--no-catch-all", "--only=base%"])("an import of triages takes no %s", async (flag) => {
  const at = await desk();
  const { code, err } = await at.run(["import", "--triages", "--out", "code", flag]);
  expect(code).toBe(1);
  expect(err).toContain(`${flag.replace(/=.*/, "")} is about configurations, and --triages imports triages alone.`);
});
