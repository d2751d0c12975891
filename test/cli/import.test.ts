import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seedOf } from "../support/account";
import { desk } from "../support/desk";

test("prints code for what is live, and says what it gained", async () => {
  const at = await desk();
  const { code, out, err } = await at.run(["import"]);
  expect(code).toBe(0);
  expect(out).toContain('new Configuration(this, "baseline", {');
  expect(out).toContain('{ configuration: baseline, repositoryPattern: "%" }');
  expect(err).toMatch(
    /^2 configurations: 0 bases, \d+ lines; 1 rule for 4 repositories\. A plan of these settings and rules shows no changes\.\n$/,
  );
});

test("sends nothing but GET requests", async () => {
  const at = await desk();
  await at.run(["import", "--out", "code"]);
  expect(at.emulator.requests.map(({ method }) => method)).not.toHaveLength(0);
  expect(at.writes()).toEqual([]);
});

test.each([
  ["hcl", "imported.tf"],
  ["json", "imported.json"],
])("saves %s as %s, once", async (format, file) => {
  const at = await desk();
  expect(await at.run(["import", "--out", "code", "--format", format])).toMatchObject({ code: 0, out: "" });
  const path = join(at.folder, "code", file);
  expect(readFileSync(path, "utf8")).toContain("baseline");
  writeFileSync(path, "mine");
  const again = await at.run(["import", "--out", "code", "--format", format]);
  expect(again.code).toBe(1);
  expect(again.out + again.err).toContain("is there already");
  expect(readFileSync(path, "utf8")).toBe("mine");
});

test("writes a project around the code where there is none, and beside an app nothing else", async () => {
  const at = await desk();
  const { err } = await at.run(["import", "--out", "new"]);
  expect(err).toContain("imported.ts, with main.ts, cdktf.json, tsconfig.json.");
  mkdirSync(join(at.folder, "old"));
  writeFileSync(join(at.folder, "old", "tsconfig.json"), "{}");
  const beside = await at.run(["import", "--out", "old"]);
  expect(beside.err).toContain('Use it in a stack: new ImportedAccount(this, "imported");');
  expect(readdirSync(join(at.folder, "old")).sort()).toEqual(["imported.ts", "tsconfig.json"]);
});

test("takes only the configurations of a pattern, and their repositories", async () => {
  const at = await desk();
  const { out } = await at.run(["import", "--only", "rel%"]);
  expect(out).toContain('name: "relaxed"');
  expect(out).not.toContain("baseline");
  expect(out).not.toContain("RepositoryAssignments");
});

test("a pattern that no name matches is an error, and nothing is written", async () => {
  const at = await desk();
  const { code, err } = await at.run(["import", "--only", "names=rel%", "--out", "new"]);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('No configuration matches --only "names=rel%": none of 2 does.'),
  ]);
  expect(readdirSync(at.folder)).not.toContain("new");
});

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

test("refuses a pattern that is none", async () => {
  const at = await desk();
  expect(await at.run(["import", "--only", "a\\"])).toMatchObject({ code: 1 });
});

test("writes no file where a name in the account contains another key of the environment", async () => {
  const other = "another-3f9c2d71e8a0";
  const configurations = [{ id: "eeeeeeee-0000-4000-8000-000000000009", name: `x ${other}`, configuration: {} }];
  const at = await desk({}, seedOf({ configurations, repositories: [] }));
  const env = { ...at.env, SCANFORM_API_KEY_PARTNER: other };
  const { code, err } = await at.run(["import", "--out", "code"], { env });
  expect(code).toBe(1);
  expect(err).toContain("contains an API key. Nothing was written.");
  expect(readdirSync(at.folder)).toEqual(["app"]);
});
