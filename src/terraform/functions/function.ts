import type { AttributeType } from "../schema/schema";
import type { Value } from "../values/value";

/** A function that a user calls as `provider::scanform::NAME(…)`. */
export interface ProviderFunction {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly type: AttributeType; readonly description: string }[];
  readonly returns: AttributeType;
  /** @throws ArgumentError when an argument cannot be used; all arguments are known and not null */
  call(...given: readonly Value[]): Value;
}

/** @param at which of the arguments, from 0 */
export class ArgumentError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}
