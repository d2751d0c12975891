import { messageOf } from "../../diagnostics/error";

/**
 * Describes a JSON syntax error and its position. Never quotes the text, which may contain API keys.
 *
 * @param thrown the error that `JSON.parse` threw for this text
 */
export function syntaxProblem(text: string, thrown: unknown): string {
  const said = messageOf(thrown);
  const known = /^(.*) in JSON at position (\d+)/s.exec(said);
  if (known?.[1] !== undefined) return `${known[1]} ${positionText(text, Number(known[2]))}`;
  if (!said.startsWith("Unexpected token")) return said;
  return `Unexpected token ${positionText(text, findUnexpected(text))}`;
}

function positionText(text: string, position: number): string {
  const lines = text.slice(0, position).split("\n");
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return `at position ${String(position)} (line ${String(lines.length)}, column ${String(column)})`;
}

/** V8 omits the position: it is the last character of the shortest prefix that fails in the same way. */
function findUnexpected(text: string): number {
  let [without, having] = [0, text.length];
  while (having - without > 1) {
    const middle = Math.floor((without + having) / 2);
    if (isUnexpected(text.slice(0, middle))) having = middle;
    else without = middle;
  }
  return having - 1;
}

function isUnexpected(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (thrown) {
    return messageOf(thrown).startsWith("Unexpected token");
  }
}
