import { type TerraformResource, type TerraformResourceLifecycle, TerraformStack, Testing } from "cdktf";
import {
  type AssignmentRule,
  Comment,
  Configuration,
  type ConfigurationProps,
  l1,
  RepositoryAssignments,
  RiskLevel,
  ScanformProvider,
} from "../../src/constructs";
import { settingsFields } from "../../src/model/settings";
import { attributes, id, linesOf, problems, resources, sourceLine, synthesized } from "./synth";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The attributes of one configuration, declared with these props and then by `more`. */
const attributesOf = (props: ConfigurationProps, more: (configuration: Configuration) => void = () => undefined) =>
  attributes((stack) => {
    more(new Configuration(stack, "strict", props));
  })["strict"];

test("writes every property under its Terraform name", () => {
  expect(
    attributesOf({
      name: "strict",
      renamedFrom: ["hardened"],
      exclusiveAnalyzers: true,
      comment: Comment.SILENT,
      showScanConfirmation: false,
      riskThreshold: 3,
      analyzers: {
        xss: { enabled: true, silent: false, riskLevel: RiskLevel.FAIL, excludes: ["test/**"], includes: [] },
      },
      codePolicies: [{ id, enabled: true, silent: false, blocking: true }],
      notifications: { enabled: false, deduplicate: true, integrationNames: ["a"] },
      deletionProtection: true,
      forceDestroy: false,
      lifecycle: { preventDestroy: true },
    }),
  ).toEqual({
    name: "strict",
    renamed_from: ["hardened"],
    exclusive_analyzers: true,
    comment: "silent",
    show_scan_confirmation: false,
    risk_threshold: 3,
    analyzers: { xss: { enabled: true, silent: false, risk_level: "fail", excludes: ["test/**"], includes: [] } },
    code_policies: { [id]: { enabled: true, silent: false, blocking: true } },
    notifications: { enabled: false, deduplicate: true, integration_names: ["a"] },
    deletion_protection: true,
    force_destroy: false,
    lifecycle: { create_before_destroy: true, prevent_destroy: true },
  });
});

describe("Terraform creates before it destroys", () => {
  const lifecycleOf = (
    lifecycle?: TerraformResourceLifecycle,
    more: (made: Configuration) => void = () => undefined,
  ) => {
    const { resource } = synthesized((stack) => {
      new ScanformProvider(stack, "scanform");
      const given = lifecycle === undefined ? {} : { lifecycle };
      more(new Configuration(stack, "strict", { name: "strict", ...given }));
    }) as { readonly resource: Readonly<Record<string, Readonly<Record<string, { readonly lifecycle?: unknown }>>>> };
    return resource["scanform_configuration"]?.["strict"]?.lifecycle;
  };

  test("a configuration, also where the lifecycle says something else", () => {
    expect(lifecycleOf()).toEqual({ create_before_destroy: true });
    expect(lifecycleOf({ preventDestroy: true })).toEqual({ create_before_destroy: true, prevent_destroy: true });
    expect(lifecycleOf({ createBeforeDestroy: undefined })).toEqual({ create_before_destroy: true });
  });

  test("unless the lifecycle says that it does not", () => {
    expect(lifecycleOf({ createBeforeDestroy: false })).toEqual({ create_before_destroy: false });
  });

  test("unless the lifecycle of the resource itself is another", () => {
    const own = lifecycleOf(undefined, ({ node }) => {
      (node.defaultChild as TerraformResource).lifecycle = { preventDestroy: true };
    });
    expect(own).toEqual({ prevent_destroy: true });
    const overridden = lifecycleOf(undefined, ({ node }) => {
      (node.defaultChild as TerraformResource).addOverride("lifecycle.create_before_destroy", false);
    });
    expect(overridden).toEqual({ create_before_destroy: false });
  });

  test("an extension, whatever the lifecycle of its base", () => {
    const { resource } = synthesized((stack) => {
      new ScanformProvider(stack, "scanform");
      const base = new Configuration(stack, "strict", { name: "strict", lifecycle: { createBeforeDestroy: false } });
      Configuration.extend(stack, "team", base, { name: "team" });
    });
    expect(resource).toMatchObject({
      scanform_configuration: { team: { lifecycle: { create_before_destroy: true } } },
    });
  });
});

test("omits absent properties and writes empty ones", () => {
  expect(attributesOf({ name: "strict" })).toEqual({ name: "strict" });
  expect(
    attributesOf({ name: "strict", analyzers: {}, codePolicies: [], notifications: { integrationNames: [] } }),
  ).toEqual({ name: "strict", analyzers: {}, code_policies: {}, notifications: { integration_names: [] } });
});

test("merges later additions with the props", () => {
  const attributes = attributesOf(
    {
      name: "strict",
      analyzers: { xss: { enabled: true } },
      notifications: { deduplicate: true, integrationNames: ["a"] },
    },
    (strict) => {
      strict.addAnalyzer("secrets", { blocking: true });
      strict.addCodePolicy({ id, enabled: true });
      strict.notify("b", "a");
      strict.notify("c");
    },
  );
  expect(attributes).toEqual({
    name: "strict",
    analyzers: { xss: { enabled: true }, secrets: { blocking: true } },
    code_policies: { [id]: { enabled: true } },
    notifications: { enabled: true, deduplicate: true, integration_names: ["a", "b", "c"] },
  });
});

test("notify declares that notifications are enabled, unless the props say otherwise", () => {
  const notify = (configuration: Configuration) => {
    configuration.notify("a");
  };
  expect(attributesOf({ name: "x" }, notify)).toMatchObject({
    notifications: { enabled: true, integration_names: ["a"] },
  });
  expect(attributesOf({ name: "x", notifications: { enabled: false } }, notify)).toMatchObject({
    notifications: { enabled: false },
  });
});

test("notify without names declares nothing", () => {
  expect(
    attributesOf({ name: "x" }, (configuration) => {
      configuration.notify();
    }),
  ).toEqual({ name: "x" });
});

test("has a constant for each value of the model, and no other", () => {
  const comment: readonly `${Comment}`[] = settingsFields.comment.values;
  const riskLevel: readonly `${RiskLevel}`[] = settingsFields.analyzers.entry.risk_level.values;
  expect(Object.values(Comment)).toEqual(comment);
  expect(Object.values(RiskLevel)).toEqual(riskLevel);
});

test("refuses a policy that is there twice", () => {
  const codePolicies = [{ id }, { id: id.toUpperCase() }];
  expect(problems((stack) => new Configuration(stack, "strict", { name: "x", codePolicies }))).toContain(
    `codePolicies has the code policy "${id.toUpperCase()}" twice`,
  );
});

test("importFrom writes an import block without a terraform binary", () => {
  const path = process.env.PATH;
  process.env.PATH = "";
  try {
    const json = synthesized((stack) => {
      const provider = new ScanformProvider(stack, "scanform", { alias: "west" });
      new Configuration(stack, "strict", { name: "strict", provider }).importFrom(id);
      new Configuration(stack, "plain", { name: "plain" }).importFrom(id);
    });
    expect(json["import"]).toEqual([
      { to: "scanform_configuration.strict", id, provider: "scanform.west" },
      { to: "scanform_configuration.plain", id },
    ]);
  } finally {
    process.env.PATH = path;
  }
});

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
