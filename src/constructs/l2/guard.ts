import { TerraformDataSource, TerraformResource, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { refuseOtherFramework } from "../framework/refuse-other-framework";
import { locationOf, recordLocation } from "./location";
import { type Problem, reported } from "./problem";

const guarded = new WeakSet<TerraformStack>();

/**
 * Adds checks that cdktf lacks to the stack of `construct`, once per stack, and notes where the construct is made.
 * Every construct of scanform calls this in its constructor.
 *
 * @throws Error when the stack was made with the other one of cdktf and cdktn
 */
export function guardStack(construct: Construct): void {
  const stack = TerraformStack.of(construct);
  refuseOtherFramework(construct);
  recordLocation(construct);
  if (guarded.has(stack)) return;
  guarded.add(stack);
  stack.node.addValidation({ validate: () => reported(stack, addressProblems(stack)) });
}

const isOurs = (node: IConstruct): node is TerraformResource | TerraformDataSource =>
  (TerraformResource.isTerraformResource(node) || TerraformDataSource.isTerraformDataSource(node)) &&
  node.terraformResourceType.startsWith("scanform_");

/** Invalid and duplicate addresses: cdktf drops characters from ids, and merges constructs with equal addresses silently. */
function addressProblems(stack: TerraformStack): readonly Problem[] {
  const owners = new Map<string, string>();
  const problems: Problem[] = [];
  for (const node of stack.node.findAll()) {
    if (!isOurs(node) || TerraformStack.of(node) !== stack) continue;
    const name = node.friendlyUniqueId;
    const kind = TerraformDataSource.isTerraformDataSource(node) ? "data." : "";
    const address = `${kind}${node.terraformResourceType}.${name}`;
    const path = withoutDefault(node.node.path);
    const other = owners.get(address);
    const found = (detail: string) => problems.push({ detail, ...placeOf(node) });
    if (!/^[A-Za-z_]/.test(name))
      found(`"${path}" gets the address ${address}: give it an id that begins with a letter from a to z.`);
    else if (other !== undefined)
      found(`"${other}" and "${path}" both get the address ${address}: give one of them another id.`);
    owners.set(address, path);
  }
  return problems;
}

/** Where a resource or the construct around it was made. */
function placeOf(node: IConstruct): Pick<Problem, "location"> {
  const location = locationOf(node) ?? (node.node.scope && locationOf(node.node.scope));
  return location === undefined ? {} : { location };
}

const withoutDefault = (path: string): string => path.replace(/\/Default$/, "");
