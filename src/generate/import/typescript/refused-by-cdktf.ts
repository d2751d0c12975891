import type { Refusal } from "../expressible";

/**
 * Texts that the framework takes for a reference of its own, however they are written: marks of tokens, and numbers of
 * the size that stands for one. In a list, `$` looks like the beginning of a reference that was taken apart.
 */
export const refusedByCdktf: Refusal = (text, inList = false) => {
  if (/[$#&]\{TfToken\[/.test(text) || /\de\+?2\d\d/i.test(text)) return "cdktf takes its text for a reference";
  if (inList && text === "$") return "cdktf takes it for a part of a reference";
  return text === "__proto__" ? "cdktf drops this key" : undefined;
};
