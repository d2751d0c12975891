import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId, baselineId, canaryOfAll, otherAccountId, repositoriesNamed, seedOf } from "../support/account";
import { type Circumstances, desk, type Desk } from "../support/desk";
import { without } from "../support/scenes";

const project = [
  ".gitignore",
  ".npmrc", // the tests run a checkout
  "app", // the desk's own
  "cdktf.json",
  "main.test.ts",
  "main.ts",
  "package.json",
  "settings.ts",
  "tsconfig.json",
];

const read = ({ folder }: Desk, name: string): string => readFileSync(join(folder, name), "utf8");
const write = ({ folder }: Desk, name: string, text: string): void => {
  writeFileSync(join(folder, name), text);
};
const names = ({ folder }: Desk): readonly string[] => readdirSync(folder).sort();

/** A terminal whose user gives these answers, one after the other. */
function answering(...answers: readonly string[]): Circumstances & { readonly questions: readonly string[] } {
  const [questions, left]: [string[], string[]] = [[], [...answers]];
  return {
    questions,
    interactive: true,
    ask: (question) => {
      questions.push(question);
      return Promise.resolve(left.shift() ?? "");
    },
  };
}

const noKey = without("SCANFORM_API_KEY");

describe("scanform init", () => {
  test("lists each file, writes the project, and says the command to run next", async () => {
    const at = await desk();
    const { code, out, err } = await at.run(["init"], noKey(at));
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(names(at)).toEqual(project);
    const [, note = ""] = /^(.*is pinned to the folder .*\n)/m.exec(err) ?? [];
    expect(err.replace(note, "")).toBe(`Files to write:
  package.json
  .npmrc
  main.ts
  cdktf.json
  tsconfig.json
  settings.ts
  main.test.ts
  .gitignore
Wrote 8 files.
Next:
  npm install
Then, with an emulator of the service in a terminal of its own until there is an account:
  npx scanform emulator --port 4010 --key local-emulator-key
  SCANFORM_BASE_URL=http://127.0.0.1:4010 SCANFORM_API_KEY=local-emulator-key npx scanform plan
For code of an account that is live, set SCANFORM_BASE_URL and SCANFORM_API_KEY, and run in another folder: npx scanform init --import
The test of main.test.ts runs with: npm test
`);
    expect(at.emulator.requests).toEqual([]);
  });

  test("writes workflows only where they are asked for, and lists each", async () => {
    const at = await desk();
    const { code, err } = await at.run(["init", "--ci", "github"], noKey(at));
    expect(code).toBe(0);
    expect(names(at)).toContain(".github");
    expect(err).toContain("  .github/scanform/package.json\n");
    expect(err).toContain("  .github/workflows/scanform-plan.yml\n");
    expect(err).toMatch(/What the workflows need is in .*\n$/);
  });

  test.each([
    ["jest", ["jest.config.json", "main.test.ts"], "expect(wrong).toEqual([]);"],
    ["vitest", ["main.test.ts"], 'import { expect, test } from "vitest";'],
    ["node", ["main.test.ts"], 'import { test } from "node:test";'],
  ])("writes a test for %s", async (runner, files, line) => {
    const at = await desk();
    expect((await at.run(["init", "--test", runner])).code).toBe(0);
    expect(names(at).filter((name) => /test|jest/.test(name))).toEqual(files);
    expect(read(at, "main.test.ts")).toContain(line);
  });

  test("writes no test where none is wanted", async () => {
    const at = await desk();
    const { err } = await at.run(["init", "--test", "none"]);
    expect(names(at)).not.toContain("main.test.ts");
    expect(err).not.toContain("npm test");
  });

  test("with a key, declares analyzers and repositories that the account has", async () => {
    const analyzers = ["trivy", "secrets", "checkov"].map((slug, at) => ({
      ...{ id: `88888888-0000-4000-8000-00000000000${String(at)}`, name: slug, slug, enabled: true },
    }));
    const configurations = [{ id: baselineId, name: "strict", configuration: {} }];
    const repositories = repositoriesNamed(["web", "api"], baselineId);
    const at = await desk({}, seedOf({ analyzers, configurations, repositories }));
    const { code } = await at.run(["init"]);
    expect(code).toBe(0);
    const text = read(at, "settings.ts");
    expect(text).toContain('name: "strict-1"'); // strict is somebody's
    expect(text).toContain("secrets: { enabled: true, blocking: true },\n        checkov: {");
    expect(text).toContain('repositoryNames: ["api"]');
    expect(read(at, "main.test.ts")).toContain('["api", "strict-1"]');
    expect(at.writes()).toEqual([]);
  });

  test("where the key reaches several accounts, names them, and how to choose one", async () => {
    const at = await desk();
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
    const { code, err } = await at.run(["init"], { env });
    expect([code, err]).toEqual([1, expect.stringContaining("Choose one with --account, by its name or its id.")]);
    expect(err).toContain(`${accountId} (acme), ${otherAccountId} (globex)`);
    expect(names(at)).toEqual(["app"]);
    expect((await at.run(["init", "--account", accountId], { env })).code).toBe(0);
  });

  test.each([
    ["name", "globex", "globex"],
    ["id", otherAccountId, "globex"],
  ])("takes the %s of an account, and says its name in main.ts", async (_, wanted, name) => {
    const at = await desk();
    const { code } = await at.run(["init", "--account", wanted], { env: { ...at.env, SCANFORM_API_KEY: canaryOfAll } });
    expect(code).toBe(0);
    expect(read(at, "main.ts")).toContain(
      `// The account "${name}".\nnew ScanformProvider(stack, "scanform", { accountId: "${otherAccountId}" });`,
    );
  });

  test("refuses the name of no account, and without a key any name", async () => {
    const at = await desk();
    const unknown = await at.run(["init", "--account", '"); evil("'], {
      env: { ...at.env, SCANFORM_API_KEY: canaryOfAll },
    });
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("[account-unknown]")]);
    expect(unknown.err).toContain(`It reaches ${accountId} (acme), ${otherAccountId} (globex).`);
    const keyless = await at.run(["init", "--account", "globex"], noKey(at));
    expect([keyless.code, keyless.err]).toEqual([
      1,
      expect.stringContaining('"globex" is no id, and a name needs a key.'),
    ]);
    expect(names(at)).toEqual(["app"]);
  });

  test("writes HCL with the provider's version, and names terraform's commands", async () => {
    const at = await desk();
    const { code, err } = await at.run(["init", "--format", "hcl"]);
    expect(code).toBe(0);
    expect(names(at)).toEqual([".gitignore", ".npmrc", "app", "main.tf", "package.json", "settings.tf"]);
    expect(err).toContain(
      "Next:\n  npm install\n  npx scanform terraform install\n  terraform init\nThen:\n  terraform plan\n",
    );
    expect(read(at, "main.tf")).toContain(`account_id = "${accountId}"`);
    expect(read(at, "settings.tf")).toContain('"sql-injection" = { enabled = true, blocking = true }');
    expect(read(at, "main.tf")).toContain('# The account "acme".\nprovider "scanform" {\n');
    for (const line of ["*.tfstate", ".scanform/", "*.journal", "*.plan"])
      expect(read(at, ".gitignore").split("\n")).toContain(line);
  });

  test.each([
    ["--framework", "cdktn"],
    ["--test", "jest"],
    ["--ci", "github"],
    ["--split", "--import"],
  ])("refuses %s for HCL", async (...flags) => {
    const at = await desk();
    const { code, err } = await at.run(["init", "--format", "hcl", ...flags]);
    expect([code, err]).toEqual([1, expect.stringContaining("is for TypeScript")]);
    expect(names(at)).toEqual(["app"]);
  });

  test("speaks of no emulator where there is a key", async () => {
    const at = await desk();
    const { err } = await at.run(["init"]);
    expect(err).toContain("Then:\n  npx scanform plan\n");
    expect(err).not.toContain("emulator");
  });

  test("leaves every file that is there, and names it", async () => {
    const at = await desk();
    write(at, "tsconfig.json", "mine");
    write(at, "main.ts", "mine");
    const { code, err } = await at.run(["init"]);
    expect(code).toBe(0);
    expect(err).toContain("Left as they are: main.ts, tsconfig.json.\n");
    expect(err).toContain('Use settings.ts in a stack: new ScanSettings(stack, "settings");\n');
    expect([read(at, "tsconfig.json"), read(at, "main.ts")]).toEqual(["mine", "mine"]);
    expect(names(at)).toEqual(project);
  });

  test("writes nothing the second time", async () => {
    const at = await desk();
    await at.run(["init"]);
    const { code, err } = await at.run(["init"]);
    expect(code).toBe(0);
    expect(err).toMatch(/^A project is here: main\.ts and cdktf\.json\. Nothing is written but what .*\n$/);
  });

  test("adds to a project only what an option asks for", async () => {
    const at = await desk();
    await at.run(["init", "--import", "--test", "none"]);
    expect((await at.run(["init", "--yes"], answering())).code).toBe(0);
    expect((await at.run(["init", "--split"])).err).toContain("Say --import as well.");
    expect(names(at)).toEqual(
      project
        .filter((name) => name !== "main.test.ts")
        .map((name) => (name === "settings.ts" ? "imported.ts" : name))
        .sort(),
    );
    const { code, err } = await at.run(["init", "--test", "vitest", "--ci", "github"]);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^A project is here: .*\nFiles to write:\n {2}main\.test\.ts\n {2}\.github/),
    ]);
    expect(read(at, "main.test.ts")).toContain("new ImportedAccount(stack");
    expect(names(at)).not.toContain("settings.ts");
    expect(names(at)).toContain(".github");
  });

  test("writes no test for a construct that it did not write", async () => {
    const at = await desk();
    write(at, "main.ts", "mine");
    write(at, "cdktf.json", "{}");
    const { code, err } = await at.run(["init", "--test", "node"]);
    expect([code, err]).toEqual([1, expect.stringContaining("main.test.ts tests settings.ts or imported.ts")]);
    expect(names(at)).toEqual(["app", "cdktf.json", "main.ts"]);
  });

  test("says npm test where that runs the test already", async () => {
    const at = await desk();
    write(at, "package.json", JSON.stringify({ scripts: { test: "vitest run" } }));
    const { err } = await at.run(["init", "--test", "vitest", "--ci", "github"]);
    expect(err).toContain("The test of main.test.ts runs with: npm test\n");
    expect(err).not.toContain("make it run that too");
  });

  test("beside a package.json, names what is to be installed besides", async () => {
    const at = await desk();
    const text =
      '{ "dependencies": { "scanform": "file:scanform.tgz", "cdktf": "*" }, "devDependencies": { "tsx": "*" } }';
    write(at, "package.json", text);
    const { err } = await at.run(["init"]);
    expect(err).toContain("  npm install --save-dev @types/node@20 constructs@10 typescript@6\n");
    expect(err).toContain('  npm pkg set "scripts.test=node --import tsx --test main.test.ts"\n');
    expect(err).toContain("The test of main.test.ts runs with: npm test\n");
    expect(read(at, "package.json")).toBe(text);
    expect(read(at, "main.ts")).toContain('from "scanform/cdktf"');
  });

  test.each([
    ["is one", "jest", false],
    ["is only that of npm init", 'echo "Error: no test specified" && exit 1', true],
  ])("says how the workflows come to run the test where a script for tests %s", async (_, test, sets) => {
    const at = await desk();
    write(at, "package.json", JSON.stringify({ scripts: { test } }));
    const { err } = await at.run(["init", "--ci", "github"]);
    expect(err.includes('  npm pkg set "scripts.test=')).toBe(sets);
    expect(err.includes("The workflows run npm test: make it run that too.")).toBe(!sets);
  });

  test("refuses files by teams for an example", async () => {
    const at = await desk();
    const { code, err } = await at.run(["init", "--split"]);
    expect([code, err]).toEqual([1, expect.stringContaining("Say --import as well.")]);
    expect(names(at)).toEqual(["app"]);
  });

  test.each(["cdktn", "cdktf"])("takes --framework %s and --account", async (framework) => {
    const at = await desk();
    const { code } = await at.run(["init", "--framework", framework, "--account", accountId]);
    expect(code).toBe(0);
    for (const name of ["main.ts", "settings.ts", "main.test.ts"])
      expect(read(at, name)).toContain(`from "scanform/${framework}"`);
    expect(read(at, "main.ts")).toContain(`new ScanformProvider(stack, "scanform", { accountId: "${accountId}" });`);
  });

  test.each([
    ["https://findings.acme.example", "SCANFORM_BASE_URL: https://findings.acme.example\n"],
    ["http://127.0.0.1:4010", "SCANFORM_BASE_URL: https://findings.example.com\n"],
    ["https://a.example\n  run: evil", "SCANFORM_BASE_URL: https://findings.example.com\n"],
  ])("puts a service that is at https, as %j, into the workflows", async (url, line) => {
    const at = await desk();
    await at.run(["init", "--ci", "github"], { env: { SCANFORM_BASE_URL: url } });
    for (const name of ["apply", "drift", "plan"])
      expect(read(at, `.github/workflows/scanform-${name}.yml`)).toContain(line);
  });

  test("refuses a framework that there is none of", async () => {
    const at = await desk();
    expect((await at.run(["init", "--framework", "pulumi"])).code).toBe(1);
    expect(names(at)).toEqual(["app"]);
  });
});

