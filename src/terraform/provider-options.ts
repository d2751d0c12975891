import { ApiKey } from "../diagnostics/api-key";
import { type Diagnostic, error, relocate } from "../diagnostics/diagnostic";
import { fail, ScanformError } from "../diagnostics/error";
import { providerFields } from "../model/declared-fields";
import { fieldsDecoder } from "../model/field-decoder";
import { validateScope } from "../model/validate";
import { baseUrl, checkedKey, keyAdvice, keyInFile, otherOriginText, refuseBothKeys } from "../service/endpoint";
import type { SessionOptions } from "./account/session";
import { attributeDiagnostic, insecureAdvice, isInsecure } from "./common-diagnostics";
import { configured, problemsIn } from "./validate";
import { isObjectValue, type ObjectValue, type Value } from "./value";

/** The environment variables that replace attributes of the provider block. */
export const variables = {
  base_url: "SCANFORM_BASE_URL",
  account_id: "SCANFORM_ACCOUNT_ID",
  api_key: "SCANFORM_API_KEY",
} as const;

const keyFileVariable = "SCANFORM_API_KEY_FILE";

/** The key that the environment holds or leads to; "" without one. */
function environmentKey(env: NodeJS.ProcessEnv): string {
  const [key = "", file = ""] = [env[variables.api_key]?.trim(), env[keyFileVariable]?.trim()];
  if (key !== "" && file !== "") refuseBothKeys(variables.api_key, keyFileVariable);
  return file === "" ? key : keyInFile(file, keyFileVariable);
}

/** Rejects a block that names another service than the environment: the key belongs to the latter. */
function refuseOtherOrigin(block: string, named: string, insecure: boolean): void {
  const [theirs, ours] = [block, named].map((text) => baseUrl(text, insecure, insecureAdvice).href.replace(/\/$/, ""));
  if (theirs !== ours)
    fail("base-url-other", otherOriginText(String(theirs), String(ours), variables.base_url), {
      attribute: ["base_url"],
    });
}

/** The most configurations that a plan may delete; unknown with all of its scope. */
export const limitOf = ({ managed_scope: scope = null }: ObjectValue): Value =>
  isObjectValue(scope) ? (scope["max_deletes"] ?? null) : scope;

/** The options of the session. @throws ScanformError with an error at each attribute that is missing */
export function optionsOf(config: ObjectValue, env: NodeJS.ProcessEnv, stop: AbortSignal): SessionOptions {
  const inBlock = (name: keyof typeof variables): string => {
    const { [name]: value = null } = config;
    return typeof value === "string" ? value.trim() : "";
  };
  const inEnvironment = (name: keyof typeof variables): string => env[variables[name]]?.trim() ?? "";
  const given = (name: keyof typeof variables): string => inBlock(name) || inEnvironment(name);
  const insecure = isInsecure(env);
  if (inBlock("base_url") !== "" && inEnvironment("base_url") !== "")
    refuseOtherOrigin(inBlock("base_url"), inEnvironment("base_url"), insecure);
  const [url, apiKey, accountId] = [given("base_url"), inBlock("api_key") || environmentKey(env), given("account_id")];
  const missing: readonly Diagnostic[] = [
    ...(url === ""
      ? [error("base-url-missing", `Set ${variables.base_url}, or base_url, without /v1.`, { attribute: ["base_url"] })]
      : []),
    ...(apiKey === ""
      ? [error("no-api-key", keyAdvice(variables.api_key, keyFileVariable), { attribute: ["api_key"] })]
      : []),
  ];
  if (missing.length > 0) throw new ScanformError(missing);
  const maxDeletes = limitOf(config);
  const { max_concurrency: most = null, dry_run: dry = null } = config;
  const source = inBlock("api_key") === "" ? variables.api_key : "api_key of the provider block";
  return {
    baseUrl: url,
    apiKey: new ApiKey(checkedKey(apiKey, source), source),
    insecure,
    ...(accountId === "" ? {} : { accountId }),
    ...(typeof most === "number" ? { maxConcurrency: most } : {}),
    dryRun: dry === true,
    ...(typeof maxDeletes === "number" ? { maxDeletes } : {}),
    stop,
  };
}

/**
 * Checks the provider block, one diagnostic for each invalid attribute. Unknown values are accepted.
 *
 * @param insecure allows http to a host that is not this machine
 */
export function validateProvider(config: ObjectValue, insecure: boolean): readonly Diagnostic[] {
  const { base_url: url = null, managed_scope: scope = null } = config;
  return [
    ...(typeof url === "string" && url.trim() !== "" ? problemsOfUrl(url.trim(), insecure) : []),
    ...problemsIn(fieldsDecoder(providerFields, configured), config),
    ...validateScope(isObjectValue(scope) ? scope : {}).map((each) => attributeDiagnostic(each, ["managed_scope"])),
  ];
}

function problemsOfUrl(url: string, insecure: boolean): readonly Diagnostic[] {
  try {
    baseUrl(url, insecure, insecureAdvice);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return thrown.diagnostics.map((each) => relocate(each, { attribute: ["base_url"] }));
  }
}
