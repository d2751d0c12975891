/** Every way in which a character may be written: as it is, and encoded. */
export function formsOf(character: string): readonly string[] {
  const percent = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`).join("");
  const units = Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join("");
  const json = [units, jsonText(character), ...(character === "/" ? ["\\/"] : [])].filter((each) => each !== character);
  const escaped = json.flatMap((each) => [each, jsonText(each), encodeURIComponent(each)]);
  const encoded = [percent, percent.replaceAll("%", "%25"), ...escaped, ...(character === "/" ? ["\\\\/"] : [])];
  return [...new Set([character, ...encoded, ...encoded.map(lowerHex)])];
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0");

/** The text as it stands between the quotes of a JSON string. */
const jsonText = (text: string): string => JSON.stringify(text).slice(1, -1);

const lowerHex = (form: string): string => form.replace(/%[0-9A-F]{2}|u[0-9A-F]{4}/g, (code) => code.toLowerCase());

/** The forms of one character of base64 or base64url, also inside JSON and a URL. */
const base64Character = (character: string): string => {
  if (/[+-]/.test(character)) return String.raw`(?:[+-]|%2[Bb]|\\u002[Bb])`;
  if (/[/_]/.test(character)) return String.raw`(?:\\{0,3}\/|_|%2[Ff])`;
  return character;
};

const anyBase64Character = String.raw`(?:\\{0,3}\/|%2[BbFf]|[A-Za-z0-9+_-])`;

/** A regular expression for a secret in base64. */
export interface Base64Form {
  /** The characters that depend on the secret alone. */
  readonly whole: RegExp;
  /** The same, with the characters around it that depend in part on the secret, and with the padding. */
  readonly around: RegExp;
}

/**
 * A secret in base64 and base64url, at each of the three offsets from the begin of a group of three bytes, whatever
 * stands before and after it.
 */
export const base64Forms = (secret: string): readonly Base64Form[] =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    const characters = Array.from(bytes.toString("base64").slice(from, to)).map(base64Character).join("");
    const before = offset === 0 ? "" : `${anyBase64Character}?`;
    const after = bytes.length % 3 === 0 ? "" : `${anyBase64Character}?(?:=|%3[Dd]|\\\\u003[Dd]){0,2}`;
    return { whole: new RegExp(characters), around: new RegExp(before + characters + after, "g") };
  });