describe("scanform init --import", () => {
  test("declares what is live in place of an example", async () => {
    const at = await desk();
    const { code, err } = await at.run(["init", "--import"]);
    expect(code).toBe(0);
    expect(names(at)).toEqual(project.map((name) => (name === "settings.ts" ? "imported.ts" : name)).sort());
    expect(read(at, "imported.ts")).toContain('name: "baseline"');
    expect(read(at, "imported.ts")).toContain('from "scanform/cdktn"');
    expect(read(at, "main.ts")).toContain('new ImportedAccount(stack, "imported");');
    // the key of another account is then one error, not one for each name that it lacks
    expect(read(at, "main.ts")).toContain(`new ScanformProvider(stack, "scanform", { accountId: "${accountId}" });`);
    expect(read(at, "main.test.ts")).toContain("matchers.toAssign.call");
    expect(err).toContain("A plan of these settings and rules shows no changes.\n");
    expect(err).toContain("Then:\n  npx scanform plan\n");
    expect(at.writes()).toEqual([]);
  });

  test("writes a file for each team where that is asked for", async () => {
    const configurations = ["payments", "search"].flatMap((team) =>
      ["api", "jobs", "web"].map((kind) => ({
        name: `${team}-${kind}`,
        configuration: { comment: "enabled" as const },
      })),
    );
    const at = await desk({}, seedOf({ configurations, repositories: [] }));
    const { code, err } = await at.run(["init", "--import", "--split"]);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^ {2}imported\.ts\n {2}imported\/payments\.ts\n {2}imported\/search\.ts$/m),
    ]);
    expect(read(at, "imported.ts")).toContain('from "./imported/payments.js"');
    expect(read(at, "imported/payments.ts")).toContain('name: "payments-web"');
    expect(at.writes()).toEqual([]);
  });

  test("imports the account that --account names", async () => {
    const at = await desk();
    const { code, err } = await at.run(["init", "--import", "--account", baselineId]);
    expect([code, err]).toEqual([1, expect.stringContaining("[account-unknown]")]);
    expect(names(at)).toEqual(["app"]);
  });

  test("writes nothing without a key, or where imported.ts is there", async () => {
    const at = await desk();
    const { code, err } = await at.run(["init", "--import"], noKey(at));
    expect([code, err]).toEqual([1, expect.stringContaining("[no-api-key]")]);
    write(at, "imported.ts", "mine");
    expect((await at.run(["init", "--import"])).err).toContain("[project-file]");
    expect(names(at)).toEqual(["app", "imported.ts"]);
  });

  test.each([
    ["an account without repositories", { repositories: [] }, "matchers.toHaveConfiguration.call("],
    ["an account without anything", { repositories: [], configurations: [] }, "snapshot(stack)"],
  ])("writes a test that fits %s", async (_, account, line) => {
    const at = await desk({}, seedOf(account));
    expect((await at.run(["init", "--import"])).code).toBe(0);
    expect(read(at, "main.test.ts")).toContain(line);
  });
});

