import { ApiKey } from "../../diagnostics/api-key";

/** The variable with the key; all others that hold a key, or name a file with one, start with it. */
export const apiKeyVariable = "SCANFORM_API_KEY";

/** A shorter value is not a real key, and probably part of other words. */
const shortest = 8;

/** Every key that a command knows, to keep all of them out of its output. */
export class Secrets {
  /** The longest first, since one may be a part of another. */
  readonly #keys: { readonly key: ApiKey; readonly length: number }[] = [];

  /** Begins with all values of the environment that are, or could be, a key. */
  constructor(env: NodeJS.ProcessEnv) {
    for (const [name, value = ""] of Object.entries(env))
      if (name === apiKeyVariable || name.startsWith(`${apiKeyVariable}_`)) this.add(value.trim());
  }

  add(key: string): ApiKey {
    const made = new ApiKey(key);
    if (key.length >= shortest) this.#keys.push({ key: made, length: key.length });
    this.#keys.sort((left, right) => right.length - left.length);
    return made;
  }

  redact(text: string): string {
    return this.#keys.reduce((rest, { key }) => key.redact(rest), text);
  }
}
