import { type IResolvable, type TerraformMetaArguments, Token } from "cdktf";
import { Construct } from "constructs";
import { isObject } from "../../model/json";
import {
  RepositoryAssignments as Binding,
  type RepositoryAssignmentsRules,
  type RepositoryAssignmentsTimeouts,
} from "../l1/repository-assignments";
import type { IConfiguration, Texts } from "./configuration-props";
import { elementProblems, type Form } from "./forms";
import { isRejected } from "./rejected-values";
import { guardStack, represent } from "./guard";
import { unknownNames } from "./known-names";
import { locationOfCall } from "./location";
import { ProblemList, mistakeAt, mistakeOf, placed, type Problem } from "./problems";
import { uuid } from "./properties";
import {
  formRuleProblems,
  readAddedRule,
  readAssignments,
  type ReadRule,
  ruleProblems,
  ruleProperty,
} from "./read-assignments";
import { type AssignmentsReview, lazy, lazyList } from "./review";
import { StateBlocks } from "./state-blocks";
import { isToken } from "./tokens";

/** The rules and their provider. What is passed is copied. */
export interface RepositoryAssignmentsProps extends Pick<
  TerraformMetaArguments,
  "dependsOn" | "lifecycle" | "provider"
> {
  /** Rules in order: the first that matches a repository decides. May be absent where `addRule` gives them. */
  readonly rules?: AssignmentRules;
  /** How long Terraform waits until the service shows what it has accepted: 60 s by default. */
  readonly timeouts?: RepositoryAssignmentsTimeouts;
}

type Config = ConstructorParameters<typeof Binding>[2];

/**
 * Which configuration each repository gets, in one list of rules: *the first match wins*, unlike in a CODEOWNERS file.
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
  private readonly findings = new ProblemList();
  private readonly blocks: StateBlocks;
  /** Undefined where Terraform alone knows them, or they are no list. */
  private readonly rules: ReadRule[] | undefined;
  private readonly given: unknown;
  /** Where rules were added by themselves, by their index. */
  private readonly added: Record<string, string> = {};

  constructor(scope: Construct, id: string, props: RepositoryAssignmentsProps = {}) {
    super(scope, id);
    guardStack(this);
    const { rules, ...rest } = readAssignments(props, this.findings);
    this.given = rules;
    this.rules = isList(rules) ? [...rules] : undefined;
    this.resource = new Binding(this, "Default", { ...rest, rules: this.rules === undefined ? rules : [] } as Config);
    this.putRules();
    this.blocks = new StateBlocks(
      this,
      this.resource,
      uuid("Give it the id of the account."),
      "An account is imported as a whole.",
      this.findings,
    );
    const places = () => (Object.keys(this.added).length === 0 ? {} : { rules: this.added });
    represent(this, this.resource, this.findings, () => this.problems(), places);
  }

  /**
   * Appends a rule: it applies to repositories that no earlier rule matches.
   *
   * @example routing.addRule({ repositoryPattern: "payments-%", configuration: strict });
   */
  addRule(rule: AssignmentRule): void {
    if (this.rules === undefined) {
      if (isRejected(this.given)) return; // it has been reported
      this.findings.add(mistakeAt("rules", "is known only to Terraform, so addRule cannot add to it"));
      return;
    }
    const location = locationOfCall(this, "addRule");
    if (location !== undefined) this.added[String(this.rules.length)] = location;
    this.rules.push(readAddedRule(rule, this.rules.length, this.findings));
    this.putRules();
  }

  /** The number of repositories by the id of their configuration, of those to which a rule gives one: a token. */
  get assigned(): Record<string, number> {
    return Token.asNumberMap(lazy(() => this.resource.assigned));
  }

  /** A digest over the repositories and their rules, which changes where a single one drifts: a token. */
  get assignedDigest(): string {
    return Token.asString(lazy(() => this.resource.assignedDigest));
  }

  /** The moves that are planned: tokens. */
  get review(): AssignmentsReview {
    const { review } = this.resource;
    return { moves: lazyList(() => review.moves) };
  }

  /**
   * Takes over what the account with this UUID assigns, a rule for each configuration, instead of planning all of it again.
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
    if (this.rules !== undefined) this.resource.putRules(this.rules as RepositoryAssignmentsRules[]);
  }

  private problems(): readonly Problem[] {
    const judge = (form: Form): readonly Problem[] => [...this.judged(form), ...this.unknownNames()];
    return elementProblems(this.resource, this.findings.problems, judge).map((each) =>
      placed(each, this.added[/^rules\[(\d+)\]/.exec(each.key ?? "")?.[1] ?? ""]),
    );
  }

  private unknownNames(): readonly Problem[] {
    const repositories = (this.rules ?? []).flatMap((rule): readonly string[] => {
      const names: unknown = isObject(rule) ? rule["repositoryNames"] : undefined;
      return Array.isArray(names) && !isToken(names) ? (names as readonly string[]) : [];
    });
    return unknownNames(this, this.resource.provider, { repositories });
  }

  private judged(form: Form): readonly Problem[] {
    const { rules } = form;
    if (this.rules === undefined || !isList(rules)) return [];
    if (rules.length !== this.rules.length) return formRuleProblems(form); // an override has changed them
    if (this.rules.length === 0 && this.findings.count === 0)
      return [mistakeOf("There is no rule: give it one in rules or with addRule, or remove it.")];
    return ruleProblems(
      rules.map((rule) => (isObject(rule) && !isToken(rule) ? rule : undefined)),
      ruleProperty,
    );
  }
}

const isList = (value: unknown): value is readonly ReadRule[] => Array.isArray(value);

interface Selectors {
  /** Exact names; upper and lower case differ. */
  readonly repositoryNames?: Texts;
  /** UUIDs. */
  readonly repositoryIds?: Texts;
  /** An SQL LIKE pattern for the whole name: `%` is any text, `_` any one character. */
  readonly repositoryPattern?: string;
}

interface ByNames extends Selectors {
  readonly repositoryNames: Texts;
}
interface ByIds extends Selectors {
  readonly repositoryIds: Texts;
}
interface ByPattern extends Selectors {
  readonly repositoryPattern: string;
}

/**
 * A repository matches when any of the selectors names it. There is at least one; one that is absent matches nothing.
 * Service specification: *Endpoints > Configurations*.
 */
export type RepositorySelectors = ByNames | ByIds | ByPattern;

interface Configure {
  /** The configuration, a token of its id, or the UUID of a live one. */
  readonly configuration: IConfiguration | string;
  readonly leave?: never;
}

interface Leave {
  /** Always true. */
  readonly leave: true;
  readonly configuration?: never;
}

// interfaces, not intersections: the compiler names them where a selector is missing
interface ConfigureByNames extends ByNames, Configure {}
interface ConfigureByIds extends ByIds, Configure {}
interface ConfigureByPattern extends ByPattern, Configure {}
interface LeaveByNames extends ByNames, Leave {}
interface LeaveByIds extends ByIds, Leave {}
interface LeaveByPattern extends ByPattern, Leave {}

/** Matching repositories get this configuration. */
export type ConfigureRule = ConfigureByNames | ConfigureByIds | ConfigureByPattern;

/** Matching repositories stay as they are, whatever later rules say. */
export type LeaveRule = LeaveByNames | LeaveByIds | LeaveByPattern;

/** A rule of RepositoryAssignments: what it matches, and either a configuration or `leave: true`. */
export type AssignmentRule = ConfigureRule | LeaveRule;

/** Rules in order, or a token of them in Terraform's own form. */
export type AssignmentRules = readonly AssignmentRule[] | IResolvable;