test("init --import writes no file where a name in the account contains another key of the environment", async () => {
  const other = "another-3f9c2d71e8a0";
  const configurations = [{ id: baselineId, name: `x ${other}`, configuration: {} }];
  const at = await desk({}, seedOf({ configurations, repositories: [] }));
  const { code, err } = await at.run(["init", "--import"], { env: { ...at.env, SCANFORM_API_KEY_PARTNER: other } });
  expect([code, err]).toEqual([1, expect.stringContaining("contains an API key. Nothing was written.")]);
  expect(names(at)).toEqual(["app"]);
});

test.each([[["init"]], [["init", "--import"]], [["import", "--out", "code"]]])(
  "%j writes no file where the name of the account contains another key of the environment",
  async (argv) => {
    const other = "another-3f9c2d71e8a0";
    const seed = seedOf({ configurations: [], repositories: [] });
    const accounts = seed.accounts.map((each) => ({ ...each, org_name: `x ${other}` }));
    const at = await desk({}, { ...seed, accounts });
    const { code, err } = await at.run(argv, { env: { ...at.env, SCANFORM_API_KEY_PARTNER: other } });
    expect([code, err]).toEqual([1, expect.stringContaining("contains an API key. Nothing was written.")]);
    expect(names(at)).toEqual(["app"]);
  },
);

