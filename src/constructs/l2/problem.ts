import type { IConstruct } from "constructs";
import { locationOf } from "./location";
import { tellProblems } from "./tell-problems";

/** What is wrong with a construct, and what to write instead. */
export interface Problem {
  /** The key as the user writes it, such as `analyzers["x"].blocking`. */
  readonly key?: string;
  /** A sentence of its own: it names the key where there is one. */
  readonly detail: string;
  /** The place in code, where it is another than that of the construct. */
  readonly location?: string;
}

/**
 * What the validation of a construct returns: the problems as text, which the framework shows after the construct's
 * path. The scanform CLI is told them in full instead, so that it can show those of all stacks.
 */
export function reported(construct: IConstruct, problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  const found = problems.map(({ key, detail, location = locationOf(construct) }) => ({
    path: construct.node.path,
    ...(key === undefined ? {} : { key }),
    ...(location === undefined ? {} : { location }),
    detail,
  }));
  if (tellProblems(found)) return [];
  return found.map(({ detail, location }) => (location === undefined ? detail : `${detail} (at ${location})`));
}
