import type { ResourceIdentity } from "../identity/resource-identity";
import type { DynamicValue } from "../protocol/messages/common";
import type { Provider } from "../provider";
import type { Session } from "../account/session";
import type { ObjectValue } from "../values/value";
import { dynamicOf } from "./dynamic";

export interface IdentityData {
  readonly identity_data?: DynamicValue | undefined;
}

/** The identity of a resource type; undefined for one without. */
export const registeredIdentity = ({ identities }: Provider, type: string): ResourceIdentity | undefined =>
  Object.hasOwn(identities, type) ? identities[type] : undefined;

/**
 * The identity of the object that a state describes. Terraform deletes an identity that an answer leaves out, and
 * accepts none that is not wholly known.
 *
 * @param otherwise the identity from the request, for a state of which too little is known
 */
export function identityData(
  identity: ResourceIdentity | undefined,
  session: Session,
  state: ObjectValue | null,
  otherwise?: IdentityData,
): IdentityData | undefined {
  if (identity === undefined || state === null) return undefined;
  const value = identity.of(session.accountId, state);
  return value === undefined
    ? otherwise
    : { identity_data: { json: new Uint8Array(), ...dynamicOf(identity.schema, value) } };
}
