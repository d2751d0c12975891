import { hasErrors } from "../diagnostics/diagnostic";
import { diagnosticsOfError } from "./common-diagnostics";
import { baseUrl } from "../service/endpoint";
import { proxyFor } from "../service/proxy";
import { refuseUncheckedTls } from "../service/endpoint";
import { validateProvider } from "./validate-provider";
import { dataSources } from "./data-sources/index";
import { ephemeralResources } from "./ephemeral/index";
import { functions } from "./functions/index";
import type { Provider } from "./provider";
import type { ResourceType } from "./resource";
import { configuration } from "./resources/configuration";
import { configurations } from "./resources/configurations";
import { deepscan } from "./resources/deepscan";
import { findingTriage } from "./resources/finding-triage";
import { identities } from "./identity/identities";
import { insecureAdvice, isInsecure } from "./insecure";
import { limitOf, optionsOf, variables } from "./provider-options";
import { repositoryAssignments } from "./resources/repository-assignments";
import { requireValues } from "./require-values";
import { providerBlock } from "./schema/resources";
import { validateTimeouts } from "./timeouts";
import { isUnknown } from "./values/value";

/** The attributes that must be known to open a session; Terraform does not use the others. */
const needed = [...Object.keys(variables), "max_concurrency", "semantics", "dry_run"];

const each = <T>(make: (type: T) => T, types: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, make(type)]));

/** The type with checks that every resource has. */
const checked = (type: ResourceType): ResourceType =>
  requireValues({ ...type, validate: (config) => [...validateTimeouts(config), ...type.validate(config)] });

/** @param env the variables that stand in for what the provider block leaves out */
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
      const { openSession } = await import("./account/open-session.js");
      return { session: await openSession({ ...options, proxy }), diagnostics };
    } catch (thrown) {
      return { diagnostics: diagnosticsOfError(thrown) };
    }
  },
});
