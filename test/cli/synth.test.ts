import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ProblemChannel, problemChannel } from "../../src/cli/app-problems";
import { mostSaid, runApp } from "../../src/cli/run-app";
import { withProgramsOf } from "../../src/cli/synthesize";
import { canary } from "../support/account";
import { everyday } from "../support/declare";
import { desk, type Desk, type Ran } from "../support/desk";
import { until } from "../support/until";

/** A desk with this program as its app. It declares what `everyday` does when it calls `synthesize()`. */
async function withApp(program: string): Promise<Desk> {
  const at = await desk(everyday);
  writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app: "node app.cjs" }));
  const synthesize =
    'const synthesize = () => require("node:fs").cpSync("app", process.env.CDKTF_OUTDIR, { recursive: true });';
  writeFileSync(join(at.folder, "app.cjs"), `${synthesize}\n${program}`);
  return at;
}

const synth = (at: Desk, ...flags: readonly string[]): Promise<Ran> => at.run(["synth", ...flags], { env: {} });

test("scanform synth runs the app without a key, and says how to plan the result without running it", async () => {
  const at = await withApp("synthesize();");
  const { code, out, err } = await synth(at);
  expect({ code, out }).toEqual({ code: 0, out: "" });
  expect(err).toContain(
    "Synthesized into cdktf.out. Plan it without running the app: scanform plan --synthesized cdktf.out",
  );
  const planned = await at.run(["plan", "--synthesized", "cdktf.out", "--detailed-exitcode"]);
  expect(planned.code).toBe(2);
  expect(at.emulator.requests.every(({ method }) => method === "GET")).toBe(true);
});

test("scanform synth finds the project from a folder below it, up to the top of the repository", async () => {
  const at = await withApp("synthesize(); console.log(process.cwd());");
  const below = join(at.folder, "teams/payments");
  mkdirSync(below, { recursive: true });
  const { code, err } = await at.run(["synth"], { env: {}, cwd: below });
  expect({ code, err }).toEqual({
    code: 0,
    err: `app: ${at.folder}\nSynthesized into ../../cdktf.out. Plan it without running the app: scanform plan --synthesized ../../cdktf.out\n`,
  });
  expect(existsSync(join(at.folder, "cdktf.out/manifest.json"))).toBe(true);
  expect((await at.run(["synth", "--out", "out"], { env: {}, cwd: below })).code).toBe(0);
  expect(existsSync(join(below, "out/manifest.json"))).toBe(true);
  mkdirSync(join(at.folder, "teams/.git"));
  const outside = await at.run(["synth"], { env: {}, cwd: below });
  expect(outside).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      "../../cdktf.json is above the top of the git repository, and says which program is run: it is not used from here.",
    ) as unknown,
  });
});

test("scanform synth runs no program that another user has named in a folder above", async () => {
  const at = await withApp("synthesize();");
  const below = join(at.folder, "below");
  mkdirSync(below);
  const another = 4242;
  if (process.getuid?.() === 0) chownSync(join(at.folder, "cdktf.json"), another, another);
  else jest.spyOn(process, "getuid").mockReturnValue(another);
  const { code, err } = await at.run(["synth"], { env: {}, cwd: below });
  jest.restoreAllMocks();
  expect([code, err]).toEqual([1, expect.stringContaining("../cdktf.json belongs to another user, and says which")]);
  expect(existsSync(join(at.folder, "cdktf.out"))).toBe(false);
});

test("scanform synth gives the app the context of cdktf.json, as the cdktf CLI does", async () => {
  const at = await withApp('synthesize(); console.log(process.env.CDKTF_CONTEXT_JSON ?? "no context");');
  expect((await synth(at)).err).toContain("app: no context\n");
  const context = { stage: "production" };
  writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app: "node app.cjs", context }));
  expect((await synth(at)).err).toContain(JSON.stringify(context));
});

test("scanform synth does not write into the project's own folder", async () => {
  const { code, err } = await synth(await withApp("synthesize();"), "--out", ".");
  expect([code, err]).toEqual([1, expect.stringContaining("The output is the project's own folder.")]);
});

test("scanform synth finds what is wrong with the declaration, as far as that needs no service", async () => {
  const at = await withApp("synthesize();");
  at.declare({ configurations: { a: { comment: "enabled" } } });
  const { code, err } = await synth(at);
  expect([code, err]).toEqual([1, expect.stringContaining("[value-missing]")]);
  expect(at.emulator.requests).toEqual([]);
});

test("scanform synth keeps keys and files of keys from the app where they are set nevertheless", async () => {
  const at = await withApp(
    'synthesize(); console.log("variables: " + Object.keys(process.env).filter((each) => /KEY/.test(each)).join())',
  );
  const env = { SCANFORM_API_KEY: canary, SCANFORM_API_KEY_FILE_X: "file", SCANFORM_API_KEY_X: canary };
  expect((await at.run(["synth"], { env })).err).toMatch(/^app: variables:\s*$/m);
});

