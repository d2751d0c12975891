import { base64Forms, formsOf } from "./encoded-forms";

/** Shorter secrets are not looked for in base64, where they would be part of other words. */
const shortestInBase64 = 8;

type Span = readonly [start: number, end: number];

/**
 * A function that replaces a secret in a text by `***`: as it is, percent encoded, escaped in JSON or in JSON within
 * JSON (each character in any of these forms), and in base64 and base64url.
 */
export function redactorOf(secret: string): (text: string) => string {
  const characters = Array.from(secret).map(formsOf);
  if (characters.length === 0) return (text) => text;
  // finds candidates; longer ones could take exponential time where a text has many backslashes
  const begin = new RegExp(
    characters
      .slice(0, 4)
      .map((forms) => `(?:${forms.map(quoted).join("|")})`)
      .join(""),
    "g",
  );
  const base64 = secret.length < shortestInBase64 ? [] : base64Forms(secret);
  return (text) => {
    const spans = [
      ...matches(begin, text, (start) => endOf(characters, text, start)),
      ...base64.flatMap(({ whole, around }) => (whole.test(text) ? [...matches(around, text)] : [])),
    ];
    return spans.length === 0 ? text : without(text, spans);
  };
}

const quoted = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");

/** Every match, overlapping ones too. @param end where a match with this start ends; undefined where it is none */
function* matches(pattern: RegExp, text: string, end?: (start: number) => number | undefined): Generator<Span> {
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { index } = found;
    const until = end === undefined ? index + found[0].length : end(index);
    if (until !== undefined) yield [index, until];
    pattern.lastIndex = index + 1;
  }
}

/** The end of the secret that starts there; takes time in proportion to its length. */
function endOf(characters: readonly (readonly string[])[], text: string, start: number): number | undefined {
  let ends: ReadonlySet<number> = new Set([start]);
  for (const forms of characters) {
    const next = new Set<number>();
    for (const end of ends) for (const form of forms) if (text.startsWith(form, end)) next.add(end + form.length);
    if (next.size === 0) return undefined;
    ends = next;
  }
  return Math.max(...ends);
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
