import { Token } from "cdktf";
import { Configuration, RepositoryAssignments } from "../../../src/constructs";
import { type Given, given, list } from "../given-tokens";
import { problemsOf } from "../synth";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

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
    "rules[0] is an expression that was spread",
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
    "analyzers is known to Terraform alone. addAnalyzer cannot add to it",
  ],
  [
    "a code policy added to a token",
    (each) => {
      strict({ codePolicies: each.variable.value as unknown }, (configuration) => {
        configuration.addCodePolicy({ id });
      })(each);
    },
    "codePolicies is known to Terraform alone. addCodePolicy cannot add to it",
  ],
  [
    "a name added to a token",
    (each) => {
      strict({ notifications: each.variable.value as unknown }, (configuration) => {
        configuration.notify("a");
      })(each);
    },
    "notifications is known to Terraform alone, so notify cannot add to it",
  ],
  [
    "a rule added to a token",
    ({ stack, variable }) => {
      new RepositoryAssignments(stack, "routing", { rules: variable.value as never }).addRule({
        leave: true,
        repositoryPattern: "%",
      });
    },
    "[acme/routing] rules is known to Terraform alone, so addRule cannot add to it",
  ],
])("refuses %s", (_what, declare, message) => {
  const found = problemsOf(given(declare));
  expect(found).toContain(message);
  expect(found.split("\n").filter((line) => /^\s*\[/.test(line))).toHaveLength(1);
});
