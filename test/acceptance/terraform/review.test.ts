import { describeWithTerraform } from "../../support/terraform";
import {
  configurationNamed,
  repositoryNamed,
  type Workspace,
  reattachedWorkspace as workspace,
  workspace as workspaceOfManyProcesses,
} from "./workspace";

const strict = "scanform_configuration.strict";
const routing = "scanform_repository_assignments.routing";

/** A configuration, and rules that give it repositories. */
const declared = (name: string, inside: string, repositories: readonly string[]): string => `
resource "scanform_configuration" "${name}" {
  name = "${name}"
  ${inside}
}
${repositories.length === 0 ? "" : routed(`scanform_configuration.${name}.id`, repositories)}`;

const routed = (to: string, repositories: readonly string[]): string => `
resource "scanform_repository_assignments" "routing" {
  rules = [{ configuration_id = ${to}, repository_names = ${JSON.stringify(repositories)} }]
}
`;
const blocking = (value: boolean): string =>
  `analyzers = { secrets = { enabled = true, blocking = ${String(value)} } }`;

interface PlannedChange {
  readonly address: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly after: { readonly review?: { readonly weakens: number; readonly [name: string]: unknown } } | null;
    readonly after_unknown: { readonly review?: unknown };
  };
}

/** Plans into `saved`. @returns each planned change by its address */
async function planned(
  at: Workspace,
  ...flags: readonly string[]
): Promise<ReadonlyMap<string, PlannedChange["change"]>> {
  await at.terraform("plan", "-out", "saved", ...flags);
  const { code, stdout } = await at.raw.run("show", "-json", "saved");
  expect(code).toBe(0);
  const { resource_changes: all } = JSON.parse(stdout) as { readonly resource_changes: readonly PlannedChange[] };
  return new Map(all.map(({ address, change }) => [address, change]));
}

/** A policy, as one is written over `terraform show -json`: the addresses that it denies. */
const denied = (changes: ReadonlyMap<string, PlannedChange["change"]>): readonly string[] =>
  [...changes].flatMap(([address, { actions, after, after_unknown: unknown }]) =>
    !actions.includes("no-op") && ((after?.review?.weakens ?? 0) > 0 || unknown.review === true) ? [address] : [],
  );

