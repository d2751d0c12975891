import { isObject } from "../../model/json";
import type { Notes } from "../resource";

/** What a plan remembers, as terraform keeps it in the plan file. */
export const notesBytes = (notes: Notes | undefined): Uint8Array =>
  notes === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(notes));

/** What the plan of a destruction remembers. The destruction of what is replaced has the notes of what comes in its place. */
export const destruction: Notes = { destroyed: "as planned" };

export const isOfDestruction = (notes: Notes): boolean => notes["destroyed"] !== undefined;

/** @throws Error when they are not what a plan wrote */
export function notesOf(bytes: Uint8Array): Notes {
  if (bytes.length === 0) return {};
  const notes: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!isNotes(notes)) throw new Error("The plan's notes are not texts by name.");
  return notes;
}

const isNotes = (notes: unknown): notes is Notes =>
  isObject(notes) && Object.values(notes).every((each) => typeof each === "string");
