import type { TerraformMetaArguments } from "cdktf";
import { Construct } from "constructs";
import { isObject } from "../../model/json";
import {
  RepositoryAssignments as Binding,
  type RepositoryAssignmentsRules,
  type RepositoryAssignmentsTimeouts,
} from "../l1/repository-assignments";
import type { AssignmentRule, AssignmentRules } from "./assignment-rule";
import { checkedByOwner, guardStack } from "./guard";
import { unknownNames } from "./known-names";
import { locationOfCall, writeLocation } from "./location";
import { Findings, mistakeAt, mistakeOf, type Problem, reportProblems } from "./problems";
import { uuid } from "./properties";
import {
  formRuleProblems,
  readAddedRule,
  readAssignments,
  type ReadRule,
  ruleProblems,
  ruleProperty,
} from "./read-assignments";
import { StateBlocks } from "./state-blocks";
import { type Form, formOf, formProblems } from "./forms";
import { isToken } from "./tokens";

/** The rules and their provider. What is passed is copied. */
export interface RepositoryAssignmentsProps extends Pick<
  TerraformMetaArguments,
  "dependsOn" | "lifecycle" | "provider"
> {
  /** Rules in order: the first that matches a repository decides. May be absent where `addRule` gives them. */
  readonly rules?: AssignmentRules;
  /** How long Terraform waits for what the service has accepted and does not show yet: one minute when absent. */
  readonly timeouts?: RepositoryAssignmentsTimeouts;
}

type Config = ConstructorParameters<typeof Binding>[2];

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
  private readonly findings = new Findings();
  private readonly blocks: StateBlocks;
  /** Undefined where a rule is wrong; undefined as a whole where Terraform alone knows them. */
  private readonly rules: (ReadRule | undefined)[] | undefined;
  /** Where rules were added by themselves, by their index. */
  private readonly added: Record<string, string> = {};

  constructor(scope: Construct, id: string, props: RepositoryAssignmentsProps = {}) {
    super(scope, id);
    guardStack(this);
    const { rules, ...rest } = readAssignments(props, this.findings);
    this.rules = isList(rules) ? [...rules] : undefined;
    this.resource = new Binding(this, "Default", { ...rest, rules: this.rules === undefined ? rules : [] } as Config);
    this.putRules();
    this.blocks = new StateBlocks(
      this,
      this.resource,
      uuid("Give it the id of the account."),
      "An account is imported as a whole.",
    );
    checkedByOwner(this.resource);
    writeLocation(this.resource, this, () => (Object.keys(this.added).length === 0 ? {} : { rules: this.added }));
    reportProblems(this, () => this.problems());
  }

  /**
   * Appends a rule: it applies to repositories that no earlier rule matches.
   *
   * @example routing.addRule({ repositoryPattern: "payments-%", configuration: strict });
   */
  addRule(rule: AssignmentRule): void {
    if (this.rules === undefined) {
      this.findings.add(mistakeAt("rules", "is known to Terraform alone, so addRule cannot add to it"));
      return;
    }
    const location = locationOfCall(this, "addRule");
    if (location !== undefined) this.added[String(this.rules.length)] = location;
    this.rules.push(readAddedRule(rule, this.rules.length, this.findings));
    this.putRules();
  }

  /**
   * Takes over what the account with this UUID assigns, a rule for each configuration, instead of planning all anew.
   *
   * @example routing.importFrom("5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34");
   */
  importFrom(accountId: string): void {
    this.blocks.importFrom(accountId);
  }

  /**
   * Keeps Terraform's state of the resource that had this address.
   *
   * @example routing.movedFrom("scanform_repository_assignments.old");
   */
  movedFrom(address: string): void {
    this.blocks.movedFrom(address);
  }

  private putRules(): void {
    if (this.rules !== undefined) this.resource.putRules(this.rules.filter(isRight) as RepositoryAssignmentsRules[]);
  }

  private problems(): readonly Problem[] {
    const given = [...this.findings.problems, ...this.blocks.problems()];
    const form = formOf(this.resource);
    if (form === undefined) return given.map((each) => this.placed(each));
    const all = [...given, ...formProblems(this.resource, form, given), ...this.judged(form)];
    return [...all.map((each) => this.placed(each)), ...this.unknownNames()];
  }

  /** With the place of the rule, where it was added by itself. */
  private placed(problem: Problem): Problem {
    const index = /^rules\[(\d+)\]/.exec(problem.key ?? "")?.[1];
    const location = index === undefined ? undefined : this.added[index];
    return location === undefined ? problem : { ...problem, location };
  }

  /** Names that the provider's snapshot of the account lacks. */
  private unknownNames(): readonly Problem[] {
    const repositories = (this.rules ?? []).flatMap((rule): readonly string[] => {
      const names: unknown = isObject(rule) ? rule["repositoryNames"] : undefined;
      return Array.isArray(names) && !isToken(names) ? (names as readonly string[]) : [];
    });
    return unknownNames(this, this.resource.provider, { repositories }).map(mistakeOf);
  }

  private judged(form: Form): readonly Problem[] {
    const { rules } = form;
    if (this.rules === undefined || !isList(rules)) return [];
    if (rules.length !== this.rules.filter(isRight).length) return formRuleProblems(form); // an override has changed them
    if (this.rules.length === 0 && this.findings.count === 0)
      return [mistakeOf("There is no rule: give it one in rules or with addRule, or remove it.")];
    const synthesized = rules.values();
    const written = this.rules.map((rule): unknown => (isRight(rule) ? synthesized.next().value : undefined));
    return ruleProblems(
      written.map((rule) => (isObject(rule) && !isToken(rule) ? rule : undefined)),
      ruleProperty,
    );
  }
}

const isRight = (rule: ReadRule | undefined): rule is ReadRule => rule !== undefined;
const isList = (value: unknown): value is readonly (ReadRule | undefined)[] => Array.isArray(value);
