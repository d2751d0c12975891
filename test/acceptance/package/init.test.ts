import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acmeAccountId, acmeKey } from "../../../src/emulator";
import { accountSeed } from "../../../src/testing";
import { startEmulator } from "../../support/emulator";
import { describeWeekly, fromRegistry, isWeekly } from "../../support/registry";
import { repositoryRoot, withoutNotices } from "../../support/spawned";
import { type UserProject, userProjects } from "../../support/user-project";

jest.setTimeout(120_000);

const { make } = userProjects();

/** A folder in which nothing is but the installed packages of a project. */
function emptyFolder(framework: string, type?: "commonjs", more: readonly string[] = []): UserProject {
  const at = make({
    packages: [framework, "constructs", "@types/node", "undici-types", ...more],
    files: {},
    ...(type === undefined ? {} : { type }),
  });
  if (type === undefined) rmSync(join(at.folder, "package.json"));
  return at;
}

/** Other compilers than our own check a new project once a week; types.test.ts has each check the declarations. */
const others = isWeekly
  ? fromRegistry("typescript-5@npm:typescript@5.9.3", "typescript-7@npm:typescript@7.0.2")
  : undefined;
const ownCompiler = () => [join(repositoryRoot, "node_modules/typescript/bin/tsc")];
const allCompilers = () => [
  ...ownCompiler(),
  ...(others === undefined ? [] : [5, 7].map((major) => join(others(), `typescript-${String(major)}/bin/tsc`))),
];

async function typeChecks(at: UserProject, compilers = ownCompiler()): Promise<void> {
  for (const tsc of compilers)
    expect([tsc, await at.node([tsc, "-p", "."])]).toEqual([tsc, { code: 0, out: "", err: "" }]);
}

/** Makes the rule of the example one that is not valid, since its pattern ends in a single backslash. */
function spoil(at: UserProject): void {
  const path = join(at.folder, "settings.ts");
  writeFileSync(path, readFileSync(path, "utf8").replace("payments-%", "payments-\\\\"));
}

/** @returns the plan, which says nothing on stderr and ends with 0 */
async function planned(at: UserProject, env: NodeJS.ProcessEnv, ...flags: readonly string[]): Promise<string> {
  const { code, out, err } = await at.scanform(["plan", ...flags], env);
  expect([code, withoutNotices(err)]).toEqual([0, ""]);
  return out;
}

/** Runs a test against an emulator. @param environment what leads scanform to it */
async function withEmulator(
  use: (environment: NodeJS.ProcessEnv) => Promise<void>,
  ...options: Parameters<typeof startEmulator>
): Promise<void> {
  const emulator = await startEmulator(...options);
  try {
    await use({ SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey });
  } finally {
    await emulator.close();
  }
}

const names = isWeekly ? "5, 6 and 7" : "6 (5 and 7: not run here, WEEKLY is not set)";

// one of them with a key, for an account with other analyzers and repositories than those of the example
test.each([
  [`in an empty folder type-checks with TypeScript ${names}`, allCompilers, undefined, false],
  ["beside a package.json of CommonJS, made with a key, type-checks", ownCompiler, "commonjs", true],
] as const)(
  "a project with cdktn %s, passes its test, and plans without a warning",
  async (_, compilers, type, hasKey) => {
    const at = emptyFolder("cdktn", type);
    const flags = ["--framework", "cdktn", "--test", "node", "--yes"];
    const seed = hasKey ? { seed: accountSeed({ repositories: ["web", "api"], analyzers: ["checkov", "trivy"] }) } : {};
    await withEmulator(async (env) => {
      expect(await at.scanform(["init", ...flags], hasKey ? env : {})).toMatchObject({ code: 0, out: "" });
      await typeChecks(at, compilers());
      const tests = await at.node(["--import", "tsx", "--test", "main.test.ts"]);
      expect(tests).toMatchObject({ code: 0, out: expect.stringContaining("pass 1") as string });
      const out = await planned(at, env);
      expect(out).toContain("1 configuration to create");
      expect(out).not.toContain("WEAKENS");
    }, seed);
  },
);

test("a project with cdktf and jest type-checks, passes its test, and fails it where the declaration is not valid", async () => {
  const at = emptyFolder("cdktf", undefined, ["jest", "@types/jest", "@swc/core", "@swc/jest"]);
  const flags = ["--framework", "cdktf", "--test", "jest", "--yes"];
  expect(await at.scanform(["init", ...flags])).toMatchObject({ code: 0, out: "" });
  await typeChecks(at);
  const jest = () => at.node([join(at.folder, "node_modules/jest/bin/jest.js"), "--no-watchman"]);
  expect(await jest()).toMatchObject({ code: 0, err: expect.stringContaining("1 passed") as string });
  spoil(at);
  expect(await jest()).toMatchObject({ code: 1, err: expect.stringContaining("single backslash") as string });
});

