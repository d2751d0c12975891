import type { Problem } from "./problems";

/** Yields a problem for each id that repeats an earlier one. */
export function* duplicateIds(
  ids: readonly (string | undefined)[],
  pathAt: (at: number) => readonly PropertyKey[],
): Generator<Problem> {
  const seen = new Set<string>();
  for (const [at, id] of ids.entries()) {
    if (id === undefined) continue;
    if (seen.has(id)) yield { path: pathAt(at), message: `the id ${id} is there twice` };
    seen.add(id);
  }
}
