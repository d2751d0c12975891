import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { Findings, type Reader, readPart } from "./findings";
import { ImportBlock } from "./import-block";
import { MovedBlock } from "./moved-block";
import type { Problem } from "./problems";
import { text } from "./readers";
import { asText, isToken } from "./tokens";
import { kindOf } from "./wrong-kind";

/** The `import` and `moved` blocks of one resource: what its state is made from. */
export class StateBlocks {
  private readonly findings = new Findings();
  private readonly more: Problem[] = [];
  private moves = 0;

  /**
   * @param importId reads the id that the resource is imported by
   * @param twice why it is imported once only
   */
  constructor(
    private readonly owner: Construct,
    private readonly resource: TerraformResource,
    private readonly importId: Reader,
    private readonly twice: string,
  ) {}

  problems(): readonly Problem[] {
    return [...this.findings.problems(), ...this.more];
  }

  importFrom(given: unknown): void {
    const id = readPart(this.importId, given, "importFrom", this.findings);
    if (this.owner.node.tryFindChild("Import") !== undefined)
      this.more.push({ key: "importFrom", detail: `is called twice: ${this.twice}.` });
    else if (id !== undefined) new ImportBlock(this.owner, this.resource, asText(id), this.resource.provider);
  }

  movedFrom(given: unknown): void {
    const from = readPart(address, given, "movedFrom", this.findings);
    if (from !== undefined)
      new MovedBlock(this.owner, `Moved${String((this.moves += 1))}`, this.resource, asText(from));
  }
}

/** The address of a resource of scanform, such as `scanform_configuration.old`. */
export const address: Reader = (value, findings) => {
  const given = text(value, findings);
  if (typeof given !== "string" || (isAddress(given) && !isToken(given))) return given;
  findings.add(
    `is ${kindOf(given)}, which is no address: write it as Terraform does, such as scanform_configuration.old`,
  );
  return undefined;
};

const isAddress = (given: string): boolean =>
  /^(module\.[\w-]+(\[[^\]]+\])?\.)*scanform_\w+\.[A-Za-z_][\w-]*(\[[^\]]+\])?$/.test(given);
