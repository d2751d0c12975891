import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import type { DesiredRule } from "../../model/desired";
import { configurationId, repositoryId } from "../../model/ids";
import { judgeRule, notKnownYet, type RuleProblem, type WrittenRule } from "../../model/judge-rule";
import { withSqlWildcards } from "../../model/wildcards";
import { isObjectValue, isUnknown, isWhollyKnown, type ObjectValue, textIn, type Value, listIn } from "../value";

const selectors = ["repository_ids", "repository_names", "repository_pattern"] as const;

/** The rules as written; an unknown rule keeps its index. */
const rulesIn = ({ rules }: ObjectValue): readonly Value[] => listIn(rules);

/** The errors of rules, without the account. Unknown values are accepted. */
export function problemsOf(config: ObjectValue): readonly Diagnostic[] {
  return rulesIn(config).flatMap((rule, index) =>
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
    ...wildcardsIn(rule),
  ];
}

function wildcardsIn({ repository_pattern: pattern = null }: ObjectValue): readonly Diagnostic[] {
  const written = typeof pattern === "string" ? withSqlWildcards(pattern) : undefined;
  if (written === undefined) return [];
  const detail = `In ${JSON.stringify(pattern)} * and ? stand for themselves. Where anything may be there, write ${JSON.stringify(written)}; a name that has them goes into repository_names.`;
  return [warning("pattern-wildcards", detail)];
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

/**
 * The first rule, counted from 0, with unknown selectors; undefined when all are known. What the rules before it and the
 * known part of its own selectors select is decided.
 */
export function firstUndecided(config: ObjectValue): number | undefined {
  const index = rulesIn(config).findIndex((rule) => !isObjectValue(rule) || !selectsWhatIsKnown(rule));
  return index < 0 ? undefined : index;
}

const selectsWhatIsKnown = (rule: ObjectValue): boolean =>
  !mayBeEither(rule) && selectors.every((name) => isWhollyKnown(rule[name] ?? null));

/** Whether the rule may either assign a configuration or leave the repositories. */
const mayBeEither = ({ configuration_id: id = null, leave = null }: ObjectValue): boolean =>
  isUnknown(id) && isUnknown(leave);

/**
 * The rules for the engine, with what is known of their selectors. A configuration that is not there yet is one that
 * is declared: its id is the number of the rule.
 */
export const desiredRules = (
  config: ObjectValue,
  pending: (rule: number) => DesiredRule["target"],
): readonly DesiredRule[] =>
  rulesIn(config).map((rule, index): DesiredRule => {
    if (!isObjectValue(rule) || mayBeEither(rule)) return { target: { leave: true } };
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

const textsIn = (value: Value | undefined): readonly string[] =>
  listIn(value).filter((each) => typeof each === "string");
