import { fail } from "../../diagnostics/error";
import { isObject } from "../../model/json";
import { parseJsonOrNothing } from "../../model/parse-json";
import type { PrivateState } from "../resource";

/** Private state as the bytes that Terraform keeps in the plan file. */
export const encodePrivateState = (privateState: PrivateState | undefined): Uint8Array =>
  privateState === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(privateState));

/** The private state of a planned destruction. For a replacement, the destruction gets that of the new resource. */
export const destruction: PrivateState = { destroyed: "as planned" };

export const isOfDestruction = (privateState: PrivateState): boolean => privateState["destroyed"] !== undefined;

/** @throws ScanformError for bytes that no plan, apply or read wrote */
export function decodePrivateState(bytes: Uint8Array): PrivateState {
  if (bytes.length === 0) return {};
  const privateState = parseJsonOrNothing(new TextDecoder().decode(bytes));
  if (!isPrivateState(privateState)) fail("request-unreadable", "The provider's notes in it are not texts by name.");
  return privateState;
}

const isPrivateState = (privateState: unknown): privateState is PrivateState =>
  isObject(privateState) && Object.values(privateState).every((each) => typeof each === "string");
