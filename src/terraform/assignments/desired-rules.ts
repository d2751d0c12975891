import type { DesiredRule } from "../../model/desired";
import { configurationId, repositoryId } from "../../model/ids";
import { isObjectValue, isUnknown, isWhollyKnown, listIn, type ObjectValue, textIn, type Value } from "../value";

const selectors = ["repository_ids", "repository_names", "repository_pattern"] as const;

/**
 * The first rule, counted from 0, with unknown selectors; undefined when all are known. What the rules before it and the
 * known part of its own selectors select is decided.
 */
export function firstUndecided(config: ObjectValue): number | undefined {
  const index = listIn(config["rules"]).findIndex((rule) => !isObjectValue(rule) || !selectsWhatIsKnown(rule));
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
  listIn(config["rules"]).map((rule, index): DesiredRule => {
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
