import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { devDependencies } from "../../../package.json";
import { providerBlock } from "../../../src/cli/imports/account-in-code";
import { gitignore, jestConfig, projectFiles, testFile } from "../../../src/generate/project/project-files";
import { sampleConstruct } from "../../../src/generate/project/sample";
import { frameworks, testRunners } from "../../../src/generate/choices";
import { packageJson, packageName, shellRange, versionsFor } from "../../../src/generate/project/package-json";
import { commonJsOf } from "../commonjs";
import { repositoryRoot } from "../../support/spawned";
import { slugs, uuid } from "../../reconcile/arbitrary";
import { formatted } from "../formatted";
import { anyText } from "../../support/any-text";
import { policyFile } from "../../../src/generate/project/policy-file";
import type { Observed } from "../../../src/model/observed";
import type { Settings } from "../../../src/model/settings";
import * as policies from "../../../src/policy";
import { given, judge } from "../../policy/judge";
import { planOf } from "../../report/plans";
import { configuration, randomAccount, repository } from "../accounts";

test("package.json is private, is an ES module and has scripts that write nothing to the service", () => {
  expect(JSON.parse(packageJson("Scan Rules", "cdktf", "1.2.3", "node"))).toMatchObject({
    name: "scan-rules",
    private: true,
    type: "module",
    scripts: { plan: "scanform plan", test: "node --import tsx --test main.test.ts", types: "tsc" },
    devDependencies: { scanform: "1.2.3" },
  });
});

test("the script for a plan holds it to the policies, where there are any", () => {
  const text = packageJson("acme", "cdktn", "1.2.3", "none", "scanform plan --policy scanform.policy.ts");
  expect(JSON.parse(text)).toMatchObject({ scripts: { plan: "scanform plan --policy scanform.policy.ts" } });
});

test("cdktf.json runs main.ts, keeps to the folder that git leaves out, and reports no crashes", () => {
  const { "cdktf.json": text = "", ...others } = projectFiles("cdktn", sampleConstruct);
  expect(Object.keys(others)).toEqual(["main.ts", "tsconfig.json"]);
  expect(JSON.parse(text)).toEqual({
    language: "typescript",
    app: "tsx main.ts",
    output: "cdktf.out",
    sendCrashReports: "false",
  });
});

test("git leaves out what programs make, the journals of applies, and saved plans", () => {
  expect(gitignore.split("\n")).toEqual(["node_modules/", "cdktf.out/", ".scanform/", "*.journal", "plan.json", ""]);
});

test.each(frameworks)(
  "main.ts for %s names no other framework, and the module as an ES module needs it",
  (framework) => {
    const { "main.ts": text = "" } = projectFiles(framework, sampleConstruct);
    const other = framework === "cdktf" ? "cdktn" : "cdktf";
    expect(text).not.toContain(other);
    expect(text).toContain('import { ScanSettings } from "./settings.js";\n');
    expect(text).not.toContain("accountId");
  },
);

