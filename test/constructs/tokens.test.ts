import { Fn, Lazy, type TerraformElement, TerraformOutput, Token } from "cdktf";
import {
  Comment,
  Configuration,
  DataScanformCustomPolicy,
  RepositoryAssignments,
  ScanformProvider,
} from "../../src/constructs";
import { type Given, given, list } from "./given-tokens";
import { id, linesOf, problemsOf, synthesized, withoutDefaults } from "./synth";

const resourcesOf = (declare: (given: Given) => void): unknown => {
  expect(problemsOf(given(declare))).toBe("");
  return withoutDefaults(synthesized(given(declare))["resource"]);
};

test("accepts a token as every setting of a configuration", () => {
  const resources = resourcesOf(({ stack, variable, live }) => {
    new Configuration(stack, "strict", {
      name: variable.stringValue,
      renamedFrom: list,
      comment: live.comment as never,
      riskThreshold: variable.numberValue,
      exclusiveAnalyzers: variable.booleanValue,
      analyzers: {
        [variable.stringValue]: { enabled: variable.booleanValue, excludes: list, includes: variable.listValue },
        xss: live.analyzers.get('"xss"'),
        secrets: Lazy.anyValue({ produce: () => ({ enabled: true }) }),
      },
      codePolicies: [{ id: new DataScanformCustomPolicy(stack, "policy", { title: "p" }).id, enabled: true }],
      notifications: { integrationNames: live.notifications.integrationNames },
    });
  });
  expect(resources).toEqual({
    scanform_configuration: {
      strict: {
        name: "${var.any}",
        renamed_from: '${concat(["a"], ["b"])}',
        comment: "${data.scanform_configuration.live.comment}",
        risk_threshold: "${var.any}",
        exclusive_analyzers: "${var.any}",
        analyzers: {
          "${var.any}": { enabled: "${var.any}", excludes: '${concat(["a"], ["b"])}', includes: "${var.any}" },
          xss: '${data.scanform_configuration.live.analyzers["xss"]}',
          secrets: { enabled: true },
        },
        code_policies: { "${data.scanform_custom_policy.policy.id}": { enabled: true } },
        notifications: {
          integration_names: "${tolist(data.scanform_configuration.live.notifications.integration_names)}",
        },
      },
    },
  });
});

test.each<[string, (given: Given) => unknown, string]>([
  ["a function", () => Fn.merge([{ xss: { enabled: true } }]) as unknown, '${merge({"xss" = {"enabled" = true}})}'],
  ["a variable", ({ variable }) => variable.value as unknown, "${var.any}"],
  ["a map token", ({ variable }) => Token.asAnyMap(variable.value), "${var.any}"],
  ["a map token that is spread", ({ variable }) => ({ ...Token.asAnyMap(variable.value) }), "${var.any}"],
  ["another's attribute", ({ live }) => live.analyzers, "${data.scanform_configuration.live.analyzers}"],
])("analyzers, code policies and notifications may be %s as a whole", (_what, token, text) => {
  const resources = resourcesOf((each) => {
    const whole = token(each) as never;
    new Configuration(each.stack, "strict", {
      name: "strict",
      analyzers: whole,
      codePolicies: whole,
      notifications: whole,
    });
  });
  expect(resources).toEqual({
    scanform_configuration: { strict: { name: "strict", analyzers: text, code_policies: text, notifications: text } },
  });
});

test("accepts tokens as rules, and as their parts", () => {
  const resources = resourcesOf(({ stack, variable }) => {
    const strict = new Configuration(stack, "strict", { name: "strict" });
    new RepositoryAssignments(stack, "parts", {
      rules: [
        { configuration: strict, repositoryNames: list },
        { configuration: strict.configurationId, repositoryIds: variable.listValue },
        { configuration: id, repositoryPattern: variable.stringValue },
        { configuration: variable.stringValue, repositoryNames: [variable.stringValue, "a"] },
      ],
    });
    new RepositoryAssignments(stack, "whole", { rules: variable.value as never });
    new RepositoryAssignments(stack, "spread", { rules: [...variable.listValue] as never });
  });
  expect(resources).toMatchObject({
    scanform_repository_assignments: {
      parts: {
        rules: [
          { configuration_id: "${scanform_configuration.strict.id}", repository_names: '${concat(["a"], ["b"])}' },
          { configuration_id: "${scanform_configuration.strict.id}", repository_ids: "${var.any}" },
          { configuration_id: id, repository_pattern: "${var.any}" },
          { configuration_id: "${var.any}", repository_names: ["${var.any}", "a"] },
        ],
      },
      whole: { rules: "${var.any}" },
      spread: { rules: "${var.any}" },
    },
  });
});

