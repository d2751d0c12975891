import { cannot } from "../cannot-evaluate";

/**
 * The letters whose other case is the same in every version of Unicode that Go and Node have had since: up to Georgian,
 * extended Latin and Greek, letterlike signs, and those of full width.
 */
const settled = (code: number): boolean =>
  code < 0x1c80 || (code >= 0x1e00 && code < 0x2500) || (code >= 0xff00 && code < 0xfff0);

/** Latin letters below those that got another case in Unicode 16. */
const unsettled: ReadonlySet<number> = new Set([0x19b, 0x264]);

/** The other case of a text, character by character, as Go has it. */
export const changeCase = (text: string, to: "upper" | "lower"): string =>
  Array.from(text, (character) => (character < "\u0080" ? change(character, to) : other(character, to))).join("");

const change = (character: string, to: "upper" | "lower"): string =>
  to === "upper" ? character.toUpperCase() : character.toLowerCase();

function other(character: string, to: "upper" | "lower"): string {
  const changed = change(character, to);
  if (changed === character) return character;
  const code = character.codePointAt(0) ?? 0;
  const isOne = Array.from(changed).length === 1;
  if (isOne && settled(code) && settled(changed.codePointAt(0) ?? 0) && !unsettled.has(code)) return changed;
  return cannot(`changes the case of ${JSON.stringify(character)}, which only terraform does.`);
}
