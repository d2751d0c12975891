import pc from "picocolors";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic";
import { repositoryClasses } from "../model/leaf-verdict";
import { isEmpty } from "../reconcile/plan/plan";
import { diagnosticsText } from "./text";
import { baseSections, undeclaredLine } from "./base-sections";
import { changedLines } from "./changed-lines";
import { accountLine, digestLine, headline, idleLine, requestLine, verdictOf, whereOf } from "./head";
import { type Layout, shortened } from "./layout";
import { policyHead, policySections } from "./policy-sections";
import { unmovedLines } from "./unmoved";
import { fit, type Section } from "./outline";
import { isIdle, worstFirst } from "./overall";
import type { PlanReport, Renderer } from "./renderer";
import { groupsOf, sections } from "./sections";
import { whatChanges } from "./what-changes";
import { count, number } from "./words";

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
 * Plans as Markdown for a comment: the verdict and what changes first, the details folded. What comes from elsewhere
 * stands in fences or is code, where nothing can mention people, link, or close the fence. What does not fit is left
 * out from what matters least on, saying how much.
 */
export function plansMarkdown(plans: readonly PlanReport[], full = false): string {
  const layout: Layout = { columns, full };
  const inOrder = worstFirst(plans, (each) => each);
  const several = plans.length > 1;
  const folded = inOrder.flatMap((plan): readonly Folded[] =>
    [
      ...policySections(plan, layout),
      ...baseSections(plan, layout),
      ...sections(plan, layout, { leaves: !several && isSaid(plan) }),
      ...unmovedSections(plan, layout),
    ].map((each) => (several ? { ...each, of: nameOf(plan) } : each)),
  );
  const notes = plans.flatMap(({ refusals, diagnostics }) => [...refusals, ...diagnostics]);
  const head = several
    ? headOfSeveral(inOrder)
    : inOrder.flatMap((plan) => headOf(plan, "### scanform: ", mostLineBytes));
  return comment(
    [marker, ...head],
    // what weakens comes first, whichever account it is in
    [...folded.toSorted(bySeverity), ...(notes.length > 0 ? [diagnosticSection(notes)] : [])],
  );
}

/** What weakens first. */
export const bySeverity = (one: Section, other: Section): number =>
  repositoryClasses.indexOf(one.class) - repositoryClasses.indexOf(other.class);

const nameOf = ({ account }: PlanReport): string => shortened(accountLine(account), columns);

/** How many bytes the lines of what changes may take, of all accounts, and of one of several. */
const mostLineBytes = 16_000;
const mostHeadBytes = 24_000;
const mostBytesOfOne = 3_000;

/** @param title what the heading begins with */
function headOf(plan: PlanReport, title: string, bytes: number): readonly string[] {
  const { weakens, rest } = verdictOf(plan);
  const cost = isEmpty(plan) ? [] : [`${requestLine(plan)}, ${digestLine(plan)}.`, ""];
  const verdict = [`**${weakens}**${rest}`, "", ...cost];
  return [
    `${title}${headline(plan)}`,
    "",
    ...judgement(plan),
    ...(isIdle(plan) ? [] : verdict),
    ...fenced([shorten(nameOf(plan)), ...linesWithin(plan, bytes)]),
    "",
  ];
}

/** How many names of policies or reviewers a heading has. */
const mostNamed = 10;

/** Who denies the plan, and whom it needs. */
function judgement(plan: PlanReport): readonly string[] {
  const { denied, policies, reviewers } = policyHead(plan);
  const named = (names: readonly string[]): string =>
    names
      .slice(0, mostNamed)
      .map((each) => codeSpan(shorten(each)))
      .join(", ") + (names.length > mostNamed ? ` and ${number(names.length - mostNamed)} more` : "");
  return [
    ...(denied === undefined ? [] : [`**${denied}**: ${named(policies)}`, ""]),
    ...(reviewers.length === 0 ? [] : [`**NEEDS the agreement of** ${named(reviewers)}`, ""]),
  ];
}

