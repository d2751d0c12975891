import { count } from "./count";
import { enumeration } from "./enumeration";
import type { Diagnostic } from "./diagnostic";

/** What is needed of a problem to tell whether another has the same cause. */
export interface Caused {
  readonly code: string;
  /** Where it is in its construct or resource, such as `analyzers.xss.blokcing`. */
  readonly key?: string | undefined;
  /** Begins with the key, where there is one. */
  readonly detail: string;
  /** The construct or resource. */
  readonly path: string;
  readonly location?: string | undefined;
}

/** How many further places are named. */
const named = 3;

/**
 * One problem for each cause: the same mistake of the same attribute, such as that of a constant that many constructs
 * share. The detail of the first gets the number of the others and where they are.
 */
export function byCause<P extends Caused>(problems: readonly P[]): readonly P[] {
  const causes = new Map<string, P[]>();
  for (const each of problems) {
    const cause = causeOf(each);
    const same = causes.get(cause);
    if (same === undefined) causes.set(cause, [each]);
    else same.push(each);
  }
  return [...causes.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : others.length === 0
        ? [first]
        : [{ ...first, detail: `${first.detail} ${same(others)}` }],
  );
}

/** Errors with the same words about several addresses are one, with the number of the others and where they are. */
export const oncePerCause = (errors: readonly Diagnostic[]): readonly Diagnostic[] =>
  byCause(
    errors.map((diagnostic) => ({ ...diagnostic, path: diagnostic.address ?? "", key: diagnostic.path, diagnostic })),
  ).map(({ detail, diagnostic }) => ({ ...diagnostic, detail }));

function causeOf({ code, key = "", detail, path }: Caused): string {
  if (key === "" || !detail.startsWith(key)) return JSON.stringify([code, detail]);
  if (code === "declaration-invalid") return JSON.stringify([code, path, detail]); // judged for each by itself
  const step = /(?:\.[^.[\]]+|\[[^[\]]*\])$/.exec(key)?.[0] ?? key;
  const isIndex = /^\[\d+\]$/.test(step);
  return JSON.stringify([code, isIndex ? "" : step.replace(/^\./, ""), detail.slice(key.length)]);
}

function same(others: readonly Caused[]): string {
  return `The same in ${count(others.length, "more place")}: ${enumeration(others.map(placeOf), named)}.`;
}

const placeOf = ({ path, key, location }: Caused): string =>
  `"${path}"${key === undefined ? "" : ` ${key}`}${location === undefined ? "" : ` (${location})`}`;
