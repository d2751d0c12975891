import { fail, messageOf } from "../../diagnostics/error";
import type { Sent } from "../protocol/message";
import type { DynamicValue, identityData as identityMessageType } from "../protocol/service";
import type { Schema } from "../schema/schema";
import { decodeObject, encodeObject, objectOfState } from "../values/codec";
import type { ObjectValue, PrivateState } from "../value";
import { isObject } from "../../model/json";
import { JsonLimitError, parseJsonOrNothing } from "../../model/parse-json";
import { TypeMismatchError } from "../values/walk";
import type { ResourceIdentity } from "../identities";
import type { Session } from "../account/session";

/** null where there is no such object. @throws ScanformError for bytes that are no object of the schema */
export function objectOf({ block }: Schema, given: DynamicValue | undefined): ObjectValue | null {
  if (given === undefined) return null;
  try {
    if (given.msgpack.length > 0) return decodeObject(block.attributes, given.msgpack);
    return given.json.length > 0 ? objectOfState(block.attributes, given.json) : null;
  } catch (thrown) {
    return fail("request-unreadable", `An object does not match its schema: ${messageOf(thrown)}`, undefined, thrown);
  }
}

/** An object that the protocol guarantees. @throws ScanformError when it is missing */
export function presentObjectOf(schema: Schema, given: DynamicValue | undefined): ObjectValue {
  const object = objectOf(schema, given);
  if (object === null) fail("request-unreadable", "An object is missing.");
  return object;
}

/** @throws TypeMismatchError */
export const dynamicOf = ({ block }: Schema, value: ObjectValue | null): { readonly msgpack: Uint8Array } => ({
  msgpack: encodeObject(block.attributes, value),
});

export const isNull = (given: DynamicValue | undefined): boolean =>
  given === undefined ||
  (given.msgpack.length === 1 && given.msgpack[0] === 0xc0) ||
  (given.msgpack.length === 0 && given.json.length === 0);

/** Whether both hold the same object, compared by bytes. */
export const isSame = (left: DynamicValue | undefined, right: DynamicValue | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  !isNull(left) &&
  left.msgpack.length > 0 &&
  Buffer.compare(left.msgpack, right.msgpack) === 0;

/** Private state as the bytes that Terraform keeps. */
export const encodePrivateState = (privateState: PrivateState | undefined): Uint8Array =>
  privateState === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(privateState));

/** The private state of a planned destruction. For a replacement, the destruction gets that of the new resource. */
export const destruction: PrivateState = { destroyed: "as planned" };

export const isOfDestruction = (plannedPrivate: PrivateState): boolean => plannedPrivate["destroyed"] !== undefined;

/** @throws ScanformError for bytes that no plan, apply or read wrote */
export function decodePrivateState(bytes: Uint8Array): PrivateState {
  if (bytes.length === 0) return {};
  const privateState = parseJsonOrNothing(new TextDecoder().decode(bytes));
  if (!isPrivateState(privateState))
    fail("request-unreadable", "Its private data was not written by this provider: it is not a map of strings.");
  return privateState;
}

const isPrivateState = (privateState: unknown): privateState is PrivateState =>
  isObject(privateState) && Object.values(privateState).every((each) => typeof each === "string");

/**
 * The state, of the one version that there is.
 *
 * @param version of the schema with which it was written
 * @throws ScanformError that says why it cannot be decoded
 */
export function decodeRawState(
  schema: Schema,
  type: string,
  version: number,
  raw: { readonly json: Uint8Array } | undefined,
): ObjectValue {
  if (version > schema.version)
    fail(
      "state-newer",
      `It holds a ${type} of schema version ${String(version)}, and this version of the provider reads version ${String(schema.version)}. Use a newer version of the provider.`,
    );
  try {
    return objectOfState(schema.block.attributes, raw?.json ?? new Uint8Array());
  } catch (thrown) {
    const why = reasonOf(thrown);
    if (why === undefined) throw thrown;
    const advice = "Take it out with `terraform state rm`, and import it again.";
    return fail("state-unreadable", `It holds a ${type} that does not match its schema. ${why} ${advice}`);
  }
}

/** Undefined for an error that the text of a state cannot cause. */
function reasonOf(thrown: unknown): string | undefined {
  if (thrown instanceof TypeMismatchError) return thrown.message;
  if (thrown instanceof JsonLimitError) return `It is ${thrown.message}.`;
  return thrown instanceof SyntaxError ? "It is not JSON." : undefined;
}

export type IdentityData = Sent<typeof identityMessageType>;

/**
 * The identity of the object that a state describes. Terraform deletes an identity that an answer leaves out, and
 * accepts none that is not wholly known.
 *
 * @param otherwise the identity from the request, for a state of which too little is known
 */
export function identityData(
  identity: ResourceIdentity,
  session: Session,
  state: ObjectValue | null,
  otherwise?: IdentityData,
): IdentityData | undefined {
  if (state === null) return undefined;
  const value = identity.of(session.accountId, state);
  return value === undefined ? otherwise : identityMessage(identity, value);
}

export const identityMessage = ({ schema }: ResourceIdentity, value: ObjectValue): IdentityData => ({
  identity_data: dynamicOf(schema, value),
});
