const begin = "Validation failed with the following errors:";
const advice = "If you wish to ignore these validations";

/** Lines that Node writes around an error that nobody caught: the line of code before it, and what called it after it. */
const frame = /[^\n]*\n[^\n]*\n\s*\^+\s*\n\s*(?:\w*Error: )?$/;
const isTrace = (line: string): boolean => /^\s+at |^Node\.js v|^\s*$/.test(line);

/** What an app said, without the stack trace of cdktf's validation and its advice to skip it. */
export function withoutTrace(said: string): string {
  const to = said.lastIndexOf(advice);
  const from = said.lastIndexOf(begin, to); // the line of code has it too
  if (from < 0 || to < 0) return said;
  const after = said.slice(to).split("\n").slice(1);
  const kept = after.filter((line) => !isTrace(line)).map((line) => `\n${line}`);
  return said.slice(0, from).replace(frame, "") + said.slice(from, to).trimEnd() + kept.join("");
}