describeWithTerraform("the review of a plan", () => {
  test("is the same when the service lists the repositories in another order each time", async () => {
    const at = await workspace({ profile: { order: "shuffled" } });
    at.write(`resource "scanform_configuration" "taken_over" {
  name    = "default"
  comment = "disabled"
}`);
    await planned(at);
    await at.terraform("apply", "saved");
    await at.nothingToDo();
  });

  test("rules that exist are extended by a configuration that the same apply creates", async () => {
    const at = await workspace();
    at.write(declared("first", blocking(true), ["docs-site"]));
    await at.apply();
    const second = `
resource "scanform_configuration" "second" {
  name = "second"
}
resource "scanform_repository_assignments" "routing" {
  rules = [
    { configuration_id = scanform_configuration.second.id, repository_names = ["checkout"] },
    { configuration_id = scanform_configuration.first.id, repository_names = ["docs-site"] },
  ]
}`;
    at.write(declared("first", blocking(true), []) + second);
    await planned(at);
    await at.terraform("apply", "saved");
    expect(at.state(routing)).toMatchObject({ review: { details: expect.anything() as unknown } });
    await at.nothingToDo();
    // the same without a saved plan
    const third = `resource "scanform_configuration" "third" {
  name = "third"
}
`;
    at.write(declared("first", blocking(true), []) + third + second.replace("second.id", "third.id"));
    await at.apply();
    await at.nothingToDo();
  });

  test("counts who has the configuration, is what a policy reads, and stays as planned though the account changes", async () => {
    const at = await workspaceOfManyProcesses();
    at.write(declared("strict", blocking(true), ["checkout", "docs-site"]));
    const made = await planned(at);
    expect(made.get(strict)?.after?.review).toMatchObject({ weakens: 0, unclassified: 0, strengthens: 0, details: [] });
    // the target is known only after apply
    expect(made.get(routing)?.after_unknown.review).toBe(true);
    await at.terraform("apply", "saved");
    expect(at.state(routing)).toMatchObject({ review: { details: expect.anything() as unknown } });
    await at.nothingToDo();

    at.write(declared("strict", blocking(false), ["checkout", "docs-site"]));
    const changes = await planned(at);
    expect(denied(changes)).toEqual([strict]);
    const review = {
      weakens: 2,
      unclassified: 0,
      strengthens: 0,
      summary: expect.stringMatching(/^weakens 2 repositories, as of the refresh at [-:TZ\d]+$/) as string,
      details: [
        '2 repositories, which have "strict": "checkout" and "docs-site"',
        "  weaker: secrets no longer blocks pull requests (true -> false)",
      ],
    };
    expect(changes.get(strict)?.after?.review).toEqual(review);
    await at.elsewhere("POST", "/configurations/assign_repositories", {
      configuration_id: at.live("strict").id,
      repository_ids: [repositoryNamed("payments-api")],
    });
    await at.meddle(at.live("strict").id, { comment: "enabled" });
    await at.terraform("apply", "saved");
    expect(at.state(strict)).toMatchObject({ review: changes.get(strict)?.after?.review });
    await at.nothingToDo();
  });

  test("counts the repositories that move, by what their target becomes in the same plan", async () => {
    const at = await workspace();
    const both = (value: boolean, to: string): string =>
      declared("strict", blocking(value), []) + declared("lax", blocking(value), []) + routed(to, ["checkout"]);
    at.write(both(true, `${strict}.id`));
    await at.apply();
    at.write(both(false, "scanform_configuration.lax.id"));
    const changes = await planned(at);
    expect(changes.get(routing)?.after?.review).toMatchObject({
      weakens: 1,
      details: [
        expect.stringMatching(/^1 repository, "strict" -> "lax" \(rule 1: checkout\): "checkout"$/),
        "  weaker: secrets no longer blocks pull requests (true -> false)",
      ],
    });
    expect(changes.get(strict)?.after?.review).toMatchObject({ weakens: 1 });
    expect(denied(changes)).toEqual([strict, routing]);
    // what is applied is what was reviewed, whatever else the account holds by then
    await at.meddle(at.live("strict").id, { comment: "enabled" });
    await at.meddle(at.live("lax").id, { risk_threshold: 4 });
    await at.terraform("apply", "saved");
    expect(at.state(routing)).toMatchObject({ review: { weakens: 1, unclassified: 0 } });
    await at.nothingToDo();
  });

  test.each([1, 10])("is known where a configuration changes and gets more repositories: %d at once", async (many) => {
    const at = await workspace();
    const flag = `-parallelism=${String(many)}`;
    const stays = declared("other", blocking(true), []);
    at.write(stays + declared("strict", blocking(true), ["checkout"]));
    await at.apply();
    const second = `
resource "scanform_repository_assignments" "second" {
  rules = [{ configuration_id = scanform_configuration.other.id, repository_names = ["docs-site", "payments-api"] }]
}
`;
    at.write(stays + declared("strict", blocking(true), ["checkout"]) + second);
    await at.apply();
    at.write(stays + declared("strict", blocking(false), ["checkout", "docs-site", "payments-api"]));
    const changes = await planned(at, flag);
    expect(changes.get(strict)?.after?.review).toMatchObject({ weakens: 1 });
    expect(changes.get(routing)?.after?.review).toMatchObject({ weakens: 2 });
    expect(denied(changes)).toEqual([strict, routing]);
    await at.terraform("apply", flag, "saved");
    await at.nothingToDo();
    // without a refresh it is of the last one, and says so
    at.write(stays + declared("strict", blocking(true), ["checkout"]));
    const unrefreshed = await planned(at, flag, "-refresh=false");
    expect(unrefreshed.get(strict)?.after?.review?.["summary"]).toMatch(/^strengthens 3 repositories/);
    await at.terraform("apply", flag, "saved");
    await at.nothingToDo();
  });

  test("is the same while everything is applied at once: rules that are new, their target edited, another created", async () => {
    const at = await workspace();
    at.write(declared("strict", blocking(true), []));
    await at.apply();
    await at.elsewhere("POST", "/configurations/assign_repositories", {
      configuration_id: at.live("strict").id,
      repository_ids: [repositoryNamed("docs-site")],
    });
    const { id } = at.live("strict");
    at.write(`${declared("strict", blocking(false), ["checkout", "docs-site", "payments-api"])}
resource "scanform_configuration" "new" {
  name = "new"
  ${blocking(true)}
}
resource "scanform_repository_assignments" "second" {
  rules = [{ configuration_id = "${configurationNamed("baseline")}", repository_names = ["legacy-monolith"] }]
}
`);
    const changes = await planned(at);
    // rules that are new have no refresh that would have seen what their target becomes
    expect(denied(changes)).toEqual(expect.arrayContaining([strict, routing]));
    expect(changes.get(routing)?.after_unknown.review).toBe(true);
    expect(changes.get("scanform_repository_assignments.second")?.after?.review).toMatchObject({ weakens: 0 });
    await at.terraform("apply", "saved");
    expect(at.live("strict").id).toBe(id);
    await at.nothingToDo();
  });

  test("is asserted on by terraform test", async () => {
    const at = await workspace();
    at.write(`variable "blocking" { default = true }
${declared("strict", "analyzers = { secrets = { enabled = true, blocking = var.blocking } }", ["checkout"])}`);
    at.write(
      `run "made" {}
run "weakened" {
  command = plan
  variables { blocking = false }
  assert {
    condition     = scanform_configuration.strict.review.weakens == 0
    error_message = "It weakens: \${scanform_configuration.strict.review.summary}"
  }
}
`,
      "main.tftest.hcl",
    );
    const said = await at.exits(1, "test");
    expect(said).toContain("It weakens: weakens 1 repository");
    expect(said).toContain('run "made"... pass');
  });
});
