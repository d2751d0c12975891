import { eastAsianWidth } from "get-east-asian-width";

/** Written as a text, since the flag is newer than the language that we compile to. Compiling it takes 10 ms. */
const emojiPattern = () => new RegExp(String.raw`\p{RGI_Emoji}|\p{Emoji_Modifier_Base}`, "gv");
let emoji: RegExp | undefined;
/** Every emoji has one of these, and they are found much faster. */
const partOfEmoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u{20e3}]/u;
const withoutColumn = /[\p{Mn}\p{Me}\p{Cc}]/gu;

/** The columns that a line takes, as prettier counts them: an ideograph takes two, a mark upon a letter none. */
export const textWidth = (text: string): number =>
  /^[ -~]*$/.test(text)
    ? text.length
    : Array.from(
        (partOfEmoji.test(text) ? text.replace((emoji ??= emojiPattern()), "一") : text).replace(withoutColumn, ""),
      ).reduce((columns, character) => columns + eastAsianWidth(character.codePointAt(0) ?? 0), 0);
