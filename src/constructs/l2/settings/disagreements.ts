import { pathText } from "../../../model/problem";
import { isToken } from "../tokens";
import { kindOf } from "../../../model/value-kind";
import { type Entries, isEntries, sameValue } from "./entries";
import { spelledIn } from "./merge-settings";

/** A leaf on which two places in code disagree. */
export interface Disagreement {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Leaves that both sides say, and say otherwise. A token in place of an object is a leaf. */
export function disagreements(before: unknown, after: unknown, path: readonly string[] = []): readonly Disagreement[] {
  if (isEntries(before) && isEntries(after))
    return Object.keys(after).flatMap((given) => {
      const key = path[0] === "codePolicies" && path.length === 1 ? spelledIn(before, given) : given;
      return disagreements(Object.hasOwn(before, key) ? before[key] : undefined, after[given], [...path, key]);
    });
  if (before === undefined || after === undefined || sameValue(before, after)) return [];
  return [{ path, before, after }];
}

/** Leaves that differ, of which one side may have nothing. */
export function differences(before: Entries, after: Entries, path: readonly string[]): readonly Disagreement[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !sameValue(before[key], after[key]))
    .map((key) => ({ path: [...path, key], before: before[key], after: after[key] }));
}

/** `blocking is true, then false` */
export const disagreementText = ({ path, before, after }: Disagreement): string =>
  `${pathText(path.slice(-1))} is ${valueText(before)}, then ${valueText(after)}`;

/** ` at main.ts:3:5` */
export const at = (place: string | undefined): string => (place === undefined ? "" : ` at ${place}`);

export function valueText(value: unknown): string {
  if (value === undefined) return "not set";
  if (isToken(value)) return "an expression";
  if (Array.isArray(value) && value.length > 0)
    return `[${value.slice(0, 5).map(kindOf).join(", ")}${value.length > 5 ? ", ..." : ""}]`;
  return kindOf(value);
}
