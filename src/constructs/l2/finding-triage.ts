import type { IResolvable, TerraformMetaArguments } from "cdktf";
import { Construct } from "constructs";
import { timeoutsField } from "../../model/declared-fields";
import { FindingTriage as Binding, type FindingTriageConfig, type FindingTriageTimeouts } from "../l1/finding-triage";
import type { TriageCategory } from "./enums";
import { Findings } from "./findings";
import { checkedByOwner, guardStack } from "./guard";
import { writeLocation } from "./location";
import { metaReaders, refusedMeta } from "./meta-arguments";
import { type Problem, reportProblems } from "./problems";
import { uuid } from "./read-code-policies";
import { asProperties, propertyName, readerOf } from "./read-fields";
import { readProps, requireProps } from "./read-props";
import { objectOf } from "./readers";
import { StateBlocks } from "./state-blocks";
import { formOf, formProblems } from "./synthesized-form";
import { triageReaders } from "./triage-readers";

/** What was decided about one finding: service specification, *Triage*. */
export interface FindingTriageProps extends Pick<TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider"> {
  /** The finding's UUID. */
  readonly findingId: string;
  /** What was decided. */
  readonly category: TriageCategory | `${TriageCategory}` | IResolvable;
  /** Why. The service has no place for it: it is kept in the code and the state, and shown in the plan of the CLI. */
  readonly justification: string;
  /**
   * Until when it holds: a date, whose whole day in UTC belongs to it, or an RFC 3339 date-time; for ever by default.
   * The first apply after that removes it from the service.
   */
  readonly expires?: string;
  /** How long Terraform waits for what the service has accepted and does not show yet: 60 s by default. */
  readonly timeouts?: FindingTriageTimeouts;
}

const reader = objectOf({
  ...asProperties,
  readers: new Map([
    ...[...triageReaders].map(([name, each]) => [propertyName(name), each] as const),
    ["timeouts", readerOf(timeoutsField("create", "update", "delete"), asProperties)],
    ...metaReaders,
  ]),
  refused: refusedMeta,
});

const required = {
  findingId: "give it the finding's UUID",
  category: "say what was decided",
  justification: "say why this was decided",
} as const;

/**
 * What was decided about one finding, with the reason and an end: service specification, *Triage*. The CLI keeps no
 * state: a triage that is no longer declared stays in the service, and one that has expired is removed. Its Terraform
 * resource is `node.defaultChild`.
 *
 * @example
 * new FindingTriage(this, "test-key", {
 *   findingId: "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64",
 *   category: TriageCategory.ACCEPTED_RISK,
 *   justification: "A key of the test environment.",
 *   expires: "2027-01-31",
 * });
 */
export class FindingTriage extends Construct {
  private readonly resource: Binding;
  private readonly findings = new Findings();
  private readonly blocks: StateBlocks;

  constructor(scope: Construct, id: string, props: FindingTriageProps) {
    super(scope, id);
    guardStack(this);
    const read = readProps(reader, props, this.findings);
    requireProps(required, props, this.findings);
    this.resource = new Binding(this, "Default", read as unknown as FindingTriageConfig); // as the readers have checked
    this.blocks = new StateBlocks(this, this.resource, uuid, "a triage is of one finding");
    checkedByOwner(this.resource);
    writeLocation(this.resource, this);
    reportProblems(this, () => this.problems());
  }

  /**
   * Takes over the triage that the finding with this UUID has.
   *
   * @example triage.importFrom("3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64");
   */
  importFrom(findingId: string): void {
    this.blocks.importFrom(findingId);
  }

  /**
   * Keeps Terraform's state of the resource that had this address.
   *
   * @example triage.movedFrom("scanform_finding_triage.old");
   */
  movedFrom(address: string): void {
    this.blocks.movedFrom(address);
  }

  private problems(): readonly Problem[] {
    const form = formOf(this.resource);
    const ofForm = form === undefined ? [] : formProblems(this.resource, form);
    return [...this.findings.problems(), ...this.blocks.problems(), ...ofForm];
  }
}
