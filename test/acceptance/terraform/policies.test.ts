import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { acmeAccountId, allKey, globexAccountId } from "../../../src/emulator";
import { repositoryRoot } from "../../support/spawned";
import { describeWithTerraform } from "../../support/terraform";
import { temporaryFolder } from "../../support/temporary-folder";
import { type Workspace, workspace } from "./workspace";

// The policies are those of the guide, read from it: what it shows is what is tried.

const guide = readFileSync(join(repositoryRoot, "docs/provider/guides/policies.md"), "utf8");
const all = (pattern: RegExp): readonly string[] => [...guide.matchAll(pattern)].map(([, found = ""]) => found);

/** The programs for jq, in their order. */
const [ofReviews = "", ofBlocks = ""] = all(/\| jq -e '([^']+)'$/gm);
const rego = all(/^```rego\n(.*?)^```$/gms).join("\n");

const python = join(temporaryFolder(), "venv");
/** Engines of both languages as packages of Python: Open Policy Agent's, and jq's. */
const isInstalled = [
  ["python3", "-m", "venv", python],
  [
    join(python, "bin/python"),
    ..."-m pip install --quiet --disable-pip-version-check regopy==1.5.2 jq==1.13.0".split(" "),
  ],
].every(([command = "", ...argv]) => spawnSync(command, argv, { timeout: 200_000 }).status === 0);
if (!isInstalled) {
  const then = process.env["CI"] === undefined ? "are skipped" : "fail";
  process.stderr.write(`regopy and jq of PyPI cannot be had: the policies of the guide ${then}\n`);
}
const describeWithEngines = isInstalled || process.env["CI"] !== undefined ? describeWithTerraform : skipped;
function skipped(title: string, tests: () => void): void {
  describe.skip(`${title} (without regopy and jq of PyPI)`, tests);
}

/** Prints what `jq -e` makes of a plan by each program, where all but false and null is true, and then what Rego denies. */
const evaluate = `
import jq, json, sys
from regopy import Interpreter
policy, *programs = sys.argv[1:]
plan = json.load(sys.stdin)
rego = Interpreter()
rego.add_module("scanform", policy)
rego.set_input(plan)
denied = rego.query("data.scanform.deny").results[0].expressions[0]
print(json.dumps([jq.compile(each).input_value(plan).all()[-1] not in (None, False) for each in programs] + [denied]))
`;

/** What the policies say of the plan of what is written. */
interface Judged {
  /** Whether jq accepts it, by its reviews and by its blocks. */
  readonly reviews: boolean;
  readonly blocks: boolean;
  /** What Rego denies. */
  readonly denied: readonly string[];
}

async function judged(at: Workspace, ...flags: readonly string[]): Promise<Judged> {
  await at.terraform("plan", "-out=plan", ...flags);
  const { stdout } = await at.raw.run("show", "-json", "plan");
  const argv = ["-c", evaluate, rego, ofReviews, ofBlocks];
  const { stdout: result, stderr } = spawnSync(join(python, "bin/python"), argv, { input: stdout, encoding: "utf8" });
  expect(stderr).toBe("");
  const [reviews, blocks, denied] = JSON.parse(result) as [boolean, boolean, string[]];
  return { reviews, blocks, denied: denied.sort() };
}

const accepted: Judged = { reviews: true, blocks: true, denied: [] };

const required = 'terraform {\n  required_providers {\n    scanform = { source = "scanform/scanform" }\n  }\n}\n';
const block = (alias: string, inside = ""): string => `provider "scanform" {\n  alias = "${alias}"\n  ${inside}\n}\n`;
const configuration = (name: string, inside = ""): string =>
  `resource "scanform_configuration" "${name}" {\n  name = "${name}"\n  ${inside}\n}\n`;
const secrets = (blocking: boolean): string =>
  `analyzers = { secrets = { enabled = true, blocking = ${String(blocking)} } }`;
const routed = (to: string, inside = ""): string => `resource "scanform_repository_assignments" "routing" {
  rules = [{ configuration_id = scanform_configuration.${to}.id, repository_names = ["docs-site"] }]
  ${inside}
}
`;
const by = (alias: string): string => `provider = scanform.${alias}`;
const maybeOne = (one: string, other: string): string =>
  `${one} and ${other} may be one account: write the account_id of each, or use one block`;

describeWithEngines("the policies of the guide", () => {
  test("deny what weakens and what is not known yet, and nothing else", async () => {
    const at = await workspace();
    at.write(configuration("strict", secrets(true)));
    expect(await judged(at)).toEqual(accepted);
    at.write(configuration("strict", secrets(true)) + routed("strict"));
    expect(await judged(at)).toEqual({
      ...accepted,
      reviews: false,
      denied: ["scanform_repository_assignments.routing: what it does is known only after apply"],
    });
    await at.apply();
    expect(await judged(at)).toEqual(accepted);
    at.write(configuration("strict", secrets(false)) + routed("strict"));
    expect(await judged(at)).toEqual({
      ...accepted,
      reviews: false,
      denied: ["scanform_configuration.strict: weakens 1 repository"],
    });
    at.write(configuration("strict", `comment = "enabled"\n  ${secrets(true)}`) + routed("strict"));
    expect((await judged(at)).denied).toEqual([]);
  });

  test("deny two blocks of one account, whose reviews both hide a weakening", async () => {
    const at = await workspace();
    at.write(required, "versions.tf");
    const blocks = block("one") + block("two", `account_id = "${acmeAccountId}"`);
    const both = (blocking: boolean, to: string): string =>
      blocks +
      configuration("strict", `${by("one")}\n  ${secrets(true)}`) +
      configuration("lax", `${by("one")}\n  ${secrets(blocking)}`) +
      routed(to, by("two"));
    at.write(both(true, "strict"));
    await at.apply();
    at.write(both(false, "lax"));
    expect(await judged(at)).toEqual({
      reviews: true,
      blocks: false,
      denied: [maybeOne("scanform.one", "scanform.two")],
    });
  });

  test("accept blocks of accounts that are written out and differ, in modules too", async () => {
    const at = await workspace({ env: { SCANFORM_API_KEY: allKey } });
    at.write(required, "versions.tf");
    const [acme, globex] = [acmeAccountId, globexAccountId].map((id) => `account_id = "${id}"`);
    const used = configuration("acme", by("acme")) + configuration("globex", by("globex"));
    at.write(block("acme", acme) + block("globex", globex) + used);
    expect(await judged(at)).toEqual(accepted);
    at.write(
      `variable "id" {\n  default = "${globexAccountId}"\n}\n${block("acme", acme)}${block("globex", "account_id = var.id")}${used}`,
    );
    expect(await judged(at)).toEqual({
      ...accepted,
      blocks: false,
      denied: [maybeOne("scanform.acme", "scanform.globex")],
    });
    at.write(
      `provider "scanform" {\n  ${acme ?? ""}\n}\n${block("again", acme?.toUpperCase().replace("ACCOUNT_ID", "account_id"))}` +
        configuration("acme"),
    );
    expect(await judged(at)).toEqual({ ...accepted, blocks: false, denied: [maybeOne("scanform", "scanform.again")] });
  });

  test("deny deletions", async () => {
    const at = await workspace();
    at.write(configuration("old") + configuration("kept"));
    await at.apply();
    at.write(configuration("kept"));
    expect(await judged(at)).toEqual({ ...accepted, denied: ["scanform_configuration.old is deleted"] });
  });
});
