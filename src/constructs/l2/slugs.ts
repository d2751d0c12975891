import { mistake } from "../framework/mistake";
import { isToken } from "./tokens";
import { kindOf } from "../../model/value-kind";

/**
 * A list of slugs, as presets and aspects take it.
 *
 * @param taker what takes it
 * @throws Error for anything but a list of texts that are not empty, such as a constant that does not exist
 */
export function slugsFor(taker: string, given: unknown): readonly string[] {
  if (!Array.isArray(given) || isToken(given))
    throw mistake(`${taker} is given ${kindOf(given)}, and must be given a list of slugs, such as ["secrets", "xss"].`);
  return Array.from(given as readonly unknown[], (slug, at) => {
    if (typeof slug === "string" && slug.trim() !== "") return slug;
    throw mistake(
      `${taker}: slug ${String(at + 1)} of the list is ${kindOf(slug)}, and must be the slug of an analyzer.`,
    );
  });
}
