import { count } from "../diagnostics/count";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import type { DocumentPath } from "./document";

const useTerraform =
  "The scanform CLI evaluates literals, references to scanform's own resources, variables and locals, and some functions of these; compute anything else in the app, or apply it with the Terraform provider.";

/** A reference to what is not declared, the value of an input variable, or arguments that Terraform refuses too. */
type RefusalKind = "reference-unknown" | "input" | "arguments";

/** The maximum number of diagnostics that are kept; nobody reads more. */
const mostDiagnostics = 1000;

/** What cannot be evaluated: the first 1,000 diagnostics, and the number of the others. */
export class Refusals {
  readonly kept: Diagnostic[] = [];
  readonly #said = new Set<string>();
  #omitted = 0;

  get omitted(): number {
    return this.#omitted;
  }

  /** @param kind of a mistake that can be fixed without the Terraform provider */
  add(place: DocumentPath, why: string, kind?: RefusalKind): void {
    if (this.kept.length === mostDiagnostics) {
      this.#omitted += 1;
      return;
    }
    const code = kind === "reference-unknown" ? kind : "not-evaluable";
    const found = error(code, kind === undefined ? `${why} ${useTerraform}` : why, place);
    // one text may have the same problem twice
    const key = JSON.stringify([found.path, found.detail]);
    if (!this.#said.has(key)) this.kept.push(found);
    this.#said.add(key);
  }
}

/** At most `most` diagnostics, and one that says how many more there are. */
export function limited(diagnostics: readonly Diagnostic[], omitted = 0): readonly Diagnostic[] {
  const more = Math.max(0, diagnostics.length - mostDiagnostics) + omitted;
  if (more === 0) return diagnostics;
  return [...diagnostics.slice(0, mostDiagnostics), notShown(more)];
}

/** Says that there are more problems than those before it. */
export function notShown(more: number): Diagnostic {
  const problems = count(more, "more problem is", "more problems are");
  return error("declaration-invalid", `${problems} not shown. Fix these first.`);
}

/** The start of a text that a diagnostic quotes. */
export const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}...` : text);

/** Why an expression has no value here. Caught where the expression's place is known. */
export class CannotEvaluate extends Error {
  override readonly name = "CannotEvaluate";

  /** @param why what it is, behind the quoted expression; absent for what has been reported already */
  constructor(
    readonly why?: string,
    readonly kind?: RefusalKind,
  ) {
    super(why ?? "It has been reported.");
  }
}

/** @throws CannotEvaluate */
export function refuse(why?: string, kind?: RefusalKind): never {
  throw new CannotEvaluate(why, kind);
}
