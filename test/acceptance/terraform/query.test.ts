import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { acmeAccountId, scaleSeed } from "../../../src/emulator";
import { stableId } from "../../../src/emulator/support/deterministic";
import { describeWithNewerTerraform, newer } from "../../support/terraform";
import { repositoryRoot } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";
import { configurationNamed, repositoryNamed, workspace, type Workspace } from "./workspace";

/** A list block, and what is in its `config`. */
const list = (type: string, name: string, config = "", more = ""): string => `list "${type}" "${name}" {
  provider = scanform
${more}
  config {
${config}
  }
}
`;

const examples = join(repositoryRoot, "examples/terraform/list-resources");

const everything = [
  list("scanform_configuration", "each", "", "limit = 5000"),
  list("scanform_repository_assignments", "routing"),
  list("scanform_finding_triage", "triage"),
];

/** What the blocks generate, each by itself: terraform writes several in the order in which they end. */
async function generated(at: Workspace, blocks: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const block of blocks) {
    at.write(block, "blocks.tfquery.hcl");
    const made = join(temporaryFolder(), "made.tf");
    await at.terraform("query", `-generate-config-out=${made}`);
    files.push(made);
  }
  return files;
}

/** The lines of the lists: what terraform query prints without its warnings. */
const listed = (output: string): readonly string[] =>
  output.split("\n").flatMap((line) => (line.startsWith("list.") ? [line.replaceAll(/ {2,}/g, "  ").trim()] : []));

describeWithNewerTerraform("terraform query", () => {
  test("generates what a plan imports without a change, in the same bytes each time", async () => {
    const at = await workspace({ core: newer, profile: { order: "shuffled", unset: "null" } });
    const policy = stableId("acme policy No plaintext secrets");
    await at.meddle(configurationNamed("baseline"), {
      risk_threshold: 3,
      analyzers: {
        secrets: { enabled: true, risk_level: "high", excludes: ["b/**", "a/**"], includes: [] },
        "sql-injection": {},
      },
      code_policies: [{ id: policy, enabled: true }],
      notifications: { enabled: true, integrationNames: ["sec-alerts", "appsec-chat"] },
    });
    await at.elsewhere("POST", "/configurations", {
      configuration: { name: '${file("x")} "quoted"\n::error::', configuration: {} },
    });
    const files = await generated(at, everything);
    const again = await generated(at, everything);
    const texts = files.map((file) => readFileSync(file, "utf8"));
    expect(again.map((file) => readFileSync(file, "utf8"))).toEqual(texts);
    expect(texts[0]).toContain('excludes   = ["a/**", "b/**"]');
    expect(texts[0]).not.toMatch(/created_at|deletion_protection|review +=/);
    expect(texts[2]).toContain("Imported: the service does not store why this was decided.");
    // an import without a query writes the same
    const imports = texts.flatMap((text) => text.match(/^import \{[^]*?^\}/gm) ?? []);
    at.write(imports.join("\n"), "imports.tf");
    const made = join(temporaryFolder(), "made.tf");
    await at.terraform("plan", `-generate-config-out=${made}`);
    const resourcesIn = (text: string): readonly string[] =>
      (text.replaceAll(/^ +provider += .*\n/gm, "").match(/^resource [^]*?^\}/gm) ?? []).toSorted();
    expect(resourcesIn(readFileSync(made, "utf8"))).toEqual(resourcesIn(texts.join("\n")));
    rmSync(join(at.folder, "imports.tf"));
    for (const [index, file] of files.entries()) renameSync(file, join(at.folder, `made-${String(index)}.tf`));
    at.forget();
    expect(await at.terraform("plan", "-out=saved")).toContain(
      "Plan: 5 to import, 0 to add, 0 to change, 0 to destroy.",
    );
    expect(await at.terraform("apply", "saved")).toContain("5 imported, 0 added, 0 changed, 0 destroyed");
    expect(at.writes()).toEqual([]);
    await at.nothingToDo();
  });

  test("lists by filters and a limit, in one line for each, with every list read once", async () => {
    const at = await workspace({ core: newer });
    await at.elsewhere("POST", "/configurations", {
      configuration: { name: "b\n::error::\u001b[2J", configuration: {} },
    });
    at.write(
      [
        list("scanform_configuration", "b", 'name_pattern = "b%"'),
        list("scanform_configuration", "one", "", "limit = 1"),
        list("scanform_finding_triage", "fixed", 'categories = ["wont_fix"]'),
        list("scanform_finding_triage", "api", 'repository_name = "payments-api"'),
        list("scanform_repository_assignments", "routing"),
      ].join(""),
      "blocks.tfquery.hcl",
    );
    at.forget();
    const { code, stdout } = await at.raw.run("query");
    expect(code).toBe(0);
    const lines = listed(stdout).map((line) => line.replaceAll(/[\w=,-]*[0-9a-f-]{36}/g, "").replaceAll(/ +/g, " "));
    expect(lines.toSorted()).toEqual([
      String.raw`list.scanform_configuration.b b\u{a}::error::\u{1b}[2J`,
      "list.scanform_configuration.b baseline",
      String.raw`list.scanform_configuration.one b\u{a}::error::\u{1b}[2J`,
      "list.scanform_finding_triage.api payments-api: Secret in code (test/refunds/fixtures.ts): false_positive",
      "list.scanform_repository_assignments.routing 23 repositories",
    ]);
    const asked = at.asked().map((each) => each.replace(/\?.*/, ""));
    expect(asked.filter((each) => each === "GET /configurations")).toHaveLength(1);
    expect(asked.filter((each) => each === "GET /all_findings")).toHaveLength(1);
  });

  test("refuses a pattern that is none, and lists nothing of an account that has nothing", async () => {
    const at = await workspace({ core: newer, seed: scaleSeed(0, 0) });
    at.write(list("scanform_configuration", "b", String.raw`name_pattern = "b\\"`), "blocks.tfquery.hcl");
    expect(await at.exits(1, "query")).toContain("config.name_pattern: a pattern cannot end in a single backslash");
    at.write(everything.join(""), "blocks.tfquery.hcl");
    expect(await at.terraform("query")).toContain("returned 0 results");
  });

  test("runs the examples", async () => {
    const at = await workspace({ core: newer });
    for (const type of readdirSync(examples))
      at.write(readFileSync(join(examples, type, "list-resource.tfquery.hcl"), "utf8"), `${type}.tfquery.hcl`);
    expect(await at.terraform("query")).toContain("list.scanform_repository_assignments.routing");
  });

  test("a query of 300 configurations and 3,000 repositories asks for each list once, and a plan of it is empty", async () => {
    const at = await workspace({ core: newer, seed: scaleSeed(300, 3000) });
    at.write(everything.join(""), "blocks.tfquery.hcl");
    at.forget();
    const made = join(temporaryFolder(), "made.tf");
    await at.terraform("query", `-generate-config-out=${made}`);
    const pages = at.requests().map(({ path, query = "" }) => `${path}${query}`);
    expect(new Set(pages).size).toBe(pages.length);
    // the last page of a list of an unusual length is asked for
    expect(pages.length).toBeLessThanOrEqual(6);
    renameSync(made, join(at.folder, "made.tf"));
    expect(await at.terraform("plan")).toMatch(/Plan: \d+ to import, 0 to add, 0 to change, 0 to destroy\./);
  });
});

