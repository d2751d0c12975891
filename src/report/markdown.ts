import pc from "picocolors";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic";
import { repositoryClasses } from "../model/leaf-verdict";
import { isEmpty } from "../reconcile/plan/plan";
import { diagnosticsText } from "./text";
import { accountLine, digestLine, headline, requestLine, verdictOf } from "./head";
import { type Layout, shortened } from "./layout";
import { unmovedLines } from "./unmoved";
import { fit, type Section } from "./outline";
import type { PlanReport, Renderer } from "./renderer";
import { sections } from "./sections";

/** A comment on a pull request ends at 65,536 characters; bytes are never fewer than those. */
const mostBytes = 65_000;
const longestLine = 400;
const columns = 120;
/** That of a comment, which folds and shortens nothing but what is too long. */
export const longLayout: Layout = { columns, full: false };

/** By this a workflow finds its comment again, to bring it up to date. */
const marker = "<!-- scanform plan -->";

/** A section that is folded; `of` says of which account where there are several. */
export interface Folded extends Section {
  readonly of?: string;
}

/**
 * Plans as Markdown for a comment: the verdict first, the details folded. What comes from elsewhere stands in
 * fences or is code, where nothing can mention people, link, or close the fence. What does not fit is left out
 * from what matters least on, saying how much.
 */
export function plansMarkdown(plans: readonly PlanReport[], full = false): string {
  const layout: Layout = { columns, full };
  const several = plans.length > 1;
  const folded = plans.flatMap((plan): readonly Folded[] =>
    [...sections(plan, layout), ...unmovedSections(plan, layout)].map((each) =>
      several ? { ...each, of: nameOf(plan) } : each,
    ),
  );
  // what weakens comes first, whichever account it is in
  const inOrder = folded.toSorted(bySeverity);
  const notes = plans.flatMap(({ refusals, diagnostics }) => [...refusals, ...diagnostics]);
  return comment(
    [marker, ...plans.flatMap((plan) => headOf(plan, several))],
    [...inOrder, ...(notes.length > 0 ? [diagnosticSection(notes)] : [])],
  );
}

/** What weakens first. */
export const bySeverity = (one: Section, other: Section): number =>
  repositoryClasses.indexOf(one.class) - repositoryClasses.indexOf(other.class);

const nameOf = ({ account }: PlanReport): string => shortened(accountLine(account), columns);

function headOf(plan: PlanReport, several: boolean): readonly string[] {
  const { weakens, rest } = verdictOf(plan);
  const verdict = [`**${weakens}**${rest}`, "", `${requestLine(plan)}, ${digestLine(plan)}.`, ""];
  return [
    `### scanform: ${several ? `${codeSpan(nameOf(plan))}: ` : ""}${headline(plan)}`,
    "",
    ...(isEmpty(plan) ? [] : verdict),
    ...fenced([shorten(nameOf(plan))]),
    "",
  ];
}

/** What no rule moves, after all that changes. */
function unmovedSections(plan: PlanReport, layout: Layout): readonly Section[] {
  const lines = unmovedLines(plan, layout);
  if (lines.length === 0) return [];
  return [
    {
      class: "neutral",
      title: "Left where they are",
      noun: "line",
      isClose: true,
      paragraphs: lines.map((head) => ({ rank: 47, head, details: [], repositories: 0 })),
    },
  ];
}

/** What is said in place of a plan when there is none. */
export const errorMarkdown = (diagnostics: readonly Diagnostic[]): string =>
  comment([marker, "### scanform: no plan, because of errors", ""], [diagnosticSection(diagnostics)]);

export const markdownRenderer: Renderer = {
  machineReadable: false,
  plans: (plans, { full }) => plansMarkdown(plans, full),
  errors: errorMarkdown,
};

/** Errors matter as much as what weakens most, and warnings more than the configurations themselves. */
export function diagnosticSection(diagnostics: readonly Diagnostic[]): Section {
  const plain = pc.createColors(false);
  return {
    class: hasErrors(diagnostics) ? "weakens" : "neutral",
    title: "Diagnostics",
    noun: "message",
    isClose: true,
    paragraphs: diagnostics.map((each) => {
      const rank = each.severity === "error" ? 1 : 48;
      const [head = "", ...lines] = diagnosticsText([each], plain).trimEnd().split("\n");
      return { rank, head, details: lines.map((line) => ({ rank, lines: [line] })), repositories: 0 };
    }),
  };
}

/** The bytes around a section, beside its fence: its tags, and the line that counts what is left out. */
const frame = 200;

/** @param advice how to see what is left out */
export function comment(
  head: readonly string[],
  parts: readonly Folded[],
  advice = "`scanform plan` shows what is left out.",
): string {
  const short = parts.map((part) => ({ ...part, paragraphs: part.paragraphs.map(shortParagraph) }));
  const frames = short.map(({ of = "", paragraphs }) => {
    const fence = fenceOf(paragraphs.flatMap((each) => [each.head, ...each.details.flatMap(({ lines }) => lines)]));
    return frame + size([codeTag(of)]) + 2 * fence.length;
  });
  const room = mostBytes - size(head) - frames.reduce((sum, each) => sum + each, 0);
  const fitted = fit(short, room, (line) => size([line]));
  const body = fitted.flatMap(({ class: kind, title, lines }, at) => {
    const of = parts[at]?.of;
    const summary = of === undefined ? title : `${codeTag(of)}: ${title}`;
    return [
      `<details${kind === "weakens" ? " open" : ""}><summary>${summary}</summary>`,
      "",
      ...fenced(lines),
      "",
      "</details>",
      "",
    ];
  });
  const hint = fitted.every(({ isWhole }) => isWhole) ? [] : [advice, ""];
  return `${[...head, ...hint, ...body].join("\n").trimEnd()}\n`;
}

const shortParagraph = (each: Section["paragraphs"][number]): Section["paragraphs"][number] => ({
  ...each,
  head: shorten(each.head),
  details: each.details.map(({ rank, lines }) => ({ rank, lines: lines.map(shorten) })),
});

const size = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

const shorten = (line: string): string => shortened(line, longestLine);

/** Lines as a code block, in which nothing means anything to Markdown. */
export function fenced(lines: readonly string[]): readonly string[] {
  const fence = fenceOf(lines);
  return [fence, ...lines, fence];
}

/** A fence that is longer than any run of backticks inside it. */
const fenceOf = (lines: readonly string[]): string => "`".repeat(Math.max(2, longestRun(lines)) + 1);

/** A text of one line as code inside a line of Markdown. */
export function codeSpan(text: string): string {
  const ticks = "`".repeat(longestRun([text]) + 1);
  return `${ticks} ${text} ${ticks}`;
}

/** The same inside HTML, where Markdown is not read. */
const codeTag = (text: string): string =>
  `<code>${text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`)}</code>`;

const longestRun = (lines: readonly string[]): number =>
  lines
    .flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length))
    .reduce((longest, run) => Math.max(longest, run), 0);
