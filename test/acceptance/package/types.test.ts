import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmPackage } from "../../support/npm-package";
import { describeWithPackages, fromRegistry } from "../../support/registry";
import { repositoryRoot } from "../../support/spawned";
import { type UserProject, userProject } from "../../support/user-project";

jest.setTimeout(120_000);

let folder: string;
let scanform: string;
let made = 0;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-types-")));
  scanform = (await npmPackage()).folder;
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** An error unless the types are really those of the constructs. */
const misspelt = `import { TerraformStack } from "cdktn";
import { Configuration } from "scanform/cdktn";
export const declare = (stack: TerraformStack) =>
  // @ts-expect-error: no such property
  new Configuration(stack, "strict", { name: "strict", coment: "enabled" });
`;

/** A project with the app and a mistake, for each framework. */
function project(type: "commonjs" | "module"): UserProject {
  made += 1;
  const app = readFileSync(join(__dirname, "app.ts"), "utf8");
  return userProject(join(folder, `project-${String(made)}`), {
    scanform,
    packages: ["cdktn", "cdktf", "constructs"],
    type,
    files: {
      ...{ "cdktn.ts": app, "misspelt-cdktn.ts": misspelt },
      ...{ "cdktf.ts": withCdktf(app), "misspelt-cdktf.ts": withCdktf(misspelt) },
    },
  });
}

const withCdktf = (text: string): string => text.replaceAll(/(?<=from "(?:scanform\/)?)cdktn(?=")/g, "cdktf");

const strict = { module: "nodenext", target: "es2022", strict: true, types: [], skipLibCheck: false };

/** Of the project that `cdktf init` writes. */
const cdktfInit = {
  ...{ module: "CommonJS", target: "ES2018", lib: ["es2018"], declaration: true, strict: true, noEmitOnError: true },
  ...{ noFallthroughCasesInSwitch: true, noImplicitReturns: true, noUnusedLocals: true, noUnusedParameters: true },
  ...{ stripInternal: true, incremental: true, skipLibCheck: true },
};

/** @param tsc gives the path of the compiler */
function typeChecks(tsc: () => string): void {
  const check = async (at: UserProject, ...flags: readonly string[]) => {
    expect(await at.node([tsc(), "-p", ".", "--noEmit", ...flags])).toEqual({ code: 0, out: "", err: "" });
  };

  test.each([
    ["strict, with the declarations themselves", "module", strict],
    ["of cdktf init", "commonjs", cdktfInit],
  ] as const)("with the options %s", async (_, type, compilerOptions) => {
    const at = project(type);
    writeFileSync(join(at.folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    await check(at);
  });

  test("with the options that tsc --init writes", async () => {
    const at = project("module");
    expect(await at.node([tsc(), "--init"])).toMatchObject({ code: 0 });
    await check(at);
  });

  test("with the options that tsc --init writes, in a CommonJS project without verbatimModuleSyntax", async () => {
    const at = project("commonjs");
    expect(await at.node([tsc(), "--init"])).toMatchObject({ code: 0 });
    await check(at, "--verbatimModuleSyntax", "false");
  });
}

describe("an app type-checks with TypeScript 6", () => {
  typeChecks(() => join(repositoryRoot, "node_modules/typescript/bin/tsc"));
});

describeWithPackages("an app type-checks with TypeScript", () => {
  const modules = fromRegistry("typescript-5@npm:typescript@5.9.3", "typescript-7@npm:typescript@7.0.2");

  describe.each(["typescript-5", "typescript-7"])("%s", (name) => {
    typeChecks(() => join(modules(), name, "bin/tsc"));
  });
});
