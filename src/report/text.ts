import { textWidth } from "../diagnostics/text-width";
import { label } from "../diagnostics/foreign-text";
import type { LeafVerdict, RepositoryClass } from "../model/leaf-verdict";
import { staysOf } from "../reconcile/rollback/put-back";
import { undeclaredLine } from "./base-sections";
import { changedLines } from "./changed-lines";
import { diagnosticsText } from "./diagnostics-text";
import {
  type AccountDocument,
  accountKey,
  type FailedAccountDocument,
  isPlanned,
  type PlanDocument,
  titlesOf,
} from "./document";
import {
  accountLine,
  countLines,
  digestLine,
  idleLine,
  requestLine,
  stayLines,
  type Verdict,
  verdictOf,
  whereOf,
  wholeVerdictOf,
} from "./head";
import { findingsLine } from "./findings-sections";
import { flowed, type Layout, own, row } from "./layout";
import { outcomeText } from "./outcome-text";
import { policyHeadLines } from "./policy-sections";
import { unmovedLines } from "./unmoved";
import { fit, type Section } from "./outline";
import {
  besideMarks,
  type Compared,
  comparedIn,
  goneAccountLines,
  goneSections,
  isStill,
  newsLine,
  settingMarks,
} from "./news";
import { isEmpty } from "./overall";
import { isNothing, partOf } from "./part";
import type { ApplyRenderer, Colors, Part, View } from "./renderer";
import { groupsOf } from "./effect-sections";
import { sections } from "./sections";
import { whatChanges } from "./what-changes";

/** The width where there is no terminal. */
export const usualColumns = 80;

/** Maximum number of lines of details, so that a plan of thousands of moves stays readable. */
const mostLines = 150;

/** As much as a terminal has room for, or everything. */
export const layoutOf = ({ columns = usualColumns, full = false }: Partial<View>): Layout => ({
  columns: full ? Infinity : columns,
  full,
});

const fullHint = "--full shows what is left out";

/** How many lines the sections of what is no plan may take. */
const mostReportLines = 100;

/** Sections for a terminal, each a block of lines, and a hint where something is left out. */
export function blocksOf(all: readonly Section[], { colors, full = false }: View) {
  const fitted = fit(all, full ? Infinity : mostReportLines, () => 1);
  return {
    blocks: fitted.map(({ title, lines }) => [colors.bold(title), ...lines].join("\n")),
    hint: fitted.every(({ isWhole }) => isWhole) ? [] : [fullHint],
  };
}

const paint = (colors: Colors): Record<RepositoryClass, (text: string) => string> => ({
  weakens: (text) => colors.bold(colors.red(text)),
  unclassified: (text) => colors.bold(colors.yellow(text)),
  strengthens: (text) => colors.bold(colors.green(text)),
  neutral: colors.bold,
});

