import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { groupBy } from "../../model/group-by";
import type { Plan } from "../plan/plan";
import { changedLeaves, type Changed, changedText } from "./changed";
import type { Preflight } from "./preflight";
import type { ReadBack } from "./read-back";
import type { WriteResult } from "./write-result";

/**
 * Notes about what somebody else has changed at the objects of a plan while it was applied, and what no write of it
 * concerns: undeclared leaves that differ from the last look, and repositories that have left.
 */
export function meanwhile(
  { configurations }: Plan,
  results: readonly WriteResult[],
  preflight: Preflight,
  { missing, seen }: ReadBack,
): readonly Diagnostic[] {
  const now = new Map((seen?.configurations ?? []).map((each) => [each.id, each]));
  const reported = groupBy(missing, ({ address }) => address);
  const leaves = configurations.flatMap(({ address, live, after, action }): readonly Changed[] => {
    const looked = live === undefined || action === "no-op" ? undefined : preflight.seen.get(live.id);
    const read = looked === undefined ? undefined : now.get(looked.id);
    if (looked === undefined || read === undefined) return [];
    const known = new Set((reported.get(address) ?? []).map(({ path }) => path));
    return changedLeaves(read.settings, undefined, looked.settings, { settings: after, replaces: undefined }, [])
      .filter(({ path }) => !known.has(path))
      .map((each) => ({ address, ...each }));
  });
  const departed = results.flatMap(({ write }) => preflight.of(write).departed);
  const notes = groupBy([...leaves, ...departed], ({ address }) => address);
  return [...notes].map(([address, all]) =>
    warning("changed-meanwhile", `${all.map(changedText).join("; ")}. It is left as it is.`, { address }),
  );
}
