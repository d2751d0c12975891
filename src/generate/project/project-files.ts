import { quoted } from "../../diagnostics/foreign-text";
import type { Framework, TestRunner } from "../choices";

/** A JSON file as it is usually formatted. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The texts of files by their paths in a project. */
export type FileTexts = Readonly<Record<string, string>>;

/** The account that code is for. */
export interface NamedAccount {
  /** A UUID. */
  readonly id: string;
  /** Its name in the service, if known. */
  readonly name?: string;
}

/** A line that says the account's name, which its id does not; empty without a name. @param mark what begins a comment */
export const accountComment = (mark: "//" | "#", { name = "" }: NamedAccount): string =>
  name === "" ? "" : `${mark} The account ${quoted(name)}.\n`;

/** What the names of modules end in, in imports: `.js` in an ES module, where nothing else is found. */
export type ModuleExtension = ".js" | "";

/** What the files of a project follow. */
export interface ProjectForm {
  readonly account?: NamedAccount | undefined;
  readonly runner?: TestRunner;
  /** `.js` if left out. */
  readonly extension?: ModuleExtension | undefined;
}

/** What `scanform plan` needs besides the module of the construct: main.ts, cdktf.json, tsconfig.json. */
export const projectFiles = (
  framework: Framework,
  declared: DeclaredConstruct,
  { account, runner = "none", extension }: ProjectForm = {},
): FileTexts => ({
  "main.ts": mainFile(framework, declared, account, extension),
  "cdktf.json": cdktfJson,
  "tsconfig.json": tsconfigJson(runner),
});

/**
 * `main.ts`: the app that `scanform plan` runs.
 *
 * @param account without it, SCANFORM_ACCOUNT_ID or the key says which account is meant
 */
export function mainFile(
  framework: Framework,
  declared: DeclaredConstruct,
  account?: NamedAccount,
  extension?: ModuleExtension,
): string {
  const [comment, props] =
    account === undefined
      ? ["// The account and its key come from SCANFORM_BASE_URL and SCANFORM_API_KEY.\n", ""]
      : [
          `// The service and its key come from SCANFORM_BASE_URL and SCANFORM_API_KEY.\n${accountComment("//", account)}`,
          `, { accountId: "${account.id}" }`,
        ];
  return `import { App, TerraformStack } from "${framework}";
import { ScanformProvider } from "scanform/${framework}";
${importOf(declared, extension)}

const app = new App();
const stack = new TerraformStack(app, "account");

${comment}new ScanformProvider(stack, "scanform"${props});
${usageOf(declared, "stack")}

app.synth();
`;
}

/** `cdktf.json`, which names the app that is run; cdktn reads the same file. */
export const cdktfJson = jsonText({
  language: "typescript",
  app: "tsx main.ts",
  output: "cdktf.out",
  sendCrashReports: "false",
});

/** `tsconfig.json`, for TypeScript 5.9, 6 and 7. */
const tsconfigJson = (runner: TestRunner): string => `{
  "compilerOptions": {
    "module": "node20",
    "target": "es2023",
    "types": [${runner === "jest" ? '"node", "jest"' : '"node"'}],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["*.ts"]
}
`;

/** How jest reads TypeScript. */
export const jestConfig = jsonText({
  transform: {
    "\\.ts$": ["@swc/jest", { jsc: { parser: { syntax: "typescript" } }, module: { type: "commonjs" } }],
  },
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
});

/** What programs make: packages, what is synthesized, the journals of applies, saved plans. */
export const gitignore = `node_modules/
cdktf.out/
.scanform/
*.journal
plan.json
`;

/** The construct of a project that declares the settings, in a module of its own. */
export interface DeclaredConstruct {
  /** The file, such as `settings.ts`. */
  readonly fileName: string;
  readonly className: string;
  /** The id of the construct in the stack. */
  readonly id: string;
}

/** The construct of an import. @param number of the import; from 2 on it is a part of the names */
export function numberedConstruct(id: string, className: string, number = 1): DeclaredConstruct {
  const [suffix, ending] = number === 1 ? ["", ""] : [String(number), `-${String(number)}`];
  return { fileName: `${id}${ending}.ts`, className: className + suffix, id: id + ending };
}

/** The line that uses it. @param scope the variable of the stack, or `this` */
export const usageOf = ({ className, id }: DeclaredConstruct, scope: string): string =>
  `new ${className}(${scope}, "${id}");`;

/** The line that imports it. Jest resolves `.js` only where it is configured to, and CommonJS needs no ending. */
const importOf = ({ className, fileName }: DeclaredConstruct, extension: ModuleExtension = ".js"): string =>
  `import { ${className} } from "./${fileName.replace(/\.ts$/, extension)}";`;

/** The lines that import `test`; Jest has it as a global. */
const testImports: Readonly<Record<Exclude<TestRunner, "none">, string>> = {
  node: 'import { test } from "node:test";\n',
  jest: "",
  vitest: 'import { test } from "vitest";\n',
};

/** `main.test.ts`: that the declaration is valid, and a place for more tests. */
export const testFile = (
  framework: Framework,
  declared: DeclaredConstruct,
  runner: Exclude<TestRunner, "none">,
  extension?: ModuleExtension,
): string => `${testImports[runner]}import { TerraformStack, Testing } from "${framework}";
import { ScanformProvider } from "scanform/${framework}";
import { snapshot } from "scanform/testing";
${importOf(declared, extension)}

const stack = new TerraformStack(Testing.app(), "account");
new ScanformProvider(stack, "scanform");
${usageOf(declared, "stack")}

test("the declaration is valid", () => {
  snapshot(stack);
});
`;
