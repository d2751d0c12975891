import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { accountId, baselineId, canaryOfAll, otherAccountId, repositoriesNamed, seedOf } from "../../support/account";
import { type Circumstances, desk, type Desk } from "../../support/desk";
import { without } from "../../support/scenes";
import { imported, names, project, read, write } from "./folder";

const noKey = without("SCANFORM_API_KEY");

test("scanform init lists each file, writes the project, and says the command to run next", async () => {
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
  .gitignore
Wrote 7 files.
Next:
  npm install
Then, with an emulator of the service in a terminal of its own until there is an account:
  npx scanform emulator --port 4010 --key local-emulator-key
  SCANFORM_BASE_URL=http://127.0.0.1:4010 SCANFORM_API_KEY=local-emulator-key npx scanform plan
For code of an account that is live, set SCANFORM_BASE_URL and SCANFORM_API_KEY, and run in another folder: npx scanform init --import
`);
  expect(at.emulator.requests).toEqual([]);
});

test("scanform init writes workflows only where they are asked for, and lists each", async () => {
  const at = await desk();
  const { code, err } = await at.run(["init", "--ci", "github"], noKey(at));
  expect(code).toBe(0);
  expect(names(at)).toContain(".github");
  expect(err).toContain("  .github/scanform/package.json\n");
  expect(err).toContain("  .github/workflows/scanform-plan.yml\n");
  expect(err).toMatch(/To set up for the workflows:\n( {2}\[ \] .*\n){6}Each item is explained in .*\n$/);
  expect(err).toContain("in .github/scanform/service.env: set SCANFORM_BASE_URL to the address of your service");
  expect(err).not.toContain("scanform.policy.ts");
});

test.each([
  ["jest", ["jest.config.json", "main.test.ts"], "snapshot(stack);"],
  ["vitest", ["main.test.ts"], 'import { test } from "vitest";'],
  ["node", ["main.test.ts"], 'import { test } from "node:test";'],
])("scanform init writes a test for %s", async (runner, files, line) => {
  const at = await desk();
  expect((await at.run(["init", "--test", runner])).code).toBe(0);
  expect(names(at).filter((name) => /test|jest/.test(name))).toEqual(files);
  expect(read(at, "main.test.ts")).toContain(line);
});

test("scanform init with a key, declares analyzers and repositories that the account has", async () => {
  const analyzers = ["trivy", "secrets", "checkov"].map((slug, at) => ({
    ...{ id: `88888888-0000-4000-8000-00000000000${String(at)}`, name: slug, slug, enabled: true },
  }));
  const configurations = [{ id: baselineId, name: "Strict", configuration: {} }];
  const repositories = repositoriesNamed(["web", "api"], baselineId);
  const at = await desk({}, seedOf({ analyzers, configurations, repositories }));
  const { code } = await at.run(["init"]);
  expect(code).toBe(0);
  const text = read(at, "settings.ts");
  expect(text).toContain('name: "strict-1"'); // strict is somebody's, in whatever case
  expect(text).toContain("secrets: { enabled: true, blocking: true },\n        checkov: {");
  expect(text).toContain('repositoryNames: ["api"]');
  expect(at.writes()).toEqual([]);
});

test("scanform init where the key reaches several accounts, names them, and how to choose one", async () => {
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
])("scanform init takes the %s of an account, and says its name in main.ts", async (_, wanted, name) => {
  const at = await desk();
  const { code } = await at.run(["init", "--account", wanted], { env: { ...at.env, SCANFORM_API_KEY: canaryOfAll } });
  expect(code).toBe(0);
  expect(read(at, "main.ts")).toContain(
    `// The account "${name}".\nnew ScanformProvider(stack, "scanform", { accountId: "${otherAccountId}" });`,
  );
});

test("scanform init refuses the name of no account, and without a key any name", async () => {
  const at = await desk();
  const unknown = await at.run(["init", "--account", '"); evil("'], {
    env: { ...at.env, SCANFORM_API_KEY: canaryOfAll },
  });
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("[account-unknown]")]);
  expect(unknown.err).toContain(`It reaches ${accountId} (acme), ${otherAccountId} (globex).`);
  const keyless = await at.run(["init", "--account", "globex"], noKey(at));
  expect([keyless.code, keyless.err]).toEqual([
    1,
    expect.stringContaining('"globex" is not an id, and a name needs a key.'),
  ]);
  expect(names(at)).toEqual(["app"]);
});

