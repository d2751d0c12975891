import { enumeration } from "../diagnostics/enumeration";
import type { Diagnostic, ShownDiagnostic } from "../diagnostics/diagnostic";
import { label } from "../diagnostics/foreign-text";
import { codeSpan, fenced, markers } from "../diagnostics/markdown";
import { repositoryClasses } from "../model/leaf-verdict";
import { isStay } from "../reconcile/rollback/put-back";
import { changedLines } from "./changed-lines";
import { bySeverity, comment, diagnosticSection, type Folded, longLayout, shorten, size } from "./comment";
import { type AccountDocument, type FailedAccountDocument, isPlanned, type PlanDocument, titlesOf } from "./document";
import { groupsOf } from "./effect-sections";
import {
  accountLine,
  digestLine,
  headline,
  idleLine,
  requestLine,
  stayLines,
  verdictOf,
  whereOf,
  wholeVerdictOf,
} from "./head";
import { findingsLine } from "./findings-sections";
import { type Layout, shortened } from "./layout";
import { allSections, type Compared, comparedIn, goneAccountLines, isStill, newsLine, settingMarks } from "./news";
import type { Section } from "./outline";
import { isEmpty, isIdle } from "./overall";
import type { Renderer, View } from "./renderer";
import { addressOf } from "./page-address";
import { policyHead } from "./policy-sections";
import { whatChanges } from "./what-changes";
import { count, number } from "../diagnostics/count";

/**
 * Plans as Markdown for a comment: the verdict and what changes first, the details folded. What comes from elsewhere
 * is inside fences or is code, where nothing can mention people, link, or close the fence. What does not fit is left
 * out from what matters least on, saying how much.
 */
export function plansMarkdown(
  document: PlanDocument,
  { full = false, pageUrl, since: earlier }: Omit<View, "colors"> = {},
): string {
  const layout: Layout = { ...longLayout, full };
  const plans = comparedIn(document, earlier);
  const documents = plans.map(({ plan }) => plan);
  const failed = document.accounts.filter((each) => !isPlanned(each));
  const several = plans.length > 1;
  const folded = plans.flatMap((each) =>
    allSections(each, layout, { leaves: !several && isSaid(each) }).map((section): Folded =>
      several ? { ...section, of: nameOf(each.plan) } : section,
    ),
  );
  const notes = [...document.diagnostics, ...document.accounts.flatMap(({ diagnostics }) => diagnostics)];
  const head = several ? headOfSeveral(plans) : plans.flatMap((each) => headOf(each, mostLineBytes, nameOf(each.plan)));
  return comment(
    [
      markers.plan,
      ...(plans.length === 0 ? ["### scanform: no plan, because of errors", ""] : []),
      ...failedLines(failed),
      ...head,
      ...goneAccounts(document, earlier),
      ...(pageUrl === undefined ? [] : pageLinks(documents, pageUrl)),
    ],
    // what weakens comes first, whichever account it is in
    [...folded.toSorted(bySeverity), ...noteSections(notes.filter((each) => !isStay(each)))],
  );
}

const noteSections = (notes: readonly ShownDiagnostic[]): readonly Section[] =>
  notes.length === 0 ? [] : [diagnosticSection(notes)];

/** Which accounts only the earlier document has. */
function goneAccounts(document: PlanDocument, earlier: PlanDocument | undefined): readonly string[] {
  const lines = goneAccountLines(document, earlier);
  return lines.length === 0 ? [] : [...fenced(lines.map(shorten)), ""];
}

/** How plans differ from earlier ones. */
function newsHeading(all: readonly Compared[]): readonly string[] {
  const line = newsLine(all);
  if (line === undefined) return [];
  const { isWeaker, words, digest, rest } = line;
  return [`${isWeaker ? `**${words}**` : words}${digest === "" ? "" : ` ${codeSpan(digest)}`}${rest}`, ""];
}

/** Accounts without a plan come first. */
const failedLines = (failed: readonly FailedAccountDocument[]): readonly string[] =>
  failed.length === 0
    ? []
    : [`**NO PLAN, because of errors, of** ${failed.map((each) => codeSpan(nameOf(each))).join(", ")}`, ""];

const nameOf = ({ account }: Pick<FailedAccountDocument, "account">): string =>
  shortened(accountLine(account), longLayout.columns);

/** How many bytes the lines of what changes may take, of all accounts, and of one of several. */
const mostLineBytes = 16_000;
const mostHeadBytes = 24_000;
const mostBytesOfOne = 3_000;

/** @param account the account by itself; absent where the heading has its name */
function headOf(each: Compared, bytes: number, account?: string): readonly string[] {
  const { plan } = each;
  const title = account === undefined ? `#### ${codeSpan(nameOf(plan))}: ` : "### scanform: ";
  const lines = [...(account === undefined ? [] : [shorten(account)]), ...linesWithin(each, bytes)];
  const { weakens, rest } = verdictOf(plan);
  const stays = stayLines(plan);
  const cost = isEmpty(plan) ? [] : [`${requestLine(plan)}, ${digestLine(plan)}.`, ""];
  const verdict = [`**${weakens}**${rest}`, "", ...findingsLines([plan]), ...cost];
  return [
    `${title}${headline(plan)}`,
    "",
    ...newsHeading([each]),
    ...(stays.length > 0 ? [...fenced(stays.map(shorten)), ""] : []),
    ...policyHeading([plan]),
    ...(isIdle(plan) ? [] : verdict),
    ...(lines.length > 0 ? [...fenced(lines), ""] : []),
  ];
}

