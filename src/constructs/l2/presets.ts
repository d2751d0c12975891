import { kindOf } from "../../model/value-kind";
import { mistake } from "../framework/mistake";
import type { AnalyzerSettings } from "./configuration-props";
import { isToken } from "./tokens";

/** The settings of analyzers, each by its slug. */
export interface AnalyzerPreset {
  readonly analyzers: Readonly<Record<string, AnalyzerSettings>>;
}

const preset = (name: string, slugs: readonly string[], settings: AnalyzerSettings): AnalyzerPreset => ({
  analyzers: Object.fromEntries(slugsFor(`Presets.${name}`, slugs).map((slug) => [slug, { ...settings }])),
});

/**
 * Settings for analyzers that you name, as plain data: to spread into the props of a Configuration, to extend, or to pass
 * to `addSettings`. The fields are those of the service specification, *Resources and their fields > Configuration*.
 * Of two presets that are spread into one object the second takes the place of the first; `addSettings` keeps both.
 *
 * @example
 * const strict = new Configuration(this, "strict", { name: "strict", ...Presets.strict(["secrets", "xss"]) });
 * strict.addSettings(Presets.monitor(["container-image"]));
 */
export const Presets = {
  /** They run, report to developers, and block pull requests. @throws Error for anything but a list of slugs */
  strict: (slugs: readonly string[]): AnalyzerPreset =>
    preset("strict", slugs, { enabled: true, silent: false, blocking: true }),
  /** They run and report to developers, and do not block. @throws Error for anything but a list of slugs */
  advisory: (slugs: readonly string[]): AnalyzerPreset =>
    preset("advisory", slugs, { enabled: true, silent: false, blocking: false }),
  /** They run, do not report to developers, and do not block. @throws Error for anything but a list of slugs */
  monitor: (slugs: readonly string[]): AnalyzerPreset =>
    preset("monitor", slugs, { enabled: true, silent: true, blocking: false }),
} as const;

/**
 * A list of slugs, as presets and aspects take it.
 *
 * @param taker what takes it
 * @throws Error for anything but a list of strings that are not empty, such as a constant that does not exist
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
