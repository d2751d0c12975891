import { isDeepStrictEqual } from "node:util";
import type { Write } from "./compile";
import type { Plan } from "./plan";

/** What a saved plan remembers of the world that it was computed from. */
export interface Remembered {
  readonly basis: Readonly<Record<string, string>>;
  readonly writes: readonly Write[];
}

/**
 * What has moved since a plan was saved, in words; nothing when it can be applied as it was
 * reviewed.
 *
 * @param fresh the plan of the same declaration against what is there now
 */
export function staleness(saved: Remembered, fresh: Plan): readonly string[] {
  const names = new Set([...Object.keys(saved.basis), ...Object.keys(fresh.basis)]);
  const moved = [...names].flatMap((name) => {
    const [before, now] = [saved.basis[name], fresh.basis[name]];
    if (before === now) return [];
    if (now === undefined) return [`${name}: would no longer be touched, or is gone`];
    return before === undefined ? [`${name}: would be touched too`] : [`${name}: has changed`];
  });
  // writes are data: what was saved as JSON is compared with what would be saved now
  const writes = JSON.parse(JSON.stringify(fresh.writes)) as readonly Write[];
  if (moved.length > 0 || isDeepStrictEqual(saved.writes, writes)) return moved;
  return ["what would be written is no longer what was reviewed"];
}
