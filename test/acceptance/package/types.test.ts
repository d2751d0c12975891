import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithPackages, fromRegistry } from "../../support/registry";
import { repositoryRoot } from "../../support/spawned";
import { type UserProject, userProjects } from "../../support/user-project";

jest.setTimeout(120_000);

const { make } = userProjects();

/** An error unless the types are really those of the constructs. */
const misspelt = `import { TerraformStack } from "cdktn";
import { Configuration } from "scanform/cdktn";
export const declare = (stack: TerraformStack) =>
  // @ts-expect-error: no such property
  new Configuration(stack, "strict", { name: "strict", coment: "enabled" });
`;

/** A project with the app and a mistake, for each framework, and without a runner of tests. */
function project(type: "commonjs" | "module"): UserProject {
  const app = readFileSync(join(__dirname, "app.ts"), "utf8");
  return make({
    packages: ["cdktn", "cdktf", "constructs", "@types/node"],
    type,
    files: {
      ...{ "cdktn.ts": app, "misspelt-cdktn.ts": misspelt },
      ...{ "cdktf.ts": withCdktf(app), "misspelt-cdktf.ts": withCdktf(misspelt) },
      "testing.ts": 'import { matchers, planAgainst } from "scanform/testing";\nvoid [matchers, planAgainst];\n',
    },
  });
}

const withCdktf = (text: string): string => text.replaceAll(/(?<=from "(?:scanform\/)?)cdktn(?=")/g, "cdktf");

const strict = { module: "nodenext", target: "es2022", strict: true, types: ["node"], skipLibCheck: false };

/** Of the project that `cdktf init` writes. */
const cdktfInit = {
  ...{ module: "CommonJS", target: "ES2018", lib: ["es2018"], declaration: true, strict: true, noEmitOnError: true },
  ...{ noFallthroughCasesInSwitch: true, noImplicitReturns: true, noUnusedLocals: true, noUnusedParameters: true },
  ...{ stripInternal: true, incremental: true, skipLibCheck: true },
};

const check = async (at: UserProject, tsc: string, ...flags: readonly string[]): Promise<void> => {
  expect(await at.node([tsc, "-p", ".", "--noEmit", ...flags])).toEqual({ code: 0, out: "", err: "" });
};

/** @param tsc gives the path of the compiler */
function typeChecksStrictly(tsc: () => string): void {
  test("strict, with the declarations themselves", async () => {
    const at = project("module");
    writeFileSync(join(at.folder, "tsconfig.json"), JSON.stringify({ compilerOptions: strict }));
    await check(at, tsc());
  });

  test("with the options that tsc --init writes", async () => {
    const at = project("module");
    expect(await at.node([tsc(), "--init"])).toMatchObject({ code: 0 });
    await check(at, tsc());
  });
}

describe("an app type-checks with TypeScript 6", () => {
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  typeChecksStrictly(() => tsc);

  test("with the options of cdktf init", async () => {
    const at = project("commonjs");
    writeFileSync(join(at.folder, "tsconfig.json"), JSON.stringify({ compilerOptions: cdktfInit }));
    await check(at, tsc);
  });

  test("with the options that tsc --init writes, in a CommonJS project without verbatimModuleSyntax", async () => {
    const at = project("commonjs");
    expect(await at.node([tsc, "--init"])).toMatchObject({ code: 0 });
    await check(at, tsc, "--verbatimModuleSyntax", "false");
  });
});

describeWithPackages("an app type-checks with TypeScript", () => {
  const modules = fromRegistry("typescript-5@npm:typescript@5.9.3", "typescript-7@npm:typescript@7.0.2");

  describe.each(["typescript-5", "typescript-7"])("%s", (name) => {
    typeChecksStrictly(() => join(modules(), name, "bin/tsc"));
  });
});
