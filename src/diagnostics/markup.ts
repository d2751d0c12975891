/** HTML of ours, in which every value is escaped. */
export class Markup {
  readonly #html: string;

  /** @param html HTML as it is */
  constructor(html: string) {
    this.#html = html;
  }

  toString(): string {
    return this.#html;
  }
}

type Value = string | number | Markup | readonly (string | Markup)[];

/** A template of HTML: values are escaped, but for markup. */
export const markup = (texts: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(texts.map((text, at) => text + htmlOf(values[at] ?? "")).join(""));

function htmlOf(value: Value): string {
  if (value instanceof Markup) return value.toString();
  if (typeof value === "object") return value.map(htmlOf).join("");
  return String(value).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const nothing = new Markup("");

/** Text that is HTML as it is: a style sheet or a script of ours. */
export const verbatim = (text: string): Markup => new Markup(text);

/**
 * JSON for a `script` element. It parses to the same value, and has no `<`, which could end the element or begin a
 * comment in it.
 */
export const scriptJson = (json: string): Markup => new Markup(json.replaceAll("<", "\\u003c"));
