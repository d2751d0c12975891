import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId, baselineId, seedOf } from "../../support/account";
import { desk, type Desk } from "../../support/desk";
import { without } from "../../support/scenes";

const read = ({ folder }: Desk, name: string): string => readFileSync(join(folder, name), "utf8");
const write = ({ folder }: Desk, name: string, text: string): void => {
  writeFileSync(join(folder, name), text);
};

/** A terminal whose user gives these answers, one after the other. */
const answering = (...answers: string[]) => ({ interactive: true, ask: () => Promise.resolve(answers.shift() ?? "") });

test("nothing is written where Ctrl-C came before the first file, though nothing was asked", async () => {
  const at = await desk();
  const { code, err } = await at.run(["init", "--yes"], { signal: AbortSignal.abort() });
  expect([code, err]).toEqual([130, expect.stringContaining("Nothing was written.")]);
  expect(readdirSync(at.folder)).toEqual(["app"]);
});

test("an answer counts without the blanks around it, in capitals too", async () => {
  const at = await desk();
  const { code } = await at.run(["init"], answering("  ", " CDKTF ", " No "));
  expect(code).toBe(0);
  expect(read(at, "main.ts")).toContain('from "scanform/cdktf"');
});

test("a jest that is there keeps its own configuration", async () => {
  const at = await desk();
  write(at, "package.json", JSON.stringify({ devDependencies: { jest: "*" } }));
  const { err } = await at.run(["init", "--test", "jest"]);
  expect(readdirSync(at.folder)).not.toContain("jest.config.json");
  expect(err).toContain("@swc/jest@0.2");
  expect(err).not.toMatch(/ jest@/);
});

test("beside a package.json without scanform, it is installed from where it runs", async () => {
  const at = await desk();
  write(at, "package.json", "{}");
  expect((await at.run(["init"])).err).toMatch(/^ {2}npm install --save-dev .* --install-links .*dist\/npm$/m);
  const hcl = await desk();
  write(hcl, "package.json", "{}");
  expect((await hcl.run(["init", "--format", "hcl"])).err).toMatch(
    /^ {2}npm install --save-dev --install-links .*dist\/npm$/m,
  );
});

test("where a package.json names all that is needed, npm install is all", async () => {
  const at = await desk();
  const packages = ["@types/node", "cdktn", "constructs", "scanform", "tsx", "typescript"];
  write(
    at,
    "package.json",
    JSON.stringify({ devDependencies: Object.fromEntries(packages.map((name) => [name, "*"])) }),
  );
  const { err } = await at.run(["init"]);
  expect(err).toContain("Next:\n  npm install\n  npm pkg set");
});

test("a package.json is called after its folder", async () => {
  const at = await desk();
  mkdirSync(join(at.folder, "Scan Rules"));
  await at.run(["init"], { cwd: join(at.folder, "Scan Rules") });
  expect(read(at, "Scan Rules/package.json")).toContain('"name": "scan-rules"');
});

test("--account is enough to speak of no emulator", async () => {
  const at = await desk();
  const { err } = await at.run(["init", "--account", accountId], without("SCANFORM_API_KEY")(at));
  expect(err).toContain("Then:\n  npx scanform plan\n");
  expect(err).not.toContain("emulator");
});

test("--base-url is put into the workflows, in place of the one of the environment", async () => {
  const at = await desk();
  await at.run(["init", "--ci", "github", "--base-url", "https://said.example"], {
    env: { SCANFORM_BASE_URL: "https://env.example" },
  });
  const text = read(at, ".github/workflows/scanform-plan.yml");
  expect(text).toContain("SCANFORM_BASE_URL: https://said.example\n");
  expect(text).not.toContain("env.example");
});

test("another settings.ts is refused where only the test would use it", async () => {
  const at = await desk();
  for (const name of ["settings.ts", "main.ts"]) write(at, name, "export const mine = {};\n");
  const { code, err } = await at.run(["init"]);
  expect([code, err]).toEqual([1, expect.stringContaining("settings.ts has no class ScanSettings")]);
  expect(readdirSync(at.folder).sort()).toEqual(["app", "main.ts", "settings.ts"]);
});

test("the next steps are said where only some files were there", async () => {
  const at = await desk();
  write(at, ".gitignore", "mine");
  const { err } = await at.run(["init"]);
  expect(err).toContain("Left as they are: .gitignore.\nWrote 7 files.\n");
});

test("what is imported is written for the framework that was chosen", async () => {
  const at = await desk();
  await at.run(["init", "--import", "--framework", "cdktf"]);
  expect(read(at, "imported.ts")).toContain('from "scanform/cdktf"');
});

test("init --import --split writes no file where a key stands in that of a team", async () => {
  const other = "another-3f9c2d71e8a0";
  const names = ["payments", "search"].flatMap((team) => ["api", "jobs", other].map((end) => `${team}-x ${end}`));
  const configurations = names.map((name) => ({ name, configuration: {} }));
  const at = await desk({}, seedOf({ configurations, repositories: [] }));
  for (const argv of [
    ["init", "--import", "--split"],
    ["import", "--out", "code", "--split"],
  ]) {
    const { code, err } = await at.run(argv, { env: { ...at.env, SCANFORM_API_KEY_PARTNER: other } });
    expect([code, err]).toEqual([1, expect.stringContaining("contains an API key. Nothing was written.")]);
  }
  expect(readdirSync(at.folder)).toEqual(["app"]);
});

test("the test of a project for an account is of what is live there", async () => {
  const configurations = [{ id: baselineId, name: 'the "only" one', configuration: {} }];
  const at = await desk({}, seedOf({ configurations, repositories: [] }));
  await at.run(["init", "--import"]);
  expect(read(at, "main.test.ts")).toContain(`['the "only" one', {}],`);
});
