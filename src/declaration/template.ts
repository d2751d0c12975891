/** A string of Terraform's JSON syntax, taken apart. */
export type Part =
  | { readonly literal: string }
  | { readonly expression: string }
  | { readonly directive: string }
  | { readonly unclosed: string };

/** A reference such as `scanform_configuration.strict.id`: a root, and the steps from there. */
export type Traversal = readonly (string | number)[];

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

/** The index of the `}` that closes what was opened before `from`. Ignores braces in quotes. */
function closing(text: string, from: number): number {
  let depth = 1;
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\" && quoted) at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === "{") depth += 1;
    else if (!quoted && character === "}") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}

const step = /^(?:\.([A-Za-z_][\w-]*)|\.(\d+)|\[(\d+)\]|\["((?:[^"\\$%]|\\["\\])*)"\])/;

/** The steps of a plain reference, or undefined when the expression is anything more than that. */
export function parseTraversal(expression: string): Traversal | undefined {
  const root = /^[A-Za-z_][\w-]*/.exec(expression)?.[0];
  if (root === undefined) return undefined;
  const steps: (string | number)[] = [root];
  let rest = expression.slice(root.length);
  while (rest !== "") {
    const match = step.exec(rest);
    if (match === null) return undefined;
    const [whole, name, dotted, index, key] = match;
    const number = dotted ?? index;
    steps.push(number === undefined ? (name ?? (key ?? "").replace(/\\(["\\])/g, "$1")) : Number(number));
    rest = rest.slice(whole.length);
  }
  return steps;
}
