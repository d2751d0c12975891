import { eastAsianWidth } from "get-east-asian-width";

/** Written as a text, since the flag is newer than the language that we compile to. Compiling it takes 10 ms. */
const emojiPattern = () => new RegExp(String.raw`\p{RGI_Emoji}|\p{Emoji_Modifier_Base}`, "gv");
let emoji: RegExp | undefined;
/** Every emoji has one of these, and they are found much faster. */
const partOfEmoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u{20e3}]/u;
/** An emoji is in one of these; the ASCII character is that of a keycap. */
const beyondAscii = /[\d#*]?[^ -~]+/gu;

/**
 * Each emoji as one ideograph, which is as wide. The pattern of emoji tries thousands of alternatives at each character,
 * so it looks only where an emoji can be: a page of names took seconds otherwise.
 */
const withIdeographs = (text: string): string =>
  text.replace(beyondAscii, (run) => (partOfEmoji.test(run) ? run.replace((emoji ??= emojiPattern()), "一") : run));
const withoutColumn = /[\p{Mn}\p{Me}\p{Cc}]/gu;

/** The columns that a line takes, as prettier counts them: an ideograph takes two, a mark upon a letter none. */
export const textWidth = (text: string): number =>
  /^[ -~]*$/.test(text)
    ? text.length
    : Array.from(withIdeographs(text).replace(withoutColumn, "")).reduce(
        (columns, character) => columns + eastAsianWidth(character.codePointAt(0) ?? 0),
        0,
      );
