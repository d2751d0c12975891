import { ScanformError } from "../diagnostics/error";
import { attributeDiagnostic, insecureAdvice, isInsecure } from "./common-diagnostics";
import { baseUrl, refuseUncheckedTls } from "../service/endpoint";
import { proxyFor } from "../service/proxy";
import { functions } from "./functions";
import type { DataSourceType, EphemeralResourceType, Provider, ResourceType } from "./provider-types";
import { configuration } from "./resources/configuration";
import { deepscan, deepscanAction } from "./resources/deepscan";
import { findingTriage } from "./resources/finding-triage";
import { listConfigurations, listTriages } from "./resources/list-resources";
import { limitOf, optionsOf, validateProvider, variables } from "./provider-options";
import { listAssignments, repositoryAssignments } from "./assignments/repository-assignments";
import { providerBlock } from "./schema/resources";
import { problem } from "../model/problem";
import { validateTimeouts } from "./validate";
import { isUnknown } from "./value";
import { dataSourceSchemas, type ephemeralSchemas } from "./schema/data-sources";
import { dataSource, type Source } from "./data-sources/data-source";
import { findingSources } from "./data-sources/findings";
import { deepscanSources, sbom } from "./data-sources/deepscans";
import { accountSources } from "./data-sources/account-objects";

/** The attributes that must be known to open a session; Terraform does not use the others. */
const needed = [...Object.keys(variables), "max_concurrency", "dry_run"];

const each = <T>(make: (type: T) => T, types: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, make(type)]));

/** The type with checks that every resource has. */
const checked = (type: ResourceType): ResourceType => ({
  ...type,
  validate: (config) => [...validateTimeouts(config), ...type.validate(config)],
});

/**
 * @param env the variables that replace absent attributes of the provider block
 * @param warn takes lines for the log
 */
export const scanformProvider = (env: NodeJS.ProcessEnv, warn: (text: string) => void = () => undefined): Provider => ({
  block: providerBlock,
  resources: each(checked, {
    scanform_configuration: configuration,
    scanform_repository_assignments: repositoryAssignments,
    scanform_finding_triage: findingTriage,
    scanform_deepscan: deepscan,
  }),
  dataSources: each(requireValues, dataSources),
  ephemeralResources: each(requireValues, ephemeralResources),
  functions,
  listResources: {
    scanform_configuration: listConfigurations,
    scanform_repository_assignments: listAssignments,
    scanform_finding_triage: listTriages,
  },
  actions: { scanform_deepscan: deepscanAction },
  validate: (config) => validateProvider(config, isInsecure(env)),

  async configure(config, stop) {
    const insecure = isInsecure(env);
    const wrong = validateProvider(config, insecure);
    if (wrong.length > 0) throw new ScanformError(wrong);
    if ([...needed.map((name) => config[name]), limitOf(config)].some(isUnknown)) return undefined;
    const options = optionsOf(config, env, stop);
    const url = baseUrl(options.baseUrl, insecure, insecureAdvice);
    refuseUncheckedTls(url, env, insecure, insecureAdvice);
    // what only describes and checks needs neither the client nor the engine
    const { openSession } = await import("./account/session.js");
    return openSession({ ...options, proxy: proxyFor(url, env), warn });
  },
});

/** The type with a check for required values that are null. Terraform itself checks only that they are written. */
const requireValues = <T extends Pick<DataSourceType, "schema" | "validate">>(type: T): T => ({
  ...type,
  validate: (config) => [
    ...Object.entries(type.schema.block.attributes).flatMap(([name, attribute]) =>
      "required" in attribute && (config[name] ?? null) === null
        ? [attributeDiagnostic(problem("value-missing", [name], "Give it a value."))]
        : [],
    ),
    ...type.validate(config),
  ],
});

const sources: Readonly<Record<keyof typeof dataSourceSchemas, Source>> = {
  ...accountSources,
  ...findingSources,
  ...deepscanSources,
};

export const dataSources = Object.fromEntries(
  Object.entries(dataSourceSchemas).map(([name, schema]) => [
    name,
    dataSource(schema, sources[name as keyof typeof sources]),
  ]),
) as Record<keyof typeof dataSourceSchemas, DataSourceType>; // by the same names

export const ephemeralResources: Readonly<Record<keyof typeof ephemeralSchemas, EphemeralResourceType>> = {
  scanform_sbom: sbom,
};
