import type { IResolvable, TerraformMetaArguments } from "cdktf";
import { Construct } from "constructs";
import { optional } from "../../model/decoder";
import { timeoutsField, triageFields } from "../../model/declared-fields";
import { fieldDecoder, partsOf } from "../../model/field-decoder";
import { FindingTriage as Binding, type FindingTriageConfig, type FindingTriageTimeouts } from "../l1/finding-triage";
import type { TriageCategory } from "./enums";
import { guardStack, represent } from "./guard";
import { metaParts, properties, propsOf, refusedMeta, uuid } from "./properties";
import { ProblemList } from "./problems";
import { StateBlocks } from "./state-blocks";
import { elementProblems } from "./forms";

/** What was decided about one finding: service specification, *Triage*. */
export interface FindingTriageProps extends Pick<TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider"> {
  /** The finding's UUID. */
  readonly findingId: string;
  /** What was decided. */
  readonly category: TriageCategory | `${TriageCategory}` | IResolvable;
  /**
   * The reason. The service does not store it: it is kept in the code and the state, and shown in the plan of the CLI.
   */
  readonly justification: string;
  /**
   * When it ends: a date, until the end of that day in UTC, or an RFC 3339 date-time; never by default.
   * The first apply after that removes it from the service.
   */
  readonly expires?: string;
  /** How long Terraform waits until the service shows what it has accepted: 60 s by default. */
  readonly timeouts?: FindingTriageTimeouts;
}

const propsDecoder = propsOf(
  {
    ...partsOf(triageFields, properties),
    timeouts: optional(fieldDecoder(timeoutsField("create", "update", "delete"), properties)),
    ...metaParts,
  },
  refusedMeta,
);

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
  private readonly blocks: StateBlocks;

  constructor(scope: Construct, id: string, props: FindingTriageProps) {
    super(scope, id);
    guardStack(this);
    const findings = new ProblemList();
    const read = findings.readProps(propsDecoder, props);
    const resource = new Binding(this, "Default", read as unknown as FindingTriageConfig); // as the decoder has checked
    this.blocks = new StateBlocks(
      this,
      resource,
      uuid(triageFields.finding_id.advice),
      "A triage is of one finding.",
      findings,
    );
    represent(this, resource, findings, () => elementProblems(resource, findings.problems));
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
}
