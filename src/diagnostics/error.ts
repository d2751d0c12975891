import type { DiagnosticCode } from "./catalogue";
import { type Diagnostic, error, type Place } from "./diagnostic";

/** The base of all expected errors: it carries the diagnostics to show to the user. */
export class ScanformError extends Error {
  override readonly name: string = "ScanformError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: { readonly cause?: unknown }) {
    super(diagnostics.map(sentenceOf).join("\n"), options);
    this.diagnostics = diagnostics;
  }
}

/** With the place in code, for a reader who is shown the message alone, such as that of a failed test. */
const sentenceOf = ({ summary, detail, location }: Diagnostic): string =>
  `${summary}: ${detail}${location === undefined ? "" : ` (at ${location})`}`;

/** Throws one diagnostic. `cause` is kept for a debugger and never printed. */
export function fail(code: DiagnosticCode, detail: string, place?: Place, cause?: unknown): never {
  throw new ScanformError([error(code, detail, place)], { cause });
}

/** The message of anything that was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
