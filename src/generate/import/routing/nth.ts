/** @throws RangeError where there is no such item */
export function nth<T>(items: readonly T[], at: number): T {
  const found = items[at];
  if (found === undefined) throw new RangeError(`there is no item ${String(at)}`);
  return found;
}
