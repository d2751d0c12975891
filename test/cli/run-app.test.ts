import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mostSaid, runApp } from "../../src/cli/run-app";
import { desk, type Ran } from "../support/desk";
import { until } from "../support/until";

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
