import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { planFiles } from "./arrange";
import { type CodeHost, startCodeHost } from "./code-host";
import { type Ended, runScript } from "./scripts";
import { temporaryFolder } from "../../support/temporary-folder";

let host: CodeHost;

beforeEach(async () => {
  host = await startCodeHost();
});

function choose(json: unknown, askFor = "weakens"): Promise<Ended> {
  const path = join(temporaryFolder(), "plan.json");
  writeFileSync(path, typeof json === "string" ? json : JSON.stringify(json));
  return runScript(host, "choose-environment", { PLAN: path, ASK_FOR: askFor });
}

const account = (weakens: unknown, unclassified: unknown = 0): unknown => ({
  account_id: "a",
  digest: "1".repeat(64),
  summary: { repositories: { weakens, unclassified } },
});

test("asks nobody when no repository gets weaker", async () => {
  const { outputs } = await choose(planFiles("1")["plan.json"]);
  expect(outputs).toEqual({ environment: "scanform-apply" });
});

test("asks the reviewers when one repository of one account gets weaker", async () => {
  const { outputs } = await choose({ accounts: [account(0), account(1)] });
  expect(outputs).toEqual({ environment: "scanform-apply-weakens" });
});

test.each([
  ["weakens", "scanform-apply"],
  ["weakens,unclassified", "scanform-apply-weakens"],
])("with ASK_FOR %s, what is unclassified is applied in %s", async (askFor, environment) => {
  const { outputs } = await choose({ accounts: [account(0), account(0, 1)] }, askFor);
  expect(outputs).toEqual({ environment });
});

test("asks for what gets weaker when it asks for what is unclassified as well", async () => {
  const { outputs } = await choose({ accounts: [account(1)] }, "weakens,unclassified");
  expect(outputs).toEqual({ environment: "scanform-apply-weakens" });
});

test.each(["", "nothing", "unclassified", "weakens, unclassified"])(
  "names no environment when ASK_FOR is %j",
  async (askFor) => {
    const ended = await choose({ accounts: [account(1, 1)] }, askFor);
    expect(ended).toMatchObject({ code: 1, outputs: {}, log: expect.stringContaining("ASK_FOR") as string });
  },
);

test.each([
  ["no accounts", { accounts: [] }],
  ["an error instead of accounts", { diagnostics: [] }],
  ["no count", { accounts: [account(undefined)] }],
  ["no count of what is unclassified", { accounts: [account(0, null)] }],
  ["a count that is text", { accounts: [account("0")] }],
  ["nothing", ""],
])("names no environment for a plan with %s", async (_, json) => {
  expect(await choose(json)).toMatchObject({ code: 1, outputs: {} });
});

test("quotes foreign text in one line, where it is no command to the runner", async () => {
  const { log } = await choose("x\n::notice::approved");
  expect(log).toContain("::error::Unexpected token");
  expect(log.trim().split("\n")).toHaveLength(1);
});