test("attributes that Terraform computes are typed tokens", () => {
  const { output } = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    const strict = new Configuration(stack, "strict", { name: "strict" });
    const configuration = { configuration: strict, repositoryPattern: "%" };
    const routing = new RepositoryAssignments(stack, "routing", { rules: [configuration] });
    const texts: readonly string[] = [strict.createdAt, routing.assignedDigest];
    const { weaker, stronger, unclassified } = strict.review;
    const assigned: Readonly<Record<string, number>> = routing.assigned;
    for (const [name, value] of Object.entries({
      texts: [...texts],
      moves: routing.review.moves,
      weaker,
      stronger,
      unclassified,
      assigned,
      count: Fn.lookup(assigned, strict.configurationId) as unknown,
    } satisfies Readonly<Record<string, unknown>>))
      new TerraformOutput(stack, name, { value, staticId: true });
    // it has been read already, and is resolved after this
    (strict.node.defaultChild as TerraformElement).overrideLogicalId("hardened");
  });
  const [hardened, rules] = ["scanform_configuration.hardened", "scanform_repository_assignments.routing"];
  expect(output).toEqual({
    texts: { value: [`\${${hardened}.created_at}`, `\${${rules}.assigned_digest}`] },
    moves: { value: `\${${rules}.review.moves}` },
    weaker: { value: `\${${hardened}.review.weaker}` },
    stronger: { value: `\${${hardened}.review.stronger}` },
    unclassified: { value: `\${${hardened}.review.unclassified}` },
    assigned: { value: `\${${rules}.assigned}` },
    count: { value: `\${${rules}.assigned[${hardened}.id]}` },
  });
});

test("adds names with notify to names that only Terraform knows", () => {
  const resources = resourcesOf(({ stack, variable, live }) => {
    new Configuration(stack, "set", {
      name: "set",
      notifications: { integrationNames: live.notifications.integrationNames },
    }).notify("a", "b");
    new Configuration(stack, "function", { name: "function", notifications: { integrationNames: list } }).notify("c");
    new Configuration(stack, "spread", { name: "spread" }).notify(...variable.listValue);
    new Configuration(stack, "single", { name: "single" }).notify(variable.stringValue);
  });
  const names = (text: unknown) => ({ notifications: { enabled: true, integration_names: text } });
  expect(resources).toMatchObject({
    scanform_configuration: {
      set: names(
        '${distinct(concat(tolist(tolist(data.scanform_configuration.live.notifications.integration_names)), ["a", "b"]))}',
      ),
      function: names('${distinct(concat(tolist(concat(["a"], ["b"])), ["c"]))}'),
      spread: names("${var.any}"),
      single: names(["${var.any}"]),
    },
  });
});

test("accepts a configuration of which only Terraform knows the id", () => {
  const resources = resourcesOf(({ stack, variable }) => {
    const live = Configuration.fromConfigurationId(stack, "by-id", variable.stringValue);
    new RepositoryAssignments(stack, "routing", { rules: [{ configuration: live, repositoryPattern: "%" }] });
    Configuration.fromLookup(stack, "by-name", { name: variable.stringValue });
  });
  expect(resources).toMatchObject({
    scanform_repository_assignments: { routing: { rules: [{ configuration_id: "${var.any}" }] } },
  });
});

test("accepts members of the enums and their values alike", () => {
  const resources = resourcesOf(({ stack }) => {
    new Configuration(stack, "one", { name: "one", comment: Comment.SILENT, analyzers: { a: { riskLevel: "high" } } });
    new Configuration(stack, "two", { name: "two", comment: "silent" });
  });
  expect(resources).toMatchObject({
    scanform_configuration: { one: { comment: "silent" }, two: { comment: "silent" } },
  });
});

