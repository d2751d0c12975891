import { TerraformElement, type TerraformResource } from "cdktf";
import type { Construct } from "constructs";

/** A `moved` block. That of cdktf allows one for each resource. */
export class MovedBlock extends TerraformElement {
  constructor(
    scope: Construct,
    id: string,
    private readonly resource: TerraformResource,
    private readonly from: string,
  ) {
    super(scope, id);
  }

  override toTerraform(): object {
    return {
      moved: [{ from: this.from, to: `${this.resource.terraformResourceType}.${this.resource.friendlyUniqueId}` }],
    };
  }
}
