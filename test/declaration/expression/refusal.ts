import { CannotEvaluate } from "../../../src/declaration/refusals";

/** Why something is not evaluated, and what kind of reason that is; empty where it is evaluated. */
export function refusal(attempt: () => unknown): { readonly why?: string; readonly kind?: string } {
  try {
    attempt();
    return {};
  } catch (thrown) {
    if (!(thrown instanceof CannotEvaluate)) throw thrown;
    const { why, kind } = thrown;
    return { ...(why === undefined ? {} : { why }), ...(kind === undefined ? {} : { kind }) };
  }
}
