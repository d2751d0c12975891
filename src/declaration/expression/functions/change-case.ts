import { cannot } from "../cannot-evaluate";

/**
 * The letters whose other case is the same in every version of Unicode that Go and Node have had since: up to Georgian,
 * extended Latin and Greek, letterlike signs, and those of full width.
 */
const settled = /^[\u{0}-\u{1c7f}\u{1e00}-\u{24ff}\u{ff00}-\u{ffef}]$/u;

/** The other case of a text, character by character, as Go has it. */
export const changeCase = (text: string, to: "toUpperCase" | "toLowerCase"): string =>
  Array.from(text, (character) => {
    const changed = character[to]();
    if (changed === character || (settled.test(character) && settled.test(changed))) return changed;
    return cannot(`changes the case of ${JSON.stringify(character)}, which only terraform does.`);
  }).join("");
