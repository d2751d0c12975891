import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { typesBeside } from "../../../src/cli/imports/place";
import { accountId, canary, otherAccountId, relaxedId, repositoriesNamed, seedOf } from "../../support/account";
import { asItIs } from "../../support/declare";
import { desk, type Desk } from "../../support/desk";

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
