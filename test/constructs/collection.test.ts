import { readFileSync } from "node:fs";
import { TerraformStack, TerraformVariable, Testing } from "cdktf";
import { join } from "node:path";
import { Configurations, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { problems, resources, sourceLine } from "./synth";

test("names the nearest key where a rule names one that the collection does not have", () => {
  const found = problems((stack) => {
    const teams = new Configurations(stack, "teams", { configurations: { payments: {} } });
    new RepositoryAssignments(stack, "routing", {
      rules: [{ configuration: teams.configuration("payment"), repositoryPattern: "%" }],
    });
  });
  expect(found).toContain('The collection has no configuration "payment". Did you mean "payments"?');
});

test("gives a mistake in a configuration that was added the place where it was added", () => {
  const found = problems((stack) => {
    const teams = new Configurations(stack, "teams", { configurations: { web: {} } });
    teams.addConfiguration("payments", { name: "" });
  });
  expect(found).toContain("[acme/teams] configurations.payments.name is empty");
  expect(sourceLine(__filename, found)).toContain("addConfiguration");
});

test("gives each key a configuration of its own, also where a path would take two for one", () => {
  const keys = ["team/web", "team--web", "team/web"];
  const made = resources((stack) => {
    const teams = new Configurations(stack, "teams", {
      configurations: { "team/web": { name: "one" }, "team--web": { name: "two" } },
    });
    const rules = keys.map((key, at) => ({
      configuration: teams.configuration(key),
      repositoryPattern: `team-${String(at)}-%`,
    }));
    new RepositoryAssignments(stack, "routing", { rules });
  });
  expect(made["scanform_repository_assignments"]).toMatchObject({
    routing: {
      rules: keys.map((key) => ({ configuration_id: `\${scanform_configurations.teams.configurations["${key}"].id}` })),
    },
  });
});

test("refuses to add to a collection that only Terraform knows", () => {
  const found = problems((stack) => {
    const configurations = new TerraformVariable(stack, "known-later", {}).value as never;
    new Configurations(stack, "teams", { configurations }).addConfiguration("web", {});
  });
  expect(found).toContain(
    "[acme/teams] configurations is known to Terraform alone, so addConfiguration cannot add to it.",
  );
});

test("lets a rule name a configuration of a collection of another stack", () => {
  const app = Testing.app();
  const [first, second] = [new TerraformStack(app, "first"), new TerraformStack(app, "second")];
  for (const stack of [first, second]) new ScanformProvider(stack, "scanform");
  const teams = new Configurations(first, "teams", { configurations: { web: {} } });
  const rules = [{ configuration: teams.configuration("web"), repositoryPattern: "%" }];
  new RepositoryAssignments(second, "routing", { rules });
  app.synth();
  const [one, two] = [first, second].map((stack) =>
    readFileSync(join(app.outdir, "stacks", stack.node.id, "cdk.tf.json"), "utf8"),
  );
  expect(one).toContain('"value": "${scanform_configurations.teams.configurations[\\"web\\"].id}"');
  expect(two).toContain(
    '"configuration_id": "${data.terraform_remote_state.cross-stack-reference-input-first.outputs.',
  );
});
