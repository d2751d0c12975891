import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId, baselineId, seedOf } from "../support/account";
import { type Circumstances, desk, type Desk } from "../support/desk";
import { without } from "../support/scenes";

const project = [
  ".github",
  ".gitignore",
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
  test("writes a project, and says the command to run next", async () => {
    const at = await desk();
    const { code, out, err } = await at.run(["init"], noKey(at));
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(names(at)).toEqual(project);
    expect(err)
      .toBe(`Wrote package.json, main.ts, cdktf.json, tsconfig.json, settings.ts, main.test.ts, .gitignore, 22 files of workflows in .github.
Next:
  npm install
Then, with an emulator of the service in a terminal of its own until there is an account:
  npx scanform emulator --port 4010 --key local-emulator-key
  SCANFORM_BASE_URL=http://127.0.0.1:4010 SCANFORM_API_KEY=local-emulator-key npx scanform plan
For code of an account that is live, set SCANFORM_BASE_URL and SCANFORM_API_KEY, and run in another folder: npx scanform init --import
The test of main.test.ts runs with: npm test
What the workflows need is in node_modules/scanform/examples/github-actions/README.md
`);
    expect(at.emulator.requests).toEqual([]);
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
    expect(err).toMatch(/^Nothing was written: every file is there\.\nLeft as they are: package\.json, .*\n$/);
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
    const { err } = await at.run(["init"]);
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
    await at.run(["init"], { env: { SCANFORM_BASE_URL: url } });
    for (const name of ["apply", "drift", "plan"])
      expect(read(at, `.github/workflows/scanform-${name}.yml`)).toContain(line);
  });

  test("refuses an account that is no id, and a framework that there is none of", async () => {
    const at = await desk();
    expect((await at.run(["init", "--account", '"); evil("'])).err).toContain("It must be a UUID.");
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
      expect.stringContaining(", .gitignore, 2 files in imported, 22 files of workflows in .github.\n"),
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

describe("at a terminal", () => {
  test("asks for the framework, the account and the import, and does what is answered", async () => {
    const at = await desk();
    const user = answering("cdktf", accountId, "yes");
    const { code } = await at.run(["init"], user);
    expect(code).toBe(0);
    expect(user.questions).toEqual([
      "Framework, cdktn or cdktf [cdktn]: ",
      "Id of the account, if it is to stand in the code [none]: ",
      "Write code for what is live now, in place of an example, yes or no [no]: ",
    ]);
    expect(read(at, "main.ts")).toContain(`from "scanform/cdktf"`);
    expect(read(at, "main.ts")).toContain(accountId);
    expect(existsSync(join(at.folder, "imported.ts"))).toBe(true);
  });

  test("takes what is usual for an empty answer", async () => {
    const at = await desk();
    await at.run(["init"], answering());
    expect(read(at, "main.ts")).toContain('new ScanformProvider(stack, "scanform");');
    expect(read(at, "settings.ts")).toContain("scanform/cdktn");
  });

  test("asks again after an answer that it does not understand", async () => {
    const at = await desk();
    const user = answering("pulumi", "CDKTF", "acme", accountId, "perhaps", "n");
    const { err } = await at.run(["init"], user);
    expect(user.questions).toHaveLength(6);
    expect(err).toContain('"pulumi" is none of cdktn, cdktf.\n');
    expect(err).toContain('"acme" is not a UUID.\n');
    expect(err).toContain('"perhaps" is neither yes nor no.\n');
  });

  test("does not ask what was said, nor for an import without a key, nor anything with --yes", async () => {
    const at = await desk();
    const said = answering();
    await at.run(["init", "--framework", "cdktn", "--account", accountId, "--import"], said);
    const keyless = answering();
    await at.run(["init"], { ...keyless, ...noKey(at) });
    const yes = answering();
    await at.run(["init", "--yes"], yes);
    expect([said, keyless, yes].map(({ questions }) => questions.length)).toEqual([0, 2, 0]);
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

  test.each([0, 1, 2])("writes nothing when the input ends after %d answers, as with Ctrl-D", async (count) => {
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
    const { code, err } = await at.run(["init"]);
    expect(code).toBe(1);
    expect(err).toContain(".github cannot be written: it is not a folder. Nothing was written.");
    expect(names(at)).toEqual([".github", "app"]);
  });

  test("is left as it was where a folder is a symbolic link", async () => {
    const at = await desk();
    mkdirSync(join(at.folder, "app/elsewhere"));
    symlinkSync(join(at.folder, "app/elsewhere"), join(at.folder, ".github"));
    const { code, err } = await at.run(["init"]);
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
