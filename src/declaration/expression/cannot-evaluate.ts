import type { MendedHere } from "../refusals";

/** Why an expression has no value here. Caught where the expression's place is known. */
export class CannotEvaluate extends Error {
  override readonly name = "CannotEvaluate";

  /** @param why what it is, behind the quoted expression; absent for what has been reported already */
  constructor(
    readonly why?: string,
    readonly kind?: MendedHere,
  ) {
    super(why ?? "It has been reported.");
  }
}

/** @throws CannotEvaluate */
export function cannot(why?: string, kind?: MendedHere): never {
  throw new CannotEvaluate(why, kind);
}