/** The head says everything that changes in the only group. */
const isSaid = (plan: PlanReport): boolean =>
  groupsOf(plan.effects).length === 1 && linesWithin(plan, mostLineBytes).every((line) => !line.startsWith("  and "));

/** What changes, each once, in so many bytes. */
function linesWithin(plan: PlanReport, bytes: number): readonly string[] {
  const changed = whatChanges(plan);
  for (let most = 10; most > 0; most -= 1) {
    const { lines, more } = changedLines(changed, plan.policyTitles, { columns, full: false }, most);
    const all = [...lines.flatMap((each) => each.lines), ...(more === undefined ? [] : [more])];
    if (size(all) <= bytes) return all;
  }
  return [];
}

/** One verdict over all accounts, then those that change, the worst first, as there is room; the others are counted. */
function headOfSeveral(inOrder: readonly PlanReport[]): readonly string[] {
  const changing = inOrder.filter((each) => !isIdle(each));
  const { weakens, rest } = verdictOf(...inOrder);
  const heads: string[] = [];
  let shown = 0;
  for (const plan of changing) {
    const head = headOf(plan, `#### ${codeSpan(nameOf(plan))}: `, mostBytesOfOne);
    if (size(heads) + size(head) > mostHeadBytes) break;
    heads.push(...head);
    shown += 1;
  }
  const left = changing.slice(shown);
  const { isWeaker, weakens: leftWeaker, rest: leftRest } = verdictOf(...left);
  const more = `and ${count(left.length, "more account")}: ${isWeaker ? leftWeaker + leftRest : leftWeaker}`;
  const idle = idleLine(inOrder, { columns, full: false });
  return [
    `### scanform: ${number(changing.length)} of ${count(inOrder.length, "account")} ${changing.length === 1 ? "changes" : "change"}`,
    "",
    `**${weakens}${whereOf(inOrder)}**${rest}`,
    "",
    ...heads,
    ...(left.length === 0 ? [] : [more, ""]),
    ...(idle === undefined ? [] : [...fenced([shorten(idle)]), ""]),
  ];
}

/** What no rule moves and what is not declared, after all that changes. */
function unmovedSections(plan: PlanReport, layout: Layout): readonly Section[] {
  const lines = [...unmovedLines(plan, layout), ...undeclaredLine(plan, layout)];
  if (lines.length === 0) return [];
  return [
    {
      class: "neutral",
      title: "Left as they are",
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
  const { shown, framed } = withFrames(parts, (mostBytes - size(head)) / 2);
  const fitted = fit(shown, mostBytes - size(head) - framed, (line) => size([line]));
  const body = fitted.flatMap(({ class: kind, title, lines }, at) => {
    const of = shown[at]?.of;
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
  const isWhole = shown.length === parts.length && fitted.every((each) => each.isWhole);
  const hint = isWhole ? [] : [advice, ""];
  return `${[...head, ...hint, ...body].join("\n").trimEnd()}\n`;
}

/** The parts whose frames take no more than so many bytes, the last, which is about errors, always among them. */
function withFrames(
  parts: readonly Folded[],
  most: number,
): { readonly shown: readonly Folded[]; readonly framed: number } {
  const framing = parts.map((part) => {
    const short = { ...part, paragraphs: part.paragraphs.map(shortParagraph) };
    const fence = fenceOf(
      short.paragraphs.flatMap((each) => [each.head, ...each.details.flatMap(({ lines }) => lines)]),
    );
    return { short, bytes: frame + size([codeTag(part.of ?? "")]) + 2 * fence.length };
  });
  let framed = framing.at(-1)?.bytes ?? 0;
  const shown = framing.filter(({ bytes }, at) => {
    if (at === framing.length - 1) return true;
    if (framed + bytes > most) return false;
    framed += bytes;
    return true;
  });
  return { shown: shown.map(({ short }) => short), framed };
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
