import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plan } from "../../src/action/plan";
import { installScanform } from "../../src/action/programs";
import { addArtifact, addRun } from "../support/code-host-arrange";
import { type CodeHost, startCodeHost, token } from "../support/code-host";
import { stepOf } from "./step";

let host: CodeHost;

beforeEach(async () => {
  host = await startCodeHost();
});

/** A scanform that prints its environment, and an npm that installs it and prints its own. */
const printing = "console.log(JSON.stringify(process.env))";
const npmOf = (program: string): string => `#!/usr/bin/env node
const { mkdirSync, writeFileSync } = require("node:fs");
mkdirSync("node_modules/scanform", { recursive: true });
writeFileSync("node_modules/scanform/package.json", JSON.stringify({ bin: { scanform: "bin.js" } }));
writeFileSync("node_modules/scanform/bin.js", ${JSON.stringify(program)});
writeFileSync("installed.json", JSON.stringify({ args: process.argv.slice(2), env: process.env }));
`;

const origin = "https://findings.example.com";

const given = {
  SCANFORM_API_KEY: "key-1",
  SCANFORM_API_KEY_EU: "key-2",
  SCANFORM_GITHUB_TOKEN: "team-token",
  GITHUB_TOKEN: "ambient-token",
  ACTIONS_RUNTIME_TOKEN: "runtime-token",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "id-token",
  INPUT_FOLDER: ".github/scanform",
};

/** The step of a job whose checkout pins scanform. */
function stepWith(
  env: Readonly<Record<string, string>> = {}, more: Readonly<Record<string, string | undefined>> = {},
  { program = printing, event = {} } = {},
) {
  const { job } = stepOf(host, {}, {});
  const root = job.variable("GITHUB_WORKSPACE");
  const pinned = join(root, ".github/scanform");
  mkdirSync(pinned, { recursive: true });
  mkdirSync(join(root, "bin"));
  writeFileSync(join(root, "bin/npm"), npmOf(program));
  chmodSync(join(root, "bin/npm"), 0o755);
  const files: Readonly<Record<string, string | undefined>> = { "package-lock.json": "{}", "service.env": `SCANFORM_BASE_URL=${origin}\n`, ...more };
  for (const [name, text] of Object.entries(files)) if (text !== undefined) writeFileSync(join(pinned, name), text);
  const path = `${join(root, "bin")}:${process.env["PATH"] ?? ""}`;
  return { root, ...stepOf(host, { ...given, ...env, PATH: path, GITHUB_WORKSPACE: root }, event) };
}

/** The secrets that an environment has. */
const secretsIn = (text: string): readonly string[] =>
  ["key-1", "key-2", "team-token", "ambient-token", "runtime-token", "id-token", token].filter((each) =>
    text.includes(each),
  );

test.each([
  [undefined, []],
  ["api keys", ["key-1", "key-2"]],
  ["token of the job", ["team-token", token]],
] as const)("gives scanform, with %s, these secrets and no other", async (secret, secrets) => {
  const { job, root } = stepWith();
  const scanform = await installScanform(job);
  const { code, out } = await scanform.run(["plan"], root, secret);
  expect([code, secretsIn(out)]).toEqual([0, secrets]);
  const { SCANFORM_BASE_URL: named, ...env } = JSON.parse(out) as Record<string, string>;
  expect(named).toBe(origin);
  // the files by which a step tells the runner what later steps get
  expect(Object.keys(env).filter((name) => /^(INPUT_|ACTIONS_|GITHUB_(OUTPUT|ENV|PATH|STEP_SUMMARY)$)/.test(name))).toEqual([]);
});

