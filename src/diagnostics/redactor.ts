/** Shorter secrets are not looked for in base64 and hexadecimal, where they would be part of other words. */
const shortestRecoded = 8;

/** A function that replaces a secret in a text by `***`: as it is, or in one of the forms that SECURITY.md lists. */
export function redactorOf(secret: string): (text: string) => string {
  if (secret === "") return (text) => text;
  const forms = [plain, json, percent, percentTwice].map((encode) => new RegExp(byCharacter(secret, encode), "g"));
  if (secret.length >= shortestRecoded) forms.push(hexadecimal(secret), ...base64(secret));
  return (text) =>
    without(
      text,
      forms.flatMap((form) => matches(form, text)),
    );
}

/**
 * The source of a regular expression for a secret whose characters are encoded, but for letters and digits, which no
 * encoder changes. No two forms of a character begin alike, since the time would be exponential where a text repeats them.
 */
const byCharacter = (secret: string, encode: (character: string) => readonly string[]): string =>
  secret.replace(/[^A-Za-z0-9]/gu, (character) => `(?:${encode(character).join("|")})`);

const plain = (character: string): readonly string[] => [quoted(character)];

function json(character: string): readonly string[] {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const unicode = units.map((unit) => `\\\\u${hexDigits(unit, 4)}`).join("");
  const short = quoted(JSON.stringify(character).slice(1, -1));
  return [...new Set([short, ...(character === "/" ? ["\\\\/"] : []), unicode])];
}

const percent = (character: string): readonly string[] => escapedBy("%", character);

const percentTwice = (character: string): readonly string[] => escapedBy("%25", character);

/** A percent sign is never left as it is. */
const escapedBy = (sign: string, character: string): readonly string[] => [
  ...(character === "%" ? [] : plain(character)),
  Array.from(Buffer.from(character), (byte) => sign + hexDigits(byte, 2)).join(""),
];

/** The source of a regular expression for a number, in lower or upper case. */
const hexDigits = (value: number, count: number): string =>
  value
    .toString(16)
    .padStart(count, "0")
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const quoted = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");

const hexadecimal = (secret: string): RegExp => new RegExp(Buffer.from(secret).toString("hex"), "gi");

/**
 * A secret in base64 and base64url, at each of the three offsets from the begin of a group of three bytes: with the
 * characters before and after it that depend in part on the secret, and with the padding.
 */
function base64(secret: string): readonly RegExp[] {
  const any = "[A-Za-z0-9+/_-]";
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    const characters = bytes.toString("base64").slice(from, to).replaceAll("+", "[+-]").replaceAll("/", "[/_]");
    const [before, after] = [offset === 0 ? "" : `${any}?`, bytes.length % 3 === 0 ? "" : `${any}?={0,2}`];
    return new RegExp(before + characters + after, "g");
  });
}

type Span = readonly [start: number, end: number];

/** Every match, overlapping ones too. */
function matches(pattern: RegExp, text: string): readonly Span[] {
  const spans: Span[] = [];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    spans.push([found.index, pattern.lastIndex]);
    pattern.lastIndex = found.index + 1;
  }
  return spans;
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