test.each<[string, readonly string[], (at: Desk) => Circumstances]>([
  ["there is a key", [], () => ({})],
  ["--account names the account", ["--account", accountId], noKey],
])("scanform init speaks of no emulator where %s", async (_what, flags, circumstances) => {
  const at = await desk();
  const { err } = await at.run(["init", ...flags], circumstances(at));
  expect(err).toContain("Then:\n  npx scanform plan\n");
  expect(err).not.toContain("emulator");
});

test("scanform init refuses files by teams for an example", async () => {
  const at = await desk();
  const { code, err } = await at.run(["init", "--split"]);
  expect([code, err]).toEqual([1, expect.stringContaining("Add --import.")]);
  expect(names(at)).toEqual(["app"]);
});

test.each(["cdktn", "cdktf"])("scanform init takes --framework %s and --account", async (framework) => {
  const at = await desk();
  const { code } = await at.run(["init", "--framework", framework, "--test", "node", "--account", accountId]);
  expect(code).toBe(0);
  for (const name of ["main.ts", "settings.ts", "main.test.ts"])
    expect(read(at, name)).toContain(`from "scanform/${framework}"`);
  expect(read(at, "main.ts")).toContain(`new ScanformProvider(stack, "scanform", { accountId: "${accountId}" });`);
});

test.each([
  ["https://findings.acme.example", "SCANFORM_BASE_URL=https://findings.acme.example\n"],
  ["http://127.0.0.1:4010", "SCANFORM_BASE_URL=https://findings.example.com\n"],
  ["https://a.example\n  run: evil", "SCANFORM_BASE_URL=https://findings.example.com\n"],
])("scanform init names a service that is at https, as %j, to the workflows", async (url, line) => {
  const at = await desk();
  await at.run(["init", "--ci", "github"], { env: { SCANFORM_BASE_URL: url } });
  expect(read(at, ".github/scanform/service.env")).toContain(`\n${line}`);
});

test("scanform init refuses a framework that there is none of", async () => {
  const at = await desk();
  expect((await at.run(["init", "--framework", "pulumi"])).code).toBe(1);
  expect(names(at)).toEqual(["app"]);
});

test("scanform init --import declares what is live in place of an example", async () => {
  const at = await desk();
  const { code, err } = await at.run(["init", "--import"]);
  expect(code).toBe(0);
  expect(names(at)).toEqual([...project.filter((name) => name !== "settings.ts"), ...imported].sort());
  expect(read(at, "imported.ts")).toContain('name: "baseline"');
  expect(read(at, "imported.ts")).toContain('from "scanform/cdktn"');
  expect(read(at, "main.ts")).toContain('new ImportedAccount(stack, "imported");');
  // the key of another account is then one error, not one for each name that it lacks
  expect(read(at, "main.ts")).toContain(`new ScanformProvider(stack, "scanform", { accountId: "${accountId}" });`);
  expect(read(at, "scanform.policy.ts")).toContain("everyRepositoryCovered()");
  expect(read(at, "package.json")).toContain('"plan": "scanform plan --policy scanform.policy.ts"');
  expect(err).toContain(
    "A plan of these settings and rules shows no changes.\n" +
      "To keep what holds in every repository today, run: npx scanform plan --policy scanform.policy.ts\n",
  );
  expect(err).toContain("Then:\n  npx scanform plan\n");
  expect(at.writes()).toEqual([]);
});

