import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";
import { describeWithTerraform } from "../../support/terraform";
import { temporaryFolder } from "../../support/temporary-folder";
import { type Workspace, workspace } from "./workspace";

// The policies are those of the guide, read from it: what it shows is what is tried.

const guide = readFileSync(join(repositoryRoot, "docs/provider/guides/policies.md"), "utf8");
const all = (pattern: RegExp): readonly string[] => [...guide.matchAll(pattern)].map(([, found = ""]) => found);

/** The program for jq. */
const [ofReviews = ""] = all(/\| jq -e '([^']+)'$/gm);
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
  /** Whether jq accepts it. */
  readonly reviews: boolean;
  /** What Rego denies. */
  readonly denied: readonly string[];
}

async function judged(at: Workspace, policy = rego): Promise<Judged> {
  await at.terraform("plan", "-out=plan");
  const { stdout } = await at.raw.run("show", "-json", "plan");
  const argv = ["-c", evaluate, policy, ofReviews];
  const { stdout: result, stderr } = spawnSync(join(python, "bin/python"), argv, { input: stdout, encoding: "utf8" });
  expect(stderr).toBe("");
  const [reviews, denied] = JSON.parse(result) as [boolean, string[]];
  return { reviews, denied: denied.sort() };
}

const accepted: Judged = { reviews: true, denied: [] };

const configuration = (name: string, inside = ""): string =>
  `resource "scanform_configuration" "${name}" {\n  name = "${name}"\n  ${inside}\n}\n`;
const secrets = (blocking: boolean): string =>
  `analyzers = { secrets = { enabled = true, blocking = ${String(blocking)} } }`;
const routed = (to: string): string => `resource "scanform_repository_assignments" "routing" {
  rules = [{ configuration_id = scanform_configuration.${to}.id, repository_names = ["docs-site"] }]
}
`;
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
      denied: ["scanform_configuration.strict: secrets: no longer blocks pull requests"],
    });
    at.write(configuration("strict", `comment = "enabled"\n  ${secrets(true)}`) + routed("strict"));
    expect((await judged(at)).denied).toEqual([]);
  });

  test("deny moves away from a configuration", async () => {
    const at = await workspace();
    const both = (to: string): string => configuration("strict") + configuration("lax") + routed(to);
    at.write(both("strict"));
    await at.apply();
    const { id } = at.live("strict");
    const kept = rego.replace(/kept := \{.*?\}/, `kept := {"${id}"}`);
    at.write(both("lax"));
    expect((await judged(at, kept)).denied).toEqual([
      `scanform_repository_assignments.routing: ${id} -> ${at.live("lax").id} (rule 1)`,
    ]);
    expect((await judged(at)).denied).toEqual([]);
  });

  test("deny deletions", async () => {
    const at = await workspace();
    at.write(configuration("old") + configuration("kept"));
    await at.apply();
    at.write(configuration("kept"));
    expect(await judged(at)).toEqual({ ...accepted, denied: ["scanform_configuration.old is deleted"] });
  });
});
