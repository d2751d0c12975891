import { type Diagnostic, error, hasErrors } from "../diagnostics/diagnostic";
import { diagnosticsOfError } from "./common-diagnostics";
import { baseUrl } from "../service/base-url";
import { proxyFor } from "../service/proxy";
import { refuseUncheckedTls } from "../service/unchecked-tls";
import { allowingInsecure, validateProvider } from "./validate-provider";
import type { SessionOptions } from "./account/open-session";
import { dataSources } from "./data-sources/index";
import { functions } from "./functions/index";
import type { Provider } from "./provider";
import { configuration } from "./resources/configuration";
import { configurations } from "./resources/configurations";
import { deepscan } from "./resources/deepscan";
import { findingTriage } from "./resources/finding-triage";
import { repositoryAssignments } from "./resources/repository-assignments";
import { requireValues } from "./require-values";
import { providerBlock } from "./schema/resources";
import { isUnknown, type ObjectValue } from "./values/value";

/** The environment variables that stand in for attributes of the provider block. */
const variables = {
  base_url: "SCANFORM_BASE_URL",
  account_id: "SCANFORM_ACCOUNT_ID",
  api_key: "SCANFORM_API_KEY",
} as const;

/** The attributes that must be known to open a session; Terraform does not use the others. */
const needed = [...Object.keys(variables), "max_concurrency", "semantics", "dry_run"];

const each = <T>(make: (type: T) => T, types: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, make(type)]));

/** @param env the variables that stand in for what the provider block leaves out */
export const scanformProvider = (env: NodeJS.ProcessEnv): Provider => ({
  block: providerBlock,
  resources: each(requireValues, {
    scanform_configuration: configuration,
    scanform_configurations: configurations,
    scanform_repository_assignments: repositoryAssignments,
    scanform_finding_triage: findingTriage,
    scanform_deepscan: deepscan,
  }),
  dataSources: each(requireValues, dataSources),
  functions,
  validate: (config) => validateProvider(config, isInsecure(env)),

  async configure(config, stop) {
    const insecure = isInsecure(env);
    const diagnostics = validateProvider(config, insecure);
    if (hasErrors(diagnostics) || needed.some((name) => isUnknown(config[name]))) return { diagnostics };
    const options = optionsOf(config, env, stop);
    if ("missing" in options) return { diagnostics: options.missing };
    try {
      const url = baseUrl(options.baseUrl, insecure, allowingInsecure);
      refuseUncheckedTls(url, env, insecure, allowingInsecure);
      const proxy = proxyFor(url, env);
      // what only describes and checks needs neither the client nor the engine
      const { openSession } = await import("./account/open-session.js");
      return { session: await openSession({ ...options, insecure, proxy }), diagnostics };
    } catch (thrown) {
      return { diagnostics: diagnosticsOfError(thrown) };
    }
  },
});

/** The provider's `--insecure`. */
const isInsecure = (env: NodeJS.ProcessEnv): boolean => env["SCANFORM_INSECURE"] === "1";

/** The options of the session, or an error at each attribute that is missing. */
function optionsOf(
  config: ObjectValue,
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
): SessionOptions | { readonly missing: readonly Diagnostic[] } {
  const given = (name: keyof typeof variables): string => {
    const { [name]: value = null } = config;
    return (typeof value === "string" ? value : (env[variables[name]] ?? "")).trim();
  };
  const [baseUrl, apiKey, accountId] = [given("base_url"), given("api_key"), given("account_id")];
  const missing: readonly Diagnostic[] = [
    ...(baseUrl === ""
      ? [error("base-url-missing", `Set ${variables.base_url}, or base_url, without /v1.`, { attribute: ["base_url"] })]
      : []),
    ...(apiKey === ""
      ? [
          error(
            "no-api-key",
            `Set ${variables.api_key}. Keys are made in the service's dashboard, under access keys.`,
            { attribute: ["api_key"] },
          ),
        ]
      : []),
  ];
  if (missing.length > 0) return { missing };
  const { max_concurrency: most = null, semantics = null, dry_run: dry = null } = config;
  return {
    baseUrl,
    apiKey,
    ...(accountId === "" ? {} : { accountId }),
    ...(typeof most === "number" ? { maxConcurrency: most } : {}),
    ...(typeof semantics === "string" ? { semantics } : {}),
    dryRun: dry === true,
    stop,
  };
}
