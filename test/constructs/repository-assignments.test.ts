import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TerraformStack, Testing } from "cdktf";
import {
  type AssignmentRule,
  Configuration,
  l1,
  RepositoryAssignments,
  type RepositoryAssignmentsProps,
  ScanformProvider,
} from "../../src/constructs";
import { problemsOf, synthesized } from "./synth";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

test("rules keep their order and refer to configurations by reference or by id", () => {
  const json = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    const strict = new Configuration(stack, "strict", { name: "strict" });
    const elsewhere = Configuration.fromConfigurationId(stack, "elsewhere", id);
    const routing = new RepositoryAssignments(stack, "routing", {
      rules: [{ leave: true, repositoryNames: ["legacy-monolith"] }],
    });
    routing.addRule({ configuration: strict, repositoryPattern: "payments-%", repositoryIds: [id] });
    routing.addRule({ configuration: elsewhere, repositoryPattern: "%" });
  });
  expect(json["resource"]).toEqual({
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

test("an address may be overridden after a rule has named the configuration", () => {
  const json = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    const strict = new Configuration(stack, "strict", { name: "strict" });
    new RepositoryAssignments(stack, "routing", { rules: [{ configuration: strict, repositoryPattern: "%" }] });
    (strict.node.defaultChild as l1.configuration.Configuration).overrideLogicalId("hardened");
  });
  expect(json["resource"]).toMatchObject({
    scanform_configuration: { hardened: {} },
    scanform_repository_assignments: {
      routing: { rules: [{ configuration_id: "${scanform_configuration.hardened.id}" }] },
    },
  });
});

test("a rule may name a configuration of another stack", () => {
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

const problems = (props: RepositoryAssignmentsProps): string =>
  problemsOf((stack) => {
    new ScanformProvider(stack, "scanform");
    new RepositoryAssignments(stack, "routing", props);
  });

/** Rules as JavaScript may write them. */
const untyped = (rule: object): AssignmentRule => rule as AssignmentRule;
const strict = { configurationId: id };

test.each([
  [
    "no selector",
    untyped({ leave: true }),
    "rules[0] selects no repository. Give it repositoryNames, repositoryIds or",
  ],
  [
    "empty selectors",
    untyped({ leave: true, repositoryNames: [], repositoryPattern: "" }),
    "rules[0] selects no repository",
  ],
  ["no target", untyped({ repositoryPattern: "%" }), "rules[0] neither assigns a configuration nor"],
  ["leave: false", untyped({ leave: false, repositoryPattern: "%" }), "rules[0] neither assigns"],
  ["a name as configuration", untyped({ configuration: "strict", repositoryPattern: "%" }), "which is not a UUID"],
  ["two targets", untyped({ leave: true, configuration: strict, repositoryPattern: "%" }), "rules[0] both assigns"],
  ["half an escape", untyped({ leave: true, repositoryPattern: "a\\" }), "a pattern cannot end in a single backslash"],
])("refuses a rule with %s", (_what, rule, message) => {
  expect(problems({ rules: [rule] })).toContain("[acme/routing] rules[0]");
  expect(problems({ rules: [rule] })).toContain(message);
});

test("refuses an empty list of rules", () => {
  expect(problems({})).toContain("[acme/routing] There is no rule: give it one in rules or with addRule");
});

test("a rule after a wrong one keeps its number, and the place where it was added", () => {
  const found = problemsOf((stack) => {
    new ScanformProvider(stack, "scanform");
    const routing = new RepositoryAssignments(stack, "routing", {
      rules: [untyped({ leave: true, repositoryPattern: 7 })],
    });
    routing.addRule({ leave: true, repositoryPattern: "a-%" });
    routing.addRule({ leave: true, repositoryPattern: "b-*" });
  });
  const [first = "", second = "", ...others] = found.split("\n").filter((line) => line.includes("[acme/routing]"));
  expect(others).toEqual([]);
  expect(first).toContain("rules[0].repositoryPattern is 7");
  expect(second).toContain('rules[2].repositoryPattern is "b-*"');
  const lines = readFileSync(__filename, "utf8").split("\n");
  const lineOf = (problem: string): string | undefined => lines[Number(/:(\d+):\d+\)$/.exec(problem)?.[1]) - 1]?.trim();
  expect(lineOf(first)).toContain("new RepositoryAssignments(");
  expect(lineOf(second)).toBe('routing.addRule({ leave: true, repositoryPattern: "b-*" });');
});

test("a wrong rule is not said to be out of reach as well", () => {
  const rules = [untyped({ leave: true, repositoryPattern: "%" }), untyped({ leave: true, repositoryPattern: 7 })];
  expect(problems({ rules }).match(/\[acme\/routing\]/g)).toHaveLength(1);
});
