import { Aspects, type IAspect, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";

/** Those of what contains stacks, which cdktf and cdktn do not run: their synthesis begins at each stack. */
const ofScope = new WeakMap<IConstruct, IAspect[]>();

/**
 * Adds an aspect to everything in a scope, an app among them: `Aspects.of(app)` of cdktf and cdktn does nothing. In an app
 * it visits each stack that has a construct of scanform, also one that is made later.
 *
 * @example addAspect(app, new NoAnalyzerOff(["secrets"]));
 */
export function addAspect(scope: IConstruct, aspect: IAspect): void {
  Aspects.of(scope).add(aspect); // everywhere, so that they can all be listed
  if (!scope.node.scopes.some((each) => TerraformStack.isStack(each)))
    ofScope.set(scope, [...(ofScope.get(scope) ?? []), aspect]);
}

/** Lets the aspects of what contains a stack visit it. To be called once for each stack. */
export function runAspectsAbove(stack: TerraformStack): void {
  const visit = (node: IConstruct): void => {
    for (const scope of stack.node.scopes) for (const aspect of ofScope.get(scope) ?? []) aspect.visit(node);
  };
  Aspects.of(stack).add({ visit });
}
