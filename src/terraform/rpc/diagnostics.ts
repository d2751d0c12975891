import type { AttributePath, Diagnostic } from "../protocol/messages/common";
import { type Said, saidBy, type Step } from "../said";
import { pathText } from "../values/place";

/** What is said, as the protocol has it. */
export const diagnosticsOf = (said: readonly Said[]): readonly Diagnostic[] => said.map(diagnosticOf);

function diagnosticOf({ severity, summary, detail, path = [] }: Said): Diagnostic {
  const shown = shownOf(path);
  return {
    severity: severity === "error" ? "ERROR" : "WARNING",
    summary,
    detail: shown.length === path.length ? detail : `${pathText(path)}: ${detail}`,
    ...(shown.length === 0 ? {} : { attribute: { steps: shown.map(stepOf) } }),
  };
}

/** Terraform underlines an attribute, or an entry of one; for anything deeper it shows the resource's header alone. */
function shownOf([first, second]: readonly Step[]): readonly Step[] {
  if (typeof first !== "string") return [];
  return second === undefined || typeof second === "string" ? [first] : [first, second];
}

function stepOf(step: Step): NonNullable<AttributePath["steps"]>[number] {
  if (typeof step === "string") return { attribute_name: step };
  return typeof step === "number" ? { element_key_int: step } : { element_key_string: step.key };
}

/**
 * @param otherwise the answer when something was thrown on purpose, without what that says
 * @throws what was not thrown on purpose, which is a defect
 */
export async function orSaid<Answer extends object>(
  work: () => Answer | Promise<Answer>,
  otherwise: Partial<Answer> = {},
): Promise<Answer | (Partial<Answer> & { readonly diagnostics: readonly Diagnostic[] })> {
  try {
    return await work();
  } catch (thrown) {
    return { ...otherwise, diagnostics: diagnosticsOf(saidBy(thrown)) };
  }
}
