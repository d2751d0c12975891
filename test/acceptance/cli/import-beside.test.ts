import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { seedOf as seedOfAccount } from "../../generate/seed";
import { structured } from "../../generate/structured";
import { messy } from "../../generate/three-accounts";
import { accountId } from "../../support/account";
import { asItIs, idOf } from "../../support/declare";
import { type Desk, desk } from "../../support/desk";
import { installedFolder, linkPackages } from "../../support/temporary-folder";
import { repositoryRoot, scanform } from "../../support/spawned";
import { decide, triageDesk } from "../../support/triages";

jest.setTimeout(120_000);

const shape = { bases: 2, configurations: 34, repositories: 300, presets: true };

async function structuredDesk(configurations = shape.configurations): Promise<Desk> {
  const { account } = structured({ ...shape, configurations, seed: 5 });
  return desk({}, seedOfAccount(account));
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .sort();

test("the code of an account that has grown by hand is planned without changes, and the test beside it passes", async () => {
  const at = await desk({}, seedOfAccount(messy()));
  const cwd = join(installedFolder(), "app");
  mkdirSync(cwd);
  expect(await at.run(["init", "--import", "--yes", "--test", "node"], { cwd })).toMatchObject({ code: 0 });
  expect(await scanform(["plan", "--detailed-exitcode"], inside(at, cwd))).toMatchObject({ code: 0 });
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "--test", "main.test.ts"], {
    cwd,
  });
  expect(stdout).toContain("pass 1");
});

/** In a project, whose programs are above it. */
const inside = (at: Desk, folder: string) => ({
  cwd: folder,
  env: { ...at.env, PATH: `${join(folder, "../node_modules/.bin")}:${process.env["PATH"] ?? ""}` },
});

/** The addresses of the configurations that a project has synthesized. */
function addressesIn(folder: string): readonly string[] {
  const text = readFileSync(join(folder, "cdktf.out/stacks/account/cdk.tf.json"), "utf8");
  const { resource } = JSON.parse(text) as { readonly resource: { readonly scanform_configuration: object } };
  return Object.keys(resource.scanform_configuration).sort();
}

test("writes a file for each team, with the same addresses as in one file", async () => {
  const at = await structuredDesk(63);
  const [one, several] = [join(installedFolder(), "one"), join(installedFolder(), "several")];
  await at.run(["import", "--out", one]);
  const { code, err } = await at.run(["import", "--out", several, "--split"]);
  expect(err).toContain("A plan of this code shows no changes.");
  expect(code).toBe(0);
  const files = filesIn(join(several, "imported"));
  expect(files).toHaveLength(31);
  expect(readFileSync(join(one, "main.ts"), "utf8")).toContain('from "cdktn"');
  expect(files).toEqual(expect.arrayContaining(["identity.ts", "payments.ts", "search.ts", "shared.ts"]));
  for (const folder of [one, several])
    expect(await scanform(["plan", "--detailed-exitcode"], inside(at, folder))).toMatchObject({ code: 0 });
  expect(addressesIn(several)).toEqual(addressesIn(one));
});

/** A project for what is live, which is then joined by one configuration that has a repository. */
async function grown(folder: string): Promise<Desk> {
  const at = await structuredDesk();
  expect(await at.run(["import", "--out", folder])).toMatchObject({ code: 0 });
  const joined = at.emulator.store.repositories(accountId)[0]?.name ?? "";
  at.declare({
    configurations: { newcomer: { name: "newcomer", comment: "silent" } },
    assignments: { routing: [{ repository_names: [joined], configuration_id: idOf("newcomer") }] },
  });
  expect(await at.apply()).toMatchObject({ code: 0 });
  return at;
}

