import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownSource } from "../../../src/cli/own-source";
import { desk } from "../../support/desk";
import { temporaryFolder } from "../../support/temporary-folder";
import { imported, names, project, read, write } from "./folder";

test("init leaves every file that is there, and names it", async () => {
  const at = await desk();
  write(at, "tsconfig.json", "mine");
  write(at, "main.ts", "mine");
  const { code, err } = await at.run(["init"]);
  expect(code).toBe(0);
  expect(err).toContain("Left as they are: main.ts, tsconfig.json.\n");
  expect(err).toContain('Use settings.ts in a stack: new ScanSettings(stack, "settings");\n');
  expect([read(at, "tsconfig.json"), read(at, "main.ts")]).toEqual(["mine", "mine"]);
  expect(names(at)).toEqual(project);
});

test("init writes nothing the second time", async () => {
  const at = await desk();
  await at.run(["init"]);
  const { code, err } = await at.run(["init"]);
  expect(code).toBe(0);
  expect(err).toMatch(/^There is a project here: main\.ts and cdktf\.json\. Only what an option asks for .*\n$/);
});

test("init adds to a project that is there only what an option asks for", async () => {
  const at = await desk();
  await at.run(["init", "--import"]);
  expect((await at.run(["init", "--yes"], { interactive: true })).code).toBe(0);
  expect(names(at)).toEqual([...project.filter((name) => name !== "settings.ts"), ...imported].sort());
  const { code, err } = await at.run(["init", "--test", "vitest", "--ci", "github"]);
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^There is a project here: .*\nFiles to write:\n {2}main\.test\.ts\n {2}\.github/),
  ]);
  expect(read(at, "main.test.ts")).toContain("new ImportedAccount(stack");
  expect(names(at)).not.toContain("settings.ts");
  expect(names(at)).toContain(".github");
  expect(err).toContain("  [ ] move scanform.policy.ts, and what it imports, into .github/scanform: ");
});

test("init writes no test for a construct that it did not write", async () => {
  const at = await desk();
  write(at, "main.ts", "mine");
  write(at, "cdktf.json", "{}");
  const { code, err } = await at.run(["init", "--test", "node"]);
  expect([code, err]).toEqual([1, expect.stringContaining("main.test.ts tests settings.ts or imported.ts")]);
  expect(names(at)).toEqual(["app", "cdktf.json", "main.ts"]);
});

test("init names npm test where that runs the test already", async () => {
  const at = await desk();
  write(at, "package.json", JSON.stringify({ scripts: { test: "vitest run" } }));
  const { err } = await at.run(["init", "--test", "vitest", "--ci", "github"]);
  expect(err).toContain("The test of main.test.ts runs with: npm test\n");
  expect(err).not.toContain("make it run that too");
});

test("init beside a package.json names what is to be installed besides", async () => {
  const at = await desk();
  const text =
    '{ "dependencies": { "scanform": "file:scanform.tgz", "cdktf": "*" }, "devDependencies": { "tsx": "*" } }';
  write(at, "package.json", text);
  const { err } = await at.run(["init", "--test", "node"]);
  expect(err).toContain("  npm install --save-dev @types/node@20 constructs@10 typescript@6\n");
  expect(err).toContain('  npm pkg set "scripts.test=node --import tsx --test main.test.ts"\n');
  expect(err).toContain("The test of main.test.ts runs with: npm test\n");
  expect(read(at, "package.json")).toBe(text);
  expect(read(at, "main.ts")).toContain('from "scanform/cdktf"');
});

test.each([
  ["is one", "jest", false],
  ["is only that of npm init", 'echo "Error: no test specified" && exit 1', true],
])("init says how the workflows come to run the test where a script for tests %s", async (_, test, sets) => {
  const at = await desk();
  write(at, "package.json", JSON.stringify({ scripts: { test } }));
  const { err } = await at.run(["init", "--test", "node", "--ci", "github"]);
  expect(err.includes('  npm pkg set "scripts.test=')).toBe(sets);
  expect(err.includes("The workflows run npm test: make it run that too.")).toBe(!sets);
});

test.each([
  ["of CommonJS", undefined, "./imported"],
  ["of ES modules", "module", "./imported.js"],
])("init writes imports as a package.json %s needs them", async (_, type, module) => {
  const at = await desk();
  write(at, "package.json", JSON.stringify({ type, devDependencies: { jest: "*", "ts-jest": "*" } }));
  const { err } = await at.run(["init", "--import", "--test", "jest"]);
  for (const name of ["main.ts", "main.test.ts"]) expect(read(at, name)).toContain(`from "${module}";`);
  expect(err).not.toContain("@swc/");
});

