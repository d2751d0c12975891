import { define, isObject, own } from "./json";

/**
 * A text in Unicode's normal form C: an accent and its letter are one character, however they were typed. Terraform holds
 * every text in it, from HCL, JSON or a state, so a declaration does too; the service keeps what it was given.
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

/**
 * A declared value with its texts spelled as the live ones in the same places that have the same normal form: writing them
 * again changes nothing. The texts of a list are compared as a set; objects in a list are left as they are.
 */
export const spelledAs = <T>(declared: T, live: unknown): T =>
  isNormal(live) ? declared : (spelled(declared, live) as T); // nearly always normal; the form of the value is kept

function spelled(declared: unknown, live: unknown): unknown {
  if (typeof declared === "string") return typeof live === "string" && sameText(live, declared) ? live : declared;
  if (Array.isArray(declared)) {
    if (!Array.isArray(live)) return declared;
    const spelling = spellingIn(live.filter((each) => typeof each === "string"));
    return declared.map((each: unknown) => (typeof each === "string" ? spelling(each) : each));
  }
  if (!isObject(declared) || !isObject(live)) return declared;
  const spelling = spellingIn(Object.keys(live));
  const result: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(declared)) {
    const name = spelling(key);
    define(result, name, spelled(each, own(live, name)));
  }
  return result;
}

/** How one of some live texts spells another text: as that is, where one of them is the same. */
function spellingIn(live: readonly string[]): (text: string) => string {
  const exact = new Set(live);
  const byForm = new Map(live.map((text) => [normalForm(text), text]));
  return (text) => (exact.has(text) ? text : (byForm.get(normalForm(text)) ?? text));
}
