import { type Diagnostic, warning } from "../diagnostics/diagnostic";
import { isObject } from "../model/json";
import { Place } from "./place";
import type { Stack } from "./stack";

/**
 * What is said of `removed` blocks, which are about a state that the CLI does not have. `moved` blocks need no word: an
 * object is found by its name or id, whatever its address.
 */
export function removedBlocks(stack: Stack): readonly Diagnostic[] {
  const blocks = stack.json["removed"];
  return (Array.isArray(blocks) ? blocks : [blocks]).flatMap((block: unknown, index): readonly Diagnostic[] => {
    const from = isObject(block) ? block["from"] : undefined;
    if (typeof from !== "string" || !from.startsWith("scanform_")) return [];
    const detail = `The CLI has no state to forget ${from} from. What is no longer declared stays in the service, unless \`apply --prune\` finds it in the managed_scope and deletes it.`;
    return [warning("resource-unsupported", detail, new Place(stack, ["removed", String(index)], from))];
  });
}
