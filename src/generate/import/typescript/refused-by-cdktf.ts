import type { Refusal } from "../expressible";

/**
 * Texts that cdktf takes for a reference of its own, however they are written: marks of tokens, and numbers of the
 * size that stands for one.
 */
export const refusedByCdktf: Refusal = (text) => {
  if (/[$#&]\{TfToken\[/.test(text) || /\de\+?2\d\d/i.test(text)) return "cdktf takes its text for a reference";
  return text === "__proto__" ? "cdktf drops this key" : undefined;
};
