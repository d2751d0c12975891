import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { type Decoder, Invalid, invalid } from "../../model/decoder";
import { problem } from "../../model/problem";
import { kindOf } from "../../model/value-kind";
import { ImportBlock } from "./import-block";
import { MovedBlock } from "./moved-block";
import { Findings, mistakeAt, type Problem } from "./problems";
import { text } from "./properties";
import { asText, isToken } from "./tokens";

/** The `import` and `moved` blocks of one resource: what its state is made from. */
export class StateBlocks {
  private readonly findings = new Findings();
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
  ) {}

  problems(): readonly Problem[] {
    return this.findings.problems;
  }

  importFrom(given: unknown): void {
    const id = this.findings.read(this.importId, given, "importFrom");
    if (this.owner.node.tryFindChild("Import") !== undefined)
      this.findings.add(mistakeAt("importFrom", "is called twice", this.twice));
    else if (id !== undefined) new ImportBlock(this.owner, this.resource, asText(id), this.resource.provider);
  }

  movedFrom(given: unknown): void {
    const from = this.findings.read(address, given, "movedFrom");
    if (from !== undefined)
      new MovedBlock(this.owner, `Moved${String((this.moves += 1))}`, this.resource, asText(from));
  }
}

/** The address of a resource of scanform, such as `scanform_configuration.old`. */
export const address: Decoder = (value) => {
  const given = text(value);
  if (given instanceof Invalid || typeof given !== "string" || (isAddress(given) && !isToken(given))) return given;
  const advice = "Write it as Terraform does, such as scanform_configuration.old.";
  return invalid(problem("declaration-invalid", [], `is ${kindOf(given)}, which is no address`, advice));
};

const isAddress = (given: string): boolean =>
  /^(module\.[\w-]+(\[[^\]]+\])?\.)*scanform_\w+\.[A-Za-z_][\w-]*(\[[^\]]+\])?$/.test(given);
