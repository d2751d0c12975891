import { Lazy, type TerraformProvider } from "cdktf";
import { suggestion } from "../../model/suggest";
import { Findings, readPart } from "./findings";
import { metaReaders } from "./meta-arguments";
import { text } from "./readers";
import { asText } from "./tokens";
import type { Problem } from "./problems";
import { isProperties, wrongKind } from "./wrong-kind";

/** In which account is looked. */
export interface LookupOptions {
  /** The provider block of the account; the stack's usual one by default. */
  readonly provider?: TerraformProvider;
}

/** What a data source is given, and what is wrong with it. */
export interface ReadLookup {
  /** A token where it is wrong, which is reported once. */
  readonly sought: string;
  readonly options: LookupOptions;
  readonly problems: readonly Problem[];
}

/**
 * Reads a lookup whose text is an argument of its own.
 *
 * @param key what the text is, such as `title`
 */
export function readLookup(key: string, given: unknown, options: unknown): ReadLookup {
  const findings = new Findings();
  const sought = readSought(key, given, findings);
  return { sought, options: readOptions(options, findings), problems: findings.problems() };
}

/**
 * Reads a lookup whose text stands among its options.
 *
 * @param key of the text, such as `name`
 */
export function readLookupBy(key: string, { [key]: given, ...options }: Readonly<Record<string, unknown>>): ReadLookup {
  const findings = new Findings();
  // a misspelt key is one mistake
  const isMisspelt = given === undefined && Object.keys(options).some((each) => each !== "provider");
  const sought = isMisspelt ? unknown() : readSought(key, given, findings);
  return { sought, options: readOptions(options, findings, key), problems: findings.problems() };
}

/** Is no problem of what looks it up. */
const unknown = (): string => Lazy.stringValue({ produce: () => "" });

function readSought(key: string, given: unknown, findings: Findings): string {
  const sought = readPart(text, given, key, findings);
  const isEmpty = typeof sought === "string" && sought.trim() === "";
  if (isEmpty) findings.add("is empty: give it a value", key);
  return sought === undefined || isEmpty ? unknown() : asText(sought);
}

/** @param sought the key among them that says what is looked up, where there is one */
function readOptions(options: unknown, findings: Findings, sought?: string): LookupOptions {
  const reader = metaReaders.get("provider");
  if (!isProperties(options) || reader === undefined) {
    findings.add(wrongKind(options, "an object, such as { provider }"), "options");
    return {};
  }
  const known = sought === undefined ? ["provider"] : [sought, "provider"];
  for (const key in options)
    if (key !== "provider") findings.add(`is not a property that can be set. ${suggestion(key, known)}`, key);
  const provider =
    options["provider"] === undefined ? undefined : readPart(reader, options["provider"], "provider", findings);
  return provider === undefined ? {} : { provider: provider as TerraformProvider };
}