test("the name of the account is in a comment that it cannot end", () => {
  const name = 'a"\n*/ evil();\r\u2028evil();\u202e';
  const shown = '"a\\"\\u{a}*/ evil();\\u{d}\\u{2028}evil();\\u{202e}"';
  const account = { id: uuid("a", 1), name };
  expect(projectFiles("cdktn", sampleConstruct, { account })["main.ts"]).toContain(
    `// The account ${shown}.\nnew Scanform`,
  );
  expect(providerBlock(account)).toMatch(/^# The account .*\nprovider "scanform" \{\n/);
  expect(providerBlock(account)).toContain(`# The account ${shown}.\n`);
});

/** Runs the test of a project, in which the declaration is valid or not. */
function runTest(runner: "node" | "jest" | "vitest", isValid: boolean): void {
  class Scope {
    readonly children = [];
  }
  const test = (_: string, body: () => void) => {
    body();
  };
  const snapshot = () => {
    if (!isValid) throw new Error("it is not valid");
  };
  const modules: Readonly<Record<string, unknown>> = {
    "node:test": { test },
    vitest: { test },
    cdktn: { TerraformStack: Scope, Testing: { app: () => undefined } },
    "scanform/cdktn": { ScanformProvider: Scope },
    "./settings.js": { ScanSettings: Scope },
    "scanform/testing": { snapshot },
  };
  runInNewContext(commonJsOf(testFile("cdktn", sampleConstruct, runner)), {
    ...(runner === "jest" ? { test } : {}),
    exports: {},
    require: (name: string) => modules[name],
  });
}

test.each(["node", "jest", "vitest"] as const)(
  "the test of a project for %s fails where the declaration is not valid, and is formatted as prettier would",
  async (runner) => {
    expect(() => {
      runTest(runner, true);
    }).not.toThrow();
    expect(() => {
      runTest(runner, false);
    }).toThrow("it is not valid");
    const text = testFile("cdktn", sampleConstruct, runner);
    expect(text).toBe(await formatted(text));
  },
);

test.each([
  ["settings", "settings"],
  ["Scan Settings!", "scan-settings"],
  ["Überprüfung", "uberprufung"],
  [".hidden", "hidden"],
  ["_private", "private"],
  ["@acme", "acme"],
  ["日本", "scan-settings"],
  ["", "scan-settings"],
  ["..", "scan-settings"],
  ["node_modules", "node_modules-settings"],
  ["scanform", "scanform-settings"],
  ['"; rm -rf *', "rm-rf"],
  ["\u202eevil", "evil"],
])("the name of the package in the folder %j is %j", (folder, name) => {
  expect(packageName(folder)).toBe(name);
});

test("the name of the package is one that npm accepts, whatever the folder is called", () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), (folder) => {
      expect(packageName(folder)).toMatch(/^[a-z0-9](?:[a-z0-9._-]{0,120}[a-z0-9])?$/);
    }),
    { numRuns: 20 },
  );
});

/** Ranges of what this package has as well, or a range of which is tried by its tests. */
const tried: Readonly<Record<string, string>> = { ...devDependencies, "@swc/core": "^1.16.18", vitest: "^4.1.12" };

test.each(frameworks)("a project with %s has the versions that scanform is tested with", (framework) => {
  const all = testRunners.map((runner) => versionsFor(framework, runner));
  const { typescript, constructs, ...others } = Object.assign({}, ...all) as Readonly<Record<string, string>>;
  expect(tried).toMatchObject(others);
  expect(typescript).toBe(`${devDependencies.typescript.replace("~", "^")}.0`);
  // cdktn refuses later ones
  expect(constructs).toBe(framework === "cdktn" ? ">=10.7.2 <10.8" : devDependencies.constructs);
});

test.each(frameworks)("the package.json of a project with %s names the other framework nowhere", (framework) => {
  const { devDependencies: packages } = JSON.parse(packageJson("acme", framework, "file:../a.tgz", "none")) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  expect(frameworks.filter((each) => each in packages)).toEqual([framework]);
  expect(packages["scanform"]).toBe("file:../a.tgz");
});

