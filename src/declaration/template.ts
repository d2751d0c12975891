/** A string of Terraform's JSON syntax, taken apart. */
export type Part =
  | { readonly literal: string }
  | { readonly expression: string }
  | { readonly directive: string }
  | { readonly unclosed: string };

/**
 * Splits a string into literal text, `${…}` expressions and `%{…}` directives. `$${` and `%%{` are
 * the literal texts `${` and `%{`.
 */
export function parseTemplate(text: string): readonly Part[] {
  const parts: Part[] = [];
  let literal = "";
  let at = 0;
  while (at < text.length) {
    const escape = text.startsWith("$${", at) || text.startsWith("%%{", at);
    if (escape) {
      literal += text.slice(at + 1, at + 3);
      at += 3;
      continue;
    }
    const opens = text.startsWith("${", at) || text.startsWith("%{", at);
    if (!opens) {
      literal += text.charAt(at);
      at += 1;
      continue;
    }
    if (literal !== "") parts.push({ literal });
    literal = "";
    const end = closing(text, at + 2);
    const inside = text.slice(at + 2, end).trim();
    if (end === text.length) parts.push({ unclosed: text.slice(at) });
    else parts.push(text.charAt(at) === "$" ? { expression: inside } : { directive: inside });
    at = end + 1;
  }
  if (literal !== "" || parts.length === 0) parts.push({ literal });
  return parts;
}

/** The index of the `}` that closes what was opened before `from`. Braces in quotes count where they open a template. */
function closing(text: string, from: number): number {
  /** What is open, innermost last: a brace or a quote. */
  const open = ["{"];
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (open.at(-1) !== '"') {
      if (character === "{" || character === '"') open.push(character);
      else if (character === "}") open.pop();
      if (open.length === 0) return at;
    } else if (character === "\\" || text.startsWith("$${", at) || text.startsWith("%%{", at)) {
      at += 1; // what follows is escaped; a brace that is left of it opens nothing in quotes
    } else if (text.startsWith("${", at) || text.startsWith("%{", at)) {
      open.push("{");
      at += 1;
    } else if (character === '"') open.pop();
  }
  return text.length;
}
