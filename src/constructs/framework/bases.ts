import * as cdktf from "cdktf";
import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { problem } from "../../model/problem";
import { placeOf, recordLocation } from "../l2/location";
import { reportedMistake } from "./mistake";

// The base classes of the generated bindings, which people also use directly: they refuse a stack of the other framework.

export class TerraformResource extends cdktf.TerraformResource {
  constructor(scope: Construct, id: string, config: cdktf.TerraformResourceConfig) {
    super(scope, id, config);
    refuseOtherFramework(this);
  }
}

export class TerraformDataSource extends cdktf.TerraformDataSource {
  constructor(scope: Construct, id: string, config: cdktf.TerraformResourceConfig) {
    super(scope, id, config);
    refuseOtherFramework(this);
  }
}

export class TerraformProvider extends cdktf.TerraformProvider {
  constructor(scope: Construct, id: string, config: cdktf.TerraformProviderConfig) {
    super(scope, id, config);
    refuseOtherFramework(this);
  }
}

const ours = frameworkOf(TerraformStack.prototype);
const checked = new WeakSet<TerraformStack>();

/**
 * Elements of one framework do not synthesize in a stack of the other: cdktn's error names only a missing method, and
 * cdktf has none.
 *
 * @throws Error when the stack of `construct` was made with the other one of cdktn and cdktf
 */
export function refuseOtherFramework(construct: Construct): void {
  const stack = TerraformStack.of(construct);
  if (checked.has(stack)) return;
  const theirs = frameworkOf(stack);
  if (theirs !== undefined && theirs !== ours) {
    recordLocation(construct);
    const found = problem("framework-mismatch", [], String(ours), JSON.stringify(stack.node.path), theirs);
    throw reportedMistake(construct.node.path.replace(/\/Default$/, ""), found, placeOf(construct).location);
  }
  checked.add(stack);
}

/** `cdktf` or `cdktn`, from the name that jsii gives to their class TerraformStack. */
function frameworkOf(stack: object): string | undefined {
  for (let at: unknown = stack; typeof at === "object" && at !== null; at = Object.getPrototypeOf(at)) {
    const info: unknown = Reflect.get(at.constructor, Symbol.for("jsii.rtti"));
    const name = typeof info === "object" && info !== null && "fqn" in info ? String(info.fqn) : "";
    const framework = /^(\w+)\.TerraformStack$/.exec(name)?.[1];
    if (framework !== undefined) return framework;
  }
  return undefined;
}