test("init leaves the configuration of a jest that is there", async () => {
  const at = await desk();
  write(at, "package.json", JSON.stringify({ devDependencies: { jest: "*" } }));
  const { err } = await at.run(["init", "--test", "jest"]);
  expect(readdirSync(at.folder)).not.toContain("jest.config.json");
  expect(err).toContain("@swc/jest@0.2");
  expect(err).not.toMatch(/ jest@/);
});

test("init beside a package.json without scanform has it installed from where it runs", async () => {
  const at = await desk();
  write(at, "package.json", "{}");
  expect((await at.run(["init"])).err).toMatch(/^ {2}npm install --save-dev .* --install-links .*dist\/npm$/m);
});

test("init names npm install alone where a package.json names all that is needed", async () => {
  const at = await desk();
  const packages = ["@types/node", "cdktn", "constructs", "scanform", "tsx", "typescript"];
  write(
    at,
    "package.json",
    JSON.stringify({ devDependencies: Object.fromEntries(packages.map((name) => [name, "*"])) }),
  );
  const { err } = await at.run(["init"]);
  expect(err).toContain("Next:\n  npm install\nThen:\n");
});

test("init says the next steps where only some files were there", async () => {
  const at = await desk();
  write(at, ".gitignore", "mine");
  const { err } = await at.run(["init"]);
  expect(err).toContain("Left as they are: .gitignore.\nWrote 6 files.\n");
});

test.each(["{", "[]"])("package.json with %j is refused", async (text) => {
  const at = await desk();
  write(at, "package.json", text);
  const { code, err } = await at.run(["init"]);
  expect([code, err]).toEqual([1, expect.stringContaining("[project-file]")]);
  expect(names(at)).toEqual(["app", "package.json"]);
});

test("a folder in which not everything can be written is left as it was where a file is in place of a folder", async () => {
  const at = await desk();
  write(at, ".github", "");
  const { code, err } = await at.run(["init", "--ci", "github"]);
  expect(code).toBe(1);
  expect(err).toContain(".github cannot be written: it is not a folder. Nothing was written.");
  expect(names(at)).toEqual([".github", "app"]);
});

test("a folder in which not everything can be written is left as it was where a folder is a symbolic link", async () => {
  const at = await desk();
  mkdirSync(join(at.folder, "app/elsewhere"));
  symlinkSync(join(at.folder, "app/elsewhere"), join(at.folder, ".github"));
  const { code, err } = await at.run(["init", "--ci", "github"]);
  expect(code).toBe(1);
  expect(err).toContain(".github cannot be written: it is a symbolic link. Nothing was written.");
  expect(names(at)).toEqual([".github", "app"]);
  expect(readdirSync(join(at.folder, "app/elsewhere"))).toEqual([]);
});

test("a folder in which not everything can be written keeps a symbolic link in place of a file, even one that leads nowhere", async () => {
  const at = await desk();
  symlinkSync(join(at.folder, "app/nowhere"), join(at.folder, ".gitignore"));
  const { code, err } = await at.run(["init"]);
  expect([code, err]).toEqual([0, expect.stringContaining("Left as they are: .gitignore.\n")]);
  expect(existsSync(join(at.folder, "app/nowhere"))).toBe(false);
});

test("a folder in which not everything can be written is left as it was where settings.ts is a link that leads nowhere", async () => {
  const at = await desk();
  symlinkSync(join(at.folder, "app/nowhere"), join(at.folder, "settings.ts"));
  const { code, err } = await at.run(["init"]);
  expect([code, err]).toEqual([1, expect.stringContaining("settings.ts cannot be read: ")]);
  expect(names(at)).toEqual(["app", "settings.ts"]);
});

test("a folder in which not everything can be written is left as it was where another settings.ts is there, which main.ts could not use", async () => {
  const at = await desk();
  write(at, "settings.ts", "export const settings = {};\n");
  const { code, err } = await at.run(["init"]);
  expect([code, err]).toEqual([1, expect.stringContaining("settings.ts has no class ScanSettings")]);
  expect(names(at)).toEqual(["app", "settings.ts"]);
});

test("another settings.ts is refused where only the test would use it", async () => {
  const at = await desk();
  for (const name of ["settings.ts", "main.ts"]) write(at, name, "export const mine = {};\n");
  const { code, err } = await at.run(["init", "--test", "node"]);
  expect([code, err]).toEqual([1, expect.stringContaining("settings.ts has no class ScanSettings")]);
  expect(readdirSync(at.folder).sort()).toEqual(["app", "main.ts", "settings.ts"]);
});

const folder = temporaryFolder();
let made = 0;

/** A folder with these JSON files, and in it that of the project that is made. */
function tree(files: Readonly<Record<string, unknown>>): { readonly at: string; readonly project: string } {
  const at = join(realpathSync(folder), String((made += 1)));
  for (const [name, json] of Object.entries({ "project/package.json": {}, ...files })) {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), JSON.stringify(json));
  }
  return { at, project: join(at, "project") };
}

