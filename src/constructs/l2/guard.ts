import { TerraformDataSource, TerraformResource, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { refuseOtherFramework } from "../framework/refuse-other-framework";

const guarded = new WeakSet<TerraformStack>();

/**
 * Adds checks that cdktf lacks to the stack of `construct`, once per stack. Every construct of scanform
 * calls this.
 *
 * @throws Error when the stack was made with the other one of cdktf and cdktn
 */
export function guardStack(construct: Construct): void {
  const stack = TerraformStack.of(construct);
  refuseOtherFramework(construct);
  if (guarded.has(stack)) return;
  guarded.add(stack);
  stack.node.addValidation({ validate: () => addressProblems(stack) });
}

const isOurs = (node: IConstruct): node is TerraformResource | TerraformDataSource =>
  (TerraformResource.isTerraformResource(node) || TerraformDataSource.isTerraformDataSource(node)) &&
  node.terraformResourceType.startsWith("scanform_");

/** Invalid and duplicate addresses: cdktf drops characters from ids, and merges constructs with equal addresses silently. */
function addressProblems(stack: TerraformStack): string[] {
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const node of stack.node.findAll()) {
    if (!isOurs(node) || TerraformStack.of(node) !== stack) continue;
    const name = node.friendlyUniqueId;
    const kind = TerraformDataSource.isTerraformDataSource(node) ? "data." : "";
    const address = `${kind}${node.terraformResourceType}.${name}`;
    const path = withoutDefault(node.node.path);
    const other = owners.get(address);
    if (!/^[A-Za-z_]/.test(name))
      problems.push(`"${path}" gets the address ${address}: give it an id that begins with a letter from a to z.`);
    else if (other !== undefined)
      problems.push(`"${other}" and "${path}" both get the address ${address}: give one of them another id.`);
    owners.set(address, path);
  }
  return problems;
}

const withoutDefault = (path: string): string => path.replace(/\/Default$/, "");
