/** The variable with the key; those of provider blocks with an alias begin with it. */
export const keyName = "SCANFORM_API_KEY";

/** Every key that the environment holds, so that none is ever shown. */
export const keysOf = (env: NodeJS.ProcessEnv): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    (name === keyName || name.startsWith(`${keyName}_`)) && value !== undefined ? [value.trim()] : [],
  );
