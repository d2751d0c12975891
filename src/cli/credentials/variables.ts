import { keyAdvice } from "../../service/endpoint";
import type { VariableOf } from "../../declaration/variables";
import { fail } from "../../diagnostics/error";
import { isNear } from "../../model/suggest";
import type { Io } from "../io";
import { apiKeyVariable, isKeyVariable } from "./secrets";

/** The names of the variables that an operator sets for a provider block. */
export interface Variables {
  readonly key: string;
  /** Names a file that holds the key, or an open descriptor. */
  readonly file: string;
  /** The origin that the key belongs to. */
  readonly origin: string;
}

/** The variables of a provider block: those of `us-west` end in _US_WEST. */
export function variablesOf(alias: string): Variables {
  const suffix = alias === "" ? "" : `_${alias.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
  return {
    key: `${apiKeyVariable}${suffix}`,
    file: `${apiKeyVariable}_FILE${suffix}`,
    origin: `SCANFORM_BASE_URL${suffix}`,
  };
}

/** The variables of the provider block without an alias, and of every other that has none of its own. */
export const standard = variablesOf("");

/** The value of a variable, without blanks around it; one that is empty counts as not set. */
export function valueOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim() ?? "";
  return value === "" ? undefined : value;
}

/** The account that the environment names. */
export const environmentAccount = (env: NodeJS.ProcessEnv): string | undefined => valueOf(env, "SCANFORM_ACCOUNT_ID");

/** @throws ScanformError when no variable could hold a key, which is worth knowing before the app runs */
export function requireAnyKey(env: NodeJS.ProcessEnv): void {
  if (!Object.keys(env).some((name) => isKeyVariable(name) && valueOf(env, name) !== undefined)) noKey(standard);
}

/** @param alias of the provider block that has no key */
export function noKey({ key, file }: Variables, alias = ""): never {
  const own = alias === "" ? "" : `The provider block ${JSON.stringify(alias)} has no key. `;
  const usual = alias === "" ? "" : `, or ${standard.key} for all blocks without one of their own`;
  return fail("no-api-key", own + keyAdvice(key, file, usual));
}

/**
 * The variables of a block with a key but without an origin of its own must not be set beside an origin that differs from
 * its own by a misspelling: the key would go elsewhere than was meant.
 */
export function refuseMisspeltOrigin(env: NodeJS.ProcessEnv, alias: string, aliases: readonly string[]): void {
  const { key, file, origin } = variablesOf(alias);
  if (
    alias === "" ||
    valueOf(env, origin) !== undefined ||
    [key, file].every((name) => valueOf(env, name) === undefined)
  )
    return;
  const known = new Set(["", ...aliases].map((each) => variablesOf(each).origin));
  const other = Object.keys(env).find(
    (name) =>
      name.startsWith(`${standard.origin}_`) &&
      !known.has(name) &&
      valueOf(env, name) !== undefined &&
      isNear(name, origin),
  );
  if (other !== undefined)
    fail(
      "base-url-missing",
      `${other} belongs to no provider block. If ${origin} is meant, set that; otherwise unset it: ${key} would go to the service of ${standard.origin}. Nothing was sent.`,
    );
}

/** `us-west` and `us_west` would have the same key, and `file` the variable that names the file of another. */
export function refuseSharedVariables(aliases: Iterable<string>): void {
  const owners = new Map<string, string>();
  for (const alias of new Set(["", ...aliases]))
    for (const name of Object.values<string>({ ...variablesOf(alias) })) {
      if (/^file(?![a-z0-9])/i.test(alias))
        fail(
          "several-providers",
          `The variables of ${blockName(alias)} would be taken for those that name files: ${variablesOf(alias).key}. Rename it.`,
          { address: "provider.scanform", path: "alias" },
        );
      const other = owners.get(name);
      if (other !== undefined)
        fail(
          "several-providers",
          `${blockName(alias)} and ${blockName(other)} have the same variable, ${name}. Rename an alias.`,
          { address: "provider.scanform", path: "alias" },
        );
      owners.set(name, alias);
    }
}

const blockName = (alias: string): string =>
  alias === "" ? "the provider block without an alias" : `the provider block ${JSON.stringify(alias)}`;

/** The values of input variables, from `TF_VAR_name`. @throws ScanformError for one with an API key, which a plan would show */
export const inputVariables =
  ({ env, secrets }: Pick<Io, "env" | "secrets">): VariableOf =>
  (name) => {
    const variable = `TF_VAR_${name}`;
    const value = env[variable];
    if (value !== undefined && secrets.isIn(value))
      fail(
        "secret-declared",
        `${variable} contains an API key, and the declaration uses it where plans would show it. Use SCANFORM_API_KEY for the key.`,
      );
    return value;
  };
