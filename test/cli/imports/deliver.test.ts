import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { dirname, join } from "node:path";
import { canary } from "../../support/account";
import { asItIs, everyday } from "../../support/declare";
import { desk, type Desk } from "../../support/desk";

afterEach(() => {
  jest.restoreAllMocks();
});

const packages = ["tsx/cjs.js", "constructs/index.js", "cdktn/index.js", "scanform/cdktn.js"];

/** A desk whose folder has these packages, of which the first runs this program in place of what was imported. */
async function installed(program: string, app = asItIs, names: readonly string[] = packages): Promise<Desk> {
  const at = await desk(app);
  for (const name of names) {
    const path = join(at.folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name.startsWith("tsx/") ? program : "");
  }
  return at;
}

/** What the code declares is what the app of the desk does. */
const synthesizes =
  'require("node:fs").cpSync("../app", process.env.CDKTF_OUTDIR, { recursive: true }); process.exit();';
const fails = (text: string): string => `console.error(${text}); process.exit(1);`;

const importCode = (at: Desk, env: NodeJS.ProcessEnv = at.env) => at.run(["import", "--out", "code"], { env });

test("what was written is run, and what it declares is planned", async () => {
  const at = await installed(synthesizes);
  const { code, err } = await importCode(at);
  expect([code, err]).toEqual([0, expect.stringContaining("A plan of this code shows no changes.\n")]);
  expect(readdirSync(join(at.folder, "code")).sort()).toEqual([
    "cdktf.json",
    "imported.ts",
    "main.ts",
    "scanform.policy.ts",
    "tsconfig.json",
  ]);
});

test("nothing is left of code that declares something else than what is live", async () => {
  const at = await installed(synthesizes, everyday);
  const { code, err } = await importCode(at);
  expect([code, err]).toEqual([1, expect.stringContaining("[import-changes]")]);
  expect(existsSync(join(at.folder, "code"))).toBe(false);
  expect(at.writes()).toEqual([]);
});

test("code that does not run is taken back, and what is wrong with it is said", async () => {
  const at = await installed(fails('"broken at line 3"'));
  const { code, err } = await importCode(at);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/\[app-failed\]\s+The imported code does not run:\s+broken at line 3\n/),
  ]);
  expect(existsSync(join(at.folder, "code"))).toBe(false);
});

test("what the constructs tell of their problems is said too", async () => {
  const problem = JSON.stringify({ path: "account/strict", detail: "comment is loud" });
  const at = await installed(
    `require("node:fs").appendFileSync(process.env.SCANFORM_PROBLEMS, ${JSON.stringify(`${problem}\n`)}); process.exit(1);`,
  );
  const { err } = await importCode(at);
  expect(err).toContain("comment is loud");
  expect(err).toContain("[app-failed]");
});

test("a folder that something else was put into stays, and is named", async () => {
  const at = await installed('require("node:fs").writeFileSync("mine.txt", ""); process.exit(1);');
  const { err } = await importCode(at);
  expect(err).toContain(`These could not be removed again: ${join(at.folder, "code")}.\n`);
  expect(readdirSync(join(at.folder, "code"))).toEqual(["mine.txt"]);
});

test("no key is in the environment of the code", async () => {
  const at = await installed(fails('"has " + Object.keys(process.env).filter((name) => /KEY|OTHER/.test(name))'));
  const { err } = await importCode(at, { ...at.env, SCANFORM_API_KEY_PARTNER: "another-3f9c2d71e8a0", OTHER: "1" });
  expect(err).toMatch(/has OTHER$/m);
});

test("a key is hidden in what the code says", async () => {
  const at = await installed(fails('"read " + require("node:fs").readFileSync(process.env.OTHER, "utf8")'));
  const file = `${at.folder}.key`;
  writeFileSync(file, canary);
  const { err } = await importCode(at, { ...at.env, OTHER: file });
  rmSync(file);
  expect(err).toContain("read ***\n");
});

test.each([synthesizes, "process.exit(1)"])(
  "no folder of its own is left after the code has run: %s",
  async (program) => {
    const at = await installed(program);
    mkdirSync(join(at.folder, "temporary"));
    jest.spyOn(os, "tmpdir").mockReturnValue(join(at.folder, "temporary"));
    await importCode(at);
    expect(readdirSync(join(at.folder, "temporary"))).toEqual([]);
  },
);

test("Ctrl-C while the code runs leaves no file", async () => {
  const at = await installed("setInterval(() => {}, 1000);");
  const interrupt = new AbortController();
  const folder = os.tmpdir();
  jest.spyOn(os, "tmpdir").mockImplementation(() => {
    interrupt.abort(); // the place of the output is the last thing that is looked for before the code runs
    return folder;
  });
  const { code, err } = await at.run(["import", "--out", "code"], { signal: interrupt.signal });
  expect([code, err]).toEqual([130, expect.stringContaining("Nothing was written.")]);
  expect(existsSync(join(at.folder, "code"))).toBe(false);
});

test.each(packages)("the code does not run where %s is not there: its settings and rules are planned", async (name) => {
  const at = await installed(
    synthesizes,
    everyday,
    packages.filter((each) => each !== name),
  );
  const { code, err } = await importCode(at);
  expect([code, err]).toEqual([0, expect.stringContaining("A plan of these settings and rules shows no changes.\n")]);
  expect(err).toContain(`The code was not run, since ${name.replace(/\/.*/, "")} is not installed there`);
  expect(err).toMatch(/What it needs is installed by: npm install --save-dev .*cdktn@/);
});

test("a package that is there without the module that is needed counts as not installed", async () => {
  const at = await installed(synthesizes, everyday);
  writeFileSync(join(at.folder, "node_modules/tsx/package.json"), '{ "exports": { "./esm": "./esm.js" } }');
  const { code, err } = await importCode(at);
  expect([code, err]).toEqual([0, expect.stringContaining("since tsx is not installed there")]);
});

test("the project around the code is for the framework that was asked for", async () => {
  const at = await desk();
  await at.run(["import", "--out", "code", "--framework", "cdktf"]);
  const read = (name: string): string => readFileSync(join(at.folder, "code", name), "utf8");
  expect(read("main.ts")).toContain('from "cdktf"');
  expect(read("imported.ts")).toContain('from "scanform/cdktf"');
});
