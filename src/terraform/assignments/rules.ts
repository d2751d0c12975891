import type { DesiredRule } from "../../model/desired";
import { configurationId, repositoryId } from "../../model/ids";
import { LikePatternError, like } from "../../model/sql-like";
import { isUuid } from "../../model/uuid";
import { failed, type Said } from "../said";
import { isObjectValue, isUnknown, isWhollyKnown, type ObjectValue, type Value, textIn } from "../values/value";

const selectors = ["repository_ids", "repository_names", "repository_pattern"] as const;

export const rulesIn = (object: ObjectValue): readonly ObjectValue[] => {
  const { rules = null } = object;
  return Array.isArray(rules) ? (rules as readonly Value[]).filter(isObjectValue) : [];
};

/** What is wrong with the rules whatever the account holds. What is not known yet is passed over. */
export function problemsOf(config: ObjectValue): readonly Said[] {
  const { rules = null } = config;
  if (!Array.isArray(rules)) return [];
  return (rules as readonly Value[]).flatMap((rule, index) =>
    (isObjectValue(rule) ? problems(rule) : isUnknown(rule) ? [] : [isNull]).map((each) => ({
      ...each,
      path: ["rules", index],
    })),
  );
}

const isNull = failed("A rule is null", "Remove it from the list.");

function problems(rule: ObjectValue): readonly Said[] {
  const { configuration_id: id = null, leave = null, repository_pattern: pattern = null } = rule;
  const found: Said[] = [];
  for (const name of ["repository_ids", "repository_names"] as const)
    if (Array.isArray(rule[name]) && (rule[name] as readonly Value[]).includes(null))
      found.push(failed("An item is null", `${name} has an item that is null. Remove it from the list.`));
  if (id !== null && leave === true)
    found.push(
      failed(
        "A rule with two meanings",
        "It both assigns a configuration and leaves the repositories as they are. Keep one.",
      ),
    );
  if (id === null && !isUnknown(leave) && leave !== true)
    found.push(failed("A rule without a meaning", "Add configuration_id, or leave = true."));
  if (typeof id === "string" && !isUuid(id))
    found.push(
      failed(
        "Not an id",
        `configuration_id: ${JSON.stringify(id)} is not a UUID. Refer to a configuration: scanform_configuration.NAME.id`,
      ),
    );
  if (selectors.every((name) => (rule[name] ?? null) === null))
    found.push(
      failed(
        "A rule that selects nothing",
        'Add repository_ids, repository_names or repository_pattern; the pattern "%" is every repository.',
      ),
    );
  if (typeof pattern === "string")
    try {
      like(pattern);
    } catch (thrown) {
      if (!(thrown instanceof LikePatternError)) throw thrown;
      found.push(failed("The repository pattern is not valid", `${JSON.stringify(pattern)}: ${thrown.message}.`));
    }
  return found;
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

const textsIn = (value: Value | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly Value[]).filter((each) => typeof each === "string") : [];
