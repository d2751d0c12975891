/**
 * Text that came from elsewhere, made harmless and honest: control characters, ANSI escapes, line
 * breaks and characters that turn the direction of writing are shown as `\u{…}`.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** A value of a setting, as JSON; absent is `(not set)`. */
export const displayValue = (value: unknown): string =>
  value === undefined ? "(not set)" : printable(JSON.stringify(value));

/** `1 repository`, `2 repositories`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${String(number)} ${number === 1 ? one : many}`;

/** `1 repository`, `2 repositories`: so often said that it has a name. */
export const repositories = (number: number): string => count(number, "repository", "repositories");

/** A text of at most about so many characters: its beginning and its end, with no character cut in two. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most / 2)} … ${text.slice(-most / 2)}`.replace(/\p{Cs}/gu, "");
