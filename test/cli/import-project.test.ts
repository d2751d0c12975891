import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os, { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { placeOf, typesBeside } from "../../src/cli/imports/place";
import { appFolder, frameworkOf, moduleExtension } from "../../src/cli/project";
import { accountId, canary, otherAccountId, relaxedId, repositoriesNamed, seedOf } from "../support/account";
import { asItIs, everyday } from "../support/declare";
import { desk, type Desk } from "../support/desk";

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "scanform-place-")));
  mkdirSync(join(top, "src/deep"), { recursive: true });
});
afterEach(() => {
  rmSync(top, { recursive: true });
});

const write = (name: string, text = ""): void => {
  writeFileSync(join(top, name), text);
};

test("the app is the nearest one above the folder, and none above the one at hand", () => {
  expect(appFolder(join(top, "src/deep"), top)).toBeUndefined();
  write("cdktf.json");
  expect(appFolder(top, top)).toBe(top);
  expect(appFolder(join(top, "src/deep"), top)).toBe(top);
  expect(appFolder(join(top, "src/deep"), join(top, "src"))).toBeUndefined();
  write("src/cdktf.json");
  expect(appFolder(join(top, "src/deep"), top)).toBe(join(top, "src"));
});

test.each([
  ['{ "type": "module" }', ".js"],
  ['{ "type": "commonjs" }', ""],
  ['{ "name": "app" }', ""],
  ["{}", ".js"],
])("imports beside a package.json of %s end in %j", (text, extension) => {
  write("package.json", text);
  expect(moduleExtension(top)).toBe(extension);
});

test("the framework of an app is the one of its package.json, whatever its code names", () => {
  write("package.json", '{ "dependencies": { "cdktf": "*" } }');
  write("main.ts", 'import { App } from "cdktn";');
  expect(frameworkOf(top)).toBe("cdktf");
});

test.each([
  ["main.ts", 'import { App } from "cdktf";', "cdktf"],
  ["src/stack.mts", "import { Configuration } from 'scanform/cdktf';", "cdktf"],
  ["src/deep/main.ts", 'import { App } from "cdktf";', undefined],
  ["notes.md", 'import { App } from "cdktf";', undefined],
])("the framework of an app where both are installed, or none, is the one of its code: %s", (name, text, framework) => {
  expect(frameworkOf(top)).toBeUndefined();
  write("package.json", '{ "dependencies": { "cdktf": "*", "cdktn": "*" } }');
  write(name, text);
  expect(frameworkOf(top)).toBe(framework);
});

test("the framework of an app is not known where its code names both", () => {
  write("main.ts", 'import { App } from "cdktf";\nimport { Configuration } from "scanform/cdktn";');
  expect(frameworkOf(top)).toBeUndefined();
});

