import type { Session } from "../account/session";
import { type ObjectValue, Unknown, type Value } from "../values/value";

/** The planned `id` of a resource of which each account may have several: the account's. */
export function idOfAccount(session: Session | undefined, prior: ObjectValue | null): Value {
  const { id = null } = prior ?? {};
  return id ?? session?.accountId ?? new Unknown();
}