describe("at a terminal", () => {
  const questions = [
    "Written in: typescript or hcl [typescript]: ",
    "Framework: cdktn or cdktf [cdktn]: ",
    "Write code for what is live now, in place of an example, yes or no [no]: ",
    "Test run by: node, jest, vitest or none [node]: ",
    "Workflows for: github or none [none]: ",
    "Write them, yes or no [yes]: ",
  ];

  test("asks what to write, and does what is answered", async () => {
    const at = await desk();
    const user = answering("typescript", "cdktf", "yes", "jest", "github", "yes");
    const { code } = await at.run(["init"], user);
    expect(code).toBe(0);
    expect(user.questions).toEqual(questions);
    expect(read(at, "main.ts")).toContain(`from "scanform/cdktf"`);
    expect(read(at, "main.ts")).toContain(accountId);
    expect(names(at)).toEqual(expect.arrayContaining([".github", "imported.ts", "jest.config.json"]));
  });

  test("lists the accounts that the key reaches, and takes a number or a name", async () => {
    for (const answer of ["2", "globex", otherAccountId]) {
      const at = await desk();
      const user = answering("", "", "", "", "", "3", answer);
      const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
      const { code, err } = await at.run(["init"], { ...user, env });
      expect(code).toBe(0);
      expect(err).toContain(
        `The key reaches 2 accounts:\n  1  acme    ${accountId}\n  2  globex  ${otherAccountId}\n"3" is none of them. Say the number.\n`,
      );
      expect(user.questions.slice(5, 7)).toEqual(["Account, 1 to 2: ", "Account, 1 to 2: "]);
      expect(read(at, "main.ts")).toContain(`{ accountId: "${otherAccountId}" }`);
    }
  });

  test("lists the files before it asks whether to write them, and writes none after a no", async () => {
    const at = await desk();
    let listed = "";
    let told = "";
    const { code, err } = await at.run(["init", "--format", "hcl", "--import"], {
      interactive: true,
      onErr: (text) => (told += text),
      ask: () => {
        listed = told;
        return Promise.resolve("no");
      },
    });
    expect(listed).toContain("Files to write:\n  package.json\n");
    expect([code, err]).toEqual([1, expect.stringContaining("[not-confirmed]")]);
    expect(names(at)).toEqual(["app"]);
  });

  test("takes what is usual for an empty answer", async () => {
    const at = await desk();
    await at.run(["init"], answering());
    expect(names(at)).toEqual(project);
    expect(read(at, "settings.ts")).toContain("scanform/cdktn");
  });

  test("asks again after an answer that it does not understand", async () => {
    const at = await desk();
    const user = answering("pulumi", "TypeScript", "", "perhaps", "n");
    const { err } = await at.run(["init"], user);
    expect(user.questions).toHaveLength(questions.length + 2);
    expect(err).toContain('"pulumi" is none of typescript, hcl.\n');
    expect(err).toContain('"perhaps" is neither yes nor no.\n');
  });

  test("does not ask what was said, nor for an import without a key, nor for an app of HCL, nor anything with --yes", async () => {
    const asked = async (flags: readonly string[], circumstances?: (at: Desk) => Circumstances) => {
      const at = await desk();
      const user = answering();
      await at.run(["init", ...flags], { ...user, ...circumstances?.(at) });
      return user.questions;
    };
    expect(await asked(["--framework", "cdktn", "--test", "none", "--ci", "none", "--import"])).toEqual(
      questions.slice(-1),
    );
    expect(await asked([], noKey)).toEqual(questions.filter((question) => !question.includes("live")));
    expect(await asked(["--format", "hcl"])).toEqual([questions[2], questions[5]]);
    expect(await asked(["--yes"])).toEqual([]);
  });

  test("writes nothing when Ctrl-C is the answer", async () => {
    const at = await desk();
    const interrupt = new AbortController();
    const { code, err } = await at.run(["init"], {
      interactive: true,
      signal: interrupt.signal,
      ask: () => {
        interrupt.abort();
        return Promise.resolve("");
      },
    });
    expect([code, err]).toEqual([130, expect.stringContaining("Nothing was written.")]);
    expect(names(at)).toEqual(["app"]);
  });

  test.each([0, 1, 5])("writes nothing when the input ends after %d answers, as with Ctrl-D", async (count) => {
    const at = await desk();
    let asked = 0;
    const { code, err } = await at.run(["init"], {
      interactive: true,
      ask: () => Promise.resolve(asked++ < count ? "" : undefined),
    });
    expect([code, err]).toEqual([1, expect.stringContaining("The input ended before everything was answered.")]);
    expect(asked).toBe(count + 1);
    expect(names(at)).toEqual(["app"]);
  });
});

