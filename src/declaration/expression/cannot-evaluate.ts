/** Why an expression has no value here. Caught where the expression's place is known. */
export class CannotEvaluate extends Error {
  override readonly name = "CannotEvaluate";

  /** @param why what it is, behind the quoted expression; absent for what has been reported already */
  constructor(
    readonly why?: string,
    readonly code?: "reference-unknown",
  ) {
    super(why ?? "It has been reported.");
  }
}

/** @throws CannotEvaluate */
export function cannot(why?: string, code?: "reference-unknown"): never {
  throw new CannotEvaluate(why, code);
}
