import { TerraformElement, type TerraformProvider, type TerraformResource } from "cdktf";
import type { Construct } from "constructs";

/** An `import` block. That of cdktf fails to synthesize where there is no terraform binary. */
export class ImportBlock extends TerraformElement {
  constructor(
    scope: Construct,
    private readonly resource: TerraformResource,
    /** As the provider reads it. */
    readonly importId: string,
    private readonly provider: TerraformProvider | undefined,
  ) {
    super(scope, "Import");
  }

  override toTerraform(): object {
    const to = `${this.resource.terraformResourceType}.${this.resource.friendlyUniqueId}`;
    return { import: [{ to, id: this.importId, provider: this.provider?.fqn }] };
  }
}
