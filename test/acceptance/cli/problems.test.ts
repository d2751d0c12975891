import { transformSync } from "esbuild";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canary } from "../../support/account";
import { accountOf, desk, type Desk, documentOf } from "../../support/desk";
import { project } from "../../support/project";
import { repositoryRoot, scanform } from "../../support/spawned";

const imports = `import { App, TerraformStack } from "cdktf";
import { Configuration, RepositoryAssignments, ScanformProvider } from "scanform/cdktf";
const app = new App();
`;

/** A desk with this program as its app, which tsx runs. The packages are elsewhere: no key may be in the desk's files. */
async function withApp(program: string): Promise<Desk> {
  const at = await desk();
  const env = { ...at.env, NODE_PATH: join(project().folder, "node_modules") };
  const tsx = join(repositoryRoot, "node_modules/tsx/dist/cli.mjs");
  writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app: `node "${tsx}" main.ts` }));
  writeFileSync(join(at.folder, "main.ts"), `${imports}${program}`);
  return { ...at, env, run: (argv, circumstances = {}) => at.run(argv, { ...circumstances, env }) };
}

const twoStacks = `for (const name of ["one", "two"]) {
  const stack = new TerraformStack(app, name);
  new ScanformProvider(stack, "scanform");
  new Configuration(stack, "bad", { name: "", riskThreshold: NaN });
  const routing = new RepositoryAssignments(stack, "routing");
  routing.addRule({ leave: true });
}
app.synth();
`;

/** No user who misspelt a word should have to read this. */
const noise = /\bat Object\.<anonymous>|skipValidation|node_modules|Validation failed/;

describe("problems of constructs", () => {
  test("are shown by synth, all of all stacks at once, each with its line", async () => {
    const at = await withApp(twoStacks);
    const { code, out, err } = await at.run(["synth"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    for (const [place, said] of [
      ["bad  at main.ts:7:3", "name is empty."],
      ["bad  at main.ts:7:3", "riskThreshold is NaN"],
      ["routing  at main.ts:9:11", "rule 1 selects no repository."],
    ] as const)
      expect(err).toContain(`  one/${place}\n  ${said}`);
    expect(err).toContain('The same in 1 more place: "two/bad" name (main.ts:7:3).');
    expect(err).toContain('The same in 1 more place: "two/routing" rule 1 (main.ts:9:11).');
    expect(err).not.toMatch(noise);
    // nothing is left that could be taken for the output of a synthesis
    expect(existsSync(join(at.folder, "cdktf.out/manifest.json"))).toBe(false);
  });

  test("are in the document of plan --json, and nothing is asked of the service", async () => {
    const at = await withApp(twoStacks);
    const ran = await at.run(["plan", "--json"]);
    expect(ran).toMatchObject({ code: 1, err: "" });
    const { diagnostics } = documentOf(ran);
    expect(diagnostics).toHaveLength(3);
    expect(diagnostics).toContainEqual({
      code: "rule-selects-nothing",
      severity: "error",
      summary: "A rule that selects nothing",
      detail: expect.stringContaining("rules[0] selects no repository.") as unknown,
      address: "one/routing",
      path: "rules[0]",
      location: "main.ts:9:11",
    });
    expect(at.emulator.requests).toEqual([]);
  });

  test("come with the errors of others, which are the app's output", async () => {
    const at = await withApp(
      twoStacks.replace("app.synth", 'app.node.addValidation({ validate: () => ["no budget"] });\napp.synth'),
    );
    const { code, err } = await at.run(["synth"]);
    expect(code).toBe(1);
    expect(err).toContain("  one/bad  at main.ts:7:3\n");
    expect(err).toMatch(/\[app-failed\]\n {2}cdktf\.json\n[^]*no budget/);
  });

  test.each([
    ["tsx", undefined],
    ["Node with source maps", "node --enable-source-maps main.js"],
  ])("come with those that the framework finds, without its stack trace and its advice, by %s", async (_, app) => {
    const program = `console.log("begun");\n${twoStacks.replace('  new ScanformProvider(stack, "scanform");\n', "")}`;
    const at = await withApp(program);
    if (app !== undefined) {
      const options = { loader: "ts", format: "cjs", sourcemap: "inline", sourcefile: "main.ts" } as const;
      writeFileSync(join(at.folder, "main.js"), transformSync(`${imports}${program}`, options).code);
      writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app }));
    }
    const { code, err } = await at.run(["synth"]);
    expect(code).toBe(1);
    expect(err).toContain("  one/bad  at main.ts:7:3\n");
    expect(err).toContain(
      '[declaration-invalid]\n  one\n  The stack has constructs of scanform and no provider for them: add new ScanformProvider(this, "scanform").\n',
    );
    expect(err).toContain("app: begun\n");
    expect(err).not.toMatch(noise);
  });

  test("leave no file behind", async () => {
    const at = await withApp(twoStacks);
    const temporary = join(at.folder, "temporary");
    mkdirSync(temporary);
    const { code } = await scanform(["synth"], { cwd: at.folder, env: { ...at.env, TMPDIR: temporary } });
    expect(code).toBe(1);
    // tsx has a folder of its own
    expect(readdirSync(temporary).filter((each) => !each.startsWith("tsx-"))).toEqual([]);
  });
});