test("a second run writes only what is new, to a new file, and the two lines that it says use it", async () => {
  const folder = installedFolder();
  const at = await grown(folder);
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const before = filesIn(folder).map((name) => [name, read(name)] as const);
  const { code, err } = await at.run(["import", "--out", folder]);
  expect(err).toContain('Use it in a stack: const imported2 = new ImportedAccount2(this, "imported-2");');
  expect(err).toMatch(
    /routes repositories at imported\.ts:\d+:\d+: call imported2\.addRulesTo\(routing\) there before/,
  );
  expect(code).toBe(0);
  for (const [name, text] of before) expect(read(name)).toBe(text);
  const text = read("imported-2.ts");
  expect(text).toContain('name: "newcomer"');
  expect(text.match(/new Configuration\(/g)).toHaveLength(1);
  expect(text).not.toContain("RepositoryAssignments(");

  const used = read("imported.ts")
    .replace(/const routing = .*\n/, "$&    imported2.addRulesTo(routing);\n")
    .replace("    super(scope, id);\n", '$&    const imported2 = new ImportedAccount2(this, "imported-2");\n');
  writeFileSync(join(folder, "imported.ts"), `import { ImportedAccount2 } from "./imported-2.js";\n${used}`);
  const env = { ...at.env };
  expect(await scanform(["plan", "--detailed-exitcode"], { cwd: folder, env })).toMatchObject({ code: 0 });
  const newcomer = at.emulator.store.configurations(accountId).find(({ name }) => name === "newcomer");
  const joined = at.emulator.store.repositories(accountId).find((each) => each.configuration_id === newcomer?.id);
  expect((await scanform(["explain", joined?.name ?? ""], { cwd: folder, env })).out).toMatch(/imported-2\.ts:\d+/);
  const again = await at.run(["import", "--out", folder]);
  expect(again).toMatchObject({ code: 0, out: "" });
  expect(again.err).toContain("All 35 live configurations are declared already. Nothing was written.");
});

test("writes policies and analyzers by their constants where scanform types has written them", async () => {
  const at = await desk();
  const folder = installedFolder();
  await at.run(["types", "--out", join(folder, "scanform-types.ts")]);
  const { code, err } = await at.run(["import", "--out", folder]);
  expect(err).toContain("A plan of this code shows no changes.");
  expect(code).toBe(0);
  const text = readFileSync(join(folder, "imported.ts"), "utf8");
  expect(text).toContain('import { Analyzers, Policies } from "./scanform-types.js";');
  expect(text).toMatch(/id: Policies\.\w+/);
});

test("says what to install where the app beside cannot run without it", async () => {
  const at = await desk();
  await at.run(["import", "--out", "code"]);
  const { code, err } = await at.run(["import", "--out", "code"]);
  expect(code).toBe(1);
  expect(err).toMatch(/\w+ is not installed there\. Run: npm install --save-dev .*\bcdktn@.*(\bscanform@|dist\/npm$)/m);
});

test("says of which names nothing is left to import", async () => {
  const at = await desk(asItIs);
  const { code, err } = await at.run(["import", "--synthesized", "app", "--only", "base%"]);
  expect([code, err]).toEqual([
    0,
    'The one live configuration like "base%" is declared already. Nothing was written.\n',
  ]);
});

test("a file for each team needs a folder", async () => {
  const at = await desk();
  expect(await at.run(["import", "--split"])).toMatchObject({ code: 1 });
});

test("imported triages compile and are planned once each has its justification, and then show no changes", async () => {
  const at = await triageDesk({});
  await decide(at, "wont_fix");
  const installed = installedFolder();
  linkPackages(installed, ["@types"]);
  const folder = join(installed, "app");
  for (const flags of [[], ["--triages"]])
    expect(await at.run(["import", "--out", folder, ...flags])).toMatchObject({ code: 0 });
  const [main, triages] = ["main.ts", "triages.ts"].map((name) => join(folder, name)) as [string, string];
  const edit = (path: string, change: (text: string) => string): void => {
    writeFileSync(path, change(readFileSync(path, "utf8")));
  };
  edit(main, (text) =>
    `import { ImportedTriages } from "./triages.js";\n${text}`.replace(
      "app.synth();",
      'new ImportedTriages(stack, "triages");\napp.synth();',
    ),
  );
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  const compile = () => promisify(execFile)(process.execPath, [tsc, "-p", "."], { cwd: folder });
  await expect(compile()).rejects.toMatchObject({
    stdout: expect.stringContaining("Property 'justification' is missing") as string,
  });
  const refused = await scanform(["plan"], inside(at, folder));
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining("justification is missing. Say why this was decided") as string,
  });
  edit(triages, (text) => text.replaceAll('// justification: ""', 'justification: "As agreed."'));
  await compile();
  expect(await scanform(["plan", "--detailed-exitcode"], inside(at, folder))).toMatchObject({ code: 0 });
  const again = await at.run(["import", "--triages", "--out", "."], { cwd: folder, env: inside(at, folder).env });
  expect(again).toMatchObject({ code: 0, err: "No finding has a triage that is not declared. Nothing was written.\n" });
});