test("an app that prints escapes and commands of pipelines cannot hide what scanform prints", async () => {
  const at = await withApp('synthesize(); console.log("\\x1b[8mhidden\\n::set-output name=a::b\\n##vso[task.x]")');
  const { err } = await synth(at);
  expect(err).toContain("app: \\u{1b}[8mhidden\napp: | ::set-output");
  expect(err).not.toMatch(/^(::|##)/m);
  expect(err).not.toContain("\x1b");
});

test("an app that reports problems is refused, and leaves nothing that could be planned", async () => {
  const problem = JSON.stringify({ path: "acme/bad", detail: "It is wrong." });
  const at = await withApp(
    `synthesize(); require("node:fs").writeFileSync(process.env.SCANFORM_PROBLEMS, ${JSON.stringify(`${problem}\n`)});`,
  );
  const { code, err } = await synth(at);
  expect([code, err]).toEqual([1, expect.stringContaining("It is wrong.")]);
  expect(existsSync(join(at.folder, "cdktf.out/manifest.json"))).toBe(false);
});

test("an app that never ends is stopped after --app-timeout, with all that it started, and what it has said is shown", async () => {
  const at = await withApp(
    `console.log("fetching"); require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => require('node:fs').writeFileSync('alive', String(Date.now())), 20)"]); setInterval(() => {}, 1000)`,
  );
  const { code, err } = await synth(at, "--app-timeout", "1");
  expect(code).toBe(1);
  expect(err).toContain("`node app.cjs` was stopped after 1 s, and --app-timeout allows more");
  expect(err).toContain("  fetching\n");
  const last = readFileSync(join(at.folder, "alive"), "utf8");
  await sleep(300);
  expect(readFileSync(join(at.folder, "alive"), "utf8")).toBe(last);
});

test.each([
  ["is mentioned once when it takes long", "setTimeout(() => {}, 400)", 1],
  ["is not mentioned when it is quick", "", 0],
])("an app %s", async (_what, program, times) => {
  let mentioned = 0;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-app-")));
  writeFileSync(join(folder, "app.cjs"), program);
  const { code } = await runApp("node app.cjs", {
    cwd: folder,
    env: { PATH: process.env["PATH"] },
    signal: new AbortController().signal,
    limit: 60_000,
    patience: times === 0 ? 60_000 : 50,
    onSlow: () => {
      mentioned += 1;
    },
  });
  rmSync(folder, { recursive: true });
  expect({ code, mentioned }).toEqual({ code: 0, mentioned: times });
});

test("what an app leaves running is ended with it", async () => {
  const at = await withApp(
    `synthesize(); require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => require('node:fs').writeFileSync('alive', String(Date.now())), 20)"], { stdio: "ignore" }).unref(); setInterval(() => { if (require("node:fs").existsSync("alive")) process.exit(); }, 10); setTimeout(() => process.exit(3), 20_000);`,
  );
  expect((await synth(at)).code).toBe(0); // it ends once the other has started
  const last = readFileSync(join(at.folder, "alive"), "utf8");
  await sleep(300);
  expect(readFileSync(join(at.folder, "alive"), "utf8")).toBe(last);
});

test("a link in place of the output folder is not followed", async () => {
  const at = await withApp("synthesize();");
  mkdirSync(join(at.folder, "elsewhere"));
  writeFileSync(join(at.folder, "elsewhere/manifest.json"), "{}");
  symlinkSync("elsewhere", join(at.folder, "link"));
  const { code, err } = await synth(at, "--out", "link");
  expect([code, err]).toEqual([1, expect.stringContaining("it is a symbolic link. Name another folder.")]);
  expect(readFileSync(join(at.folder, "elsewhere/manifest.json"), "utf8")).toBe("{}");
});

test("a key in a file is hidden in what the app says before it is used", async () => {
  const at = await withApp('synthesize(); console.log(require("node:fs").readFileSync(process.env.OTHER, "utf8"))');
  const file = `${at.folder}.key`;
  writeFileSync(file, canary);
  const { err } = await at.run(["synth"], { env: { SCANFORM_API_KEY_FILE: file, OTHER: file } });
  rmSync(file);
  expect(err).toContain("***\n");
});

test("a folder for the journal that is a symbolic link is not written to, and nothing is applied", async () => {
  const at = await desk(everyday);
  mkdirSync(join(at.folder, "elsewhere"));
  symlinkSync("elsewhere", join(at.folder, ".scanform"));
  const { code, err } = await at.apply();
  expect(code).toBe(1);
  expect(err).toContain(".scanform is a symbolic link. Name another folder with --journal.");
  expect(readdirSync(join(at.folder, "elsewhere"))).toEqual([]);
  expect(at.writes()).toEqual([]);
});

test("programs of packages are found in the folders above too, as a workspace installs them", async () => {
  const at = await withApp("synthesize();");
  const below = join(at.folder, "apps/settings");
  mkdirSync(below, { recursive: true });
  const bin = join(at.folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "workspace-tool"), `#!/bin/sh\ncd ../.. && exec node "$@"\n`, { mode: 0o755 });
  writeFileSync(join(below, "cdktf.json"), JSON.stringify({ app: "workspace-tool app.cjs" }));
  expect(await at.run(["synth"], { env: {}, cwd: below })).toMatchObject({ code: 0 });
  mkdirSync(join(below, ".git"));
  expect((await at.run(["synth"], { env: {}, cwd: below })).err).toContain("workspace-tool is not installed there.");
});

test("programs of the project's packages are found first, by whichever name Windows has for the variable", () => {
  const [bin, paths] = [join("/app", "node_modules", ".bin"), ["one", "two"].join(delimiter)];
  const both = `${bin}${delimiter}${paths}`;
  expect(withProgramsOf("/app", { Path: paths, A: "b" }, "win32")).toEqual({ Path: both, A: "b" });
  expect(withProgramsOf("/app", { PATH: paths, Path: "else" }, "linux")).toEqual({ PATH: both, Path: "else" });
});

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-app-")));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

interface Circumstances {
  readonly signal?: AbortSignal;
  readonly limit?: number;
}

/** Runs a program as an app. */
function run(program: string, { signal = new AbortController().signal, limit = 60_000 }: Circumstances = {}) {
  writeFileSync(join(folder, "app.cjs"), program);
  const onSlow = (): void => undefined;
  const env = { PATH: process.env["PATH"] };
  return runApp("node app.cjs", { cwd: folder, env, signal, limit, patience: 60_000, onSlow });
}

test("what an app says on both streams is kept, with letters in two parts; it reads no terminal, and its exit code is passed on", async () => {
  const program =
    'process.exitCode = 7; console.error(require("node:fs").readFileSync(0, "utf8").length); const all = Buffer.from("é\\n"); process.stdout.write(all.subarray(0, 1)); setTimeout(() => process.stdout.write(all.subarray(1)), 20);';
  const { said, code, isCut, isLate } = await run(program);
  expect({ code, isCut, isLate }).toEqual({ code: 7, isCut: false, isLate: false });
  expect(said.split("\n").sort()).toEqual(["", "0", "é"]);
});

test("of an app that says a lot the end is kept, and it is known that there was more", async () => {
  const { said, isCut } = await run(
    `process.stdout.write("first" + "x".repeat(${String(2 * mostSaid)})); process.stdout.write("", () => console.error("last"));`,
  );
  expect(isCut).toBe(true);
  expect(said).toHaveLength(2 * mostSaid);
  expect(said).not.toContain("first");
});

test("Ctrl-C before an app has begun ends it", async () => {
  await expect(run("setInterval(() => {}, 1000)", { signal: AbortSignal.abort() })).rejects.toThrow(
    "The app was stopped.",
  );
});

test("Ctrl-C counts though the app ends as if nothing was wrong", async () => {
  const interrupt = new AbortController();
  const running = run(
    'process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000); require("node:fs").writeFileSync("up", "");',
    { signal: interrupt.signal },
  );
  await until(() => existsSync(join(folder, "up")), 5);
  interrupt.abort();
  await expect(running).rejects.toThrow("The app was stopped.");
});

test("nothing of an app stays behind in scanform: no listener and no timer", async () => {
  const before = process.listenerCount("exit");
  const signal = new AbortController().signal;
  const [added, removed] = [
    jest.spyOn(AbortSignal.prototype, "addEventListener"),
    jest.spyOn(AbortSignal.prototype, "removeEventListener"),
  ];
  const [set, cleared] = [jest.spyOn(globalThis, "setTimeout"), jest.spyOn(globalThis, "clearTimeout")];
  const running = run("", { signal });
  expect(process.listenerCount("exit")).toBe(before + 1);
  await running;
  expect(process.listenerCount("exit")).toBe(before);
  const listeners = (calls: readonly (readonly unknown[])[]) => calls.filter(([type]) => type === "abort").length;
  expect(listeners(removed.mock.calls)).toBeGreaterThanOrEqual(listeners(added.mock.calls));
  const patience = set.mock.calls.findIndex(([, after]) => after === 60_000);
  expect(cleared).toHaveBeenCalledWith(set.mock.results[patience]?.value);
});

const key = "0123456789abcdefghij";

/** What is shown of an app that prints this and fails. */
async function failing(printed: string): Promise<Ran> {
  const at = await desk();
  writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app: "node app.cjs" }));
  writeFileSync(join(at.folder, "app.cjs"), `process.stdout.write(${printed}); process.exitCode = 1;`);
  return at.run(["synth"], { env: { SCANFORM_API_KEY_OTHER: key } });
}