test("scanform init --import writes a file for each team where that is asked for", async () => {
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

test("scanform init --import imports the account that --account names", async () => {
  const at = await desk();
  const { code, err } = await at.run(["init", "--import", "--account", baselineId]);
  expect([code, err]).toEqual([1, expect.stringContaining("[account-unknown]")]);
  expect(names(at)).toEqual(["app"]);
});

test("scanform init --import writes nothing without a key, or where imported.ts is there", async () => {
  const at = await desk();
  const { code, err } = await at.run(["init", "--import"], noKey(at));
  expect([code, err]).toEqual([1, expect.stringContaining("[no-api-key]")]);
  write(at, "imported.ts", "mine");
  expect((await at.run(["init", "--import"])).err).toContain("[project-file]");
  expect(names(at)).toEqual(["app", "imported.ts"]);
});

test.each([
  ["has no repositories", [], "the account has no repositories"],
  [
    "has a repository without a configuration",
    repositoriesNamed(["web"], null),
    '1 of 1 repository has no configuration: "web"',
  ],
])("scanform init --import writes no policies where the account %s, and says why", async (_, repositories, reason) => {
  const at = await desk({}, seedOf({ repositories, configurations: [] }));
  const { err } = await at.run(["init", "--import"]);
  expect(names(at)).not.toContain("scanform.policy.ts");
  expect(err).toContain(`No scanform.policy.ts is written, since nothing holds in every repository: ${reason}.\n`);
  expect(read(at, "package.json")).toContain('"plan": "scanform plan"');
});

test("a package.json is called after its folder", async () => {
  const at = await desk();
  mkdirSync(join(at.folder, "Scan Rules"));
  await at.run(["init"], { cwd: join(at.folder, "Scan Rules") });
  expect(read(at, "Scan Rules/package.json")).toContain('"name": "scan-rules"');
});

test("the policies of an import are where the workflows ask them", async () => {
  const at = await desk();
  const { err } = await at.run(["init", "--import", "--ci", "github"]);
  const path = ".github/scanform/scanform.policy.ts";
  expect(read(at, path)).toContain("everyRepositoryCovered()");
  expect(names(at)).not.toContain("scanform.policy.ts");
  expect(read(at, "package.json")).toContain(`"plan": "scanform plan --policy ${path}"`);
  expect(err).toContain(`run: npx scanform plan --policy ${path}\n`);
});

test("--base-url is named to the workflows, in place of the one of the environment", async () => {
  const at = await desk();
  await at.run(["init", "--ci", "github", "--base-url", "https://said.example"], {
    env: { SCANFORM_BASE_URL: "https://env.example" },
  });
  const text = read(at, ".github/scanform/service.env");
  expect(text).toContain("SCANFORM_BASE_URL=https://said.example\n");
  expect(text).not.toContain("env.example");
});

test("what is imported is written for the framework that was chosen", async () => {
  const at = await desk();
  await at.run(["init", "--import", "--framework", "cdktf"]);
  expect(read(at, "imported.ts")).toContain('from "scanform/cdktf"');
});

const key = "another-3f9c2d71e8a0";
const named = (...names: readonly string[]) =>
  seedOf({ configurations: names.map((name) => ({ name, configuration: {} })), repositories: [] });
const { accounts, ...seed } = named();
const inAccount = { ...seed, accounts: accounts.map((each) => ({ ...each, org_name: `x ${key}` })) };
const teams = ["payments", "search"].flatMap((team) => ["api", "jobs", key].map((end) => `${team}-x ${end}`));

test.each([
  ["in a name", named(`x ${key}`), ["init", "--import"]],
  ["in a name", named(`x ${key}`), ["import"]],
  ["in a name", named(`x ${key}`), ["import", "--out", "code"]],
  ["in that of a team", named(...teams), ["init", "--import", "--split"]],
  ["in that of a team", named(...teams), ["import", "--out", "code", "--split"]],
  ["in its own name", inAccount, ["init"]],
  ["in its own name", inAccount, ["init", "--import"]],
  ["in its own name", inAccount, ["import", "--out", "code"]],
])("no file is written where the account contains another key of the environment %s", async (_where, seed, argv) => {
  const at = await desk({}, seed);
  const { code, out, err } = await at.run(argv, { env: { ...at.env, SCANFORM_API_KEY_PARTNER: key } });
  expect([code, out, err]).toEqual([1, "", expect.stringContaining("contains an API key. Nothing was written.")]);
  expect(names(at)).toEqual(["app"]);
});

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

const questions = [
  "Framework: cdktn or cdktf [cdktn]: ",
  "Write code for what is live now, in place of an example, yes or no [no]: ",
  "Test run by: node, jest, vitest or none [none]: ",
  "Workflows for: github or none [none]: ",
  "Write them, yes or no [yes]: ",
];

test("at a terminal, scanform init asks what to write, and does what is answered", async () => {
  const at = await desk();
  const user = answering("cdktf", "yes", "jest", "github", "yes");
  const { code } = await at.run(["init"], user);
  expect(code).toBe(0);
  expect(user.questions).toEqual(questions);
  expect(read(at, "main.ts")).toContain(`from "scanform/cdktf"`);
  expect(read(at, "main.ts")).toContain(accountId);
  expect(names(at)).toEqual(expect.arrayContaining([".github", "imported.ts", "jest.config.json"]));
});

test("at a terminal, scanform init lists the accounts that the key reaches, and takes a number or a name", async () => {
  for (const answer of ["2", "globex", otherAccountId]) {
    const at = await desk();
    const user = answering("", "", "", "", "3", answer);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
    const { code, err } = await at.run(["init"], { ...user, env });
    expect(code).toBe(0);
    expect(err).toContain(
      `The key reaches 2 accounts:\n  1  acme    ${accountId}\n  2  globex  ${otherAccountId}\n"3" is none of them. Enter the number.\n`,
    );
    expect(user.questions.slice(4, 6)).toEqual(["Account, 1 to 2: ", "Account, 1 to 2: "]);
    expect(read(at, "main.ts")).toContain(`{ accountId: "${otherAccountId}" }`);
  }
});

test("at a terminal, scanform init lists the files before it asks whether to write them, and writes none after a no", async () => {
  const at = await desk();
  let listed = "";
  let told = "";
  const { code, err } = await at.run(["init", "--framework", "cdktn", "--test", "none", "--ci", "none", "--import"], {
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

test("at a terminal, scanform init takes what is usual for an empty answer", async () => {
  const at = await desk();
  await at.run(["init"], answering());
  expect(names(at)).toEqual(project);
  expect(read(at, "settings.ts")).toContain("scanform/cdktn");
});

test("at a terminal, scanform init asks again after an answer that it does not understand", async () => {
  const at = await desk();
  const user = answering("pulumi", "CDKTF", "perhaps", "n");
  const { err } = await at.run(["init"], user);
  expect(user.questions).toHaveLength(questions.length + 2);
  expect(err).toContain('"pulumi" is none of cdktn, cdktf.\n');
  expect(err).toContain('"perhaps" is neither yes nor no.\n');
});

test("at a terminal, scanform init does not ask what was said, nor for an import without a key, nor anything with --yes", async () => {
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
  expect(await asked(["--yes"])).toEqual([]);
});

test("at a terminal, scanform init writes nothing when Ctrl-C is the answer", async () => {
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

test.each([0, 1, 4])(
  "at a terminal, scanform init writes nothing when the input ends after %d answers, as with Ctrl-D",
  async (count) => {
    const at = await desk();
    let asked = 0;
    const { code, err } = await at.run(["init"], {
      interactive: true,
      ask: () => Promise.resolve(asked++ < count ? "" : undefined),
    });
    expect([code, err]).toEqual([1, expect.stringContaining("The input ended before everything was answered.")]);
    expect(asked).toBe(count + 1);
    expect(names(at)).toEqual(["app"]);
  },
);

test("at a terminal nothing is written by scanform init where Ctrl-C came before the first file, though nothing was asked", async () => {
  const at = await desk();
  const { code, err } = await at.run(["init", "--yes"], { signal: AbortSignal.abort() });
  expect([code, err]).toEqual([130, expect.stringContaining("Nothing was written.")]);
  expect(readdirSync(at.folder)).toEqual(["app"]);
});

test("at a terminal an answer to scanform init counts without the blanks around it, in capitals too", async () => {
  const at = await desk();
  const { code } = await at.run(["init"], answering(" CDKTF ", " No "));
  expect(code).toBe(0);
  expect(read(at, "main.ts")).toContain('from "scanform/cdktf"');
});
