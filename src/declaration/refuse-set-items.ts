import { cannot } from "./expression/cannot-evaluate";
import type { Type } from "./expression/value";

/** @throws CannotEvaluate where the steps take an item out of a set, which has no order in Terraform */
export function refuseSetItems(type: Type, steps: readonly string[]): void {
  let at: Type | undefined = type;
  for (const step of steps) {
    if (at?.kind === "set") cannot("takes an item out of a set.");
    at = inside(at, step);
  }
}

function inside(type: Type | undefined, step: string): Type | undefined {
  if (type === undefined) return undefined;
  if ("element" in type) return type.element;
  return type.kind === "object" ? type.attributes.get(step) : undefined;
}
