import pc from "picocolors";
import type { Diagnostic, ShownDiagnostic } from "../diagnostics/diagnostic";
import { isStay } from "../reconcile/rollback/put-back";
import { plannedIn, type PlanDocument } from "../report/document";
import type { Printer, View } from "../report/renderer";
import { type Format, renderers } from "./renderers";
import { diagnosticsText } from "../report/diagnostics-text";
import type { Io } from "./io";

/** How plans are shown. */
interface PlansView extends Pick<View, "only" | "since" | "pageUrl" | "reviewed"> {
  readonly format: Format;
  readonly full?: boolean | undefined;
}

/** How the terminal shows results. */
export const viewOf = ({ colors, columns }: Io, full = false) => ({
  colors: pc.createColors(colors.out),
  full,
  ...(columns === undefined ? {} : { columns }),
});

/** Prints plans to stdout in the given format, with why accounts have none, and to stderr the other diagnostics. */
export function printPlans(io: Io, document: PlanDocument, { format, full = false, ...view }: PlansView): void {
  const renderer = renderers[format]();
  io.out(renderer.plans(document, { ...viewOf(io, full), ...view }));
  if (renderer.machineReadable) return;
  const all = [document, ...plannedIn(document)].flatMap(({ diagnostics }) => diagnostics);
  printDiagnostics(
    io,
    all.filter((each) => !isStay(each)),
  );
}

/** Prints errors to stdout if the format has a document for them, and to stderr unless stdout is for a program. */
export function printErrors(io: Io, diagnostics: readonly Diagnostic[], format: Format): void {
  const renderer = renderers[format]();
  const document = renderer.errors(diagnostics);
  if (document !== "") io.out(document);
  if (!renderer.machineReadable) io.err(diagnosticsText(diagnostics, pc.createColors(io.colors.err)));
}

/** Prints a report to stdout, and to stderr what was found out besides, where no program reads the report. */
export function printReport<Report>(
  io: Io,
  printer: Printer<Report>,
  report: Report,
  diagnostics: readonly ShownDiagnostic[],
  full?: boolean,
): void {
  io.out(printer.print(report, viewOf(io, full)));
  if (!printer.machineReadable) printDiagnostics(io, diagnostics);
}

export function printDiagnostics(io: Io, diagnostics: readonly ShownDiagnostic[]): void {
  if (diagnostics.length > 0) io.err(`\n${diagnosticsText(diagnostics, pc.createColors(io.colors.err))}`);
}

/**
 * Prints progress as "20 of 50" to stderr, and nothing of a single thing: on a terminal on one line that is
 * overwritten, elsewhere on at most about ten lines.
 */
export function progress(io: Io, what: string): (done: number, total: number) => void {
  let tenths = 0; // a page of a list may skip any number
  return (done, total) => {
    if (total === 1) return;
    const now = Math.floor((done * 10) / total);
    const text = progressText(done, total, what);
    if (io.interactive) io.err(`\r${text}${done === total ? "\n" : ""}`);
    else if (done === total || total <= 10 || now > tenths) io.err(`${text}\n`);
    tenths = now;
  };
}

/** Milliseconds of silence before work is reported. */
const silence = 1000;

/** The same for work that is mostly done in a second, of which nothing is shown, and whose end may move. */
export function slowProgress(io: Io, what: string) {
  const start = io.now();
  let shown = 0; // tenths where lines are printed below each other
  return {
    show: (done: number, total: number): void => {
      const tenths = Math.floor((done * 10) / total);
      if (io.now() - start < silence || (!io.interactive && tenths <= shown)) return;
      io.err(io.interactive ? `\r${progressText(done, total, what)}` : `${progressText(done, total, what)}\n`);
      shown = Math.max(1, tenths);
    },
    /** Ends the line. Called once the work is done, or has failed. */
    end: (): void => {
      if (io.interactive && shown > 0) io.err("\n");
    },
  };
}

const progressText = (done: number, total: number, what: string): string =>
  `${String(done)} of ${String(total)} ${what}`;
