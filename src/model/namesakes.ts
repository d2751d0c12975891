import { normalForm } from "./normal-form";

/** A configuration in a text: by its name, with its id once it has one. */
export interface Named {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/** How many characters of an id are shown, unless that leaves two alike. */
const enough = 8;

/**
 * What is shown after the name of a configuration where others of that name appear too: ` (5f0c41d2)`, the start of its
 * id, or ` (new)` before it has one. "" where the name is that of one alone.
 *
 * @param all every configuration that appears in the text, under each of its names
 * @param idText makes an id visible, which is text from elsewhere
 */
export function distinctions(
  all: Iterable<Named | null | undefined>,
  idText: (id: string) => string = (id) => id,
): (of: Named) => string {
  const idsOf = new Map<string, Set<string>>();
  for (const each of all) {
    if (typeof each?.name !== "string") continue;
    const form = normalForm(each.name);
    const ids = idsOf.get(form);
    if (ids === undefined) idsOf.set(form, new Set([each.id ?? ""]));
    else ids.add(each.id ?? "");
  }
  return ({ id, name }) => {
    const ids = typeof name === "string" ? idsOf.get(normalForm(name)) : undefined;
    if (ids === undefined || ids.size < 2) return "";
    if (typeof id !== "string") return " (new)";
    const isAlike = [...ids].some((each) => each !== id && each.slice(0, enough) === id.slice(0, enough));
    return ` (${idText(isAlike ? id : id.slice(0, enough))})`;
  };
}
