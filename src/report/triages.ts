import { label, quoted } from "../diagnostics/foreign-text";
import { type PendingTriage, pendingTriages } from "../reconcile/plan/triages";
import type { PlanReport } from "./plan-report";
import type { Paragraph, Section } from "./outline";
import { type Layout, own, row } from "./row";
import { pieces, shortened, widthOf } from "./width";
import { number } from "./words";

/** Only what is deleted matters more: triages are shown whatever else is left out. */
const rank = 5;

/** Decisions about findings, with the reasons that a reviewer agrees to. The verdict does not count them. */
export function triageSections(plan: PlanReport, layout: Layout): readonly Section[] {
  const pending = pendingTriages(plan.triages);
  if (pending.length === 0) return [];
  const removed = pending.filter(({ action }) => action === "remove").length;
  const parts = [
    ...(removed < pending.length ? [`${number(pending.length - removed)} set`] : []),
    ...(removed > 0 ? [`${number(removed)} removed`] : []),
  ];
  return [
    {
      class: "neutral",
      title: `TRIAGES ${parts.join(", ")} (no part of the verdict)`,
      noun: "triage",
      paragraphs: pending.map((each) => paragraphOf(each, layout)),
    },
  ];
}

function paragraphOf(each: PendingTriage, layout: Layout): Paragraph {
  const { address, declared, location } = each;
  const place = location === undefined ? own("") : `   ${label(location)}`;
  return {
    rank,
    head: headOf(each, layout),
    details: [
      { rank, lines: reasonLines(declared.justification, layout) },
      { rank: rank + 1, lines: [row(layout)`      ${label(address)}${place}`] },
    ],
    repositories: 0,
  };
}

function headOf({ before, after, declared: { findingId, expires } }: PendingTriage, layout: Layout): string {
  const line = row(layout);
  const finding = label(findingId);
  if (after === null) {
    const why = expires === undefined ? own("") : line`, expired ${label(expires)}`;
    return line`  - ${label(before ?? "none")}${why}   finding ${finding}`;
  }
  const until = expires === undefined ? own("") : line` until ${label(expires)}`;
  if (before === null) return line`  + ${label(after)}${until}   finding ${finding}`;
  return line`  ~ ${label(before)} -> ${label(after)}${until}   finding ${finding}`;
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
    if (line !== "" && widthOf(line) + 1 + widthOf(word) > room) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  return [...lines, line].map((each, at) => (at === 0 ? first : next) + each);
}
