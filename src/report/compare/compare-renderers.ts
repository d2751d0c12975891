import type { z } from "zod";
import type { PlanAccount } from "../../reconcile/plan/change";
import { accountId } from "../../model/ids";
import { codeSpan, comment, diagnosticSection, fenced, longLayout } from "../comment";
import { jsonText } from "../document";
import type { comparisonShape } from "../document-shape";
import { formatVersion } from "../format-version";
import { accountLine } from "../head";
import { type Layout, row, shortened } from "../layout";
import { fit } from "../outline";
import type { View } from "../renderer";
import { usualColumns } from "../text";
import type { AccountComparison } from "./compare";
import { comparisonHead, comparisonSections } from "./compare-sections";

/** How a comparison is printed to stdout. */
interface ComparisonRenderer {
  /** Everything is one document for a program, diagnostics included: stderr repeats none of them. */
  readonly machineReadable: boolean;
  readonly print: (comparisons: readonly AccountComparison[], view: View) => string;
}

/** The choices of `--format`. */
export const comparisonRenderers = {
  text: { machineReadable: false, print: (all, view) => all.map((each) => comparisonText(each, view)).join("\n") },
  markdown: { machineReadable: false, print: (all, view) => comparisonMarkdown(all, view) },
  json: { machineReadable: true, print: (all) => jsonText(comparisonDocument(all)) },
} as const satisfies Readonly<Record<string, ComparisonRenderer>>;

export type ComparisonFormat = keyof typeof comparisonRenderers;

export const comparisonFormats = Object.keys(comparisonRenderers) as readonly ComparisonFormat[];

const mostLines = 100;

function comparisonText(comparison: AccountComparison, { colors, columns = usualColumns, full = false }: View): string {
  const layout: Layout = { columns: full ? Infinity : columns, full };
  const { isWeaker, start, since, rest, now } = comparisonHead(comparison);
  const verdict = `${start} ${since}${rest}${now === undefined ? "" : ` (digest now ${now})`}`;
  const fitted = fit(comparisonSections(comparison, layout), full ? Infinity : mostLines, () => 1);
  const head = colors.bold(row(layout)`${accountLine(accountOf(comparison))}`);
  const hint = fitted.every(({ isWhole }) => isWhole) ? [] : ["--full shows what is left out"];
  return `${[
    `${head}\n${colors.bold(isWeaker ? colors.red(verdict) : verdict)}`,
    ...fitted.map(({ title, lines }) => [colors.bold(title), ...lines].join("\n")),
    ...hint,
  ].join("\n\n")}\n`;
}

/** For a comment on a pull request: the heads first, the details folded. */
function comparisonMarkdown(all: readonly AccountComparison[], { full = false }: View): string {
  const layout = { ...longLayout, full };
  const several = all.length > 1;
  const nameOf = (each: AccountComparison): string => shortened(accountLine(accountOf(each)), layout.columns);
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

const comparisonDocument = (accounts: readonly AccountComparison[]): z.infer<typeof comparisonShape> => ({
  format_version: formatVersion,
  accounts: accounts.map((each) => ({ ...each, diagnostics: [...each.diagnostics] })),
  diagnostics: [],
});

const accountOf = ({ account: { id, name, alias, base_url: baseUrl } }: AccountComparison): PlanAccount => ({
  id: accountId(id),
  ...(name === null ? {} : { name }),
  ...(alias === null ? {} : { alias }),
  ...(baseUrl === null ? {} : { baseUrl }),
});
