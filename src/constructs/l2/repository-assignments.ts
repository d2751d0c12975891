import type { TerraformMetaArguments } from "cdktf";
import { Construct } from "constructs";
import {
  RepositoryAssignments as Binding,
  type RepositoryAssignmentsRules,
  type RepositoryAssignmentsTimeouts,
} from "../l1/repository-assignments";
import { type AssignmentRule, bindingOf, ruleProblems } from "./assignment-rule";
import { guardStack } from "./guard";
import { locationOfCall, writeLocation } from "./location";
import { type Problem, reported } from "./problem";

/** The rules and their provider. */
export interface RepositoryAssignmentsProps extends Pick<
  TerraformMetaArguments,
  "dependsOn" | "lifecycle" | "provider"
> {
  /** Rules in order: the first that matches a repository decides. May be absent where `addRule` gives them. */
  readonly rules?: readonly AssignmentRule[];
  /** How long Terraform waits for what the service has accepted and does not show yet: one minute when absent. */
  readonly timeouts?: RepositoryAssignmentsTimeouts;
}

/**
 * Which configuration each repository gets, in one list, like CODEOWNERS: *the first match wins*.
 * A repository that no rule matches stays as it is. Its Terraform resource is `node.defaultChild`,
 * at the top of a stack `scanform_repository_assignments.<id>`. Service specification: *Endpoints > Configurations*.
 *
 * @example
 * ```ts
 * const routing = new RepositoryAssignments(this, "routing", {
 *   rules: [
 *     { repositoryNames: ["legacy-monolith"], leave: true },
 *     { repositoryPattern: "payments-%", configuration: strict },
 *   ],
 * });
 * routing.addRule({ repositoryPattern: "%", configuration: baseline });
 * ```
 */
export class RepositoryAssignments extends Construct {
  private readonly resource: Binding;
  private readonly rules: RepositoryAssignmentsRules[];
  /** Where rules were added by themselves, by their index. */
  private readonly added: Record<string, string> = {};

  constructor(scope: Construct, id: string, props: RepositoryAssignmentsProps = {}) {
    super(scope, id);
    guardStack(this);
    const { rules = [], ...rest } = props;
    this.rules = rules.map(bindingOf);
    this.resource = new Binding(this, "Default", { ...rest, rules: this.rules });
    writeLocation(this.resource, this, () => (Object.keys(this.added).length === 0 ? {} : { rules: this.added }));
    this.node.addValidation({ validate: () => reported(this, this.problems()) });
  }

  /** Appends a rule: it applies to repositories that no earlier rule matches. */
  addRule(rule: AssignmentRule): void {
    const location = locationOfCall(this, "addRule");
    if (location !== undefined) this.added[String(this.rules.length)] = location;
    this.rules.push(bindingOf(rule));
    this.resource.putRules(this.rules);
  }

  private problems(): readonly Problem[] {
    if (this.rules.length === 0)
      return [{ key: "rules", detail: "There is no rule: give it one in rules or with addRule, or remove it." }];
    return this.rules.flatMap((rule, at) => {
      const location = this.added[String(at)];
      return ruleProblems(rule).map((problem) => ({
        key: `rules[${String(at)}]`,
        detail: `Rule ${String(at + 1)} ${problem}`,
        ...(location === undefined ? {} : { location }),
      }));
    });
  }
}
