import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TerraformStack, Testing } from "cdktf";
import { type AssignmentRule, Configuration, l1, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { id, linesOf, problems, resources, sourceLine } from "./synth";

test("keeps the order of rules, which refer to configurations by reference or by id", () => {
  const made = resources((stack) => {
    const strict = new Configuration(stack, "strict", { name: "strict" });
    const elsewhere = Configuration.fromConfigurationId(stack, "elsewhere", id);
    const routing = new RepositoryAssignments(stack, "routing", {
      rules: [{ leave: true, repositoryNames: ["legacy-monolith"] }],
    });
    routing.addRule({ configuration: strict, repositoryPattern: "payments-%", repositoryIds: [id] });
    routing.addRule({ configuration: elsewhere, repositoryPattern: "%" });
  });
  expect(made).toEqual({
    scanform_configuration: { strict: { name: "strict" } },
    scanform_repository_assignments: {
      routing: {
        rules: [
          { leave: true, repository_names: ["legacy-monolith"] },
          {
            configuration_id: "${scanform_configuration.strict.id}",
            repository_ids: [id],
            repository_pattern: "payments-%",
          },
          { configuration_id: id, repository_pattern: "%" },
        ],
      },
    },
  });
});

test("resolves an address that is overridden after a rule has named the configuration", () => {
  const made = resources((stack) => {
    const strict = new Configuration(stack, "strict", { name: "strict" });
    new RepositoryAssignments(stack, "routing", { rules: [{ configuration: strict, repositoryPattern: "%" }] });
    (strict.node.defaultChild as l1.configuration.Configuration).overrideLogicalId("hardened");
  });
  expect(made).toMatchObject({
    scanform_configuration: { hardened: {} },
    scanform_repository_assignments: {
      routing: { rules: [{ configuration_id: "${scanform_configuration.hardened.id}" }] },
    },
  });
});

test("lets a rule name a configuration of another stack", () => {
  const app = Testing.app();
  const first = new TerraformStack(app, "first");
  const second = new TerraformStack(app, "second");
  for (const stack of [first, second]) new ScanformProvider(stack, "scanform");
  const strict = new Configuration(first, "strict", { name: "strict" });
  new RepositoryAssignments(second, "routing", { rules: [{ configuration: strict, repositoryPattern: "%" }] });
  app.synth();
  const [one, two] = [first, second].map((stack) =>
    readFileSync(join(app.outdir, "stacks", stack.node.id, "cdk.tf.json"), "utf8"),
  );
  expect(one).toContain('"value": "${scanform_configuration.strict.id}"');
  expect(two).toContain(
    '"configuration_id": "${data.terraform_remote_state.cross-stack-reference-input-first.outputs.',
  );
});

/** A rule as JavaScript may write it. */
const untyped = (rule: object): AssignmentRule => rule as AssignmentRule;

test("refuses an empty list of rules", () => {
  expect(problems((stack) => new RepositoryAssignments(stack, "routing"))).toContain(
    "[acme/routing] There is no rule: give it one in rules or with addRule",
  );
});

test("keeps the number of a rule after a wrong one, and the place where it was added", () => {
  const found = problems((stack) => {
    const routing = new RepositoryAssignments(stack, "routing", {
      rules: [untyped({ leave: true, repositoryPattern: 7 })],
    });
    routing.addRule({ leave: true, repositoryPattern: "a-%" });
    routing.addRule({ leave: true, repositoryPattern: "b-*" });
  });
  const [first = "", second = "", ...others] = found.split("\n").filter((line) => line.includes("[acme/routing]"));
  expect(others).toEqual([]);
  expect(first).toContain("rule 1: repositoryPattern is 7");
  expect(second).toContain('rule 3: repositoryPattern is "b-*"');
  expect(sourceLine(__filename, first)).toContain("new RepositoryAssignments(");
  expect(sourceLine(__filename, second).trim()).toBe('routing.addRule({ leave: true, repositoryPattern: "b-*" });');
});

test("reports a wrong rule once, and not as out of reach as well", () => {
  const rules = [untyped({ leave: true, repositoryPattern: "%" }), untyped({ leave: true, repositoryPattern: 7 })];
  expect(linesOf(problems((stack) => new RepositoryAssignments(stack, "routing", { rules })))).toHaveLength(1);
});

test("refuses what comes behind a rule that takes everything once, and not what would get the same anyway", () => {
  const found = problems((stack) => {
    const [one, other] = ["one", "other"].map((name) => new Configuration(stack, name, { name }));
    if (one === undefined || other === undefined) throw new Error("too few");
    const routing = new RepositoryAssignments(stack, "routing");
    for (const [configuration, pattern] of [
      [one, "a-%"],
      [one, "a-b-%"],
      [other, "a-c-%"],
      [other, "%"],
      [one, "d"],
      [other, "e"],
      [one, "f"],
    ] as const)
      routing.addRule({ configuration, repositoryPattern: pattern });
  });
  expect(linesOf(found)).toEqual([
    expect.stringContaining('rule 3 can never match, since rule 1 ("a-%") comes first and takes all that it selects.'),
    expect.stringContaining('rule 4 ("%") takes every repository, so rule 5 and rule 7 can never match.'),
  ]);
});
