import { visible } from "../../diagnostics/foreign-text";
import { type Diagnostic, error, hasErrors, warning } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/observed";
import { configurationId, type ConfigurationId } from "../../model/ids";
import { readableOnly } from "../../model/unreadable";
import type { Change, ChangeResult, Prior } from "../account/requested-change";
import { timeoutsOf } from "../timeouts";
import { Unknown, isUnknown, isWhollyKnown, textIn, type ObjectValue, type PrivateState, listIn } from "../value";
import { notesIn } from "./notes";
import { allSettings, inStateOrder, managedSettings, toSettings } from "./settings";

/** The state after a refresh. A state without a name was just imported and takes all settings of the service. */
export function refreshedState(state: ObjectValue, live: Configuration): ObjectValue {
  const imported = typeof state["name"] !== "string";
  const readable = readableOnly(live.settings); // what terraform has no type for is as if it were not set
  const settings = imported
    ? allSettings(readable)
    : managedSettings(state, readable, state["exclusive_analyzers"] === true);
  return {
    ...state,
    ...settings,
    name: live.name ?? null,
    ...guardsIn(state),
    id: live.id,
    created_at: createdAt(live),
  };
}

/** The guards of a configuration: false where they are not declared or not in the state yet. */
function guardsIn({
  deletion_protection: isProtected = null,
  force_destroy: isForced = null,
}: ObjectValue): ObjectValue {
  return { deletion_protection: isProtected ?? false, force_destroy: isForced ?? false };
}

/** Any text of the service, which terraform prints raw. */
const createdAt = (live: Configuration | undefined): string | null =>
  live?.created_at === undefined ? null : visible(live.created_at);

/** The planned state: the configuration, with the computed attributes of the prior state. */
export function plannedState(config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  const declared = prior === null ? config : inStateOrder(config, prior);
  const { id = null, created_at: created = null } = prior ?? {};
  return {
    ...declared,
    ...guardsIn(config),
    id: prior === null ? new Unknown() : id,
    created_at: prior === null ? new Unknown() : created,
  };
}

/** The attributes that are written to the service: neither computed ones nor guards. */
const declaredPart = (object: ObjectValue): ObjectValue =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !unwritten.has(name)));

const unwritten: ReadonlySet<string> = new Set([
  "id",
  "created_at",
  "review",
  "deletion_protection",
  "force_destroy",
  "timeouts",
]);

/** The desired configuration for the engine; undefined while a value is unknown. */
export function desiredBy(object: ObjectValue): Omit<DesiredConfiguration, "address"> | undefined {
  const { id = null } = object;
  const declared = declaredPart(object);
  if (!isWhollyKnown(declared)) return undefined;
  const { name = null, renamed_from: renamed = null } = declared;
  const settings = toSettings(declared);
  const exclusive = declared["exclusive_analyzers"] === true;
  return {
    name: textIn(name),
    ...(typeof id === "string" ? { id: configurationId(id) } : {}),
    renamedFrom: listIn(renamed).map(textIn),
    exclusiveAnalyzers: exclusive,
    unordered: true,
    // exclusive without any analyzer means none at all
    settings: exclusive ? { ...settings, analyzers: settings.analyzers ?? {} } : settings,
  };
}

/** The configuration according to a prior state and the planned private state; nothing without a prior state. */
export function priorOf(state: ObjectValue | null, plannedPrivate: PrivateState): { readonly prior?: Prior } {
  const declared = state === null ? undefined : desiredBy(state);
  if (declared === undefined) return {};
  const { settings, exclusiveAnalyzers } = declared;
  const name = state?.["name"];
  const analyzers = { ...notesIn(plannedPrivate).filledIn, ...settings.analyzers };
  const whole = exclusiveAnalyzers === true ? { ...settings, analyzers } : settings;
  return { prior: { ...(typeof name === "string" ? { name } : {}), declared: { ...declared, settings: whole } } };
}

/**
 * @param prior the state before
 * @throws Error for an unknown value, which Terraform never applies
 */
export function toChange(planned: ObjectValue, prior: ObjectValue | null, plannedPrivate: PrivateState): Change {
  const declared = desiredBy(planned);
  if (declared === undefined) throw new Error("a value that is applied is not known");
  const { adopts } = plannedPrivate;
  return {
    kind: "configuration",
    declared,
    timeout: timeoutsOf(planned)[declared.id === undefined ? "create" : "update"],
    ...priorOf(prior, plannedPrivate),
    ...(adopts === undefined ? {} : { adopts: configurationId(adopts) }),
  };
}

/**
 * The state after apply. After an error it holds the settings of the service, so that the next
 * plan shows the rest. A created configuration is never tainted, because Terraform would replace it.
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
    const computed = { id, created_at: createdAt(live) };
    return { state: prior === null ? { ...planned, ...computed } : planned, diagnostics };
  }
  if (prior !== null) {
    // a change that has failed is not the last change
    const failed = { ...asState(planned), review: prior["review"] ?? null };
    return { state: live === undefined ? prior : refreshedState(failed, live), diagnostics };
  }
  if (adopted) return { state: null, diagnostics: [...diagnostics, adoptedWithoutState] };
  if (id === undefined) return { state: null, diagnostics };
  // without an error Terraform accepts only the planned values: the next refresh shows the real ones
  const created = { ...planned, id, created_at: createdAt(live) };
  return { state: created, diagnostics: diagnostics.map(afterCreation) };
}

/** A warning in place of an error, which would mark the created object as tainted. */
const afterCreation = (given: Diagnostic): Diagnostic =>
  given.severity === "warning"
    ? given
    : warning("created-with-errors", given.detail, { path: given.path }, given.summary);

const adoptedWithoutState = warning(
  "adopted-without-state",
  "The next apply takes it over by its name. If it is no longer declared, it stays as it is.",
);

const createdIdUnknown = error(
  "created-id-unknown",
  "It was created, but the service does not list it yet. Plan again in a few minutes.",
);

const asState = (planned: ObjectValue): ObjectValue =>
  Object.fromEntries(Object.entries(planned).map(([name, value]) => [name, isUnknown(value) ? null : value]));

export const idOf = ({ id }: ObjectValue): ConfigurationId | undefined =>
  typeof id === "string" ? configurationId(id) : undefined;
