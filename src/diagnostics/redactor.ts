import { base64Forms, beginOf, endsOf, formOf, hexadecimal } from "./encoded-forms";

/** Shorter secrets are not looked for in base64 and hexadecimal, where they would be part of other words. */
const shortestRecoded = 8;

type Span = readonly [start: number, end: number];

/**
 * A function that replaces a secret in a text by `***`: as it is, or in one of the forms that SECURITY.md lists.
 */
export function redactorOf(secret: string): (text: string) => string {
  const row = Array.from(secret, (character) => formOf([character]));
  if (row.length === 0) return (text) => text;
  const begin = beginOf(row);
  const isRecoded = secret.length >= shortestRecoded;
  const [hex, base64] = [hexadecimal(secret), base64Forms(secret)];
  return (text) => {
    const recoded = isRecoded ? [hex, ...(base64.whole.test(text) ? base64.around : [])] : [];
    const spans = [
      ...matches(begin, text, (start) => Math.max(...endsOf(row, text, [start]))),
      ...recoded.flatMap((form) => [...matches(form, text)]),
    ];
    return spans.length === 0 ? text : without(text, spans);
  };
}

/** Every match, overlapping ones too. @param endOf where a match with this start ends; negative where it is none */
function* matches(pattern: RegExp, text: string, endOf?: (start: number) => number): Generator<Span> {
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { index } = found;
    const end = endOf === undefined ? index + found[0].length : endOf(index);
    if (end >= 0) yield [index, end];
    pattern.lastIndex = index + 1;
  }
}

/** The text with `***` for each span; overlapping spans count as one. */
function without(text: string, spans: readonly Span[]): string {
  let [result, done] = ["", 0];
  for (const [start, end] of [...spans].sort(([left], [right]) => left - right)) {
    if (end <= done) continue;
    if (start >= done) result += `${text.slice(done, start)}***`;
    done = end;
  }
  return result + text.slice(done);
}
