import { textWidth } from "../diagnostics/text-width";
import { label, quoted } from "../diagnostics/foreign-text";
import type { AccountDocument } from "./document";
import { severityRank } from "./head";
import { flowed, type Layout, own, pieces, row, shortened, withCommas } from "./layout";
import { type Detail, type Paragraph, paragraphOf, type Section, unlessEmpty } from "./outline";
import type { SectionContext } from "./section-context";
import { number } from "../diagnostics/count";
import { placeLabel } from "./words";

/** Only what is deleted matters more: triages are shown whatever else is left out. */
const triageRank = 5;

/** Decisions about findings, the most severe first, with the reasons that a reviewer agrees to. */
export function triageSections({ triages }: AccountDocument, { layout, markOf }: SectionContext): readonly Section[] {
  const removed = triages.filter(({ action }) => action === "remove").length;
  const parts = [
    ...(removed < triages.length ? [`${number(triages.length - removed)} set`] : []),
    ...(removed > 0 ? [`${number(removed)} removed`] : []),
  ];
  return unlessEmpty({
    class: "neutral",
    title: `TRIAGES ${parts.join(", ")} (not part of the verdict)`,
    noun: "triage",
    paragraphs: triages
      .toSorted((one, other) => severityRank(one.finding?.severity) - severityRank(other.finding?.severity))
      .map((each) => ({ ...triageParagraph(headOf(each), each, layout), mark: markOf(each) })),
  });
}

type Triage = AccountDocument["triages"][number];

/** What is decided, about which finding, why, and where that is declared. */
export function triageParagraph(
  decision: string,
  each: Pick<Triage, "address" | "location" | "finding_id" | "finding" | "justification">,
  layout: Layout,
): Paragraph {
  const { address, location, finding } = each;
  const at = location === undefined ? label(address) : own(`at ${placeLabel(location)}`);
  return paragraphOf(triageRank, withFinding(decision, each.finding_id, layout), [
    ...findingDetails(finding, layout),
    { rank: triageRank, lines: reasonLines(each.justification, layout) },
    { rank: triageRank + 1, lines: [row(layout)`      ${at}`] },
  ]);
}

function headOf({ before, after, expires }: Triage): string {
  if (after === null) return `  - ${label(before ?? "none")}${expires === null ? "" : `, expired ${label(expires)}`}`;
  const until = expires === null ? "" : ` until ${label(expires)}`;
  return before === null ? `  + ${label(after)}${until}` : `  ~ ${label(before)} -> ${label(after)}${until}`;
}

/** What is decided, and about which finding: below it where both do not fit into one line, since an id is copied. */
export function withFinding(
  decision: string,
  findingId: string,
  layout: Layout,
): readonly [head: string, ...below: readonly string[]] {
  const finding = `finding ${label(findingId)}`;
  const together = `${decision}   ${finding}`;
  return textWidth(together) <= layout.columns ? [together] : [row(layout)`${decision}`, row(layout)`      ${finding}`];
}

/** The finding; nothing where no list has it. */
export function findingDetails(finding: Triage["finding"], { columns }: Layout): readonly Detail[] {
  if (finding === null) return [];
  const texts = findingTexts({ ...finding, repository: finding.repository?.name ?? null });
  return [{ rank: triageRank, lines: flowed("      ", texts, columns) }];
}

interface FindingSummary {
  readonly severity: string;
  readonly title: string;
  /** The name of its repository. */
  readonly repository?: string | null;
  readonly file?: string | null;
}

/** `critical "SQL injection" in payments-api, src/db.ts` */
export function findingTexts({ severity, title, repository, file }: FindingSummary): readonly string[] {
  const where = [repository, file].flatMap((each) => (typeof each === "string" ? [label(each)] : []));
  return [label(severity), quoted(title), ...(where.length === 0 ? [] : ["in", ...withCommas(where)])];
}

/** About how many lines a reason may take, unless everything is printed; words do not fill every line. */
const usualLines = 6;

/** A reason on as many lines as it takes. None begins with what comes from elsewhere. */
function reasonLines(justification: string, { columns, full }: Layout): readonly string[] {
  const [first, next] = ["      because ", "            | "];
  const room = columns - first.length;
  const text = full ? quoted(justification) : shortened(quoted(justification), room * usualLines);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((each) => pieces(each, room)))
    if (line !== "" && textWidth(line) + 1 + textWidth(word) > room) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  return [...lines, line].map((each, at) => (at === 0 ? first : next) + each);
}
