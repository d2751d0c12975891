/** Attributes of an element, and what it does when it is used. */
type Attributes = Readonly<Record<string, string | number | boolean | EventListener | undefined>>;

type Child = Node | string | undefined | readonly Child[];

const vectors = "http://www.w3.org/2000/svg";

/** An element of HTML. What is text is shown as text, whatever it says. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => filled(document.createElement(tag), attributes, children);

export const svg = <K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] => filled(document.createElementNS(vectors, tag), attributes, children);

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  append(element, children);
  return element;
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined) continue;
    if (typeof child === "string" || child instanceof Node) element.append(child);
    else append(element, child);
  }
}
