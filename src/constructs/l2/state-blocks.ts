import { TerraformElement, type TerraformProvider, type TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { type Decoder, Invalid, invalid } from "../../model/decoder";
import { problem } from "../../model/problem";
import { kindOf } from "../../model/value-kind";
import { type ProblemList, mistakeAt } from "./problems";
import { text } from "./properties";
import { asText, isToken } from "./tokens";

/** The `import` and `moved` blocks of one resource: what its state is made from. */
export class StateBlocks {
  private moves = 0;

  /**
   * @param importId reads the id that the resource is imported by
   * @param twice why it is imported once only
   */
  constructor(
    private readonly owner: Construct,
    private readonly resource: TerraformResource,
    private readonly importId: Decoder,
    private readonly twice: string,
    private readonly findings: ProblemList,
  ) {}

  importFrom(given: unknown): void {
    const id = this.findings.read(this.importId, given, "importFrom");
    if (this.owner.node.tryFindChild("Import") !== undefined)
      this.findings.add(mistakeAt("importFrom", "is called twice", this.twice));
    else new ImportBlock(this.owner, this.resource, asText(id), this.resource.provider);
  }

  movedFrom(given: unknown): void {
    const from = this.findings.read(address, given, "movedFrom");
    new MovedBlock(this.owner, `Moved${String((this.moves += 1))}`, this.resource, asText(from));
  }
}

/** The address of a resource of scanform, such as `scanform_configuration.old`. */
export const address: Decoder = (value) => {
  const given = text(value);
  if (given instanceof Invalid || typeof given !== "string" || (isAddress(given) && !isToken(given))) return given;
  const advice = "Write it as Terraform does, such as scanform_configuration.old.";
  return invalid(problem("declaration-invalid", [], `is ${kindOf(given)}, which is not an address`, advice));
};

const isAddress = (given: string): boolean =>
  /^(module\.[\w-]+(\[[^\]]+\])?\.)*scanform_\w+\.[A-Za-z_][\w-]*(\[[^\]]+\])?$/.test(given);

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
