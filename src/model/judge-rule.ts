import { type Problem, problem } from "./problem";

/** In place of a part of a rule that is not known before the apply. Such a part is right. */
export const notKnownYet: unique symbol = Symbol("not known yet");
type Known<T> = T | typeof notKnownYet | null | undefined;

/** What a rule says, whoever wrote it. Null and undefined are absent. */
export interface WrittenRule {
  /** Whether it assigns a configuration. */
  readonly configuration: Known<unknown>;
  readonly leave: Known<boolean>;
  readonly repositoryIds: Known<readonly unknown[]>;
  readonly repositoryNames: Known<readonly unknown[]>;
  readonly repositoryPattern: Known<string>;
}

/**
 * Everything that is wrong with a rule beyond its fields, whatever the account holds: the one judge of all ways to write
 * one. All of its selectors may be absent or empty; an empty one beside another selects nothing, which is allowed.
 */
export function judgeRule(rule: WrittenRule, nameOf: (field: string) => string): readonly Problem[] {
  const { configuration, leave, repositoryPattern: pattern } = rule;
  const assigns = configuration !== undefined && configuration !== null;
  const selectors: readonly Selector[] = [rule.repositoryIds, rule.repositoryNames, pattern];
  return [
    ...(assigns && leave === true ? [problem("rule-contradictory", [])] : []),
    ...(!assigns && leave !== true && leave !== notKnownYet
      ? [problem("rule-without-action", [], nameOf("configuration_id"))]
      : []),
    ...(selectors.every(isEmpty)
      ? [problem("rule-selects-nothing", [], ...["repository_names", "repository_ids", "repository_pattern"].map(nameOf))]
      : []),
  ];
}

type Selector = Known<readonly unknown[] | string>;

const isEmpty = (selector: Selector): boolean =>
  selector === undefined || selector === null || (selector !== notKnownYet && selector.length === 0);
