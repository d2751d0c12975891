import stringWidth from "string-width";

/** The columns that a line takes, as prettier counts them: an ideograph takes two, a mark upon a letter none. */
export const columnsOf = (text: string): number =>
  /^[ -~]*$/.test(text) ? text.length : stringWidth(text.replace(/[\p{Mn}\p{Me}]/gu, ""));
