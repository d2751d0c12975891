import type { Construct } from "constructs";

/** One mistake in what a construct was given. */
export interface Problem {
  /** Where in the properties, such as `analyzers.xss.blokcing`. Absent: the construct as a whole. */
  readonly key?: string;
  /** What is wrong and what to write instead: the rest of a sentence that begins with the key, or a whole one. */
  readonly detail: string;
  /** The path of the construct, where it is not the one that reports the problem. */
  readonly construct?: string;
}

/** Reports problems when the app is synthesized: all of a stack at once. */
export function reportProblems(construct: Construct, problems: () => readonly Problem[]): void {
  construct.node.addValidation({ validate: () => problems().map(problemText) });
}

/** A problem as cdktf shows it, behind the path of the construct that reports it. */
function problemText({ construct, key, detail }: Problem): string {
  const sentence = key === undefined ? detail : `${key} ${detail}`;
  return construct === undefined ? sentence : `"${construct}": ${sentence}`;
}