test("a project with cdktf and --import declares what is live, type-checks, and has no changes", () =>
  withEmulator(async (env) => {
    const at = emptyFolder("cdktf");
    const flags = ["--account", acmeAccountId, "--framework", "cdktf", "--yes"];
    expect(await at.scanform(["init", "--import", ...flags], env)).toMatchObject({ code: 0 });
    expect(readFileSync(join(at.folder, "main.ts"), "utf8")).toContain(`{ accountId: "${acmeAccountId}" }`);
    await typeChecks(at);
    await planned(at, env, "--detailed-exitcode");
    const lines = readFileSync(join(at.folder, "imported.ts"), "utf8").split("\n");
    const line = lines.findLastIndex((text) => text.includes("routing.addRule({")) + 1;
    const { out } = await at.scanform(["explain", "checkout"], env);
    expect(out).toContain(`imported.ts:${String(line)}`);
  }));

test("a plan that ends what holds in every repository is denied by the policies that --import has written", () =>
  withEmulator(
    async (env) => {
      const at = emptyFolder("cdktn");
      expect(await at.scanform(["init", "--import", "--yes"], env)).toMatchObject({ code: 0 });
      await typeChecks(at);
      const held = ["--policy", "scanform.policy.ts"];
      await planned(at, env, ...held);
      const path = join(at.folder, "imported.ts");
      writeFileSync(path, readFileSync(path, "utf8").replace("blocking: true", "blocking: false"));
      const { code, err } = await at.scanform(["plan", ...held], env);
      expect([code, err]).toEqual([3, expect.stringContaining("secrets may not block its pull requests")]);
    },
    {
      seed: accountSeed({
        analyzers: ["secrets"],
        configurations: {
          strict: { settings: { analyzers: { secrets: { enabled: true, blocking: true } } }, repositories: ["web"] },
        },
      }),
    },
  ));

// existing-folder.test.ts has what is written there
describeWeekly("beside a project as cdktf init writes it, with Jest 29 and ts-jest on an older TypeScript", () => {
  const modules = fromRegistry("jest@29.7.0", "ts-jest@29.4.6", "typescript@5.4.5", "@types/jest@29.5.14");
  const compilerOptions = {
    ...{ module: "CommonJS", target: "ES2018", lib: ["es2018"], declaration: true, strict: true, skipLibCheck: true },
    ...{ noImplicitReturns: true, noUnusedLocals: true, noUnusedParameters: true, experimentalDecorators: true },
    ...{ types: ["jest", "node"], noEmit: true },
  };
  const uses = `
    import { App, TerraformStack } from "cdktf";
    import { Configuration, ScanformProvider } from "scanform/cdktf";
    import { startEmulator } from "scanform/emulator";
    import { everyRepositoryCovered, evaluate } from "scanform/policy";
    import { accountDocument, accountSeed, applyTo, matchers, planAgainst } from "scanform/testing";
    expect.extend(matchers);
    const stack = new TerraformStack(new App(), "acme");
    new ScanformProvider(stack, "scanform");
    new Configuration(stack, "strict", { name: "strict" });
    const seed = accountSeed({ repositories: ["web"] });
    test("the kit works", async () => {
      const emulator = await startEmulator({ seed });
      expect((await planAgainst(emulator, stack)).accounts[0]?.summary.create).toBe(1);
      expect((await applyTo(emulator, stack)).accounts[0]?.verified).toBe(true);
      await emulator.close();
      expect(evaluate([everyRepositoryCovered()], accountDocument(seed))).toHaveLength(1);
      expect(stack).toHaveConfiguration("strict", {});
    });
  `;

  test("the imported code type-checks there, and all tests pass", () =>
    withEmulator(async (env) => {
      const at = emptyFolder("cdktf", "commonjs");
      const dependencies = { cdktf: "^0.21.0", constructs: "^10.4.2", jest: "^29.7.0", "ts-jest": "^29.4.6" };
      const typeRoots = [join(modules(), "@types"), join(at.folder, "node_modules/@types")];
      const jest = { testMatch: ["**/*.test.ts"], transform: { "\\.ts$": join(modules(), "ts-jest") } };
      const files = {
        "package.json": { name: "infra", main: "main.js", dependencies },
        "tsconfig.json": { compilerOptions: { ...compilerOptions, typeRoots }, include: ["**/*.ts"] },
        "jest.config.json": jest,
      };
      for (const [name, json] of Object.entries(files)) writeFileSync(join(at.folder, name), JSON.stringify(json));
      writeFileSync(join(at.folder, "uses.test.ts"), uses);
      const { code, err } = await at.scanform(["init", "--import", "--test", "jest", "--yes"], env);
      expect([code, err]).toEqual([0, expect.not.stringContaining("@swc/")]);
      await typeChecks(at, [join(modules(), "typescript/bin/tsc")]);
      const ran = await at.node([join(modules(), "jest/bin/jest.js"), "--ci", "--no-watchman"]);
      expect(ran).toMatchObject({ code: 0, err: expect.stringContaining("2 passed, 2 total") as string });
    }));
});
