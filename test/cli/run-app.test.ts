import {
  existsSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
  appendFileSync,
  mkdirSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, dirname } from "node:path";
import { mostSaid, runApp } from "../../src/cli/run-app";
import { desk, type Ran } from "../support/desk";
import { until } from "../support/until";
import { type ProblemChannel, problemChannel } from "../../src/cli/app-problems";

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

test("what it says on both streams is kept, with letters that came in two parts", async () => {
  const program =
    'process.stderr.write("wrong\\n"); const all = Buffer.from("é\\n"); process.stdout.write(all.subarray(0, 1)); setTimeout(() => process.stdout.write(all.subarray(1)), 20);';
  const { said, code, isCut, isLate } = await run(program);
  expect({ code, isCut, isLate }).toEqual({ code: 0, isCut: false, isLate: false });
  expect(said.split("\n").sort()).toEqual(["", "wrong", "é"]);
});

test("of an app that says a lot the end is kept, and it is known that there was more", async () => {
  const { said, isCut } = await run(
    `process.stdout.write("first" + "x".repeat(${String(2 * mostSaid)})); process.stdout.write("", () => console.error("last"));`,
  );
  expect(isCut).toBe(true);
  expect(said).toHaveLength(2 * mostSaid);
  expect(said).not.toContain("first");
});

test("nothing is read from the terminal by it", async () => {
  const { said } = await run('console.log(require("node:fs").readFileSync(0, "utf8").length)');
  expect(said).toBe("0\n");
});

test("its exit code is passed on", async () => {
  expect((await run("process.exit(7)")).code).toBe(7);
});

test("Ctrl-C before it has begun ends it", async () => {
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

test("nothing of it stays behind in scanform: no listener and no timer", async () => {
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
