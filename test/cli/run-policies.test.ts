import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Io } from "../../src/cli/io";
import { Secrets } from "../../src/cli/credentials/secrets";
import { runPolicies } from "../../src/cli/run-policies";
import { ScanformError } from "../../src/diagnostics/error";
import { mixed } from "../policy/mixed";
import { given } from "../policy/judge";
import { until } from "../support/until";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-policies-")));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const library = pathToFileURL(join(__dirname, "../../dist/policy/index.js")).href;
const key = "canary-3f9c2d71e8a04b56";

/** Runs a file of policies on one account. */
async function run(text: string, { limit = 60_000, signal = new AbortController().signal } = {}) {
  writeFileSync(join(folder, "own.mjs"), `import all from ${JSON.stringify(library)};\n${text}`);
  let err = "";
  const env = { PATH: process.env["PATH"], SCANFORM_API_KEY: key };
  const io: Io = {
    out: () => undefined,
    colors: { out: false, err: false },
    interactive: false,
    ask: () => Promise.reject(new Error("nobody is there to be asked")),
    sleep: () => Promise.resolve(),
    cwd: folder,
    env,
    signal,
    now: Date.now,
    secrets: new Secrets(env),
    err: (said: string) => {
      err += said;
    },
  };
  const ended = runPolicies(io, "own.mjs", [given(mixed)], limit);
  const answers = await ended.catch((thrown: unknown) => {
    if (thrown instanceof ScanformError) return thrown.diagnostics.map(({ code, detail }) => `${code}: ${detail}`);
    throw thrown;
  });
  return { answers, err };
}

describe("what takes too long is stopped", () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** The time is up once the file `begun` is there. */
  async function untilBegun(text: string) {
    const limit = new AbortController();
    jest.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    const running = run(`import { writeFileSync } from "node:fs";\n${text}`, { limit: 2000 });
    await until(() => existsSync(join(folder, "begun")), 5);
    limit.abort();
    return (await running).answers;
  }

  test("a policy that loops, which the error names", async () => {
    const loops = '() => { writeFileSync("begun", ""); for (;;); }';
    expect(
      await untilBegun(`const { policy } = all; export default [policy("fine", () => []), policy("loops", ${loops})];`),
    ).toEqual([
      "policy-failed: loops: it runs longer than 2 s, and was stopped; --policy-timeout allows more. Nothing passes until it is fixed.",
    ]);
  });

  test("a file that never finishes loading", async () => {
    const answers = await untilBegun(
      'setInterval(() => undefined, 1000); writeFileSync("begun", ""); await new Promise(() => undefined);',
    );
    expect(answers).toEqual(["policy-file: it is not loaded after 62 s, and was stopped. Nothing was checked."]);
  });
});

test("a policy that leaves a timer behind is not waited for", async () => {
  const { answers } = await run(
    'export default [{ name: "one", check: () => { setInterval(() => undefined, 1000); return []; } }];',
  );
  expect(answers).toMatchObject({ findings: [[]] });
});

test("of what goes wrong in a policy, the first is named", async () => {
  const { answers } = await run(
    'import { writeSync } from "node:fs"; export default [{ name: "noisy", check: () => { writeSync(3, "x\\n"); throw new Error("later"); } }];',
  );
  expect(answers).toEqual([
    "policy-failed: noisy: it writes to descriptor 3, which is taken. Nothing passes until it is fixed.",
  ]);
});

test.each([
  ["that nothing was found", '{"policies":[],"waivers":[]}\\n{"done":true}\\n'],
  ["what is no finding", '{"account":0,"findings":[null]}\\n'],
])("what a policy answers itself is no answer: %s", async (_what, text) => {
  const { answers } = await run(
    `import { writeSync } from "node:fs"; export default [{ name: "forger", check: () => { writeSync(3, '${text}'); process.exit(0); } }];`,
  );
  expect(answers).toEqual([
    "policy-failed: forger: it writes to descriptor 3, which is taken. Nothing passes until it is fixed.",
  ]);
});

test.each([
  ["a finding", "[{ get level() { throw new Error('no idea'); } }]", "no idea"],
  ["what it throws", "(() => { throw Object.create(null); })()", "Cannot convert object to primitive value"],
  [
    "findings without end",
    "Array(3).fill({ level: 'deny', message: 'x'.repeat(2e8), at: effects[0] })",
    "Invalid string length",
  ],
])("a policy is named also where %s cannot be read", async (_what, returned, said) => {
  const { answers } = await run(`export default [{ name: "odd", check: ({ effects }) => ${returned} }];`);
  expect(answers).toEqual([`policy-failed: odd: ${said}. Nothing passes until it is fixed.`]);
});

test("an interrupt stops the policies", async () => {
  const { answers } = await run("export default [];", { signal: AbortSignal.abort() });
  expect(answers).toEqual(["interrupted: The run of the policies was stopped."]);
});

test("a key in what a policy prints is not shown, nor a command to a runner of pipelines", async () => {
  const { err } = await run(
    `console.log("::error::x"); console.error(${JSON.stringify(key)}); export default [{ name: "one", check: () => [] }];`,
  );
  expect(err.split("\n").sort()).toEqual(["", "policy: | ***", "policy: | ::error::x"]);
});

test("policies are recognized by their shape, whichever copy of the package made them", async () => {
  const own = "const deny = (message, at) => ({ level: 'deny', message, at });";
  const check = "({ effects }) => [deny('is weaker', effects[0])]";
  const { answers } = await run(
    `${own} export default [{ name: "own", check: ${check}, fix: "Don't.", link: "https://x" }];`,
  );
  expect(answers).toMatchObject({
    policies: [{ name: "own", fix: "Don't.", link: "https://x" }],
    findings: [[{ policy: "own", level: "deny", at: { kind: "effect", name: "weak" } }]],
  });
});

test("a large account is given to policies whole, and so are its findings", async () => {
  const { answers } = await run(
    `const { policy, deny } = all; export default [policy("all", (_, { repositories }) => Array.from({ length: 5000 }, () => deny("x".repeat(100), repositories[0])))];`,
  );
  expect("findings" in answers && answers.findings[0]?.length).toBe(5000);
});