const strict = (props: object, more: (strict: Configuration) => void = () => undefined) => {
  return ({ stack }: Given): void => {
    more(new Configuration(stack, "strict", { name: "strict", ...props }));
  };
};

test.each<[string, (given: Given) => void, string]>([
  [
    "a function's list, spread",
    strict({ renamedFrom: [...list] }),
    "renamedFrom is text with an expression, taken apart",
  ],
  [
    "the same among others",
    strict({ renamedFrom: ["x", ...list] }),
    "renamedFrom is text with an expression, taken apart",
  ],
  [
    "a function's map, spread",
    strict({ analyzers: Object.assign({}, list) }),
    "analyzers is text with an expression, taken apart",
  ],
  [
    "the same as properties",
    strict(Object.assign({}, list)),
    "Its argument is text with an expression, taken apart into characters",
  ],
  [
    "a function's list as names",
    strict({}, (configuration) => {
      configuration.notify(...list);
    }),
    "notify takes single names. Give a list that only Terraform knows to notifications.integrationNames",
  ],
  [
    "a list token among others",
    (each) => {
      strict({ renamedFrom: ["x", ...each.variable.listValue] })(each);
    },
    "renamedFrom adds to a list that only Terraform knows. Write Fn.concat([list, [...]])",
  ],
  [
    "a map token among others",
    (each) => {
      strict({ analyzers: { xss: {}, ...Token.asAnyMap(each.variable.value) } })(each);
    },
    "analyzers adds to a map that only Terraform knows. Write Fn.merge([map, {...}])",
  ],
  [
    "an expression of any type, spread",
    (each) => {
      strict({ analyzers: { ...(each.variable.value as object) } })(each);
    },
    "analyzers is an expression that was spread. Give it the list or map itself, without the three dots",
  ],
  [
    "the same among others, in a rule",
    (each) => {
      new RepositoryAssignments(each.stack, "routing", { rules: [{ leave: true, ...each.variable.value } as never] });
    },
    "rule 1 is an expression that was spread",
  ],
  [
    "one of a list token",
    (each) => {
      strict({ comment: "silent", name: each.variable.listValue[0] })(each);
    },
    "name is a list that only Terraform knows. Give it one text, such as Fn.element(list, 0)",
  ],
  [
    "an analyzer added to a token",
    (each) => {
      strict({ analyzers: each.variable.value as unknown }, (configuration) => {
        configuration.addAnalyzer("xss", { enabled: true });
      })(each);
    },
    "analyzers is known only to Terraform. addAnalyzer cannot add to it",
  ],
  [
    "a code policy added to a token",
    (each) => {
      strict({ codePolicies: each.variable.value as unknown }, (configuration) => {
        configuration.addCodePolicy({ id });
      })(each);
    },
    "codePolicies is known only to Terraform. addCodePolicy cannot add to it",
  ],
  [
    "a name added to a token",
    (each) => {
      strict({ notifications: each.variable.value as unknown }, (configuration) => {
        configuration.notify("a");
      })(each);
    },
    "notifications is known only to Terraform, so notify cannot add to it",
  ],
  [
    "a rule added to a token",
    ({ stack, variable }) => {
      new RepositoryAssignments(stack, "routing", { rules: variable.value as never }).addRule({
        leave: true,
        repositoryPattern: "%",
      });
    },
    "[acme/routing] rules is known only to Terraform, so addRule cannot add to it",
  ],
])("refuses %s", (_what, declare, message) => {
  const found = problemsOf(given(declare));
  expect(found).toContain(message);
  expect(linesOf(found)).toHaveLength(1);
});

test("counts a rule that Terraform alone knows where it says which one is out of reach", () => {
  const found = problemsOf(
    given(({ stack, variable }) => {
      const rules = [
        variable.value,
        { leave: true, repositoryPattern: "a%" },
        { configuration: "5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34", repositoryNames: ["ab"] },
      ];
      new RepositoryAssignments(stack, "routing", { rules: rules as never });
    }),
  );
  expect(found).toContain('rule 3 can never match, since rule 2 ("a%") comes first');
});
