import type { AttributePath } from "../diagnostics/attribute-path";
import { type Diagnostic, error, type Place } from "../diagnostics/diagnostic";
import { type Facts, phrasebook, type ProblemKind } from "../diagnostics/phrasebook";

/** One thing that is wrong with a declared or received value. */
export interface Problem {
  readonly kind: ProblemKind;
  /** From the value that was read to the one that is wrong. */
  readonly path: AttributePath;
  /** What the sentence is made from. */
  readonly facts: readonly unknown[];
  /** Goes on after the place of the value, and has no full stop. */
  readonly sentence: string;
  /** Whole sentences; empty without advice. */
  readonly advice: string;
}

type Words = (...facts: readonly unknown[]) => string;

export function problem<K extends ProblemKind>(kind: K, path: AttributePath, ...facts: Facts<K>): Problem {
  const phrase: { readonly sentence: unknown; readonly advice?: unknown } = phrasebook[kind];
  // the facts are those of the kind
  const { sentence, advice = () => "" } = phrase as { readonly sentence: Words; readonly advice?: Words };
  return { kind, path, facts, sentence: sentence(...facts), advice: advice(...facts) };
}

/** The same problem, seen from the value that has the value under this step. */
export const nested = (step: AttributePath[number], problems: readonly Problem[]): readonly Problem[] =>
  problems.map((each) => ({ ...each, path: [step, ...each.path] }));

/** The place as it is written in code: `analyzers["sql-injection"].riskLevel`. */
export const placeText = (path: AttributePath): string =>
  pathText(path.map((step) => (typeof step === "object" ? step.key : step)));

/** All sentences. @param subject what the first begins with */
export const detailOf = ({ sentence, advice }: Pick<Problem, "sentence" | "advice">, subject: string): string =>
  `${subject === "" ? "It" : subject} ${sentence}.${advice === "" ? "" : ` ${advice}`}`;

/** As a diagnostic that begins with the place of the value. */
export const diagnosticOf = (wrong: Problem, place: Place, before: AttributePath = []): Diagnostic =>
  error(wrong.kind, detailOf(wrong, placeText([...before, ...wrong.path])), place);

/** `a.b[0].c`, as it is written in code. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${String(step)}]`;
    const name = String(step);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === "" ? name : `${text}.${name}`;
  }, "");
}
