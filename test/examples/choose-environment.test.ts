import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { planFiles } from "./arrange";
import { type CodeHost, startCodeHost } from "./code-host";
import { type Ended, runScript, temporaryFolder } from "./scripts";

let host: CodeHost;

beforeEach(async () => {
  host = await startCodeHost();
});

function choose(json: unknown): Promise<Ended> {
  const path = join(temporaryFolder(), "plan.json");
  writeFileSync(path, typeof json === "string" ? json : JSON.stringify(json));
  return runScript(host, "choose-environment", { PLAN: path });
}

const account = (weakens: unknown): unknown => ({
  account_id: "a",
  digest: "1".repeat(64),
  summary: { repositories: { weakens } },
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
  ["no accounts", { accounts: [] }],
  ["an error instead of accounts", { diagnostics: [] }],
  ["no count", { accounts: [account(undefined)] }],
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