describe("the place of what is imported", () => {
  const place = (options = {}) => placeOf(top, { format: "typescript", out: ".", ...options });

  test("the place of what is imported beside an app has the first number that neither a file nor a folder has", () => {
    write("cdktf.json");
    expect(place()).toMatchObject({ app: top, isNew: false, number: 1, construct: { fileName: "imported.ts" } });
    mkdirSync(join(top, "imported"));
    expect(place()).toMatchObject({ number: 2, construct: { fileName: "imported-2.ts", id: "imported-2" } });
    write("imported-2.ts");
    expect(place()).toMatchObject({ number: 3, construct: { className: "ImportedAccount3" } });
  });

  test("the place of what is imported without an app is imported.ts always, so that a file of that name is refused and not doubled", () => {
    write("imported.ts");
    expect(place()).toMatchObject({ number: 1, isNew: true });
    expect(place()).not.toHaveProperty("app");
  });

  test.each(["main.ts", "tsconfig.json"])(
    "the place of what is imported is no new project where %s is there",
    (name) => {
      write(name);
      expect(place().isNew).toBe(false);
    },
  );

  test("the place of what is imported is no new project in a folder below that of an app", () => {
    write("cdktf.json");
    expect(place({ out: "src/deep" })).toMatchObject({ folder: join(top, "src/deep"), app: top, isNew: false });
  });

  test("the place of what is imported has no app and no project for HCL", () => {
    write("cdktf.json");
    expect(place({ format: "hcl", out: "new" })).toMatchObject({ isNew: false });
    expect(place({ format: "hcl" })).not.toHaveProperty("app");
  });

  test("the place of what is imported has the framework that is asked for before that of the app, and cdktn where nothing says which", () => {
    expect(place().framework).toBe("cdktn");
    write("main.ts", 'import { App } from "cdktf";');
    expect(place().framework).toBe("cdktn");
    write("cdktf.json");
    expect(place().framework).toBe("cdktf");
    expect(place({ framework: "cdktn" }).framework).toBe("cdktn");
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** A desk with an app in a folder that declares one of the two live configurations, and runs this besides. */
async function withApp(folder = ".", more = "", seed = seedOf()): Promise<Desk> {
  const at = await desk(asItIs, seed);
  mkdirSync(join(at.folder, folder), { recursive: true });
  const write = (name: string, text: string): void => {
    writeFileSync(join(at.folder, folder, name), text);
  };
  write("cdktf.json", '{ "app": "node app.cjs" }');
  const synthesized = JSON.stringify(join(at.folder, "app"));
  write("app.cjs", `${more};require("node:fs").cpSync(${synthesized}, process.env.CDKTF_OUTDIR, { recursive: true });`);
  return at;
}

test("beside an app only what it does not declare is written", async () => {
  const at = await withApp();
  const { code, err } = await at.run(["import", "--out", "."]);
  expect(code).toBe(0);
  const text = readFileSync(join(at.folder, "imported.ts"), "utf8");
  expect(text).toContain('name: "relaxed"');
  expect(text).not.toContain('name: "baseline"');
  expect(text).toContain("readonly addRulesTo: (routing: RepositoryAssignments) => void;");
  expect(err).toContain('Use it in a stack: new ImportedAccount(this, "imported");\n');
  expect(at.writes()).toEqual([]);
});

test("nothing is written where the app declares all that --only names", async () => {
  const at = await withApp();
  const { code, err } = await at.run(["import", "--out", ".", "--only", "base%"]);
  expect(code).toBe(0);
  expect(err).toContain('The one live configuration like "base%" is declared already. Nothing was written.\n');
  expect(existsSync(join(at.folder, "imported.ts"))).toBe(false);
});

test("how its rules go first is said where it has rules, and the app routes repositories", async () => {
  const at = await withApp(".", "", seedOf({ repositories: repositoriesNamed(["web"], relaxedId) }));
  const { err } = await at.run(["import", "--out", "."]);
  expect(err).toContain(
    'Use it in a stack: const imported = new ImportedAccount(this, "imported");\n' +
      "The app routes repositories at scanform_repository_assignments.routing: call imported.addRulesTo(routing) there before",
  );
});

test("the app of the folder that is written to is run there", async () => {
  const at = await withApp("project");
  const { code } = await at.run(["import", "--out", "project"]);
  expect(code).toBe(0);
  expect(readdirSync(join(at.folder, "project")).sort()).toEqual(["app.cjs", "cdktf.json", "imported.ts"]);
});

test("the output of an app is looked for in the folder at hand, and the app does not run", async () => {
  const at = await withApp(".", 'require("node:fs").writeFileSync("ran", "")');
  const { code, out } = await at.run(["import", "--synthesized", "app"]);
  expect([code, out]).toEqual([0, expect.stringContaining('name: "relaxed"')]);
  expect(existsSync(join(at.folder, "ran"))).toBe(false);
});

test("an app does not run where there is no key", async () => {
  const at = await withApp(".", 'require("node:fs").writeFileSync("ran", "")');
  const { code, err } = await at.run(["import", "--out", "."], { env: {} });
  expect([code, err]).toEqual([1, expect.stringContaining("[no-api-key]")]);
  expect(existsSync(join(at.folder, "ran"))).toBe(false);
});

test("a key in a file is hidden in what the app says", async () => {
  const at = await withApp(".", 'console.log("read " + require("node:fs").readFileSync(process.env.OTHER, "utf8"))');
  const file = `${at.folder}.key`;
  writeFileSync(file, canary);
  const { SCANFORM_BASE_URL } = at.env;
  const env = { SCANFORM_BASE_URL, SCANFORM_API_KEY_FILE: file, OTHER: file };
  const { code, err } = await at.run(["import", "--out", "."], { env });
  rmSync(file);
  expect([code, err]).toEqual([0, expect.stringContaining("app: read ***\n")]);
});

test("--app-timeout is for the app", async () => {
  const at = await withApp();
  const timeout = jest.spyOn(AbortSignal, "timeout");
  expect((await at.run(["import", "--out", ".", "--app-timeout", "77"])).code).toBe(0);
  expect(timeout).toHaveBeenCalledWith(77_000);
});

test.each([
  ["", 0],
  ["process.exit(1)", 1],
])("no folder of its own is left where the app runs %j", async (more, exit) => {
  const at = await withApp(".", more);
  mkdirSync(join(at.folder, "temporary"));
  jest.spyOn(os, "tmpdir").mockReturnValue(join(at.folder, "temporary"));
  expect((await at.run(["import", "--out", "."])).code).toBe(exit);
  expect(readdirSync(join(at.folder, "temporary"))).toEqual([]);
});

test("the names of scanform types are used where they are of this account and as they were written", async () => {
  const at = await desk();
  await at.run(["types", "--out", "scanform-types.ts"]);
  expect(typesBeside(at.folder, accountId.toUpperCase())).toMatchObject({ account_id: accountId });
  expect(typesBeside(at.folder, otherAccountId)).toBeUndefined();
  const path = join(at.folder, "scanform-types.ts");
  writeFileSync(path, `${readFileSync(path, "utf8")}export const more = 1;\n`.replace("Analyzers", "Mine"));
  expect(typesBeside(at.folder, accountId)).toBeUndefined();
  rmSync(path);
  expect(typesBeside(at.folder, accountId)).toBeUndefined();
});

const block = `provider "scanform" {\n  account_id = "${accountId}"\n}\n\n`;

const read = ({ folder }: Desk, name: string): string => readFileSync(join(folder, name), "utf8");

/** A desk with these files in the folder `code`. */
async function withFiles(files: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const at = await desk();
  mkdirSync(join(at.folder, "code"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at.folder, "code", name), text);
  return at;
}

test("HCL has a provider block with the account's id where the folder has none", async () => {
  const at = await withFiles({ "versions.tf": "terraform {\n  required_providers {\n    scanform = {}\n  }\n}\n" });
  const { code, err } = await at.run(["import", "--format", "hcl", "--out", "code"]);
  expect([code, err]).toEqual([0, expect.not.stringContaining("Name the account")]);
  expect(read(at, "code/imported.tf").startsWith(`# The account "acme".\n${block}import {\n`)).toBe(true);
});

test.each([
  ["main.tf", 'provider "scanform" {\n}\n'],
  ["main.tf", "# ours\nprovider scanform {}\n"],
  ["main.tf.json", '{ "provider": { "scanform": {} } }'],
])("HCL has no second provider block, and the file of the first is named: %s %j", async (name, text) => {
  const at = await withFiles({ [name]: text });
  const { err } = await at.run(["import", "--format", "hcl", "--out", "code"]);
  expect(read(at, "code/imported.tf")).not.toContain("provider");
  expect(err).toContain(
    `Name the account in the provider block of ${name}, so that a key of several accounts cannot mean another one: ` +
      `account_id = "${accountId}"\n`,
  );
});

test("nothing is said of a block that names the account", async () => {
  const at = await withFiles({
    "main.tf": block.toUpperCase().replace("PROVIDER", "provider").replace("SCANFORM", "scanform"),
  });
  const { err } = await at.run(["import", "--format", "hcl", "--out", "code"]);
  expect(err).not.toContain("Name the account");
});

test.each([
  ["typescript", `{ accountId: "${accountId}" }`],
  ["hcl", `account_id = "${accountId}"`],
])("where %s is printed without a provider block, it is said what the account is", async (format, words) => {
  const at = await desk();
  const { out, err } = await at.run(["import", "--format", format]);
  expect(out).not.toContain(accountId);
  expect(err).toContain(words);
});

test("a new project names the account, and it is not said again", async () => {
  const at = await desk();
  const { err } = await at.run(["import", "--out", "new"]);
  expect(read(at, "new/main.ts")).toContain(accountId);
  expect(read(at, "new/main.ts")).toContain('// The account "acme".\n');
  expect(err).not.toContain("Name the account");
});

test.each([
  [{}, expect.stringContaining(`Name the account in the provider of the app, `) as string],
  [{ account_id: accountId }, expect.not.stringContaining("Name the account") as string],
])("beside an app whose provider block is %j it is said where the block does not name it", async (provider, said) => {
  const at = await desk({ ...asItIs, provider });
  const { code, err } = await at.run(["import", "--synthesized", "app"]);
  expect([code, err]).toEqual([0, said]);
});

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
