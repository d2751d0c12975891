/** By these a workflow finds its comment or its issue again, to bring it up to date: the text begins with one. */
export const markers = { plan: "<!-- scanform plan -->", drift: "<!-- scanform drift -->" } as const;

/** Lines as a code block, in which nothing means anything to Markdown. */
export function fenced(lines: readonly string[]): readonly string[] {
  const fence = fenceOf(lines);
  return [fence, ...lines, fence];
}

/** A fence that is longer than any run of backticks inside it. */
export const fenceOf = (lines: readonly string[]): string => "`".repeat(Math.max(2, longestRun(lines)) + 1);

/** A text of one line as code inside a line of Markdown. */
export function codeSpan(text: string): string {
  const ticks = "`".repeat(longestRun([text]) + 1);
  return `${ticks} ${text} ${ticks}`;
}

const longestRun = (lines: readonly string[]): number =>
  lines
    .flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length))
    .reduce((longest, run) => Math.max(longest, run), 0);