const deepscans = "scanform_deepscan";

describeWithNewerTerraform(`the action ${deepscans}`, () => {
  const repository = repositoryNamed("payments-api");
  const action = `action "${deepscans}" "now" {
  config {
    repository_id = "${repository}"
  }
}
`;

  test("is invoked by name, and by what triggers it", async () => {
    const at = await workspace({ core: newer });
    at.write(action);
    expect(await at.apply("-invoke=action.scanform_deepscan.now")).toContain("The service has taken the deepscan");
    expect(at.writes()).toEqual([`POST /repositories/${repository}/deepscans`]);
    at.forget();
    at.write(`${action}
resource "scanform_configuration" "strict" {
  name = "strict"
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.scanform_deepscan.now]
    }
  }
}
`);
    await at.apply();
    expect(at.writes()).toEqual(["POST /configurations", `POST /repositories/${repository}/deepscans`]);
    await at.nothingToDo();
  });

  test("is applied as in the example", async () => {
    const at = await workspace({ core: newer });
    at.write(readFileSync(join(repositoryRoot, "examples/terraform/actions", deepscans, "action.tf"), "utf8"));
    await at.apply();
    expect(at.writes()).toEqual(["POST /configurations", `POST /repositories/${repository}/deepscans`]);
  });

  test("is refused in a plan with an id that is none, and in an apply for a repository that is not there", async () => {
    const at = await workspace({ core: newer });
    at.write(action.replace(repository, "payments-api"));
    expect(await at.exits(1, "apply", "-auto-approve", "-invoke=action.scanform_deepscan.now")).toContain("UUID");
    at.write(action.replace(repository, "00000000-0000-4000-8000-00000000000a"));
    const said = await at.exits(1, "apply", "-auto-approve", "-invoke=action.scanform_deepscan.now");
    expect(said).toContain("no repository with the id");
    expect(at.writes()).toEqual([]);
  });

  test("sends nothing where nothing may be written", async () => {
    const at = await workspace({ core: newer, provider: "dry_run = true" });
    at.write(action);
    const said = await at.exits(1, "apply", "-auto-approve", "-invoke=action.scanform_deepscan.now");
    expect(said).toContain(`POST /v1/accounts/${acmeAccountId}/repositories/${repository}/deepscans`);
    expect(at.writes()).toEqual([]);
  });
});
