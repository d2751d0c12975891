import { TerraformElement } from "cdktf";
import { Construct } from "constructs";
import { guardStack } from "./guard";
import { optional, required } from "../../model/decoder";
import { ProblemList } from "./problems";
import { reportProblems } from "./reports";
import { flag, propsOf } from "./properties";
import { asText } from "./tokens";
import { address } from "./state-blocks";

/** What is no longer declared. */
export interface RemovedProps {
  /** The address that it had, such as `scanform_configuration.old`. */
  readonly from: string;
  /** Whether it is destroyed in the service; false by default: Terraform forgets it. */
  readonly destroy?: boolean;
}

const props = propsOf({ from: required(address, "Give it the address."), destroy: optional(flag) });

/**
 * A resource that Terraform is to forget, or to destroy: a `removed` block, which needs Terraform 1.7 or OpenTofu 1.7.
 * The CLI of scanform has no state to forget anything from: what is not declared stays, unless `apply --prune` deletes it.
 *
 * @example new Removed(this, "old", { from: "scanform_configuration.old" });
 */
export class Removed extends Construct {
  constructor(scope: Construct, id: string, given: RemovedProps) {
    super(scope, id);
    guardStack(this);
    const findings = new ProblemList();
    const { from, destroy = false } = findings.readProps(props, given);
    if (from !== undefined) new RemovedBlock(this, asText(from), destroy === true);
    reportProblems(this, () => findings.problems);
  }
}

class RemovedBlock extends TerraformElement {
  constructor(
    scope: Construct,
    private readonly from: string,
    private readonly destroy: boolean,
  ) {
    super(scope, "Default");
  }

  override toTerraform(): object {
    return { removed: [{ from: this.from, lifecycle: { destroy: this.destroy } }] };
  }
}
