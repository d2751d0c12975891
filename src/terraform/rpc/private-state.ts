import { isObject } from "../../model/json";
import type { PrivateState } from "../resource";

/** What a plan remembers, as terraform keeps it in the plan file. */
export const encodePrivateState = (privateState: PrivateState | undefined): Uint8Array =>
  privateState === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(privateState));

/** What the plan of a destruction remembers. The destruction of what is replaced has the privateState of what comes in its place. */
export const destruction: PrivateState = { destroyed: "as planned" };

export const isOfDestruction = (privateState: PrivateState): boolean => privateState["destroyed"] !== undefined;

/** @throws Error when they are not what a plan wrote */
export function decodePrivateState(bytes: Uint8Array): PrivateState {
  if (bytes.length === 0) return {};
  const privateState: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!isPrivateState(privateState)) throw new Error("The plan's notes are not texts by name.");
  return privateState;
}

const isPrivateState = (privateState: unknown): privateState is PrivateState =>
  isObject(privateState) && Object.values(privateState).every((each) => typeof each === "string");
