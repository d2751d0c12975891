import type { EnumField, Field, SetField } from "../../model/field";
import { type FieldVisitor, visitField } from "../../model/visit-field";
import { strings, values } from "./merge";

/** What a change does to security; `unclassified` where the specification gives no direction. */
export type SecurityClass = "weakens" | "strengthens" | "neutral" | "unclassified";

export interface Verdict {
  readonly class: SecurityClass;
  /** In words, for the reviewer. */
  readonly note?: string;
}

/** From what a reviewer must see first to what may be passed over. */
export const severity: readonly SecurityClass[] = ["weakens", "unclassified", "strengthens", "neutral"];

/** The class that a reviewer must see first among these. */
export const worst = (classes: Iterable<SecurityClass>): SecurityClass => {
  const present = new Set(classes);
  return severity.find((each) => present.has(each)) ?? "neutral";
};

/**
 * What a move from one configuration to another does, given the classes of the differences between
 * them: weaker in something and stronger in nothing is a weakening, and the reverse; both is not
 * for us to weigh.
 */
export function overall(classes: Iterable<SecurityClass>): SecurityClass {
  const present = new Set(classes);
  if (present.has("weakens") && present.has("strengthens")) return "unclassified";
  if (present.has("weakens")) return "weakens";
  if (present.has("strengthens")) return "strengthens";
  return present.has("unclassified") ? "unclassified" : "neutral";
}

/**
 * What the change of one leaf does. What an absent value means is the service's own business, so
 * reaching the strongest value is never a weakening, leaving it for an unknown one always is, and
 * anything else from or to absent is unclassified.
 */
export function classify(field: Field, before: unknown, after: unknown): Verdict {
  const found = visitField(field, direction, before, after);
  const note =
    found === "weakens" ? field.effect?.weaker : found === "strengthens" ? field.effect?.stronger : undefined;
  return note === undefined ? { class: found } : { class: found, note };
}

const unclassified = (): SecurityClass => "unclassified";

/** An entry that comes or goes whole; one that is switched off does nothing either way. */
function ofEntry(_field: Field, before: unknown, after: unknown): SecurityClass {
  if (values(before ?? after)["enabled"] === false) return "neutral";
  return before === undefined ? "strengthens" : "weakens";
}

const direction: FieldVisitor<[before: unknown, after: unknown], SecurityClass> = {
  leaf: (field, before, after) => {
    if (field.kind === "enum") return ordered(field, before, after);
    if (field.kind !== "boolean") return "unclassified";
    return field.stronger === undefined ? "neutral" : ranked([!field.stronger, field.stronger], before, after);
  },
  set: (field, before, after) => members(field, strings(before), strings(after)),
  map: ofEntry,
  keyed: ofEntry,
  object: unclassified,
  list: unclassified,
  textOrObject: unclassified,
};

const ordered = (field: EnumField, before: unknown, after: unknown): SecurityClass =>
  field.ordered === true ? ranked(field.values, before, after) : "unclassified";

function ranked(weakToStrong: readonly unknown[], before: unknown, after: unknown): SecurityClass {
  const strongest = weakToStrong.length - 1;
  const from = weakToStrong.indexOf(before);
  const to = weakToStrong.indexOf(after);
  if (before === undefined) return to === strongest ? "strengthens" : "unclassified";
  if (after === undefined) return from === strongest ? "weakens" : "unclassified";
  if (from < 0 || to < 0) return "unclassified"; // a value that is newer than we are
  return to < from ? "weakens" : "strengthens";
}

function members(field: SetField, before: readonly string[], after: readonly string[]): SecurityClass {
  // an empty scope is everything: to begin naming members is to leave the rest out
  if (field.scope === true && before.length === 0) return "weakens";
  if (field.scope === true && after.length === 0) return "strengthens";
  const gained = after.some((each) => !before.includes(each));
  const lost = before.some((each) => !after.includes(each));
  const weaker = field.gaining === "weakens" ? gained : lost;
  return weaker ? "weakens" : "strengthens";
}