describe("a program that reports problems of its own", () => {
  const reporting = (lines: string): string =>
    `import { appendFileSync } from "node:fs";\nappendFileSync(process.env["SCANFORM_PROBLEMS"] ?? "", ${lines});\n`;
  const problem = { path: "a\u001b[2J", key: "::error::x", location: "/etc/passwd:1:1", detail: "::set-output name=a" };

  test("cannot move the cursor, speak to a pipeline or name a file elsewhere", async () => {
    const at = await withApp(reporting(JSON.stringify(`${JSON.stringify(problem)}\n`)));
    const { code, err } = await at.run(["synth"]);
    expect(code).toBe(1);
    expect(err).toContain("  a\\u{1b}[2J  ::error::x\n  | ::set-output name=a\n");
    expect(err).not.toContain("passwd");
  });

  test("cannot show a key, nor half of one", async () => {
    // in pieces, so that the app's own text is not found to hold the key
    const [first, second, third] = [canary.slice(0, 10), canary.slice(10, 16), canary.slice(16)];
    const at = await withApp(
      reporting(
        `JSON.stringify({ path: "a", detail: "x".repeat(4990) + "${first}" + ("${second}" + "${third}") }) + "\\n"`,
      ),
    );
    const { code, err } = await at.run(["synth"]);
    expect(code).toBe(1);
    expect(err).not.toContain(first);
  });

  test("and writes none that can be read has synthesized nothing", async () => {
    const at = await withApp(reporting('"5\\nnull\\n{}\\n[]\\nnot JSON\\n"'));
    const { code, err } = await at.run(["synth"]);
    expect([code, err]).toEqual([1, expect.stringContaining("[synth-missing]")]);
  });
});

test("more problems than are read are still problems", async () => {
  const at = await withApp(`const stack = new TerraformStack(app, "acme");
new ScanformProvider(stack, "scanform");
const many = Object.fromEntries([...Array(8000).keys()].map((at) => [\`a\${at}\${"-long".repeat(at && 200)}\`, { enabeld: true }]));
new Configuration(stack, "bad", { name: "bad", analyzers: many });
app.synth();
`);
  const { code, err } = await at.run(["synth"]);
  expect(code).toBe(1);
  expect(err).toContain('analyzers.a0.enabeld cannot be set here. Did you mean "enabled"?');
  expect(err).toContain("The app reports more problems than are read.");
  expect(existsSync(join(at.folder, "cdktf.out/manifest.json"))).toBe(false);
});

describe("what the account does not know", () => {
  const unknown = `const stack = new TerraformStack(app, "acme");
new ScanformProvider(stack, "scanform");
const strict = new Configuration(stack, "strict", {
  name: "strict",
  analyzers: { "sql-injektion": { enabled: true } },
});
const routing = new RepositoryAssignments(stack, "routing", { rules: [{ configuration: strict, repositoryPattern: "none-%" }] });
routing.addRule({ configuration: strict, repositoryNames: ["legacy"] });
app.synth();
`;

  test("is a mistake in a line of code", async () => {
    const at = await withApp(unknown);
    const { code, err } = await at.run(["plan"]);
    expect(code).toBe(1);
    expect(err).toContain('scanform_configuration.strict  analyzers["sql-injektion"]  at main.ts:6:16\n');
    const { diagnostics } = documentOf(await at.run(["plan", "--json"]));
    expect(diagnostics).toMatchObject([
      { code: "analyzer-unknown", location: "main.ts:6:16" },
      { code: "rule-matches-nothing", location: "main.ts:10:17" },
    ]);
  });

  test("is reported at the line that adds a rule, or else at that of all rules", async () => {
    const at = await withApp(unknown.replace("sql-injektion", "sql-injection").replace('["legacy"]', '["nowhere"]'));
    expect(accountOf(await at.run(["plan", "--json"]))).toMatchObject({
      diagnostics: [
        { code: "repository-unknown", path: "rules[1]", location: "main.ts:11:9" },
        { code: "rule-matches-nothing", path: "rules[0]", location: "main.ts:10:17" },
      ],
    });
  });
});
