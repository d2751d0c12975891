/**
 * Why a write, or an attempt of it, did not go out.
 * - `changed`: somebody else has changed what it replaces.
 * - `done`: nothing is left to do.
 * - `interrupted`: the apply was stopped.
 * - `unnoted`: the journal could not record it.
 * - `unread`: what it replaces could not be read.
 */
export type Reason =
  { readonly is: "changed" | "done" | "interrupted" } | { readonly is: "unnoted" | "unread"; readonly because: string };

/** Thrown where a write must not go out. */
export class Withheld extends Error {
  /** @param unclear an earlier attempt of it may have taken effect */
  constructor(
    readonly reason: Reason,
    readonly unclear: boolean,
  ) {
    super(reason.is);
  }
}
