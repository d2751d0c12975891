import { define, isObject } from "./json";

/**
 * A text in Unicode's normal form C: an accent and its letter are one character, however they were typed. Terraform holds
 * every text in it, be it of HCL, of JSON or of a state, so a declaration does too; the service keeps what it was given.
 * Hence a declared text and a live one are the same where their normal forms are.
 */
export const normalForm = (text: string): string => text.normalize("NFC");

export const sameText = (left: string | undefined, right: string): boolean =>
  left !== undefined && normalForm(left) === normalForm(right);

/** Replaces the texts and keys of a JSON value, at any depth. */
export function mapTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, replace));
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) define(result, replace(key), mapTexts(each, replace));
  return result;
}

/** The texts and keys of a JSON value, at any depth. */
export function textsIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  mapTexts(value, (text) => {
    found.add(text);
    return text;
  });
  return found;
}

/** A declared value with those texts as they are live that have the same normal form: writing them again changes nothing. */
export function spelledAs<T>(declared: T, live: unknown): T {
  const written = JSON.stringify(live);
  if (normalForm(written) === written) return declared; // nearly always: quotes keep its texts apart
  const spellings = new Map([...textsIn(live)].map((text) => [normalForm(text), text]));
  return mapTexts(declared, (text) => spellings.get(normalForm(text)) ?? text) as T; // its form is kept
}