test("installs what is pinned without scripts of packages, and without a secret", async () => {
  const { job } = stepWith();
  await installScanform(job);
  const text = readFileSync(job.inCheckout(".github/scanform/installed.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({ args: ["ci", "--ignore-scripts"] });
  expect(secretsIn(text)).toEqual([]);
});

test("names the service of each provider block to scanform, and the account", async () => {
  const lines = ["# of all workflows", "", `SCANFORM_BASE_URL=${origin}`, "SCANFORM_BASE_URL_EU=https://eu.example.com"];
  const { job, root } = stepWith({}, { "service.env": [...lines, "SCANFORM_ACCOUNT_ID=a"].join("\r\n") });
  const { out } = await (await installScanform(job)).run(["plan"], root);
  expect(JSON.parse(out)).toMatchObject({
    SCANFORM_BASE_URL: origin,
    SCANFORM_BASE_URL_EU: "https://eu.example.com",
    SCANFORM_ACCOUNT_ID: "a",
  });
});

test.each([undefined, "scanform.policy.ts", "scanform.policy.mjs"])("asks the policies of %s", async (name) => {
  const { job } = stepWith({}, name === undefined ? {} : { [name]: "" });
  const { policed } = await installScanform(job);
  expect(policed).toEqual(name === undefined ? [] : ["--policy", job.inCheckout(`.github/scanform/${name}`)]);
});

const none = { "package-lock.json": undefined, "service.env": undefined };

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string | undefined>>, string]>([
  ["nothing is pinned", {}, none, "has no package-lock.json in this checkout"],
  ["there are two files of policies", {}, { "scanform.policy.ts": "", "scanform.policy.js": "" }, "several files of policies"],
  ["the folder is outside of the checkout", { INPUT_FOLDER: "../x" }, {}, "is not in the checkout"],
  ["no service is named", {}, { "service.env": undefined }, "service.env is not there. Make it, with the line"],
  ["another variable is set", {}, { "service.env": `SCANFORM_BASE_URL=${origin}\nNODE_OPTIONS=a\n` }, "service.env, line 2"],
  ["an account is named for an alias", {}, { "service.env": "SCANFORM_ACCOUNT_ID_EU=a" }, "service.env, line 1"],
  ["a key is in the file", {}, { "service.env": "SCANFORM_API_KEY=key-9\n" }, "A key is a secret of the environments"],
  ["the service is named twice", {}, { "service.env": `SCANFORM_BASE_URL=${origin}\n`.repeat(2) }, "line 2, sets SCANFORM_BASE_URL"],
  ["only an alias is named", {}, { "service.env": `SCANFORM_BASE_URL_EU=${origin}\n` }, "does not set SCANFORM_BASE_URL"],
])("refuses a step where %s", async (_, env, files, message) => {
  await expect(installScanform(stepWith(env, files).job)).rejects.toThrow(message);
});

test.each([
  [0, "planned", "1 configuration to change"],
  [3, "planned", "1 configuration to change"],
  [1, "refused", "It could not be planned."],
])("a plan that is saved, with the exit code %s, counts as %s", async (code, kind, words) => {
  for (const [id, event] of [
    [40, "pull_request"],
    [41, "push"],
  ] as const) {
    addRun(host, { id, workflow: "scanform-synth.yml", event });
    addArtifact(host, { name: "scanform-synth-1", run: id });
  }
  const program = `if (process.argv[2] === "show") console.log("### scanform: 1 configuration to change");
    else {
      require("node:fs").writeFileSync("shown/plan.json", "{}");
      console.log(JSON.stringify({ accounts: [{ diagnostics: [] }], diagnostics: [] }));
      process.exitCode = ${String(code)};
    }`;
  const event = { repository: { default_branch: "main" }, workflow_run: { id: 40, run_attempt: 1, event: "merge_group" } };
  const { job } = stepWith({ GITHUB_EVENT_NAME: "workflow_run" }, {}, { program, event });
  const planned = plan(job);
  await (code === 1 ? expect(planned).rejects.toThrow("scanform plan ended with 1.") : planned);
  expect(JSON.parse(readFileSync(job.temporary("shown", "outcome.json"), "utf8"))).toEqual({ kind, words, asked: [] });
});
