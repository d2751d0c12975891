import type { z } from "zod";
import { codeSpan, comment, diagnosticSection, fenced, longLayout } from "../comment";
import { accountIn, documentText } from "../document";
import type { comparisonShape } from "../document-shape";
import { accountLine } from "../head";
import { row, shortened } from "../layout";
import type { Printer, View } from "../renderer";
import { blocksOf, layoutOf } from "../text";
import type { AccountComparison } from "./compare";
import { comparisonHead, comparisonSections } from "./compare-sections";

/** The choices of `--format`. */
export const comparisonRenderers = {
  text: { machineReadable: false, print: (all, view) => all.map((each) => comparisonText(each, view)).join("\n") },
  markdown: { machineReadable: false, print: (all, view) => comparisonMarkdown(all, view) },
  json: { machineReadable: true, print: (all) => comparisonJson(all) },
} as const satisfies Readonly<Record<string, Printer<readonly AccountComparison[]>>>;

export type ComparisonFormat = keyof typeof comparisonRenderers;

export const comparisonFormats = Object.keys(comparisonRenderers) as readonly ComparisonFormat[];

function comparisonText(comparison: AccountComparison, view: View): string {
  const { colors } = view;
  const layout = layoutOf(view);
  const { isWeaker, start, since, rest, now } = comparisonHead(comparison);
  const verdict = `${start} ${since}${rest}${now === undefined ? "" : ` (digest now ${now})`}`;
  const { blocks, hint } = blocksOf(comparisonSections(comparison, layout), view);
  const head = colors.bold(row(layout)`${accountLine(accountIn(comparison))}`);
  return `${[`${head}\n${colors.bold(isWeaker ? colors.red(verdict) : verdict)}`, ...blocks, ...hint].join("\n\n")}\n`;
}

/** For a comment on a pull request: the heads first, the details folded. */
function comparisonMarkdown(all: readonly AccountComparison[], { full = false }: View): string {
  const layout = { ...longLayout, full };
  const several = all.length > 1;
  const nameOf = (each: AccountComparison): string => shortened(accountLine(accountIn(each)), layout.columns);
  const notes = all.flatMap(({ diagnostics }) => diagnostics);
  const parts = all.flatMap((each) =>
    comparisonSections(each, layout).map((section) => ({ ...section, ...(several ? { of: nameOf(each) } : {}) })),
  );
  return comment(
    [
      "### scanform: since the earlier plan",
      "",
      ...all.flatMap((each) => {
        const { isWeaker, start, since, rest, now } = comparisonHead(each);
        const later = now === undefined ? "" : ` (digest now ${codeSpan(now)})`;
        const bold = isWeaker ? `**${start}**` : start;
        return [...fenced([nameOf(each)]), "", `${bold} ${codeSpan(since)}${rest}${later}`, ""];
      }),
    ],
    [...parts, ...(notes.length === 0 ? [] : [diagnosticSection(notes)])],
    "`scanform compare --full` shows what is left out.",
  );
}

/** `scanform compare A.json B.json --json` */
const comparisonJson = (accounts: readonly AccountComparison[]): string =>
  documentText<z.infer<typeof comparisonShape>>({
    accounts: accounts.map((each) => ({ ...each, diagnostics: [...each.diagnostics] })),
    diagnostics: [],
  });
