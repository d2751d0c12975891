import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { DesiredRule } from "../../model/desired";
import { configurationId, repositoryId } from "../../model/ids";
import { judgeRule, notKnownYet, type RuleProblem, type WrittenRule } from "../../model/judge-rule";
import { isObjectValue, isUnknown, isWhollyKnown, type ObjectValue, type Value, textIn } from "../values/value";

const selectors = ["repository_ids", "repository_names", "repository_pattern"] as const;

export const rulesIn = (object: ObjectValue): readonly ObjectValue[] => {
  const { rules = null } = object;
  return Array.isArray(rules) ? (rules as readonly Value[]).filter(isObjectValue) : [];
};

/** What is wrong with the rules whatever the account holds. What is not known yet is passed over. */
export function problemsOf(config: ObjectValue): readonly Diagnostic[] {
  const { rules = null } = config;
  if (!Array.isArray(rules)) return [];
  return (rules as readonly Value[]).flatMap((rule, index) =>
    (isObjectValue(rule) ? problems(rule) : isUnknown(rule) ? [] : [isNull]).map((each) => ({
      ...each,
      attribute: ["rules", index],
    })),
  );
}

const isNull = error("rule-null", "Remove it from the list.");

function problems(rule: ObjectValue): readonly Diagnostic[] {
  return [
    ...(["repository_ids", "repository_names"] as const).flatMap((name) =>
      listIn(rule[name]).includes(null)
        ? [error("item-null", `${name} has an item that is null. Remove it from the list.`)]
        : [],
    ),
    ...judgeRule(writtenRule(rule)).map(toDiagnostic),
  ];
}

const writtenRule = (rule: ObjectValue): WrittenRule => {
  const { configuration_id: id = null, leave = null, repository_pattern: pattern = null } = rule;
  return {
    configuration: typeof id === "string" ? { id } : id === null ? null : notKnownYet,
    leave: isUnknown(leave) ? notKnownYet : leave === true,
    repositoryIds: selector(rule["repository_ids"]),
    repositoryNames: selector(rule["repository_names"]),
    repositoryPattern: typeof pattern === "string" ? pattern : pattern === null ? null : notKnownYet,
  };
};

const selector = (value: Value | undefined): WrittenRule["repositoryIds"] =>
  value === undefined || value === null ? null : Array.isArray(value) ? (value as readonly Value[]) : notKnownYet;

function toDiagnostic(problem: RuleProblem): Diagnostic {
  switch (problem.kind) {
    case "two-targets":
      return error(
        "rule-contradictory",
        "It both assigns a configuration and leaves the repositories as they are. Keep one.",
      );
    case "no-target":
      return error("rule-without-action", "Add configuration_id, or leave = true.");
    case "not-an-id":
      return error(
        "id-invalid",
        `configuration_id: ${JSON.stringify(problem.id)} is not a UUID. Refer to a configuration: scanform_configuration.NAME.id`,
      );
    case "no-selector":
      return error(
        "rule-selects-nothing",
        'Add repository_ids, repository_names or repository_pattern; the pattern "%" is every repository.',
      );
    case "pattern-invalid":
      return error("pattern-invalid", `${JSON.stringify(problem.pattern)}: ${problem.message}.`);
    default:
      return problem satisfies never;
  }
}

/** Whether it is known which repositories the rules select. */
export const selectorsKnown = (config: ObjectValue): boolean =>
  Array.isArray(config["rules"]) &&
  !(config["rules"] as readonly Value[]).some(isUnknown) &&
  rulesIn(config).every((rule) => [...selectors, "leave"].every((name) => isWhollyKnown(rule[name] ?? null)));

/**
 * The rules for the engine. A configuration that is not there yet is one that is declared: its id is
 * the number of the rule.
 */
export const desiredRules = (
  config: ObjectValue,
  pending: (rule: number) => DesiredRule["target"],
): readonly DesiredRule[] =>
  rulesIn(config).map((rule, index): DesiredRule => {
    const { configuration_id: id = null, repository_pattern: pattern = null } = rule;
    return {
      target: isUnknown(id)
        ? pending(index)
        : id === null
          ? { leave: true }
          : { configuration: { id: configurationId(textIn(id)) } },
      repositoryIds: textsIn(rule["repository_ids"]).map(repositoryId),
      repositoryNames: textsIn(rule["repository_names"]),
      ...(typeof pattern === "string" ? { repositoryPattern: pattern } : {}),
    };
  });

const listIn = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : [];

const textsIn = (value: Value | undefined): readonly string[] =>
  listIn(value).filter((each) => typeof each === "string");
