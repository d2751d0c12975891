import { isObject } from "../../model/json";
import type { PrivateState } from "../resource";

/** Private state as the bytes that Terraform keeps in the plan file. */
export const encodePrivateState = (privateState: PrivateState | undefined): Uint8Array =>
  privateState === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(privateState));

/** The private state of a planned destruction. For a replacement, the destruction gets that of the new resource. */
export const destruction: PrivateState = { destroyed: "as planned" };

export const isOfDestruction = (privateState: PrivateState): boolean => privateState["destroyed"] !== undefined;

/** @throws Error for bytes that no plan wrote */
export function decodePrivateState(bytes: Uint8Array): PrivateState {
  if (bytes.length === 0) return {};
  const privateState: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!isPrivateState(privateState)) throw new Error("The plan's notes are not texts by name.");
  return privateState;
}

const isPrivateState = (privateState: unknown): privateState is PrivateState =>
  isObject(privateState) && Object.values(privateState).every((each) => typeof each === "string");
