import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeWeekly, describeWithPackages, fromRegistry } from "../../support/registry";
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

/** Mistakes in lines 4, 7 and 8. */
const wrongTypes = `import type { TerraformStack } from "cdktn";
import { type Configuration, RepositoryAssignments } from "scanform/cdktn";
export const declare = (stack: TerraformStack, strict: Configuration) => {
  new RepositoryAssignments(stack, "routing", { rules: [{ configuration: "5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34" }] });
  strict.override('analyzers["xss"].risk_level', "high");
  strict.override("comment", undefined);
  strict.override('analyzers["xss"].blocking', "true");
  strict.override("analyzers.xss.blokcing", true);
};
`;

/** A project with the app and a mistake, for each framework. @param runner types of a runner of tests, if any */
function project(type: "commonjs" | "module", ...runner: readonly string[]): UserProject {
  const app = readFileSync(join(__dirname, "app.ts"), "utf8");
  return make({
    packages: ["cdktn", "cdktf", "constructs", "@types/node", ...runner],
    type,
    files: {
      ...{ "cdktn.ts": app, "misspelt-cdktn.ts": misspelt },
      ...{ "cdktf.ts": withCdktf(app), "misspelt-cdktf.ts": withCdktf(misspelt) },
      "testing.ts": 'import { matchers, planAgainst } from "scanform/testing";\nvoid [matchers, planAgainst];\n',
    },
  });
}

const withCdktf = (text: string): string => text.replaceAll(/(?<=from "(?:scanform\/)?)cdktn(?=")/g, "cdktf");

const strict = { module: "nodenext", target: "es2022", strict: true, skipLibCheck: false };

/** Of the project that `cdktf init` writes. */
const cdktfInit = {
  ...{ module: "CommonJS", target: "ES2018", lib: ["es2018"], declaration: true, strict: true, noEmitOnError: true },
  ...{ noFallthroughCasesInSwitch: true, noImplicitReturns: true, noUnusedLocals: true, noUnusedParameters: true },
  ...{ stripInternal: true, incremental: true, skipLibCheck: true },
};

const check = async (at: UserProject, tsc: string, ...flags: readonly string[]): Promise<void> => {
  expect(await at.node([tsc, "-p", ".", "--noEmit", ...flags])).toEqual({ code: 0, out: "", err: "" });
};

/**
 * @param tsc gives the path of the compiler
 * @param runner the runner of tests whose types are beside the declarations, if any
 */
function typeChecksStrictly(tsc: () => string, ...runner: readonly "jest"[]): void {
  test("strict, with the declarations themselves", async () => {
    const at = project("module", ...runner.map((each) => `@types/${each}`));
    const compilerOptions = { ...strict, types: ["node", ...runner] };
    writeFileSync(join(at.folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    await check(at, tsc());
  });
}

/** @param tsc gives the path of the compiler */
function typeChecksAsInitialized(tsc: () => string): void {
  test("the package type-checks with the options that tsc --init writes", async () => {
    const at = project("module");
    expect(await at.node([tsc(), "--init"])).toMatchObject({ code: 0 });
    await check(at, tsc());
  });
}

const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");

describe("an app type-checks with TypeScript 6", () => {
  typeChecksStrictly(() => tsc, "jest");
  typeChecksAsInitialized(() => tsc);

  test("a rule without a selector, and a wrong override, are one readable error each with the options of cdktf init", async () => {
    const at = project("commonjs");
    writeFileSync(join(at.folder, "tsconfig.json"), JSON.stringify({ compilerOptions: cdktfInit }));
    writeFileSync(join(at.folder, "wrong.ts"), wrongTypes);
    const { code, out } = await at.node([tsc, "-p", ".", "--noEmit"]);
    expect(code).not.toBe(0);
    expect(out.replaceAll(/^\S+\((\d+),\d+\): error \w+/gm, "$1").trim()).toBe(
      [
        "4: Type '{ configuration: string; }' is not assignable to type 'AssignmentRule'.",
        "  Type '{ configuration: string; }' is not assignable to type 'ConfigureByNames | ConfigureByIds | ConfigureByPattern'.",
        "    Property 'repositoryPattern' is missing in type '{ configuration: string; }' but required in type 'ConfigureByPattern'.",
        "7: Argument of type '\"true\"' is not assignable to parameter of type 'boolean | IResolvable | undefined'.",
        "8: Argument of type 'true' is not assignable to parameter of type '\"analyzers.xss.blokcing is not the path of a setting\"'.",
      ].join("\n"),
    );
  });
});

describeWithPackages("an app type-checks with TypeScript 5", () => {
  const modules = fromRegistry("typescript-5@npm:typescript@5.9.3");
  typeChecksStrictly(() => join(modules(), "typescript-5/bin/tsc"));
});

describeWeekly("an app type-checks with every TypeScript", () => {
  const modules = fromRegistry("typescript-5@npm:typescript@5.9.3", "typescript-7@npm:typescript@7.0.2");
  const other = (major: number) => (): string => join(modules(), `typescript-${String(major)}/bin/tsc`);
  describe("TypeScript 5", () => {
    typeChecksAsInitialized(other(5));
  });

  // it checks as TypeScript 6 does, by another program
  describe("TypeScript 7", () => {
    typeChecksStrictly(other(7));
    typeChecksAsInitialized(other(7));
  });

  test("the package type-checks with the options of tsc --init, in a CommonJS project without verbatimModuleSyntax", async () => {
    const at = project("commonjs");
    expect(await at.node([tsc, "--init"])).toMatchObject({ code: 0 });
    await check(at, tsc, "--verbatimModuleSyntax", "false");
  });
});
