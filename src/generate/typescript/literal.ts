/** What a reader could not see, or what ends a line: written as an escape. Halves of a character stand alone. */
const unseen = /["\\]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", '"': '\\"' };

const escaped = (character: string): string =>
  short[character] ??
  Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16).padStart(4, "0");
    return `\\u${unit}`;
  }).join("");

/** A string literal in double quotes: the text is data, whatever it holds. It is JSON too. */
export function stringLiteral(text: string): string {
  // prettier prefers the quotes of which the text has fewer
  const [double, single] = [text.split('"').length, text.split("'").length];
  if (double <= single) return `"${text.replace(unseen, escaped)}"`;
  return `'${text.replace(unseen, (character) => (character === '"' ? character : escaped(character))).replaceAll("'", "\\'")}'`;
}

/** The text for a place that Terraform evaluates as a template: cdktf does not escape `${` and `%{`. */
export const templateLiteral = (text: string): string => text.replace(/([$%])(?=\{)/g, "$1$1");
