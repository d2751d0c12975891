import type { Refusal } from "../expressible";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", '"': '\\"' };

const unseen = /["\\]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

const escaped = (character: string): string => {
  const point = (character.codePointAt(0) ?? 0).toString(16);
  return short[character] ?? (point.length > 4 ? `\\U${point.padStart(8, "0")}` : `\\u${point.padStart(4, "0")}`);
};

/** A string of HCL: the text is data, whatever it holds. */
export const hclString = (text: string): string =>
  `"${text.replace(unseen, escaped).replace(/([$%])(?=\{)/g, "$1$1")}"`;

/** HCL is Unicode: half a character cannot be written. It also brings text into normal form C. */
export const refusedByHcl: Refusal = (text) => {
  if (/\p{Cs}/u.test(text)) return "it has half of a character, which HCL cannot write";
  return text === text.normalize("NFC") ? undefined : "Terraform would change its accents to another form";
};
