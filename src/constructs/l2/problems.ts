import type { Construct } from "constructs";
import { locationOf } from "./location";
import { tellProblems } from "./tell-problems";

/** One mistake in what a construct was given. */
export interface Problem {
  /** Where in the properties, such as `analyzers["xss"].blokcing`. Absent: the construct as a whole. */
  readonly key?: string;
  /** What is wrong and what to write instead: the rest of a sentence that begins with the key, or a whole one. */
  readonly detail: string;
  /** The path of the construct, where it is not the one that reports the problem. */
  readonly construct?: string;
  /** The place in code, where it is another than that of the construct that reports the problem. */
  readonly location?: string;
}

/**
 * Reports problems when the app is synthesized: as text, which the framework shows behind the construct's path. The
 * scanform CLI is told them in full instead, so that it can show those of all stacks.
 */
export function reportProblems(construct: Construct, problems: () => readonly Problem[]): void {
  construct.node.addValidation({ validate: () => reported(construct, problems()) });
}

function reported(reporter: Construct, problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  const found = problems.map(({ construct, key, detail, location = locationOf(reporter) }) => ({
    path: construct ?? reporter.node.path,
    ...(key === undefined ? {} : { key }),
    ...(location === undefined ? {} : { location }),
    detail: key === undefined ? detail : `${key} ${detail}`,
  }));
  if (tellProblems(found)) return [];
  return found.map(({ path, detail, location }) => {
    const sentence = path === reporter.node.path ? detail : `"${path}": ${detail}`;
    return location === undefined ? sentence : `${sentence} (at ${location})`;
  });
}
