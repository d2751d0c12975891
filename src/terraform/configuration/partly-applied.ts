import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { listed } from "../../model/suggest";

/**
 * Says of each entry of a collection whether it holds, where some do not.
 *
 * @param wanted keys of the entries that were to change
 * @param failed keys of those that did not
 * @param inState whether the state has what holds
 */
export function partlyApplied(
  wanted: readonly string[],
  failed: ReadonlySet<string>,
  inState: boolean,
): readonly Diagnostic[] {
  const done = wanted.filter((key) => !failed.has(key));
  if (failed.size === 0 || done.length === 0) return [];
  const held = `Applied: ${listed(done, wanted.length)}. Not applied: ${listed([...failed], failed.size)}.`;
  return [
    inState
      ? warning("collection-partly-applied", `${held} The state has exactly this; the next plan shows the rest.`)
      : warning(
          "collection-without-state",
          `${held} They stay as they are. The next apply takes them over by their names, and creates what is missing.`,
        ),
  ];
}