/** A plan for a terminal: first how much, what gets weaker, and what changes, once; then the details. */
export function planText(compared: Compared, colors: Colors, view: Partial<View> = {}, plans = 1): string {
  const { plan, news } = compared;
  const { full = false, columns = usualColumns, only, reviewed } = view;
  const layout = layoutOf(view);
  const beside = besideMarks(layout, news);
  const [stays = "", ...which] = stayLines(plan);
  const head = [
    headLines(plan, columns, layout, colors).join("\n"),
    ...newsTexts([compared], colors),
    ...(stays === "" ? [] : [[colors.bold(colors.yellow(stays)), ...which].join("\n")]),
  ].join("\n\n");
  const part = only === undefined ? plan : partOf(plan, only);
  const left = [...unmovedLines(part, layout), ...(only === undefined ? undeclaredLine(plan, layout) : [])];
  if (isStill(compared)) return `${[head, ...(left.length > 0 ? [left.join("\n")] : [])].join("\n\n")}\n`;
  const changed = whatChanges(part);
  const { lines, more } = changedLines(changed, titlesOf(plan), layout, { markOf: settingMarks(compared) });
  const paintLine = painter(colors);
  const leaves = !full && more === undefined && groupsOf(part.effects).length === 1;
  const painted = [...sections(part, beside, { leaves, news, whole: plan }), ...goneSections(compared, layout)].map(
    (each) => paintedSection(each, paintLine),
  );
  const parts = fit(painted, full ? Infinity : Math.max(40, mostLines / plans), () => 1);
  const blocks = parts.map((each, at) => {
    // the verdict says already how many weaken, where they come right after it
    const isSaid = at === 0 && changed.length === 0 && each.title.startsWith("WEAKENS");
    return [...(isSaid ? [] : [paint(colors)[each.class](each.title)]), ...each.lines].join("\n");
  });
  const once = [
    ...lines.flatMap((each) => each.lines.map((line) => paintLine(each.verdict, line))),
    ...(more === undefined ? [] : [more]),
  ];
  const hint = parts.every(({ isWhole }) => isWhole) ? [] : [fullHint];
  // what was seen in part is not approved by its digest
  const last = only !== undefined || isEmpty(plan) ? [] : [digestLine(plan, reviewed?.get(accountKey(plan)))];
  const foot = [...left, ...hint, ...last].join("\n");
  return `${[
    head,
    only === undefined ? "" : partLines(part, only).join("\n"),
    policyHeadText([plan], layout, colors),
    [verdictText(verdictOf(plan), columns, full, colors), ...findingsLines([plan], layout)].join("\n"),
    once.join("\n"),
    ...blocks,
    foot,
  ]
    .filter((each) => each !== "")
    .join("\n\n")}\n`;
}

/** How plans differ from earlier ones; nothing without any. */
function newsTexts(all: readonly Compared[], colors: Colors): readonly string[] {
  const line = newsLine(all);
  if (line === undefined) return [];
  const { isWeaker, words, digest, rest } = line;
  return [`${paint(colors)[isWeaker ? "weakens" : "neutral"](words)}${digest === "" ? "" : ` ${digest}`}${rest}`];
}

/** Who denies plans, and whom they need; "" where nobody. */
const policyHeadText = (plans: readonly AccountDocument[], layout: Layout, colors: Colors): string =>
  policyHeadLines(plans, layout)
    .map((line) => paint(colors).weakens(line))
    .join("\n");

const partLines = (part: AccountDocument, { pattern }: Part): readonly string[] => [
  `--only ${label(pattern)} shows a part: the counts and the verdict are of the whole plan`,
  ...(isNothing(part) ? [`Nothing of the plan matches ${label(pattern)}.`] : []),
];

/** What the verdict is, and on a second line what does not fit into the first. */
function verdictText(verdict: Verdict, columns: number, full: boolean, colors: Colors, where = ""): string {
  const { isWeaker, weakens, rest } = verdict;
  const fits = full || weakens.length + where.length + rest.length <= columns;
  const below = flowed("  ", rest.replace(/^[,;]? /, "").split(" "), columns);
  const more = fits ? where + rest : [where, ...below].join("\n");
  return `${paint(colors)[isWeaker ? "weakens" : "neutral"](weakens)}${more}`;
}

/** Which findings the repositories of the verdict have, below it. */
function findingsLines(plans: readonly AccountDocument[], { columns }: Layout): readonly string[] {
  const line = findingsLine(plans);
  return line === undefined ? [] : flowed("  ", line.split(" "), columns);
}

type Painter = (verdict: LeafVerdict, line: string) => string;

const painter =
  (colors: Colors): Painter =>
  (verdict, line) =>
    verdict === "weaker" ? colors.red(line) : verdict === "unclassified" ? colors.yellow(line) : line;

const paintedSection = (section: Section, paintLine: Painter): Section => ({
  ...section,
  paragraphs: section.paragraphs.map((each) => ({
    ...each,
    details: () =>
      each.details().map((detail) => {
        const { verdict } = detail;
        return verdict === undefined
          ? detail
          : { ...detail, lines: detail.lines.map((line) => paintLine(verdict, line)) };
      }),
  })),
});