const installed = { "npx/node_modules/scanform/package.json": { name: "scanform", version: "1.2.3" } };

/** As npm keeps it beside what it has installed. */
const locked = (resolved: string | undefined) => ({
  ...installed,
  "npx/node_modules/.package-lock.json": { packages: { "node_modules/scanform": { version: "1.2.3", resolved } } },
});

const version = { spec: "1.2.3", argument: "scanform@1.2.3", isFolder: false };

test.each<[string, Readonly<Record<string, unknown>>, object]>([
  ["the npm registry", locked("https://packages.example/scanform/-/scanform-1.2.3.tgz"), version],
  ["a mirror of it", locked("https://npm.acme.example/api/npm/all/scanform/-/scanform-1.2.3.tgz"), version],
  ["a registry whose URLs npm does not keep", locked(undefined), version],
  [
    "a tarball",
    locked("file:../made/scanform-1.2.3.tgz"),
    { spec: "file:../made/scanform-1.2.3.tgz", argument: "../made/scanform-1.2.3.tgz", isFolder: false },
  ],
  [
    "a folder that npm has copied",
    locked("file:../made"),
    { spec: "file:../made", argument: "--install-links ../made", isFolder: true },
  ],
  [
    "the URL of a tarball",
    locked("https://files.acme.example/scanform-1.2.3.tgz"),
    { spec: "https://files.acme.example/scanform-1.2.3.tgz", isFolder: false },
  ],
  [
    "a commit",
    locked("git+ssh://git@github.com/scanform/scanform.git#0123abc"),
    { spec: "git+ssh://git@github.com/scanform/scanform.git#0123abc", isFolder: false },
  ],
  [
    "a tarball by another package manager, which keeps no such file",
    { ...installed, "npx/package.json": { dependencies: { scanform: "file:../made/scanform-1.2.3.tgz" } } },
    { spec: "file:../made/scanform-1.2.3.tgz" },
  ],
  [
    "a folder by another package manager, for development",
    { ...installed, "npx/package.json": { devDependencies: { scanform: "link:../made" } } },
    { spec: "file:../made" },
  ],
  [
    "a registry by another package manager",
    { ...installed, "npx/package.json": { devDependencies: { scanform: "^1.0.0" } } },
    version,
  ],
])("what was installed from %s is pinned to that", (_, files, expected) => {
  const { at, project } = tree(files);
  expect(ownSource(project, join(at, "npx/node_modules/scanform"))).toMatchObject(expected);
});

test("a dependency of another package is found by its own place", () => {
  const key = "node_modules/acme-tools/node_modules/scanform";
  const { at, project } = tree({
    [`npx/${key}/package.json`]: { version: "1.2.3" },
    "npx/node_modules/.package-lock.json": { packages: { [key]: { resolved: "file:../made/scanform.tgz" } } },
  });
  expect(ownSource(project, join(at, "npx", key)).spec).toBe("file:../made/scanform.tgz");
});

test("a folder outside of node_modules is pinned to itself", () => {
  const { at, project } = tree({ "made/package.json": { version: "1.2.3" } });
  expect(ownSource(project, join(at, "made"))).toEqual({
    ...{ spec: "file:../made", argument: "--install-links ../made", isFolder: true },
    note: expect.stringContaining("is pinned to the folder ../made") as string,
  });
});

test("a checkout is pinned to what is made from it, and says so", () => {
  const { at, project } = tree({ "checkout/package.json": { version: "1.2.3", private: true } });
  expect(ownSource(project, join(at, "checkout"))).toMatchObject({
    ...{ spec: "file:../checkout/dist/npm", isFolder: true },
    note: expect.stringContaining("npm run package") as string,
  });
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ["nothing says where it was installed from", installed, "does not say from where it was installed"],
  [
    "the URL has what may be a secret",
    locked("https://user:secret@files.acme.example/scanform.tgz"),
    "is not a plain one",
  ],
  ["the URL has a query", locked("https://files.acme.example/scanform.tgz?token=secret"), "is not a plain one"],
])("where %s, the version is pinned, with a notice", (_, files, words) => {
  const { at, project } = tree(files);
  const source = ownSource(project, join(at, "npx/node_modules/scanform"));
  expect(source).toEqual({ ...version, note: expect.stringContaining(words) as string });
  expect(JSON.stringify(source)).not.toContain("secret");
});

test("a damaged lock file is an error that names it", () => {
  const { at, project } = tree(installed);
  writeFileSync(join(at, "npx/node_modules/.package-lock.json"), "{");
  expect(() => ownSource(project, join(at, "npx/node_modules/scanform"))).toThrow(/\.package-lock\.json/);
});
