import { type Diagnostic, error, hasErrors, relocate, warning } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { configurationId, type ConfigurationId } from "../../model/ids";
import type { Change, ChangeResult } from "../account/change";
import { isUnknown, isWhollyKnown, type ObjectValue, Unknown, type Value, textIn } from "../values/value";
import { inStateOrder, managedSettings, toSettings, allSettings } from "./settings";

/** A configuration as terraform holds it: the attributes of `scanform_configuration`. */

/** Without a name it has just been imported, and all that the service holds is taken in. */
export function refreshedState(state: ObjectValue, live: Configuration): ObjectValue {
  const imported = typeof state["name"] !== "string";
  const settings = imported
    ? allSettings(live.settings)
    : managedSettings(state, live.settings, state["exclusive_analyzers"] === true);
  return { ...state, ...settings, name: live.name ?? null, ...computedOf(live) };
}

const computedOf = ({ id, created_at: createdAt }: Configuration): ObjectValue => ({
  id,
  created_at: createdAt ?? null,
});

/** What it will be: as it is written, with what only the service knows. */
export function plannedState(config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  const declared = prior === null ? config : inStateOrder(config, prior);
  const { id = null, created_at: createdAt = null } = prior ?? {};
  return {
    ...declared,
    id: prior === null ? new Unknown() : id,
    created_at: prior === null ? new Unknown() : createdAt,
  };
}

/** What the engine is asked for; undefined while something of it is not known. */
export function desiredBy(entry: ObjectValue): Omit<DesiredConfiguration, "address"> | undefined {
  const { id = null, created_at: _computed, ...declared } = entry;
  if (!isWhollyKnown(declared)) return undefined;
  const { name = null, renamed_from: renamed = null } = declared;
  const settings = toSettings(declared);
  const exclusive = declared["exclusive_analyzers"] === true;
  return {
    name: textIn(name),
    ...(typeof id === "string" ? { id: configurationId(id) } : {}),
    renamedFrom: Array.isArray(renamed) ? (renamed as readonly Value[]).map(textIn) : [],
    exclusiveAnalyzers: exclusive,
    // exclusive without any analyzer means none at all
    settings: exclusive ? { ...settings, analyzers: settings.analyzers ?? {} } : settings,
  };
}

/** @throws Error when something of it is not known, which terraform rules out when it applies */
export function toChange(entry: ObjectValue, adopts: string | undefined): Change {
  const declared = desiredBy(entry);
  if (declared === undefined) throw new Error("a value that is applied is not known");
  return {
    kind: "configuration",
    declared,
    ...(adopts === undefined ? {} : { adopts: configurationId(adopts) }),
  };
}

/**
 * What is held from now on. Of what was not brought about it is what the service holds, so that the next
 * plan shows the rest. A new one is never called broken, for then it would be destroyed and made again.
 */
export function appliedState(
  {
    prior,
    planned,
    adopted,
  }: { readonly prior: ObjectValue | null; readonly planned: ObjectValue; readonly adopted: boolean },
  { id, live, diagnostics }: ChangeResult,
): { readonly state: ObjectValue | null; readonly diagnostics: readonly Diagnostic[] } {
  if (!hasErrors(diagnostics)) {
    if (id === undefined) return { state: prior, diagnostics: [...diagnostics, createdIdUnknown] };
    const computed = { id, created_at: live?.created_at ?? null };
    return { state: prior === null ? { ...planned, ...computed } : planned, diagnostics };
  }
  if (prior !== null)
    return { state: live === undefined ? prior : refreshedState(asState(planned), live), diagnostics };
  if (adopted) return { state: null, diagnostics: [...diagnostics, adoptedWithoutState] };
  if (id === undefined) return { state: null, diagnostics };
  // without an error terraform takes nothing but what was planned: the next read shows what there is
  const created = { ...planned, id, created_at: live?.created_at ?? null };
  return { state: created, diagnostics: diagnostics.map(afterCreation) };
}

/** Of an error, a warning: an error would mark the created object as tainted. */
const afterCreation = (diagnostic: Diagnostic): Diagnostic =>
  diagnostic.severity === "warning"
    ? diagnostic
    : {
        ...relocate(diagnostic, { path: diagnostic.path }),
        severity: "warning",
        summary: `It was created, but: ${diagnostic.summary}`,
      };

const adoptedWithoutState = warning(
  "adopted-without-state",
  "The next apply takes it over by its name. Where it is not declared any more by then, it stays as it is.",
);

const createdIdUnknown = error(
  "created-id-unknown",
  "It was created, and the service does not list it. Plan again in a while.",
);

const asState = (planned: ObjectValue): ObjectValue =>
  Object.fromEntries(Object.entries(planned).map(([name, value]) => [name, isUnknown(value) ? null : value]));

/** The id that a plan has noted for an entry. */
export const idOf = (entry: ObjectValue | undefined): ConfigurationId | undefined =>
  typeof entry?.["id"] === "string" ? configurationId(entry["id"]) : undefined;