describe("a folder in which not everything can be written", () => {
  test.each(["{", "[]", '"text"', "", "\u0000"])("package.json with %j is refused", async (text) => {
    const at = await desk();
    write(at, "package.json", text);
    const { code, err } = await at.run(["init"]);
    expect([code, err]).toEqual([1, expect.stringContaining("[project-file]")]);
    expect(names(at)).toEqual(["app", "package.json"]);
  });

  test("is left as it was where a file stands in place of a folder", async () => {
    const at = await desk();
    write(at, ".github", "");
    const { code, err } = await at.run(["init", "--ci", "github"]);
    expect(code).toBe(1);
    expect(err).toContain(".github cannot be written: it is not a folder. Nothing was written.");
    expect(names(at)).toEqual([".github", "app"]);
  });

  test("is left as it was where a folder is a symbolic link", async () => {
    const at = await desk();
    mkdirSync(join(at.folder, "app/elsewhere"));
    symlinkSync(join(at.folder, "app/elsewhere"), join(at.folder, ".github"));
    const { code, err } = await at.run(["init", "--ci", "github"]);
    expect(code).toBe(1);
    expect(err).toContain(".github cannot be written: it is a symbolic link. Nothing was written.");
    expect(names(at)).toEqual([".github", "app"]);
    expect(readdirSync(join(at.folder, "app/elsewhere"))).toEqual([]);
  });

  test("keeps a symbolic link in place of a file, even one that leads nowhere", async () => {
    const at = await desk();
    symlinkSync(join(at.folder, "app/nowhere"), join(at.folder, ".gitignore"));
    const { code, err } = await at.run(["init"]);
    expect([code, err]).toEqual([0, expect.stringContaining("Left as they are: .gitignore.\n")]);
    expect(existsSync(join(at.folder, "app/nowhere"))).toBe(false);
  });

  test("is left as it was where settings.ts is a link that leads nowhere", async () => {
    const at = await desk();
    symlinkSync(join(at.folder, "app/nowhere"), join(at.folder, "settings.ts"));
    const { code, err } = await at.run(["init"]);
    expect([code, err]).toEqual([1, expect.stringContaining("settings.ts cannot be read: ")]);
    expect(names(at)).toEqual(["app", "settings.ts"]);
  });

  test("is left as it was where another settings.ts is there, which main.ts could not use", async () => {
    const at = await desk();
    write(at, "settings.ts", "export const settings = {};\n");
    const { code, err } = await at.run(["init"]);
    expect([code, err]).toEqual([1, expect.stringContaining("settings.ts has no class ScanSettings")]);
    expect(names(at)).toEqual(["app", "settings.ts"]);
  });
});
