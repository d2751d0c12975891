/** Every text that encodes one character. */
export interface Form {
  /** The character as it is; a hexadecimal digit in lower and upper case. */
  readonly plain: readonly string[];
  /** Its encodings, each the forms of what it consists of. All begin with `%` or `\`, as it is or encoded. */
  readonly encodings: readonly (readonly Form[])[];
}

/**
 * The form of a character, or of any of several: as it is, percent-encoded or escaped as in JSON. What an encoding
 * consists of may be encoded once more, each character by itself: `-` is also `%2D`, `%252d`, `%2%64`, `\\u002d` and
 * `%5Cu002D`.
 *
 * @param depth how many encodings are applied, one to the result of the other
 */
export function formOf(plain: readonly string[], depth = 2): Form {
  const name = `${String(depth)} ${plain.join("")}`;
  const form = made.get(name) ?? {
    plain,
    encodings:
      depth === 0 ? [] : plain.flatMap(encodingsOf).map((encoding) => encoding.map((each) => formOf(each, depth - 1))),
  };
  made.set(name, form);
  return form;
}

/** Forms by depth and characters: those of digits are in nearly all others. */
const made = new Map<string, Form>();

/** For each encoding, what it consists of, and where a digit has two cases, both. */
function encodingsOf(character: string): readonly (readonly (readonly string[])[])[] {
  const percent = Array.from(Buffer.from(character), (byte) => [["%"], ...hexDigits(byte, 2)]);
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const unicode = units.map((unit) => [["\\"], ["u"], ...hexDigits(unit, 4)]);
  const short = character === "/" ? "\\/" : JSON.stringify(character).slice(1, -1);
  return [percent.flat(), unicode.flat(), ...(/^\\[^u]$/.test(short) ? [Array.from(short, (each) => [each])] : [])];
}

const hexDigits = (value: number, count: number): readonly (readonly string[])[] =>
  Array.from(value.toString(16).padStart(count, "0"), (digit) => [...new Set([digit, digit.toUpperCase()])]);

/** The source of a regular expression for the texts of forms in a row. */
const sourceOf = (row: readonly Form[]): string =>
  row.map(({ plain, encodings }) => `(?:${[...plain.map(quoted), ...encodings.map(sourceOf)].join("|")})`).join("");

const quoted = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");

/**
 * Finds where texts of forms in a row may begin: the first form as it is or encoded, the next three as they are or with
 * what any encoding begins with. The whole row would take exponential time where a text has many backslashes, and an
 * expression for all encodings of four characters takes 10 ms to compile.
 */
export function beginOf([first, ...next]: readonly Form[]): RegExp {
  const following = next
    .slice(0, 3)
    .reduceRight((after, { plain }) => `(?:[%\\\\]|(?:${plain.map(quoted).join("|")})${after})`, "");
  return new RegExp(sourceOf(first === undefined ? [] : [first]) + following, "g");
}

/** Where texts of forms in a row end that begin at one of these places. */
export function endsOf(row: readonly Form[], text: string, starts: readonly number[]): readonly number[] {
  let ends = starts;
  for (const form of row) {
    if (ends.length === 0) break;
    ends = endsOfOne(form, text, ends);
  }
  return ends;
}

function endsOfOne({ plain, encodings }: Form, text: string, starts: readonly number[]): readonly number[] {
  const ends = new Set<number>();
  for (const each of plain) for (const start of starts) if (text.startsWith(each, start)) ends.add(start + each.length);
  const encoded = starts.filter((start) => text[start] === "%" || text[start] === "\\");
  if (encoded.length > 0) for (const row of encodings) for (const end of endsOf(row, text, encoded)) ends.add(end);
  return [...ends];
}

/** A secret in hexadecimal, its bytes in UTF-8. */
export const hexadecimal = (secret: string): RegExp => new RegExp(Buffer.from(secret).toString("hex"), "gi");

const sourceOfAny = (...plain: readonly string[]): string => sourceOf([formOf(plain)]);

/** The characters of base64 that are others in base64url, or that a URL or JSON encodes. */
const [plus, slash, padding] = [sourceOfAny("+", "-"), sourceOfAny("/", "_"), sourceOfAny("=")];
const anyBase64Character = `(?:[A-Za-z0-9]|${plus}|${slash})`;

const base64Source = (text: string): string => text.replaceAll("+", plus).replaceAll("/", slash);

/** Regular expressions for a secret in base64. */
interface Base64Forms {
  /** The characters that depend on the secret alone, at any offset: one expression, since the text may be long. */
  readonly whole: RegExp;
  /** For each offset the same, with the characters around it that depend in part on the secret, and with the padding. */
  readonly around: readonly RegExp[];
}

/**
 * A secret in base64 and base64url, at each of the three offsets from the begin of a group of three bytes, whatever
 * is before and after it.
 */
export function base64Forms(secret: string): Base64Forms {
  const offsets = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    const characters = base64Source(bytes.toString("base64").slice(from, to));
    const before = offset === 0 ? "" : `${anyBase64Character}?`;
    const after = bytes.length % 3 === 0 ? "" : `${anyBase64Character}?${padding}{0,2}`;
    return { characters, around: new RegExp(before + characters + after, "g") };
  });
  const whole = new RegExp(offsets.map(({ characters }) => characters).join("|"));
  return { whole, around: offsets.map(({ around }) => around) };
}
