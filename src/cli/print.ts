import pc from "picocolors";
import type { Diagnostic } from "../diagnostics/diagnostic";
import type { PlanReport, View } from "../report/renderer";
import { type Format, renderers } from "./renderers";
import { diagnosticsText } from "../report/text";
import type { Io } from "./io";

/** How plans are shown. */
interface Shown extends Pick<View, "only" | "since" | "pageUrl"> {
  readonly format: Format;
  readonly full?: boolean | undefined;
}

/** Prints plans to stdout in the given format, and to stderr the diagnostics that the format omits. */
export function printPlans(io: Io, plans: readonly PlanReport[], { format, full = false, ...view }: Shown): void {
  const renderer = renderers[format]();
  const { columns } = io;
  const colors = pc.createColors(io.colors.out);
  io.out(
    renderer.plans(plans, {
      colors,
      full,
      ...(columns === undefined ? {} : { columns }),
      ...view,
    }),
  );
  if (renderer.machineReadable) return;
  printDiagnostics(
    io,
    plans.flatMap(({ refusals, diagnostics }) => [...refusals, ...diagnostics]),
  );
}

/** Prints errors to stdout if the format has a document for them, and to stderr unless stdout is for a program. */
export function printErrors(io: Io, diagnostics: readonly Diagnostic[], format: Format): void {
  const renderer = renderers[format]();
  const document = renderer.errors(diagnostics);
  if (document !== "") io.out(document);
  if (!renderer.machineReadable) io.err(diagnosticsText(diagnostics, pc.createColors(io.colors.err)));
}

export function printDiagnostics(io: Io, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) io.err(`\n${diagnosticsText(diagnostics, pc.createColors(io.colors.err))}`);
}

/**
 * Prints progress as "20 of 50" to stderr: on a terminal on one line that is overwritten, elsewhere on at most about
 * ten lines.
 */
export function progress(io: Io, what: string): (done: number, total: number) => void {
  let tenths = 0; // a page of a list may skip any number
  return (done, total) => {
    const now = Math.floor((done * 10) / total);
    const text = `${String(done)} of ${String(total)} ${what}`;
    if (io.interactive) io.err(`\r${text}${done === total ? "\n" : ""}`);
    else if (done === total || total <= 10 || now > tenths) io.err(`${text}\n`);
    tenths = now;
  };
}
