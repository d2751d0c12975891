import type { Attribute, Attributes, AttributeType, NestedType } from "../../src/terraform/schema/schema";

/** The section of a page that lists the attributes, in the style of the registry. */
export const schemaSection = (attributes: Attributes): string => {
  const own = groups(attributes, [], (title) => `### ${title}`);
  return ["## Schema", ...own, ...nestedSections(attributes, [])].join("\n\n");
};

const roles = [
  ["Required", (each: Attribute) => "required" in each],
  ["Optional", (each: Attribute) => "optional" in each],
  ["Read-Only", (each: Attribute) => "computed" in each && !("optional" in each)],
] as const;

/** The attributes of one object, grouped by who sets them. */
const groups = (
  attributes: Attributes,
  path: readonly string[],
  heading: (title: string) => string,
): readonly string[] =>
  roles.flatMap(([title, belongs]) => {
    const lines = named(attributes).flatMap(([name, each]) => (belongs(each) ? [line([...path, name], each)] : []));
    return lines.length === 0 ? [] : [heading(title), lines.join("\n")];
  });

const named = (attributes: Attributes): readonly (readonly [string, Attribute])[] =>
  Object.entries(attributes).sort(([left], [right]) => (left < right ? -1 : 1));

const line = (path: readonly string[], each: Attribute): string => {
  const sensitive = each.sensitive === true ? ", Sensitive" : "";
  const below = "nested_type" in each ? ` (see [below for nested schema](#${anchor(path)}))` : "";
  return `- \`${path.at(-1) ?? ""}\` (${kindOf(each)}${sensitive}) ${each.description}${below}`;
};

const anchor = (path: readonly string[]): string => `nestedatt--${path.join("--")}`;

/** A section for each attribute with nested objects, at any depth. */
const nestedSections = (attributes: Attributes, above: readonly string[]): readonly string[] =>
  named(attributes).flatMap(([name, each]) => {
    if (!("nested_type" in each)) return [];
    const path = [...above, name];
    const { attributes: inner } = each.nested_type;
    return [
      `<a id="${anchor(path)}"></a>\n### Nested Schema for \`${path.join(".")}\``,
      ...groups(inner, path, (title) => `${title}:`),
      ...nestedSections(inner, path),
    ];
  });

const nestings: Readonly<Record<NestedType["nesting_mode"], string>> = {
  single: "Attributes",
  list: "Attributes List",
  map: "Attributes Map",
};

const kindOf = (each: Attribute): string =>
  "nested_type" in each ? nestings[each.nested_type.nesting_mode] : typeName(each.type);

const names = { string: "String", bool: "Boolean", number: "Number", list: "List", set: "Set", map: "Map" } as const;

/** The type in the style of the registry: `List of String`. */
export const typeName = (type: AttributeType): string =>
  typeof type === "string" ? names[type] : `${names[type[0]]} of ${typeName(type[1])}`;
