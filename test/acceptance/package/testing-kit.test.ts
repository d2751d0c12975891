import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describeWithPackages, fromRegistry } from "../../support/registry";
import { repositoryRoot } from "../../support/spawned";
import { type UserProject, userProjects } from "../../support/user-project";

jest.setTimeout(240_000);

const { make } = userProjects();

/** @param runner what a user imports from Vitest; nothing for Jest, which has globals */
const testFile = (runner: string): string => `${runner}import { Testing, TerraformStack } from "cdktn";
import { Configuration, RepositoryAssignments, ScanformProvider } from "scanform/cdktn";
import { startEmulator } from "scanform/emulator";
import { accountSeed, applyTo, matchers, planAgainst, snapshot } from "scanform/testing";

expect.extend(matchers);

const declare = (blocking: boolean): TerraformStack => {
  const stack = new TerraformStack(Testing.app(), "acme");
  new ScanformProvider(stack, "scanform");
  const strict = new Configuration(stack, "strict", { name: "strict", analyzers: { xss: { enabled: true, blocking } } });
  new RepositoryAssignments(stack, "routing", { rules: [{ configuration: strict, repositoryPattern: "payments-%" }] });
  return stack;
};

test("what is declared", () => {
  expect(declare(true)).toHaveConfiguration("strict", { analyzers: { xss: { blocking: true } } });
  expect(declare(true)).toAssign("payments-api", "strict");
  expect(declare(true)).toAssign("web", null);
  expect(declare(true)).toBlock({ analyzer: "xss", repository: "payments-api" });
  expect(declare(false)).not.toBlock({ analyzer: "xss", repository: "payments-api" });
  expect(declare(true)).toWeakenNothingComparedTo(snapshot(declare(false)));
  expect(() => expect(declare(false)).toWeakenNothingComparedTo(snapshot(declare(true)))).toThrow(
    /xss no longer blocks pull requests .* at main\\.test\\.ts:${runner === "" ? "11" : "12"}:18/,
  );
});

test("what becomes of it", async () => {
  const emulator = await startEmulator({ seed: accountSeed({ repositories: ["payments-api"], analyzers: ["xss"] }) });
  try {
    const plan = await planAgainst(emulator, declare(true));
    expect(plan.accounts[0]?.summary.move).toBe(1);
    const { accounts } = await applyTo(emulator, declare(true));
    expect(accounts[0]?.verified).toBe(true);
  } finally {
    await emulator.close();
  }
});
`;

/** An error unless the types are really those of the matchers. */
const misuse = `import { type Declared, snapshot } from "scanform/testing";
declare const stack: Declared;
// @ts-expect-error: a repository is needed
expect(stack).toBlock({ analyzer: "xss" });
// @ts-expect-error: no such setting
expect(stack).toHaveConfiguration("strict", { riskTreshold: 3 });
// @ts-expect-error: a snapshot is needed
expect(stack).toWeakenNothingComparedTo(stack);
expect(stack).not.toWeakenNothingComparedTo(snapshot(stack));
`;

/** Without the declarations themselves, which types.test.ts checks beside Jest's and without. */
const compilerOptions = { module: "nodenext", target: "es2022", strict: true, noEmit: true, skipLibCheck: true };

/** A project of a user, with test files and a tsconfig.json. */
function project(packages: readonly string[], files: Readonly<Record<string, string>>, options: object): UserProject {
  const tsconfig = JSON.stringify({ compilerOptions: { ...compilerOptions, ...options } });
  return make({
    packages: ["cdktn", "constructs", ...packages],
    files: { ...files, "tsconfig.json": tsconfig },
  });
}

const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");

test("with Jest, test files of a user run, and type-check", async () => {
  const jest = { testEnvironment: "node", transform: { "\\.ts$": join(repositoryRoot, "node_modules/@swc/jest") } };
  const files = {
    ...{ "main.test.ts": testFile(""), "misuse.ts": misuse },
    "jest.config.json": JSON.stringify(jest),
    ".swcrc": JSON.stringify({
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
    }),
  };
  const user = project(["jest", "@types/jest", "@types/node"], files, { types: ["jest", "node"] });
  const ran = await user.node([join(repositoryRoot, "node_modules/jest/bin/jest.js"), "--ci"]);
  expect(ran).toMatchObject({ code: 0, err: expect.stringContaining("Tests:       2 passed, 2 total") as string });
  expect(await user.node([tsc, "-p", "."])).toEqual({ code: 0, out: "", err: "" });
});

describeWithPackages("with Vitest", () => {
  const modules = fromRegistry("vitest@4.1.12");

  test("test files of a user run, and type-check", async () => {
    const imported = 'import { expect, test } from "vitest";\n';
    const files = { "main.test.ts": testFile(imported), "misuse.ts": `import { expect } from "vitest";\n${misuse}` };
    // what is installed is shared with projects of the same packages: no other one has these
    const user = project(["@types/node", "undici-types"], files, { types: ["node"] });
    symlinkSync(join(modules(), "vitest"), join(user.folder, "node_modules/vitest"));
    const ran = await user.node([join(modules(), "vitest/vitest.mjs"), "run", "--no-color"]);
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("2 passed") as string });
    expect(await user.node([tsc, "-p", "."])).toEqual({ code: 0, out: "", err: "" });
  });
});