/** Which findings the repositories of the verdict have. */
function findingsLines(plans: readonly AccountDocument[]): readonly string[] {
  const line = findingsLine(plans);
  return line === undefined ? [] : [line, ""];
}

/** How many names of policies or reviewers a heading has. */
const mostNamed = 10;

/** Who denies plans, and whom they need. */
function policyHeading(plans: readonly AccountDocument[]): readonly string[] {
  const { denied, policies, reviewers } = policyHead(...plans);
  const named = (names: readonly string[]): string =>
    enumeration(
      names.map((each) => codeSpan(shorten(each))),
      mostNamed,
    );
  return [
    ...(denied === undefined ? [] : [`**${denied}**: ${named(policies)}`, ""]),
    ...(reviewers.length === 0 ? [] : [`**NEEDS the approval of** ${named(reviewers)}`, ""]),
  ];
}

/** The head says everything that changes in the only group. */
const isSaid = (each: Compared): boolean =>
  groupsOf(each.plan.effects).length === 1 &&
  linesWithin(each, mostLineBytes).every((line) => !line.startsWith("  and "));

/** What changes, each once, in so many bytes. */
function linesWithin(compared: Compared, bytes: number): readonly string[] {
  const { plan } = compared;
  const changed = whatChanges(plan);
  for (let most = 10; most >= 0; most -= 1) {
    const { lines, more } = changedLines(changed, titlesOf(plan), longLayout, {
      most,
      markOf: settingMarks(compared),
    });
    const all = [...lines.flatMap((each) => each.lines), ...(more === undefined ? [] : [more])];
    if (size(all) <= bytes) return all;
  }
  return [];
}

/** One verdict over all accounts, then those that change, the worst first, as there is room; the others are counted. */
function headOfSeveral(all: readonly Compared[]): readonly string[] {
  const inOrder = all.map(({ plan }) => plan);
  const changing = all.filter((each) => !isStill(each));
  const { weakens, rest } = wholeVerdictOf(inOrder);
  const heads: string[] = [];
  let shown = 0;
  for (const each of changing) {
    const head = headOf(each, mostBytesOfOne);
    if (size(heads) + size(head) > mostHeadBytes) break;
    heads.push(...head);
    shown += 1;
  }
  const left = changing.slice(shown).map(({ plan }) => plan);
  const { weakens: leftWeaker, rest: leftRest } = wholeVerdictOf(left);
  const more = `and ${count(left.length, "more account")}: ${leftWeaker}${leftRest}`;
  const idle = idleLine(
    all.filter(isStill).map(({ plan }) => plan),
    longLayout,
  );
  return [
    `### scanform: ${number(changing.length)} of ${count(inOrder.length, "account")} ${changing.length === 1 ? "changes" : "change"}`,
    "",
    ...newsHeading(all),
    ...policyHeading(inOrder),
    `**${weakens}${whereOf(inOrder)}**${rest}`,
    "",
    ...findingsLines(inOrder),
    ...heads,
    ...(left.length === 0 ? [] : [more, ""]),
    ...(idle === undefined ? [] : [...fenced([shorten(idle)]), ""]),
  ];
}

/** How many repositories a comment links. */
const mostLinked = 10;

/**
 * A line that links the page, and on it the sections of the repositories that are affected, the weakest first,
 * and of each effect one before the second of another.
 */
function pageLinks(plans: readonly AccountDocument[], pageUrl: string): readonly string[] {
  const affected = repositoryClasses.flatMap((kind) =>
    inTurn(
      plans.flatMap(({ effects }) => effects.filter((each) => each.class === kind)).map((each) => each.repositories),
    ),
  );
  const links = affected.map(({ id, name }) => {
    const called = name ?? id;
    const link = addressOf("repository", called, id);
    return `[${codeSpan(shorten(label(called)))}](${pageUrl}${link})`;
  });
  return [`[Review on the page](${pageUrl})${links.length === 0 ? "" : `: ${enumeration(links, mostLinked)}`}`, ""];
}

/** The first of each list, then the second of each, and so on. */
const inTurn = <T>(lists: readonly (readonly T[])[]): readonly T[] =>
  lists
    .flatMap((list) => list.map((item, at) => ({ item, at })))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** The text in place of a plan where there is none. */
export const errorMarkdown = (diagnostics: readonly Diagnostic[]): string =>
  comment([markers.plan, "### scanform: no plan, because of errors", ""], [diagnosticSection(diagnostics)]);

export const markdownRenderer: Renderer = {
  machineReadable: false,
  plans: plansMarkdown,
  errors: errorMarkdown,
};
