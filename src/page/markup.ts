import { html, raw } from "hono/html";

/** HTML of ours, in which every value is escaped. */
export type Markup = ReturnType<typeof raw>;

/** A template of HTML: values are escaped, but for markup. Nothing in it is awaited. */
export function markup(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | Markup | Markups)[]
): Markup {
  const made = html(texts, ...values);
  if (made instanceof Promise) throw new TypeError("HTML of a page awaits nothing");
  return made;
}

type Markups = readonly (string | Markup)[];

export const nothing: Markup = raw("");

/** Text that is HTML as it is: a style sheet or a script of ours. */
export const verbatim = (text: string): Markup => raw(text);

/**
 * JSON for a `script` element. It parses to the same value, and has no `<`, which could end the element or begin a
 * comment in it.
 */
export const scriptJson = (json: string): Markup => raw(json.replaceAll("<", "\\u003c"));
