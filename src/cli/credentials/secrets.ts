import { ApiKey } from "../../diagnostics/api-key";
import { messageOf } from "../../diagnostics/error";
import { keyInFile } from "../../service/endpoint";

/** The variable with the key; all others that hold a key, or name a file with one, start with it. */
export const apiKeyVariable = "SCANFORM_API_KEY";

/** The variable that names a file with the key; those of aliases start with it. */
export const keyFileVariable = `${apiKeyVariable}_FILE`;

const isOf = (name: string, variable: string): boolean => name === variable || name.startsWith(`${variable}_`);

/** Whether a variable holds a key or names a file with one. */
export const isKeyVariable = (name: string): boolean => isOf(name, apiKeyVariable);

/** An environment for a program that is somebody else's. */
export const withoutKeys = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !isKeyVariable(name)));

/** A shorter value is not a real key, and probably part of other words. */
const shortest = 8;

/** Every key that a command knows, to keep all of them out of what it writes. */
export class Secrets {
  /** The longest first, since one may be a part of another. */
  readonly #keys: { readonly key: ApiKey; readonly length: number }[] = [];
  /** By variable: a descriptor can be read only once. */
  readonly #files = new Map<string, string | Error>();

  /** Begins with all values of the environment that are, or could be, a key. */
  constructor(env: NodeJS.ProcessEnv) {
    for (const [name, value = ""] of Object.entries(env))
      if (isKeyVariable(name) && !isOf(name, keyFileVariable)) this.add(value.trim(), name);
  }

  /** @param variable where it comes from */
  add(key: string, variable: string): ApiKey {
    const made = new ApiKey(key, variable);
    if (key.length >= shortest) this.#keys.push({ key: made, length: key.length });
    this.#keys.sort((left, right) => right.length - left.length);
    return made;
  }

  /** Reads all files with keys, so that none is shown of what the app or a file repeats. A failure is kept. */
  readFiles(env: NodeJS.ProcessEnv, cwd: string): void {
    for (const [variable, file = ""] of Object.entries(env))
      if (isOf(variable, keyFileVariable) && file.trim() !== "") this.#read(variable, file.trim(), cwd);
  }

  /** The key in a file. @throws ScanformError that names the variable, neither the file nor its content */
  fromFile(variable: string, file: string, cwd: string): ApiKey {
    const found = this.#read(variable, file, cwd);
    if (typeof found !== "string") throw found;
    return this.add(found, variable);
  }

  redact(text: string): string {
    return this.#keys.reduce((rest, { key }) => key.redact(rest), text);
  }

  /** Whether a key, or an encoded form of one, is in a text. */
  isIn(text: string): boolean {
    return this.#keys.some(({ key }) => key.isIn(text));
  }

  #read(variable: string, file: string, cwd: string): string | Error {
    const known = this.#files.get(variable);
    if (known !== undefined) return known;
    const found = readOrError(variable, file, cwd);
    if (typeof found === "string") this.add(found, variable);
    this.#files.set(variable, found);
    return found;
  }
}

function readOrError(variable: string, file: string, cwd: string): string | Error {
  try {
    return keyInFile(file, variable, cwd);
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
  }
}
