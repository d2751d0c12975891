import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic";
import { attributeDiagnostic, diagnosticsOfError, insecureAdvice, isInsecure } from "./common-diagnostics";
import { baseUrl, refuseUncheckedTls } from "../service/endpoint";
import { proxyFor } from "../service/proxy";
import { functions } from "./functions";
import type { DataSourceType, EphemeralResourceType, Provider, ResourceType } from "./provider";
import { configuration } from "./resources/configuration";
import { configurations } from "./resources/configurations";
import { deepscan } from "./resources/deepscan";
import { findingTriage } from "./resources/finding-triage";
import { identities } from "./identities";
import { limitOf, optionsOf, validateProvider, variables } from "./provider-options";
import { repositoryAssignments } from "./assignments/repository-assignments";
import { providerBlock } from "./schema/resources";
import { problem } from "../model/problem";
import { validateTimeouts } from "./validate";
import { isObjectValue, isUnknown, type ObjectValue, type Value } from "./value";
import type { AttributePath } from "../diagnostics/attribute-path";
import type { Attributes, NestedType, Schema } from "./schema/schema";
import type { dataSourceSchemas, ephemeralSchemas } from "./schema/data-sources";
import { findingSources, insightSources, scanSources, triageSources } from "./data-sources/findings";
import { deepscanSources, sbom } from "./data-sources/deepscans";
import { accountLists, accountLookups } from "./data-sources/account-objects";

/** The attributes that must be known to open a session; Terraform does not use the others. */
const needed = [...Object.keys(variables), "max_concurrency", "semantics", "dry_run"];

const each = <T>(make: (type: T) => T, types: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, make(type)]));

/** The type with checks that every resource has. */
const checked = (type: ResourceType): ResourceType => ({
  ...type,
  validate: (config) => [...validateTimeouts(config), ...type.validate(config)],
});

/** @param env the variables that replace absent attributes of the provider block */
export const scanformProvider = (env: NodeJS.ProcessEnv): Provider => ({
  block: providerBlock,
  resources: each(checked, {
    scanform_configuration: configuration,
    scanform_configurations: configurations,
    scanform_repository_assignments: repositoryAssignments,
    scanform_finding_triage: findingTriage,
    scanform_deepscan: deepscan,
  }),
  identities,
  dataSources: each(requireValues, dataSources),
  ephemeralResources: each(requireValues, ephemeralResources),
  functions,
  validate: (config) => validateProvider(config, isInsecure(env)),

  async configure(config, stop) {
    const insecure = isInsecure(env);
    const diagnostics = validateProvider(config, insecure);
    if (hasErrors(diagnostics) || [...needed.map((name) => config[name]), limitOf(config)].some(isUnknown))
      return { diagnostics };
    try {
      const options = optionsOf(config, env, stop);
      if ("missing" in options) return { diagnostics: options.missing };
      const url = baseUrl(options.baseUrl, insecure, insecureAdvice);
      refuseUncheckedTls(url, env, insecure, insecureAdvice);
      const proxy = proxyFor(url, env);
      // what only describes and checks needs neither the client nor the engine
      const { openSession } = await import("./account/session.js");
      return { session: await openSession({ ...options, proxy }), diagnostics };
    } catch (thrown) {
      return { diagnostics: diagnosticsOfError(thrown) };
    }
  },
});

interface Declared {
  readonly schema: Schema;
  validate(config: ObjectValue): readonly Diagnostic[];
}

/** The type with a check for required values that are null. Terraform itself checks only that they are written. */
export const requireValues = <T extends Declared>(type: T): T => ({
  ...type,
  validate: (config) => [...nullsIn(type.schema.block.attributes, config, []), ...type.validate(config)],
});

const nullsIn = (attributes: Attributes, value: Value, at: AttributePath): readonly Diagnostic[] =>
  isObjectValue(value)
    ? Object.entries(attributes).flatMap(([name, attribute]) => {
        const here = [...at, name];
        const inside = value[name] ?? null;
        if (inside !== null) return "nested_type" in attribute ? nullsInside(attribute.nested_type, inside, here) : [];
        return "required" in attribute ? [attributeDiagnostic(problem("value-missing", here, "Give it a value."))] : [];
      })
    : [];

function nullsInside(
  { nesting_mode: mode, attributes }: NestedType,
  value: Value,
  at: AttributePath,
): readonly Diagnostic[] {
  if (Array.isArray(value))
    return (value as readonly Value[]).flatMap((each, index) => nullsIn(attributes, each, [...at, index]));
  if (mode !== "map") return nullsIn(attributes, value, at);
  return isObjectValue(value)
    ? Object.entries(value).flatMap(([key, each]) => nullsIn(attributes, each, [...at, { key }]))
    : [];
}

export const dataSources: Readonly<Record<keyof typeof dataSourceSchemas, DataSourceType>> = {
  ...accountLists,
  ...accountLookups,
  ...scanSources,
  ...findingSources,
  ...deepscanSources,
  ...insightSources,
  ...triageSources,
};

export const ephemeralResources: Readonly<Record<keyof typeof ephemeralSchemas, EphemeralResourceType>> = {
  scanform_sbom: sbom,
};
