import { Testing, TerraformStack } from "cdktf";
import { type AssignmentRule, RepositoryAssignments } from "../../src/constructs";
import { desiredOf, type RuleInput } from "../../src/library/input";
import { problemsOf } from "../../src/terraform/assignments/rules";
import { problems, routing } from "../declaration/folder";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

/** A rule in one form, from which each way in has its own. */
interface Rule {
  readonly configuration?: string;
  readonly leave?: boolean;
  readonly ids?: readonly string[];
  readonly names?: readonly string[];
  readonly pattern?: string;
}

/** How many problems each way in reports of a rule. */
const ways: Readonly<Record<string, (rule: Rule) => number>> = {
  "the CLI": ({ configuration, leave, ids, names, pattern }) =>
    problems(
      routing({
        configuration_id: configuration,
        leave,
        repository_ids: ids,
        repository_names: names,
        repository_pattern: pattern,
      }),
    ).length,
  terraform: ({ configuration = null, leave = null, ids = null, names = null, pattern = null }) =>
    problemsOf({
      rules: [
        {
          configuration_id: configuration,
          leave,
          repository_ids: ids,
          repository_names: names,
          repository_pattern: pattern,
        },
      ],
    }).length,
  constructs: ({ configuration, ids, names, pattern, leave }) => {
    const stack = new TerraformStack(Testing.app(), "acme");
    const rule = { configuration, leave, repositoryIds: ids, repositoryNames: names, repositoryPattern: pattern };
    return new RepositoryAssignments(stack, "routing", { rules: [rule as AssignmentRule] }).node.validate().length;
  },
  "the library": ({ configuration, leave, ids, names, pattern }) => {
    const rule = {
      configuration: configuration === undefined ? undefined : { id: configuration },
      leave,
      repositoryIds: ids,
      repositoryNames: names,
      repositoryPattern: pattern,
    };
    try {
      desiredOf({ rules: [rule as RuleInput] });
      return 0;
    } catch (thrown) {
      return (thrown as { readonly diagnostics: readonly unknown[] }).diagnostics.length;
    }
  },
};

test.each<readonly [string, Rule, number]>([
  ["assigns a configuration by a pattern", { configuration: id, pattern: "%" }, 0],
  ["leaves repositories by name", { leave: true, names: ["a"] }, 0],
  ["leaves repositories by id", { leave: true, ids: [id] }, 0],
  ["assigns, and says leave: false", { configuration: id, leave: false, pattern: "%" }, 0],
  ["has an empty list beside another selector", { leave: true, ids: [], pattern: "a%" }, 0],
  ["has an empty pattern beside another selector", { leave: true, names: ["a"], pattern: "" }, 0],
  ["has no selector", { leave: true }, 1],
  ["has an empty list of ids alone", { leave: true, ids: [] }, 1],
  ["has an empty list of names alone", { configuration: id, names: [] }, 1],
  ["has an empty pattern alone", { configuration: id, pattern: "" }, 1],
  ["has empty selectors only", { leave: true, ids: [], names: [], pattern: "" }, 1],
  ["has two targets", { configuration: id, leave: true, pattern: "%" }, 1],
  ["has no target", { pattern: "%" }, 1],
  ["says leave: false alone", { leave: false, pattern: "%" }, 1],
  ["has neither target nor selector", {}, 2],
  ["assigns what is no UUID", { configuration: "strict", pattern: "%" }, 1],
  ["has a pattern that ends in an escape", { leave: true, pattern: "a\\" }, 1],
])("every entry point judges a rule that %s equally", (_what, rule, expected) => {
  const verdicts = Object.fromEntries(Object.entries(ways).map(([way, judge]) => [way, judge(rule)]));
  expect(verdicts).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, expected])));
});
