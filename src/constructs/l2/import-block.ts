import { TerraformElement, type TerraformProvider, type TerraformResource } from "cdktf";
import type { Construct } from "constructs";

/** An `import` block. That of cdktf fails to synthesize where there is no terraform binary. */
export class ImportBlock extends TerraformElement {
  constructor(
    scope: Construct,
    private readonly resource: TerraformResource,
    private readonly importId: string,
    private readonly provider: TerraformProvider | undefined,
  ) {
    super(scope, "Import");
  }

  override toTerraform(): object {
    return { import: [{ to: this.address, id: this.importId, provider: this.provider?.fqn }] };
  }

  override toHclTerraform(): object {
    const simple = (storageClassType: string, value: string | undefined) =>
      value === undefined ? undefined : { value, type: "simple", storageClassType };
    return {
      import: [
        {
          to: simple("reference", this.address),
          id: simple("string", this.importId),
          provider: simple("reference", this.provider?.fqn),
        },
      ],
    };
  }

  private get address(): string {
    return `${this.resource.terraformResourceType}.${this.resource.friendlyUniqueId}`;
  }
}
