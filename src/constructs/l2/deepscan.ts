import type { TerraformMetaArguments } from "cdktf";
import { Construct } from "constructs";
import { timeoutsField } from "../../model/declared-fields";
import { isUuid } from "../../model/uuid";
import { Deepscan as Binding, type DeepscanConfig, type DeepscanTimeouts } from "../l1/deepscan";
import { deepscanReaders } from "./deepscan-readers";
import { Findings, type Reader } from "./findings";
import { checkedByOwner, guardStack } from "./guard";
import { writeLocation } from "./location";
import { metaReaders, refusedMeta } from "./meta-arguments";
import { type Problem, reportProblems } from "./problems";
import { asProperties, propertyName, readerOf } from "./read-fields";
import { readProps, requireProps } from "./read-props";
import { objectOf, text } from "./readers";
import { StateBlocks } from "./state-blocks";
import { formOf, formProblems } from "./synthesized-form";
import { isToken } from "./tokens";
import { kindOf } from "./wrong-kind";

/** When one repository is scanned as a whole: service specification, *Deepscans*. */
export interface DeepscanProps extends Pick<TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider"> {
  /** The repository's UUID, such as `Repository.fromName(...).repositoryId`. */
  readonly repositoryId: string;
  /** Any texts by any names: when one changes, another deepscan is asked for. None by default: one deepscan. */
  readonly triggers?: Readonly<Record<string, string>>;
  /** How long Terraform waits for what the service has accepted and does not show yet: 60 s by default. */
  readonly timeouts?: DeepscanTimeouts;
}

const reader = objectOf({
  ...asProperties,
  readers: new Map([
    ...[...deepscanReaders].map(([name, each]) => [propertyName(name), each] as const),
    ["timeouts", readerOf(timeoutsField("create"), asProperties)],
    ...metaReaders,
  ]),
  refused: refusedMeta,
});

const importId: Reader = (value, findings) => {
  const given = text(value, findings);
  const parts = typeof given === "string" ? given.split("/") : [];
  if (typeof given !== "string" || isToken(given) || ([2, 3].includes(parts.length) && parts.every(isUuid)))
    return given;
  findings.add(`is ${kindOf(given)}: give it REPOSITORY_ID/DEEPSCAN_ID`);
  return undefined;
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
  private readonly resource: Binding;
  private readonly findings = new Findings();
  private readonly blocks: StateBlocks;

  constructor(scope: Construct, id: string, props: DeepscanProps) {
    super(scope, id);
    guardStack(this);
    const read = readProps(reader, props, this.findings);
    requireProps({ repositoryId: "give it the repository's UUID" }, props, this.findings);
    this.resource = new Binding(this, "Default", read as unknown as DeepscanConfig); // as the readers have checked
    this.blocks = new StateBlocks(this, this.resource, importId, "a resource is one deepscan");
    checkedByOwner(this.resource);
    writeLocation(this.resource, this);
    reportProblems(this, () => this.problems());
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

  private problems(): readonly Problem[] {
    const form = formOf(this.resource);
    const ofForm = form === undefined ? [] : formProblems(this.resource, form);
    return [...this.findings.problems(), ...this.blocks.problems(), ...ofForm];
  }
}
