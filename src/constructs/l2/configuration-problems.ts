import { type ConfigurationProblem, judgeConfiguration } from "../../model/judge-configuration";
import { isObject } from "../../model/json";
import { pathText } from "../../model/path-text";
import { isUuid } from "../../model/uuid";
import type { Problem } from "./problems";
import type { Form } from "./synthesized-form";
import { isToken } from "./tokens";
import { kindOf } from "./wrong-kind";

/**
 * Checks what no kind of a value says: of a configuration as it will be synthesized.
 *
 * @param codePolicyIds in their order, since an id that is there twice is synthesized once
 */
export function configurationProblems(form: Form, codePolicyIds: readonly string[] = []): readonly Problem[] {
  const { name, renamed_from: renamedFrom } = form;
  const known = typeof name === "string" && !isToken(name) ? name : undefined;
  const former: readonly unknown[] = Array.isArray(renamedFrom) && !isToken(renamedFrom) ? renamedFrom : [];
  return [
    ...(name === undefined || name === null ? [nameProblem(name)] : []),
    ...foreignPolicies(form["code_policies"]),
    ...judgeConfiguration({ name: known, renamedFrom: former, codePolicyIds }).map((problem) => words(problem, name)),
  ];
}

/** Ids that an override has put there: those that a construct was given are checked when they are read. */
const foreignPolicies = (policies: unknown): readonly Problem[] =>
  isObject(policies) && !isToken(policies)
    ? Object.keys(policies)
        .filter((id) => !isToken(id) && !isUuid(id))
        .map((id) => ({ key: pathText(["code_policies", id]), detail: "is not a UUID: give the id of a code policy." }))
    : [];

const nameProblem = (name: unknown): Problem => ({
  key: "name",
  detail: `is ${kindOf(name)}: give the configuration the name that it has in the account.`,
});

function words(problem: ConfigurationProblem, name: unknown): Problem {
  switch (problem.kind) {
    case "name-empty":
      return nameProblem(name);
    case "former-name-is-present":
      return { key: "renamedFrom", detail: `has ${kindOf(problem.name)}, which is the name itself: remove it.` };
    case "policy-twice": {
      const which = isToken(problem.id) ? "the same code policy" : `the code policy ${kindOf(problem.id)}`;
      return { key: "codePolicies", detail: `has ${which} twice: put all of its settings into one place.` };
    }
    default:
      return problem satisfies never;
  }
}
