import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { desk, type Ran } from "../../support/desk";
import { scanform } from "../../support/spawned";

/** Plans with this cdktf.json and this app; nothing may be asked of the service. */
async function planWith(cdktf: string | undefined, setUp?: (folder: string) => void): Promise<Ran> {
  const at = await desk();
  if (cdktf !== undefined) writeFileSync(join(at.folder, "cdktf.json"), cdktf);
  setUp?.(at.folder);
  const ran = await at.run(["plan"]);
  expect(at.emulator.requests).toEqual([]);
  expect(ran).toMatchObject({ code: 1, out: "" });
  return ran;
}

/** The program is in a file, so that no shell has to quote it. */
const node = (program: string) => (folder: string) => {
  writeFileSync(join(folder, "app.cjs"), program);
};
const nodeApp = JSON.stringify({ app: "node app.cjs" });

describe("cdktf.json", () => {
  test("a missing cdktf.json is reported once, with the command that writes one", async () => {
    let folder = "";
    const { err } = await planWith(undefined, (at) => {
      folder = at;
    });
    expect(err).toBe(
      "error: cdktf.json cannot be used [cdktf-json]\n" +
        `  cdktf.json is neither in ${folder} nor in a folder above it. Start a project with \`scanform init\`, or name an output of cdktf with --synthesized DIR.\n`,
    );
  });

  test.each(["{", '{"app": ""}', '{"app": "true", "output": 5}', "[]"])(
    "that is %s is refused with what it needs",
    async (text) => {
      const { err } = await planWith(text);
      expect(err).toMatch(/\[cdktf-json\]\n(?: {2}cdktf\.json#.*\n {2}`| {2}cdktf\.json ).*\n$/);
    },
  );
});

test.each([["plan"], ["terraform", "install", "--standalone", "--dir", "mirror"]])(
  "%s names the folder for temporary files where none can be made in it, and how to choose another",
  async (...argv) => {
    const at = await desk();
    writeFileSync(join(at.folder, "cdktf.json"), nodeApp);
    const parent = join(at.folder, "missing");
    const { code, out, err } = await scanform(argv, { cwd: at.folder, env: { ...at.env, TMPDIR: parent } });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("error: No folder for temporary files [temporary-folder]\n");
    expect(err).toContain(`No folder can be made in ${parent}: ENOENT`);
    expect(err).toContain("Set TMPDIR to a folder that can be written.\n");
  },
);

describe("an app that fails", () => {
  test("is shown with its own output and its exit code", async () => {
    const { err } = await planWith(
      nodeApp,
      node('console.log("on stdout"); console.error("on stderr"); process.exit(3)'),
    );
    expect(err).toContain("[app-failed]");
    expect(err).toContain("`node app.cjs` exited with 3:");
    expect(err).toContain("  on stdout\n");
    expect(err).toContain("  on stderr\n");
  });

  test.each([
    ["a program of it", "no-such-program main.ts", "no-such-program"],
    ["a module of it", "node -e \"require('@acme/no-such')\"", "@acme/no-such"],
    ["a part of a module", "node -e \"require('no-such/part')\"", "no-such"],
  ])("is said to need what is not installed, with the command that installs it: %s", async (_title, app, name) => {
    const { err } = await planWith(JSON.stringify({ app }));
    expect(err).toContain(`${name} is not installed there. Run: npm install --save-dev ${name}\n`);
    const named = await planWith(JSON.stringify({ app }), (folder) => {
      writeFileSync(join(folder, "package.json"), JSON.stringify({ devDependencies: { [name]: "1" } }));
    });
    expect(named.err).toContain(`${name} is not installed there. Run: npm install\n`);
  });

  test("since one of its own files is missing is not said to need a package", async () => {
    const { err } = await planWith(nodeApp);
    expect(err).toContain("[app-failed]");
    expect(err).not.toContain("is not installed");
  });

  test("without a word is said to have been silent", async () => {
    const { err } = await planWith(nodeApp, node("process.exit(1)"));
    expect(err).toContain("`node app.cjs` exited with 1 and said nothing.");
  });

  test.each([
    [1000, ""],
    [4500, "Waiting for the app of cdktf.json, `node app.cjs`. Ctrl-C stops it.\n"],
  ])("after %i ms is not said to be waited for before 3 s", async (milliseconds, notice) => {
    let said = "";
    const at = await desk();
    writeFileSync(join(at.folder, "cdktf.json"), nodeApp);
    node(`setTimeout(() => process.exit(1), ${String(milliseconds)})`)(at.folder);
    await at.run(["synth"], { onErr: (text) => (said += text) });
    expect(said.replace(/^error: [^]*/m, "")).toBe(notice);
  });

  test("with escapes in its output cannot move the cursor of a terminal", async () => {
    const { err } = await planWith(nodeApp, node('console.log("\\x1b[2J\\x07gone"); process.exit(1)'));
    expect(err).toContain("  \\u{1b}[2J\\u{7}gone\n");
  });

  test("and had synthesized before is not taken for one that succeeded", async () => {
    const { err } = await planWith(JSON.stringify({ app: "node app.cjs", output: "app" }), node("/* nothing */"));
    expect(err).toContain("[synth-missing]");
    expect(err).toContain("Does it call app.synth()?");
  });
});
