import { exec } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { acmeAccountId, acmeKey } from "../../../src/emulator";
import { scaleSeed } from "../../../src/emulator/seed/scale-seed";
import { frameworks } from "../../../src/generate/project/frameworks";
import { startEmulator } from "../../support/emulator";
import { withoutNotices } from "../../support/notices";
import { unpackedPackage } from "../../support/npm-package";
import { describeWithPackages, fromRegistry } from "../../support/registry";
import { repositoryRoot } from "../../support/spawned";
import { type UserProject, userProject } from "../../support/user-project";

jest.setTimeout(120_000);

let folder: string;
let scanform: string;
let made = 0;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-init-")));
  scanform = unpackedPackage(folder);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A folder in which nothing is but the installed packages of a project. */
function emptyFolder(framework: string, type?: "commonjs"): UserProject {
  made += 1;
  const at = userProject(join(folder, `project-${String(made)}`), {
    scanform,
    packages: [framework, "constructs", "@types/node", "undici-types"],
    files: {},
    ...(type === undefined ? {} : { type }),
  });
  if (type === undefined) rmSync(join(at.folder, "package.json"));
  return at;
}

const ok = { code: 0, out: "", err: "" };
const typeScript6 = join(repositoryRoot, "node_modules/typescript/bin/tsc");
const typeChecks = (at: UserProject, tsc = typeScript6) => at.node([tsc, "-p", "."]);
const tests = (at: UserProject) => at.node(["--import", "tsx", "--test", "main.test.ts"]);

describe.each(frameworks)("a project with %s", (framework) => {
  const flags = ["--framework", framework, "--yes"];

  test.each([
    ["in an empty folder", undefined],
    ["beside a package.json of CommonJS", "commonjs"],
  ] as const)("%s type-checks, passes its test, and plans against the emulator", async (_, type) => {
    const at = emptyFolder(framework, type);
    expect(await at.scanform(["init", ...flags])).toMatchObject({ code: 0, out: "" });
    expect(await typeChecks(at)).toEqual(ok);
    expect(await tests(at)).toMatchObject({ code: 0, out: expect.stringContaining("pass 1") as string });
    const emulator = await startEmulator();
    try {
      const env = { SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey };
      const planned = await at.scanform(["plan"], env);
      expect([planned.code, withoutNotices(planned.err)]).toEqual([0, ""]);
      expect(planned.out).toContain("1 to create, 5 repositories move");
      expect(planned.out).not.toContain("WEAKENS");
    } finally {
      await emulator.close();
    }
  });

  test("with --import declares what is live, and its plan has no changes", async () => {
    const emulator = await startEmulator();
    try {
      const env = { SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey };
      const at = emptyFolder(framework);
      expect(await at.scanform(["init", "--import", "--account", acmeAccountId, ...flags], env)).toMatchObject({
        code: 0,
      });
      expect(readFileSync(join(at.folder, "main.ts"), "utf8")).toContain(`{ accountId: "${acmeAccountId}" }`);
      expect(await typeChecks(at)).toEqual(ok);
      expect(await tests(at)).toMatchObject({ code: 0, out: expect.stringContaining("pass 1") as string });
      const planned = await at.scanform(["plan", "--detailed-exitcode"], env);
      expect([planned.code, withoutNotices(planned.err)]).toEqual([0, ""]);
    } finally {
      await emulator.close();
    }
  });

  test("fails its test when the declaration changes", async () => {
    const at = emptyFolder(framework);
    await at.scanform(["init", ...flags]);
    const path = join(at.folder, "settings.ts");
    writeFileSync(path, readFileSync(path, "utf8").replace("payments-%", "payment-%"));
    const failed = await tests(at);
    expect(failed.code).toBe(1);
    expect(failed.out).toContain("no rule matches payments-api, so it is left as it is");
  });
});

test("a live account of 200 configurations is declared, type-checks, passes its test, and has no changes", async () => {
  const emulator = await startEmulator({ seed: scaleSeed(200, 2000) });
  try {
    const env = { SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey };
    const at = emptyFolder("cdktn");
    const { code, err } = await at.scanform(["init", "--import", "--yes"], env);
    expect([code, err]).toEqual([0, expect.stringContaining("200 configurations: ")]);
    expect(await typeChecks(at)).toEqual(ok);
    expect(await tests(at)).toMatchObject({ code: 0, out: expect.stringContaining("pass 1") as string });
    const planned = await at.scanform(["plan", "--detailed-exitcode"], env);
    expect([planned.code, withoutNotices(planned.err)]).toEqual([0, ""]);
  } finally {
    await emulator.close();
  }
});

describeWithPackages("a project type-checks with TypeScript", () => {
  const modules = fromRegistry("typescript-5@npm:typescript@5.9.3", "typescript-7@npm:typescript@7.0.2");

  test.each(["typescript-5", "typescript-7"])("%s", async (name) => {
    for (const framework of frameworks) {
      const at = emptyFolder(framework);
      await at.scanform(["init", "--framework", framework, "--yes"]);
      expect(await typeChecks(at, join(modules(), name, "bin/tsc"))).toEqual(ok);
    }
  });
});

describeWithPackages("from an empty folder with the package at hand", () => {
  test("four commands lead to a plan without changes of a live account of 200 configurations", async () => {
    const emulator = await startEmulator({ seed: scaleSeed(200, 2000) });
    try {
      const cwd = join(folder, "four-commands");
      mkdirSync(cwd);
      const env = { ...process.env, SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey };
      const run = (line: string) => promisify(exec)(line, { cwd, env });
      const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
      const npmFlags = "--ignore-scripts --prefer-offline --no-audit --no-fund";

      await run(`npm install ${npmFlags} ../${tarball}`);
      const { stderr } = await run("npx scanform init --import --yes");
      const [, next = ""] = /^Next:\n {2}(npm install .*)$/m.exec(stderr) ?? [];
      await run(`${next} ${npmFlags}`);
      const { stdout } = await run("npx scanform plan --detailed-exitcode");
      expect(stdout).toContain("no changes");
    } finally {
      await emulator.close();
    }
  });
});