test("of an app that says more than can be shown, the end is shown", async () => {
  const { code, err } = await failing(`"first" + ".".repeat(${String(mostSaid)}) + "last"`);
  expect(code).toBe(1);
  expect(err).toContain(`${".".repeat(1000)}last`);
  expect(err).not.toContain("first");
});

test("of an app that says no more than can be shown, all is shown", async () => {
  const { err } = await failing(`"first" + ".".repeat(${String(mostSaid - 9)}) + "last"`);
  expect(err).toContain("first....");
});

test("the half of a key where the output of an app is cut is not shown", async () => {
  const { err } = await failing(`"${key} ".repeat(2000)`);
  expect(err).toContain("*** ***");
  expect(err).not.toContain(key.slice(-5));
});

const mostBytes = 4 * 2 ** 20;
const line = (detail: string, more: object = {}): string => `${JSON.stringify({ path: "a", detail, ...more })}\n`;
const asTheyAre = (text: string): string => text;
const tooMany = "The app reports more problems than are read. Fix these first.";

const made: ProblemChannel[] = [];
afterEach(() => {
  for (const each of made.splice(0)) each.remove();
});

/** A file for problems, and its path. */
function file(): { readonly problems: ProblemChannel; readonly path: string } {
  const problems = problemChannel();
  made.push(problems);
  return { problems, path: problems.env["SCANFORM_PROBLEMS"] ?? "" };
}

