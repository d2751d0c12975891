import { define, isObject } from "./json";

/**
 * A text in Unicode's normal form C: an accent and its letter are one character, however they were typed. Terraform holds
 * every text in it, be it of HCL, of JSON or of a state, so a declaration does too; the service keeps what it was given.
 * Hence a declared text and a live one are the same where their normal forms are.
 */
export const normalForm = (text: string): string => (beyondAscii.test(text) ? text.normalize("NFC") : text);

/** Only such a text can have another normal form. Nearly every text has none of it, and this is faster to find out. */
const beyondAscii = /[^\p{ASCII}]/u;

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

/** Whether a JSON value with its keys is in the normal form. */
function isNormal(value: unknown): boolean {
  if (typeof value === "string") return normalForm(value) === value;
  if (Array.isArray(value)) return value.every(isNormal);
  if (!isObject(value)) return true;
  for (const key in value) if (!isNormal(key) || !isNormal(value[key])) return false;
  return true;
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
  if (isNormal(live)) return declared; // nearly always
  const spellings = new Map([...textsIn(live)].map((text) => [normalForm(text), text]));
  return mapTexts(declared, (text) => spellings.get(normalForm(text)) ?? text) as T; // its form is kept
}
