/** A step into a value: the name of an attribute, the index of a list item, or the key of a map entry. */
export type Step = string | number | { readonly key: string };

/** The steps from the attributes of a resource, a data source or the provider block to a value inside. */
export type AttributePath = readonly Step[];

/** The path as a user writes it: `analyzers["x"].excludes[2]`. */
export const pathText = (path: AttributePath): string =>
  path
    .map((step, at) => {
      if (typeof step === "string") return at === 0 ? step : `.${step}`;
      return `[${JSON.stringify(typeof step === "number" ? step : step.key)}]`;
    })
    .join("");

/** The steps of a text that `pathText` writes. */
export const stepsOf = (path: string): AttributePath =>
  [...path.matchAll(/\[("(?:[^"\\]|\\.)*"|\d+)\]|[^.[]+/g)].map(([name, inside]): Step => {
    if (inside === undefined) return name;
    return inside.startsWith('"') ? { key: JSON.parse(inside) as string } : Number(inside);
  });
