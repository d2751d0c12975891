import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { accountId, baselineId, otherAccountId } from "../support/account";
import { type App, everyday, idOf } from "../support/declare";
import { desk, type Desk, documentOf, type Ran } from "../support/desk";
import { proxy } from "../support/proxy";

const lists = new RegExp(`^/v1/accounts/${accountId}/configurations$`);

/** Commands where the list of configurations is this text. */
async function facing(text: string, ...argv: readonly string[]): Promise<Ran> {
  const at = await desk(everyday);
  const { url } = await proxy(at.emulator.url, ({ method, path }, answer) =>
    method === "GET" && lists.test(path) ? say(answer, text) : undefined,
  );
  const ran = await at.run([...argv, "--synthesized", "app"], { env: { ...at.env, SCANFORM_BASE_URL: url } });
  expect(ran.out + ran.err).not.toContain("call stack");
  return ran;
}

const say = (answer: ServerResponse, text: string): Promise<void> => {
  answer.writeHead(200, { "content-type": "application/json" }).end(text);
  return Promise.resolve();
};

const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`;

/** A list with baseline, whose settings are this JSON. */
const withSettings = (settings: string): string =>
  `{"data": [{"id": "${baselineId}", "name": "baseline", "configuration": ${settings}}]}`;

test.each([
  ["settings nested 20,000 deep", withSettings(nested(20_000))],
  ["an unknown setting nested 20,000 deep", withSettings(`{"comment": "silent", "new": ${nested(20_000)}}`)],
  ["a leaf nested 20,000 deep", withSettings(`{"comment": ${nested(20_000)}}`)],
  ["brackets without an end", "[".repeat(2_000_000)],
])("%s end a plan with an error that says where", async (_what, text) => {
  const { code, out, err } = await facing(text, "plan");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("[service-answer]");
  expect(err).toMatch(/GET \S+: the answer is nested more than 100 levels deep in JSON at position \d+/);
});

describe.each(["text", "json", "markdown"])("%s", (format) => {
  test.each([
    ["an unknown setting nested 90 deep", `{"comment": "silent", "new": ${nested(90)}}`],
    ["an unknown field of an analyzer nested 90 deep", `{"analyzers": {"secrets": {"new": ${nested(90)}}}}`],
    ["a key __proto__", '{"comment": "silent", "__proto__": {"comment": "disabled", "polluted": true}}'],
    ["an analyzer __proto__", '{"comment": "silent", "analyzers": {"__proto__": {"enabled": true}}}'],
    ["a key constructor", '{"comment": "silent", "constructor": {"prototype": {"polluted": true}}}'],
  ])(`a plan as ${format} takes %s as it is`, async (_what, settings) => {
    const { code } = await facing(withSettings(settings), "plan", "--format", format);
    expect(code).toBe(0);
    expect({}).not.toHaveProperty("polluted");
  });
});

test("of a key that is there twice the last value counts", async () => {
  const twice = await facing(withSettings('{"comment": "disabled", "comment": "enabled"}'), "plan", "--json");
  expect(documentOf(twice)).toMatchObject({ accounts: [{ changes: [{ action: "create" }], summary: { update: 0 } }] });
});

const deep = `${'{"a":['.repeat(10_000)}1${"]}".repeat(10_000)}`;

/** A command that meets a file which somebody else has made; nothing may be asked of the service or written. */
async function meeting(argv: readonly string[], make: (at: Desk) => void): Promise<Ran> {
  const at = await desk(everyday);
  make(at);
  const ran = await at.run(argv);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).not.toContain("call stack");
  expect(ran.err).not.toContain("[internal]");
  expect(at.writes()).toEqual([]);
  return ran;
}

const file =
  (name: string, text: string) =>
  ({ folder }: Desk): void => {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  };

test.each<readonly [string, readonly string[], string, string]>([
  ["a plan file", ["apply", "x"], "x", `{"format_version":"1.0","accounts":[${deep}]}`],
  ["a plan file to show", ["show", "x"], "x", `{"format_version":"1.0","accounts":[${deep}]}`],
  ["a journal", ["rollback", "x"], "x", `{"type":"begin","x":${deep}}\n`],
  ["a seed", ["emulator", "--seed", "x"], "x", deep],
  ["faults", ["emulator", "--faults", "x"], "x", deep],
  ["a profile", ["emulator", "--profile", "x"], "x", deep],
  ["a manifest", ["plan", "--synthesized", "app"], "app/manifest.json", deep],
  ["a stack", ["plan", "--synthesized", "app"], "app/stacks/s/cdk.tf.json", deep],
  ["cdktf.json", ["synth"], "cdktf.json", deep],
])("%s that is nested 20,000 deep is an error that names the file", async (_what, argv, name, text) => {
  expect((await meeting(argv, file(name, text))).err).toContain(name.split("/").at(-1));
});

test.each<readonly [string, readonly string[], (text: string) => string]>([
  ["a plan file", ["apply", "saved.plan"], (text) => text.replace('"accounts": [', '"accounts": {"__proto__": [')],
  ["a plan file of nulls", ["apply", "saved.plan"], () => '{"format_version":"1.0","accounts":[null]}'],
  ["a plan file that is a list", ["show", "saved.plan"], () => "[]"],
])("%s of another shape is an error", async (_what, argv, edit) => {
  const at = await desk(everyday);
  await at.plan("--out", "saved.plan");
  const path = join(at.folder, "saved.plan");
  writeFileSync(path, edit(readFileSync(path, "utf8")));
  expect(await at.run(argv)).toMatchObject({
    code: 1,
    err: expect.stringContaining("[plan-file-unreadable]") as string,
  });
});

test("a pipe in place of a stack is an error, and nobody waits for it", async () => {
  const { err } = await meeting(["plan", "--synthesized", "app"], ({ folder }) => {
    const path = join(folder, "app/stacks/s/cdk.tf.json");
    execFileSync("rm", [path]);
    execFileSync("mkfifo", [path]);
  });
  expect(err).toContain("cdk.tf.json is not a file. Synthesize again.");
});

/** The key of another provider block is what a repository is called: the service cannot know. */
const named = (at: Desk): NodeJS.ProcessEnv => ({ ...at.env, SCANFORM_API_KEY_OTHER: "payments-ledger" });

test("a plan that would contain the key of another block is not saved", async () => {
  const at = await desk(everyday);
  const { code, err } = await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], { env: named(at) });
  expect([code, err]).toEqual([1, expect.stringContaining("it would contain an API key")]);
  expect(existsSync(join(at.folder, "saved.plan"))).toBe(false);
});

test("a write whose journal would contain a key is not sent", async () => {
  const at = await desk({ configurations: { a: { name: "a", comment: "enabled" } } });
  const env = { ...at.env, SCANFORM_API_KEY_OTHER: "aaaaaaaa-0000-4000-8000-000000000001" };
  const ran = await at.run(["apply", "--synthesized", "app", "--auto-approve"], { env });
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("it would contain an API key") as string });
  expect(at.writes()).toEqual([]);
});

test("a journal is rolled back in the account that the environment names, whatever else it says", async () => {
  const at = await desk(everyday);
  await at.apply("--journal", "journals");
  at.emulator.clearRequests();
  const path = join("journals", readdirSync(join(at.folder, "journals"))[0] ?? "");
  const [first = "", ...rest] = readFileSync(join(at.folder, path), "utf8").split("\n");
  const begun = { ...(JSON.parse(first) as object), declared: "aaaaaaaa-0000-4000-8000-000000000001" };
  writeFileSync(join(at.folder, path), [JSON.stringify(begun), ...rest].join("\n"));
  const env = { ...at.env, SCANFORM_ACCOUNT_ID: otherAccountId };
  const { code, err } = await at.run(["rollback", path, "--auto-approve"], { env });
  expect([code, err]).toEqual([1, expect.stringContaining(`the environment names ${otherAccountId}`)]);
  expect(at.writes()).toEqual([]);
});

test("a key of 8 characters is not shown, and a shorter one is taken for a part of other words", async () => {
  const at = await desk();
  const env = { ...at.env, SCANFORM_API_KEY_LONG: "baseline", SCANFORM_API_KEY_SHORT: "relaxed" };
  const { out } = await at.run(["list", "configurations"], { env });
  expect(out).not.toContain("baseline");
  expect(out).toContain("relaxed");
});

test("a key that is in a file alone is not shown when the app of a plan prints it", async () => {
  const at = await desk();
  writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app: "node app.cjs" }));
  writeFileSync(join(at.folder, "app.cjs"), 'console.log(require("node:fs").readFileSync("key", "utf8"));');
  writeFileSync(join(at.folder, "key"), "key-of-a-file");
  const env = { SCANFORM_BASE_URL: at.emulator.url, SCANFORM_API_KEY_FILE: "key" };
  const { code, err } = await at.run(["plan"], { env });
  expect([code, err]).toEqual([1, expect.stringContaining("***")]);
  expect(err).not.toContain("key-of-a-file");
});

interface Case {
  readonly what: string;
  readonly app: App;
  readonly code: string;
  readonly address: string;
  readonly path: string;
  readonly detail: string;
}

const one = (attributes: object): App => ({ configurations: { a: { name: "a", ...attributes } } });
const rules = (...all: readonly object[]): App => ({
  configurations: { a: { name: "a" } },
  assignments: { routing: all.map((each) => ({ configuration_id: idOf("a"), ...each })) },
});
const a = "scanform_configuration.a";
const routing = "scanform_repository_assignments.routing";
const stackFile = "stacks/s/cdk.tf.json#/resource";

const cases: readonly Case[] = [
  {
    what: "the same name declared twice",
    app: { configurations: { a: { name: "strict" }, b: { name: "strict" } } },
    code: "name-declared-twice",
    address: "scanform_configuration.b",
    path: "name",
    detail: `"strict" is also the name of ${a}. Rename one of them.`,
  },
  {
    what: "a pattern that ends in an escape",
    app: rules({ repository_pattern: "payments-\\" }),
    code: "pattern-invalid",
    address: routing,
    path: `${stackFile}/scanform_repository_assignments/routing/rules/0/repository_pattern`,
    detail: 'is "payments-\\\\", and a pattern cannot end',
  },
  {
    what: "a text where a number belongs",
    app: one({ risk_threshold: "3" }),
    code: "value-kind",
    address: a,
    path: `${stackFile}/scanform_configuration/a/risk_threshold`,
    detail: "risk_threshold is ",
  },
  {
    what: "a token of cdktf that was not resolved",
    app: one({ name: "team-${TfToken[TOKEN.7]}" }),
    code: "not-evaluable",
    address: a,
    path: `${stackFile}/scanform_configuration/a/name`,
    detail: "`team-${TfToken[TOKEN.7]}`",
  },
  {
    what: "an expression that only Terraform evaluates",
    app: one({ notifications: { integration_names: ["${each.key}"] } }),
    code: "not-evaluable",
    address: a,
    path: `${stackFile}/scanform_configuration/a/notifications/integration_names/0`,
    detail: "compute anything else in the app, or apply it with the Terraform provider.",
  },
  {
    what: "a key that is written out",
    app: { provider: { api_key: "written-out-4711" }, ...one({}) },
    code: "secret-declared",
    address: "provider.scanform",
    path: "stacks/s/cdk.tf.json#/provider/scanform/0/api_key",
    detail: "Remove it, set SCANFORM_API_KEY instead",
  },
];

test.each(cases)(
  "a declaration that cannot be right because of $what names the place and how to fix it, and nothing is written",
  async (given) => {
    const { app, code, address, path, detail } = given;
    const at = await desk(app);
    const { diagnostics } = documentOf(await at.plan("--json"));
    expect(diagnostics).toContainEqual({
      code,
      severity: "error",
      summary: expect.any(String) as string,
      detail: expect.stringContaining(detail) as string,
      address,
      path,
    });
    const { code: exit, err, out } = await at.apply();
    expect({ exit, out }).toEqual({ exit: 1, out: "" });
    const index = /rules\W(\d)/.exec(path)?.[1];
    const rule = index === undefined ? "" : ` (rule ${String(Number(index) + 1)})`;
    expect(err).toContain(`[${code}]\n  ${address}  ${path}${rule}\n`);
    expect(err).not.toContain("written-out-4711");
    expect(at.writes()).toEqual([]);
  },
);

test("a declaration that cannot be right reports all mistakes at once", async () => {
  const at = await desk({
    configurations: { a: { name: "a", analyzers: { nope: {} } }, b: { name: "a" } },
    assignments: { routing: [{ configuration_id: idOf("a"), repository_names: ["nope"] }] },
  });
  const { err } = await at.plan();
  expect(err.match(/^error: /gm)).toHaveLength(2);
});

test("a pattern that matches nothing is a warning on stderr, and no more", async () => {
  const at = await desk(rules({ repository_pattern: "billing-%" }));
  const { code, out, err } = await at.plan();
  expect(code).toBe(0);
  expect(out).toContain("1 configuration to create");
  expect(err).toContain(`warning: A rule matches no repository [rule-matches-nothing]\n  ${routing}  rule 1\n`);
  expect(err).toContain('The pattern "billing-%" matches none of the account\'s repositories.');
});
