import type { TerraformMetaArguments } from "cdktf";
import { Construct } from "constructs";
import { type Decoder, Invalid, invalid, optional } from "../../model/decoder";
import { deepscanInputFields, timeoutsField } from "../../model/declared-fields";
import { fieldDecoder, partsOf } from "../../model/field-decoder";
import { problem } from "../../model/problem";
import { isUuid } from "../../model/uuid";
import { kindOf } from "../../model/value-kind";
import { Deepscan as Binding, type DeepscanConfig, type DeepscanTimeouts } from "../l1/deepscan";
import { guardStack, represent } from "./guard";
import { metaParts, properties, propsOf, refusedMeta, text, textsByKey } from "./properties";
import { ProblemList } from "./problems";
import { StateBlocks } from "./state-blocks";
import { elementProblems } from "./forms";
import { isToken } from "./tokens";

/** When one repository is scanned as a whole: service specification, *Deepscans*. */
export interface DeepscanProps extends Pick<TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider"> {
  /** The repository's UUID, such as `Repository.fromName(...).repositoryId`. */
  readonly repositoryId: string;
  /** Any strings under any names: when one changes, another deepscan is requested. None by default: one deepscan. */
  readonly triggers?: Readonly<Record<string, string>>;
  /** How long Terraform waits until the service shows what it has accepted: 60 s by default. */
  readonly timeouts?: DeepscanTimeouts;
}

const propsDecoder = propsOf(
  {
    ...partsOf(deepscanInputFields, properties),
    triggers: optional(textsByKey),
    timeouts: optional(fieldDecoder(timeoutsField("create"), properties)),
    ...metaParts,
  },
  refusedMeta,
);

const importId: Decoder = (value) => {
  const given = text(value);
  if (given instanceof Invalid || typeof given !== "string" || isToken(given)) return given;
  const parts = given.split("/");
  return [2, 3].includes(parts.length) && parts.every(isUuid)
    ? given
    : invalid(problem("declaration-invalid", [], `is ${kindOf(given)}`, "Give it REPOSITORY_ID/DEEPSCAN_ID."));
};

/**
 * A deepscan of one repository, asked for when it is created and again when its triggers change: service specification,
 * *Deepscans*. Destroying it undoes nothing. Applied with Terraform; the CLI does not ask for deepscans. Its Terraform
 * resource is `node.defaultChild`.
 *
 * @example
 * const web = Repository.fromName(this, "web", "web");
 * new Deepscan(this, "release", { repositoryId: web.repositoryId, triggers: { release: "2026.11" } });
 */
export class Deepscan extends Construct {
  private readonly blocks: StateBlocks;

  constructor(scope: Construct, id: string, props: DeepscanProps) {
    super(scope, id);
    guardStack(this);
    const findings = new ProblemList();
    const read = findings.readProps(propsDecoder, props);
    const resource = new Binding(this, "Default", read as unknown as DeepscanConfig); // as the readers have checked
    this.blocks = new StateBlocks(this, resource, importId, "A resource is one deepscan.", findings);
    represent(this, resource, findings, () => elementProblems(resource, findings.problems));
  }

  /**
   * Takes over a deepscan, `REPOSITORY_ID/DEEPSCAN_ID`, instead of asking for one.
   *
   * @example deepscan.importFrom("0f5c9a5e-3b1f-4b0e-9a52-2f1f3f6f7d10/3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64");
   */
  importFrom(id: string): void {
    this.blocks.importFrom(id);
  }

  /**
   * Keeps Terraform's state of the resource that had this address.
   *
   * @example deepscan.movedFrom("scanform_deepscan.old");
   */
  movedFrom(address: string): void {
    this.blocks.movedFrom(address);
  }
}