test.each([
  ["node", undefined, "node --import tsx --test main.test.ts"],
  ["jest", "jest", "jest"],
  ["vitest", "vitest", "vitest run"],
  ["none", undefined, undefined],
] as const)("npm test of a project that %s tests needs the package %s, and is %s", (runner, needed, command) => {
  const { scripts, devDependencies: packages } = JSON.parse(packageJson("acme", "cdktn", "1.0.0", runner)) as {
    readonly scripts: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  expect(scripts["test"]).toBe(command);
  expect(["jest", "vitest"].filter((each) => each in packages)).toEqual(needed === undefined ? [] : [needed]);
});

test("jest reads TypeScript by the configuration that the guide shows", () => {
  const guide = readFileSync(join(repositoryRoot, "docs/guides/testing.md"), "utf8");
  const [, shown = ""] = /<!-- file: package\.json -->\n\n```json\n(.*?)```/s.exec(guide) ?? [];
  expect(JSON.parse(shown)).toMatchObject({ jest: JSON.parse(jestConfig) as object });
});

test.each([
  ["^0.24.0", "0.24"],
  ["^10.7.2", "10"],
  [">=10.7.2 <10.8", "~10.7.2"],
  ["^20.19.43", "20"],
])("%s is %s in a command line", (range, plain) => {
  expect(shellRange(range)).toBe(plain);
});

/** The policies that the text of a module exports. */
function policiesOf(text: string): readonly policies.Policy[] {
  const exports: { default?: readonly policies.Policy[] } = {};
  runInNewContext(commonJsOf(text), {
    exports,
    require: (name: string) => (name === "scanform/policy" ? policies : undefined),
  });
  return exports.default ?? [];
}

/** What policies say of an account in which nothing changes. */
const said = (all: readonly policies.Policy[], account: Observed) =>
  judge(all, given(planOf({ configurations: [], assignments: [] }, account)));

/** One repository for each configuration with these settings. */
const accountWith = (...settings: readonly Settings[]): Observed => ({
  configurations: settings.map((each, at) => configuration(at, `c${String(at)}`, each)),
  repositories: settings.map((_, at) => repository(at, `r${String(at)}`, at)),
});

const on = { enabled: true, blocking: true };

test("names the analyzers that block in every repository, and no others", () => {
  const account = accountWith(
    { analyzers: { xss: on, secrets: on, ssrf: on, idor: { ...on, silent: true } } },
    { analyzers: { secrets: on, xss: on, ssrf: { enabled: true, blocking: false } } },
  );
  const unused = configuration(7, "unused", {});
  expect(policyFile({ ...account, configurations: [...account.configurations, unused] })).toEqual({
    text: `import { alwaysBlock, everyRepositoryCovered } from "scanform/policy";

/** These block pull requests in every repository. */
const analyzers = ["secrets", "xss"];

/** What holds for every repository of the account. \`scanform plan --policy\` denies a plan that ends it. */
export default [everyRepositoryCovered(), alwaysBlock({ analyzers })];
`,
  });
});

test("names no analyzer where none blocks everywhere", () => {
  expect(policyFile(accountWith({ analyzers: { xss: on } }, {}))).toEqual({
    text: expect.stringContaining("export default [everyRepositoryCovered()];") as string,
  });
});

test.each<[string, Observed, string]>([
  [
    "a repository has no configuration",
    { configurations: [], repositories: [repository(1, "web")] },
    '1 of 1 repository has no configuration: "web"',
  ],
  ["there are no repositories", { configurations: [configuration(1, "a")], repositories: [] }, "no repositories"],
])("there is none where %s", (_, account, reason) => {
  expect(policyFile(account)).toEqual({ none: expect.stringContaining(reason) as string });
});

test("slugs are data, whatever they hold", () => {
  const slugs = ['"]; process.exit(); ["', "##vso[task.complete]", "__proto__", "a\nb\u2028"];
  const analyzers = Object.fromEntries(slugs.map((slug) => [slug, on]));
  const found = policyFile(accountWith({ analyzers }));
  const text = "text" in found ? found.text : "";
  expect(text).not.toContain("##vso");
  expect(policiesOf(text)).toHaveLength(2);
  expect(said(policiesOf(text), accountWith({}))).toHaveLength(slugs.length);
});

test("nothing of any account is denied by its own policies, and one more analyzer would be", () => {
  fc.assert(
    fc.property(randomAccount, ({ configurations: [first, ...others], repositories, ...rest }) => {
      fc.pre(first !== undefined && repositories.length > 0);
      const account: Observed = {
        ...rest,
        configurations: [first, ...others],
        repositories: repositories.map((each) => ({ configuration_id: first.id, ...each })),
      };
      const found = policyFile(account);
      if ("none" in found) throw new Error(found.none);
      expect(said(policiesOf(found.text), account)).toEqual([]);
      const named = slugs.filter((slug) => found.text.includes(`"${slug}"`));
      for (const slug of slugs.filter((each) => !named.includes(each)))
        expect(said([policies.alwaysBlock({ analyzers: [slug] })], account)).not.toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test("is formatted as prettier would", async () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`analyzer-number-${String(at)}`, on]));
  for (const settings of [{}, { analyzers: { xss: on } }, { analyzers: many }]) {
    const found = policyFile(accountWith(settings));
    const text = "text" in found ? found.text : "";
    expect(text).toBe(await formatted(text));
  }
});
