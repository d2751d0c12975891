import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installScanform } from "../../src/action/programs";
import { type CodeHost, startCodeHost, token } from "../support/code-host";
import { stepOf } from "./step";

let host: CodeHost;

beforeEach(async () => {
  host = await startCodeHost();
});

/** A scanform that prints its environment, and an npm that installs it and prints its own. */
const program = "console.log(JSON.stringify(process.env))";
const npm = `#!/usr/bin/env node
const { mkdirSync, writeFileSync } = require("node:fs");
mkdirSync("node_modules/scanform", { recursive: true });
writeFileSync("node_modules/scanform/package.json", JSON.stringify({ bin: { scanform: "bin.js" } }));
writeFileSync("node_modules/scanform/bin.js", ${JSON.stringify(program)});
writeFileSync("installed.json", JSON.stringify({ args: process.argv.slice(2), env: process.env }));
`;

const given = {
  SCANFORM_API_KEY: "key-1",
  SCANFORM_API_KEY_EU: "key-2",
  SCANFORM_GITHUB_TOKEN: "team-token",
  SCANFORM_BASE_URL: "https://findings.example.com",
  GITHUB_TOKEN: "ambient-token",
  ACTIONS_RUNTIME_TOKEN: "runtime-token",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "id-token",
  INPUT_FOLDER: ".github/scanform",
};

/** The step of a job whose checkout pins scanform. */
function stepWith(env: Readonly<Record<string, string>> = {}, files: readonly string[] = ["package-lock.json"]) {
  const { job } = stepOf(host, {}, {});
  const root = job.variable("GITHUB_WORKSPACE");
  const pinned = join(root, ".github/scanform");
  mkdirSync(pinned, { recursive: true });
  mkdirSync(join(root, "bin"));
  writeFileSync(join(root, "bin/npm"), npm);
  chmodSync(join(root, "bin/npm"), 0o755);
  for (const name of files) writeFileSync(join(pinned, name), "{}");
  const path = `${join(root, "bin")}:${process.env["PATH"] ?? ""}`;
  return { root, ...stepOf(host, { ...given, ...env, PATH: path, GITHUB_WORKSPACE: root }, {}) };
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
  const { SCANFORM_BASE_URL: origin, ...env } = JSON.parse(out) as Record<string, string>;
  expect(origin).toBe(given.SCANFORM_BASE_URL);
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

test.each([
  ["nothing is pinned", {}, [], "has no package-lock.json in this checkout"],
  ["the policy is not in the checkout", { INPUT_POLICY: "gone.ts" }, ["package-lock.json"], "is not in the checkout"],
  ["the policy is outside of the checkout", { INPUT_POLICY: "../a.ts" }, ["package-lock.json"], "is not in the checkout"],
  ["the folder is outside of the checkout", { INPUT_FOLDER: "../x" }, ["package-lock.json"], "is not in the checkout"],
])("refuses a step where %s", async (_, env, files, message) => {
  await expect(installScanform(stepWith(env, files).job)).rejects.toThrow(message);
});
