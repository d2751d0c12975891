import type { DiagnosticCode } from "../diagnostics/catalogue";
import { byCause, type Caused } from "../diagnostics/causes";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { isLocation } from "../diagnostics/locations";
import { phrasebook, type ProblemKind } from "../diagnostics/phrasebook";
import { isRefusalKey } from "../diagnostics/refusal-key";
import { isObject } from "../model/json";
import { limited } from "./refusals";

const mostCharacters = 5000;

/**
 * The problems that constructs have found, one diagnostic for each cause. Any program may have written them: what is
 * not a problem is passed over.
 */
export const foundByConstructs = (written: readonly unknown[]): readonly Diagnostic[] =>
  limited(
    byCause(written.flatMap(problemIn)).map(({ code, detail, path, key, location }) =>
      error(code, detail, { address: path, path: key, location }),
    ),
  );

interface FoundProblem extends Caused {
  readonly code: DiagnosticCode;
}

function problemIn(written: unknown): readonly FoundProblem[] {
  if (!isObject(written)) return [];
  const { code, path, key, location, detail } = written;
  if (typeof path !== "string" || typeof detail !== "string") return [];
  return [
    {
      code: codeOf(code),
      path: path.slice(0, mostCharacters),
      ...(typeof key === "string" ? { key: key.slice(0, mostCharacters) } : {}),
      ...(isLocation(location) ? { location } : {}),
      detail: detail.slice(0, mostCharacters),
    },
  ];
}

const codeOf = (code: unknown): DiagnosticCode =>
  typeof code === "string" && Object.hasOwn(phrasebook, code) ? (code as ProblemKind) : "declaration-invalid";

/** The problems for which a stack refuses itself, since it was synthesized without validation. */
export function refusalsIn(stacks: readonly { readonly json: Readonly<Record<string, unknown>> }[]) {
  const written = stacks.flatMap(({ json }) =>
    Object.entries(json).flatMap(([key, value]): readonly unknown[] => {
      if (!isRefusalKey(key)) return [];
      // a damaged one refuses the stack too
      return problemIn(value).length > 0 ? [value] : [{ path: "", detail: key }];
    }),
  );
  return foundByConstructs(written);
}