/** Which account, how much, and how many requests: on one line if it is wide enough. */
function headLines(plan: AccountDocument, columns: number, layout: Layout, colors: Colors): readonly string[] {
  const account = row(layout)`${accountLine(plan.account)}`;
  const parts = [...countLines(plan), ...(isEmpty(plan) ? [] : [requestLine(plan)])];
  const lines: string[] = [];
  let width = textWidth(account);
  let line = colors.bold(account);
  for (const part of parts) {
    if (width + 3 + part.length <= columns) {
      line += `   ${part}`;
      width += 3 + part.length;
    } else {
      lines.push(line);
      line = `  ${part}`;
      width = 2 + part.length;
    }
  }
  return [...lines, line];
}

/** How many accounts are shown in detail; of the others one line says what becomes of each. */
const mostAccounts = 10;

/** Plans for a terminal: accounts without one, one verdict over all others, then these, the worst first. */
function plansText(document: PlanDocument, view: View): string {
  const failed = document.accounts.filter((each) => !isPlanned(each)).map((each) => failedText(each, view));
  const plans = comparedIn(document, view.since);
  const gone = goneAccountLines(document, view.since).map((line) => `${row(layoutOf(view))`${line}`}\n`);
  return [
    ...failed,
    ...(plans.length === 0 ? [] : [accountsText(plans, view)]),
    ...(gone.length === 0 ? [] : [gone.join("")]),
  ].join("\n");
}

/** An account without a plan, and why. */
const failedText = ({ account, diagnostics }: FailedAccountDocument, { colors, ...view }: View): string =>
  `${colors.bold(row(layoutOf(view))`${accountLine(account)}   ${own("no plan, because of errors")}`)}\n\n${diagnosticsText(diagnostics, colors)}`;

function accountsText(all: readonly Compared[], view: View): string {
  const [only, second] = all;
  if (only !== undefined && second === undefined) return planText(only, view.colors, view);
  const { colors, columns = usualColumns, full = false } = view;
  const layout = layoutOf(view);
  const plans = all.map(({ plan }) => plan);
  const changing = all.filter((each) => !isStill(each));
  const shown = full ? changing : changing.slice(0, mostAccounts);
  const rest = changing.slice(shown.length).map((each) => {
    const { weakens, rest } = wholeVerdictOf([each.plan]);
    const { words } = newsLine([each]) ?? {};
    return row(
      layout,
    )`${accountLine(each.plan.account)}   ${own(`${words === undefined ? "" : `${words}; `}${weakens}${rest}`)}`;
  });
  const idle = idleLine(
    all.filter(isStill).map(({ plan }) => plan),
    layout,
  );
  const policies = policyHeadText(plans, layout, colors);
  return [
    ...newsTexts(all, colors).map((each) => `${each}\n`),
    ...(policies === "" ? [] : [`${policies}\n`]),
    `${[verdictText(wholeVerdictOf(plans), columns, full, colors, whereOf(plans)), ...findingsLines(plans, layout)].join("\n")}\n`,
    ...shown.map((each) => planText(each, colors, view, shown.length)),
    ...(rest.length > 0 ? [`${rest.join("\n")}\n`] : []),
    ...(idle === undefined ? [] : [`${idle}\n`]),
  ].join("\n");
}

export const textRenderer: ApplyRenderer = {
  machineReadable: false,
  plans: plansText,
  errors: () => "",
  outcome: (applied, several, colors) => {
    const { document: plan } = applied;
    const account = several ? `${colors.bold(accountLine(plan.account))}\n` : "";
    const stays =
      staysOf(plan).length === 0 ? "" : colors.yellow("Not everything was undone: the plan lists first what stays.\n");
    return `\n${account}${outcomeText(applied, colors)}${stays}`;
  },
  outcomes: () => "",
};
