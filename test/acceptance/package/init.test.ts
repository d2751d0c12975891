import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acmeAccountId, acmeKey } from "../../../src/emulator";
import { scaleSeed } from "../../../src/emulator/seed/scale-seed";
import { accountSeed } from "../../../src/testing";
import { startEmulator } from "../../support/emulator";
import { fromRegistry, isWeekly } from "../../support/registry";
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

test.each([
  ["cdktn", `in an empty folder type-checks with TypeScript ${names}`, allCompilers, undefined],
  ["cdktn", "beside a package.json of CommonJS type-checks", ownCompiler, "commonjs"],
  ["cdktf", "in an empty folder type-checks", ownCompiler, undefined],
] as const)("a project with %s %s, passes its test, and plans", async (framework, _, compilers, type) => {
  const at = emptyFolder(framework, type);
  const flags = ["--framework", framework, "--test", "node", "--yes"];
  expect(await at.scanform(["init", ...flags])).toMatchObject({ code: 0, out: "" });
  await typeChecks(at, compilers());
  const tests = () => at.node(["--import", "tsx", "--test", "main.test.ts"]);
  expect(await tests()).toMatchObject({ code: 0, out: expect.stringContaining("pass 1") as string });
  await withEmulator(async (env) => {
    const out = await planned(at, env);
    expect(out).toContain("1 configuration to create");
    expect(out).not.toContain("WEAKENS");
  });
  if (framework === "cdktn") return;
  spoil(at);
  expect(await tests()).toMatchObject({ code: 1, out: expect.stringContaining("single backslash") as string });
});

test("a project with jest type-checks, passes its test, and fails it where the declaration is not valid", async () => {
  const at = emptyFolder("cdktn", undefined, ["jest", "@types/jest", "@swc/core", "@swc/jest"]);
  expect(await at.scanform(["init", "--test", "jest", "--yes"])).toMatchObject({ code: 0, out: "" });
  await typeChecks(at);
  const jest = () => at.node([join(at.folder, "node_modules/jest/bin/jest.js"), "--no-watchman"]);
  expect(await jest()).toMatchObject({ code: 0, err: expect.stringContaining("1 passed") as string });
  spoil(at);
  expect(await jest()).toMatchObject({ code: 1, err: expect.stringContaining("single backslash") as string });
});

test("a project made with a key is planned without a warning, whatever analyzers and repositories there are", () =>
  withEmulator(
    async (env) => {
      const at = emptyFolder("cdktn");
      expect(await at.scanform(["init", "--yes"], env)).toMatchObject({ code: 0, out: "" });
      expect(await planned(at, env)).toContain("1 configuration to create");
    },
    { seed: accountSeed({ repositories: ["web", "api"], analyzers: ["checkov", "trivy"] }) },
  ));

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
      expect([code, err]).toEqual([3, expect.stringContaining("is not known to be blocked by secrets")]);
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

test("a live account of 200 configurations is declared, type-checks, and has no changes", () =>
  withEmulator(
    async (env) => {
      const at = emptyFolder("cdktn");
      const { code, err } = await at.scanform(["init", "--import", "--yes"], env);
      expect([code, err]).toEqual([0, expect.stringContaining("200 configurations: ")]);
      await typeChecks(at);
      await planned(at, env, "--detailed-exitcode");
    },
    { seed: scaleSeed(200, 2000) },
  ));
