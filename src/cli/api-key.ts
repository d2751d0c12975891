import { ApiKey } from "../diagnostics/api-key";
import { fail } from "../diagnostics/error";

/** The variable with the key; those of provider blocks with an alias start with it. */
export const apiKeyVariable = "SCANFORM_API_KEY";

/** Every key in the environment, to keep all of them out of the output. */
export const apiKeysIn = (env: NodeJS.ProcessEnv): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    (name === apiKeyVariable || name.startsWith(`${apiKeyVariable}_`)) && value !== undefined ? [value.trim()] : [],
  );

/** The variable of a provider block with an alias: `us-west` is SCANFORM_API_KEY_US_WEST. */
const keyNameOf = (alias: string): string => `${apiKeyVariable}_${alias.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;

/**
 * The key from the environment, the only place that it may come from.
 *
 * @param aliases the aliases of the provider block, which may have its own key
 * @param elsewhere the block names another service than the environment
 */
export function apiKey(env: NodeJS.ProcessEnv, aliases: readonly string[] = [], elsewhere = false): ApiKey {
  const own = aliases.map(keyNameOf).find((each) => (env[each]?.trim() ?? "") !== "");
  const [alias] = aliases;
  if (own === undefined && alias !== undefined && elsewhere)
    fail(
      "no-api-key",
      `The provider block ${JSON.stringify(alias)} has a base_url of its own. Set ${keyNameOf(alias)}: the key of another service is not sent there.`,
    );
  const name = own ?? apiKeyVariable;
  const key = env[name]?.trim() ?? "";
  if (key === "") fail("no-api-key", `Set ${name}. Keys are made in the service's dashboard, under access keys.`);
  if (!/^[\x21-\x7e]+$/.test(key))
    fail("no-api-key", `${name} holds characters that no key has, such as a line break in the middle. Set it again.`);
  return new ApiKey(key);
}