function told(text: string, redact = asTheyAre): readonly (string | undefined)[] {
  const { problems, path } = file();
  appendFileSync(path, text);
  return problems.read(redact).map(({ detail }) => detail);
}

test("a problem has its address, its path and its place", () => {
  const { problems, path } = file();
  writeFileSync(path, line("x", { path: "acme/bad", key: "rules[0]", location: "main.ts:7:3" }));
  expect(problems.read(asTheyAre)).toMatchObject([
    { code: "declaration-invalid", address: "acme/bad", path: "rules[0]", location: "main.ts:7:3", detail: "x" },
  ]);
});

test.each([
  ["entry-null", "entry-null"],
  ["internal", "declaration-invalid"],
  [7, "declaration-invalid"],
])("a problem with the code %j has the code %j", (code, shown) => {
  const { problems, path } = file();
  writeFileSync(path, line("x", { code }));
  expect(problems.read(asTheyAre)).toMatchObject([{ code: shown }]);
});

test("what is reported twice is shown once", () => {
  expect(told(line("x") + line("y") + line("x"))).toEqual(["x", "y"]);
});

test("a thousand problems are shown, and of more how many are not", () => {
  const many = (count: number): string => Array.from({ length: count }, (_, at) => line(`n${String(at)}`)).join("");
  expect(told(many(1000)).at(-1)).toBe("n999");
  expect(told(many(1001)).slice(999)).toEqual(["n999", "1 more problem is not shown. Fix these first."]);
});

test("keys are removed, also from a file that is too large", () => {
  const redact = (text: string): string => text.replaceAll("secret", "***");
  expect(told(line("a secret"), redact)).toEqual(["a ***"]);
  expect(told(line("a secret") + "x".repeat(mostBytes), redact)).toEqual(["a ***", tooMany]);
});

test("a file of the greatest size is read whole", () => {
  const first = line("x");
  const filled = line("y".repeat(100)).padStart(mostBytes - first.length, " ");
  expect(told(first + filled)).toEqual(["x", "y".repeat(100)]);
});

test("of a file that is larger, a line that is cut is left out even where it could be read", () => {
  const first = line("x");
  const cut = line("y")
    .trimEnd()
    .padStart(mostBytes - first.length, " ");
  expect(told(`${first}${cut}z`)).toEqual(["x", tooMany]);
});

test("an app that reports nothing, or replaces the file by something else, has reported no problems", () => {
  const { problems, path } = file();
  expect(problems.read(asTheyAre)).toEqual([]);
  mkdirSync(path);
  expect(problems.read(asTheyAre)).toEqual([]);
  rmSync(path, { recursive: true });
  writeFileSync(join(dirname(path), "other"), line("x"));
  symlinkSync("other", path);
  expect(problems.read(asTheyAre)).toEqual([]);
});

test("nothing is left of the file once it is removed", () => {
  const { problems, path } = file();
  writeFileSync(path, line("x"));
  problems.remove();
  expect(existsSync(dirname(path))).toBe(false);
});
