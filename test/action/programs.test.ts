import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { comment as commentStep } from "../../src/action/comment";
import { plan } from "../../src/action/plan";
import { installScanform } from "../../src/action/programs";
import { bot, type CodeHost, repository, startCodeHost, token } from "../support/code-host";
import { addArtifact, addPull, addRun, sha, zipOf } from "../support/code-host-arrange";
import { repositoryRoot } from "../support/spawned";
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

const bundle = join(repositoryRoot, "action/index.js");

test("the committed bundle is what the sources give, byte for byte", () => {
  execFileSync(process.execPath, ["tools/action.mjs", "--check"], { cwd: repositoryRoot, stdio: "pipe" });
});

test("the bundle is small, and names no path or package", () => {
  const text = readFileSync(bundle, "utf8");
  expect(text.length).toBeLessThan(45_000);
  for (const each of [repositoryRoot, "node_modules/.", "src/action/main"]) expect(text).not.toContain(each);
  const required = [...text.matchAll(/require\("([^"]+)"\)/g)].map(([, name = ""]) => name);
  expect(required.filter((name) => !name.startsWith("node:"))).toEqual([]);
});

test("action.yml runs it, and offers the inputs that it reads", () => {
  const { inputs, runs } = parse(readFileSync(join(repositoryRoot, "action.yml"), "utf8")) as {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly runs: unknown;
  };
  expect(runs).toEqual({ using: "node24", main: "action/index.js" });
  const read = [...readFileSync(bundle, "utf8").matchAll(/\.(?:input|optional)\("([\w-]+)"/g)].map(([, name]) => name);
  expect([...new Set([...read, "token"])].sort()).toEqual(Object.keys(inputs).sort());
});

const marker = "<!-- scanform plan -->";

beforeEach(async () => {
  host = await startCodeHost();
});

/** Comments on pull request 7 with what the job that planned has left. @returns the outputs of the step */
async function comment(plan: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const content = zipOf({ "plan.md": plan, ...more });
  addArtifact(host, {
    name: "scanform-shown",
    run: 900,
    content,
    made: `2026-01-01T10:00:0${String(host.artifacts.length)}Z`,
  });
  return commentOf("plan");
}

async function commentOf(task: string): Promise<string> {
  const step = stepOf(host, { "INPUT_PULL-REQUEST": "7", INPUT_TASK: task }, { workflow_run: { head_sha: sha("b") } });
  await commentStep(step.job);
  return step.outputs();
}

test("writes a comment with the plan, its commit and its run", async () => {
  addPull(host);
  expect(await comment(`${marker}\nfirst\n`)).toBe("shown=true\n");
  const run = `https://code.example.com/${repository}/actions/runs/900`;
  expect(host.comments.map(({ body }) => body)).toEqual([
    `${marker}\nfirst\n\nPlan of ${sha("b")}, by [this run](${run}).\n`,
  ]);
});

test("links the artifact with the page, where there is one", async () => {
  addPull(host);
  await comment(`${marker}\nfirst\n`, { "plan.html": "<!doctype html>" });
  expect(host.comments[0]?.body).toContain(
    `\`plan.html\` in [the artifact scanform-shown](https://code.example.com/${repository}/actions/runs/900#artifacts).`,
  );
});

test("edits its comment when there is a new plan", async () => {
  addPull(host);
  await comment(`${marker}\nfirst`);
  await comment(`${marker}\nsecond`);
  expect(host.comments).toHaveLength(1);
  expect(host.comments[0]?.body).toContain("second");
});

test("finds its comment on a later page", async () => {
  addPull(host);
  const user = { login: "alice", type: "User" };
  for (let id = 1; id <= 120; id += 1) host.comments.push({ id, user, body: "hello" });
  await comment(`${marker}\nfirst`);
  await comment(`${marker}\nsecond`);
  expect(host.writes).toEqual(["POST /issues/7/comments", "PATCH /issues/comments/1120"]);
});

test.each([
  ["somebody else with the marker", { login: "mallory", type: "User" }, `${marker}\nno changes`],
  ["a person of the bot's name", { ...bot, type: "User" }, `${marker}\nno changes`],
  ["another app with the marker", { login: "other[bot]", type: "Bot" }, `${marker}\nno changes`],
  ["the same bot without the marker", bot, "Coverage: 90 %"],
  ["the same bot, which quotes the marker", bot, `> ${marker}`],
])("does not edit a comment of %s", async (_, user, body) => {
  addPull(host);
  host.comments.push({ id: 1, user, body });
  await comment(`${marker}\nfirst`);
  expect(host.comments).toEqual([
    { id: 1, user, body },
    expect.objectContaining({ user: bot, body: expect.stringContaining("first") as string }),
  ]);
});

test.each([
  ["has a newer commit", { head: { branch: "stricter", sha: sha("c"), repository } }],
  ["is closed", { state: "closed" as const }],
])("shows nothing, and keeps no plan, once the pull request %s", async (_, pull) => {
  addPull(host, pull);
  expect(await comment(`${marker}\nfirst`)).toBe("");
  expect(host.writes).toEqual([]);
});

test("says so when there is no plan", async () => {
  addPull(host);
  await comment("");
  expect(host.comments[0]?.body).toContain("scanform could not plan this");
});

test("says so when the job that plans has left nothing", async () => {
  addPull(host);
  expect(await commentOf("plan")).toBe("shown=true\n");
  expect(host.comments[0]?.body).toContain("scanform could not plan this");
});

test("says in a comment that is there that there is nothing to plan, and writes none", async () => {
  addPull(host);
  expect(await commentOf("same")).toBe("shown=true\n");
  expect(host.comments).toEqual([]);
  await comment(`${marker}\nfirst`);
  await commentOf("same");
  expect(host.comments.map(({ body }) => body)).toEqual([expect.stringContaining("### scanform: nothing to plan")]);
});

const asking = (sentence: string) => ({
  "outcome.json": JSON.stringify({ kind: "planned", words: "", asked: [sentence] }),
});

test("says which approvals are missing", async () => {
  addPull(host);
  await comment(`${marker}\nfirst`, asking("kim has not approved ```"));
  const [body = ""] = host.comments.map((each) => each.body);
  expect(body).toContain("first\n\n### scanform: approvals are missing\n\n````\nkim has not approved ```\n````\n");
});

test("leaves out what a comment has no room for, and says so", async () => {
  addPull(host);
  await comment(`${marker}\nfirst`, asking("a".repeat(65_000)));
  const [body = ""] = host.comments.map((each) => each.body);
  expect(body).toMatch(/first\n\nPlan of .*\n\nMore is in the summary of the run\.\n$/);
});
