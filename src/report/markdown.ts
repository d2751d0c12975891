import pc from "picocolors";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import { severity } from "../reconcile/plan/classify";
import type { Renderer } from "./renderer";
import { accountLine, headline, leftLines, requestLine, type Section, sections } from "./sections";
import { diagnosticsText } from "./text";
import { shortened } from "./display";

/** A comment on a pull request ends at 65,536 characters; bytes are never fewer than those. */
const mostBytes = 65_000;
const longestLine = 400;

/** By this a workflow finds its comment again, to bring it up to date. */
const marker = "<!-- scanform plan -->";

/**
 * Plans as Markdown for a comment: the summary first, the details folded. Whatever comes from
 * elsewhere stands in fences, where nothing can mention people, link, or close the fence. What does
 * not fit is cut from the middle of a section, saying how much; what weakens is cut last.
 */
export function plansMarkdown(plans: readonly Plan[]): string {
  const several = plans.length > 1;
  const all = plans.map((plan, at) => ({
    plan,
    parts: sections(plan),
    which: several ? `account ${String(at + 1)}: ` : "",
  }));
  const notes = diagnosticLines(plans.flatMap(({ refusals, diagnostics }) => [...refusals, ...diagnostics]));
  const folded = all.flatMap(({ parts, which }) =>
    parts.map((each) => ({ ...each, title: `${which}${each.title}`, open: each.class === "weakens" })),
  );
  // what weakens comes first, whichever account it is in: the first part is the last to be cut
  const inOrder = folded.toSorted((left, right) => severity.indexOf(left.class) - severity.indexOf(right.class));
  return fit(
    [marker, ...all.flatMap(headOf)],
    [...inOrder, ...(notes.length > 0 ? [{ title: "Diagnostics", lines: notes, open: false }] : [])],
  );
}

const headOf = ({
  plan,
  parts,
  which,
}: {
  plan: Plan;
  parts: readonly Section[];
  which: string;
}): readonly string[] => [
  `### scanform: ${which}${headline(plan)}`,
  "",
  ...parts.map((each) => `- **${each.title.replace("  ", "** ")}`),
  ...(parts.length > 0 ? [""] : []),
  ...(isEmpty(plan) ? [] : [`${requestLine(plan)}.`, ""]),
  ...fenced([accountLine(plan), ...leftLines(plan)].map(shorten)),
];

/** What is said in place of a plan when there is none. */
export const errorMarkdown = (diagnostics: readonly Diagnostic[]): string =>
  fit(
    [marker, "### scanform: no plan, because of errors", ""],
    [{ title: "Diagnostics", lines: diagnosticLines(diagnostics), open: true }],
  );

export const markdownRenderer: Renderer = { machineReadable: false, plans: plansMarkdown, errors: errorMarkdown };

const diagnosticLines = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnosticsText(diagnostics, pc.createColors(false))
    .split("\n")
    .filter((line) => line !== "");

interface Folded {
  readonly title: string;
  readonly lines: readonly string[];
  readonly open: boolean;
}

/** The bytes around a section, beside its fence: its tags, and the line that says what was cut. */
const frame = 300;

function fit(head: readonly string[], parts: readonly Folded[]): string {
  const short = parts.map((part) => ({ ...part, lines: part.lines.map(shorten) }));
  const frames = short.reduce((sum, { lines }) => sum + frame + 2 * fenceOf(lines).length, 0);
  let left = mostBytes - size(head) - frames;
  const body = short.flatMap((part, index) => {
    // the first is the most important: it may take half of what is left, the last all of it
    const share = index === parts.length - 1 ? left : Math.floor(left / 2);
    const shown = cut(part.lines, share);
    left -= size(shown);
    const summary = `<details${part.open ? " open" : ""}><summary>${part.title}</summary>`;
    return [summary, "", ...fenced(shown), "", "</details>", ""];
  });
  return `${[...head, "", ...body].join("\n").trimEnd()}\n`;
}

/** Keeps the beginning and the end of too many lines, and says how many are missing between. */
function cut(lines: readonly string[], bytes: number): readonly string[] {
  if (size(lines) <= bytes) return lines;
  const head: string[] = [];
  const tail: string[] = [];
  let left = bytes;
  let [from, to] = [0, lines.length];
  while (from < to) {
    const fromHead = head.length <= 2 * tail.length;
    const line = lines[fromHead ? from : to - 1] ?? "";
    left -= size([line]);
    if (left < 0) break;
    if (fromHead) {
      head.push(line);
      from += 1;
    } else {
      tail.unshift(line);
      to -= 1;
    }
  }
  return [...head, `      … ${String(to - from)} more lines; \`scanform plan\` shows them all …`, ...tail];
}

const size = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

const shorten = (line: string): string => shortened(line, longestLine);

function fenced(lines: readonly string[]): readonly string[] {
  const fence = fenceOf(lines);
  return [fence, ...lines, fence];
}

/** A fence that is longer than any run of backticks inside it. */
function fenceOf(lines: readonly string[]): string {
  const runs = lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(runs.reduce((longest, run) => Math.max(longest, run), 2) + 1);
}
