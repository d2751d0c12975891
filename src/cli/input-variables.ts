import type { VariableOf } from "../declaration/variables";
import { fail } from "../diagnostics/error";
import type { Io } from "./io";

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
