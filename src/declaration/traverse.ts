import { isObject } from "../model/json";

/** What lies at these steps of a document; undefined when there is nothing. */
export function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((found, step) => {
    if (!has(found, step)) return undefined;
    return Array.isArray(found) ? (found[Number(step)] as unknown) : found[step];
  }, value);
}

export function has(value: unknown, step: string): value is Readonly<Record<string, unknown>> {
  if (Array.isArray(value)) return Object.hasOwn(value, Number(step));
  return isObject(value) && !(value instanceof IdOf) && Object.hasOwn(value, step);
}

/** A value that only the service knows: the id of a configuration that is declared here. */
export class IdOf {
  constructor(
    readonly stack: string,
    readonly name: string,
  ) {}
}
