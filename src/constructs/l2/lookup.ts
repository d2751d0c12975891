import { Lazy, type TerraformProvider } from "cdktf";
import { type Decoder, expected, invalid, optional, type Part, required } from "../../model/decoder";
import { validateLookup } from "../../model/validate";
import { problem } from "../../model/problem";
import { isProperties } from "../../model/value-kind";
import { anything, metaParts, propsOf, refusedMeta, text } from "./properties";
import { ProblemList, type Problem, problemAt } from "./problems";
import { asText, isToken } from "./tokens";

/** In which account is looked. */
export interface LookupOptions {
  /** The provider block of the account; the stack's usual one by default. */
  readonly provider?: TerraformProvider;
}

/** What a data source is given, and what is wrong with it. */
export interface ReadLookup {
  /** A token where it is wrong. */
  readonly sought: string;
  readonly options: LookupOptions;
  readonly findings: ProblemList;
}

/**
 * Reads a lookup whose text is an argument of its own.
 *
 * @param key what the text is, such as `title`
 */
export function readLookup(key: string, given: unknown, options: unknown): ReadLookup {
  const findings = new ProblemList();
  const sought = soughtIn(findings.read(soughtText, given, key));
  return { sought, options: readOptions(options, findings), findings };
}

/**
 * Reads a lookup whose text is among its options.
 *
 * @param key of the text, such as `name`
 */
export function readLookupBy(key: string, given: unknown): ReadLookup {
  const findings = new ProblemList();
  // a misspelt key is one mistake
  const isMisspelt =
    isProperties(given) && given[key] === undefined && Object.keys(given).some((each) => each !== "provider");
  const part: Part = isMisspelt ? optional(soughtText) : required(soughtText, "Give it a value.");
  const { [key]: sought, ...options } = findings.readProps(propsOf({ [key]: part, provider: providerPart }), given);
  return { sought: soughtIn(sought), options, findings };
}

const soughtText: Decoder = (value) =>
  typeof value === "string" && value.trim() === ""
    ? invalid(problem("lookup-empty", [], "Give it a value."))
    : text(value);

/** What was read; a placeholder, which triggers no second problem, where there is nothing. */
export const soughtIn = (read: unknown): string =>
  read === undefined ? Lazy.stringValue({ produce: () => "" }) : asText(read);

const providerPart = metaParts["provider"] ?? optional(anything);
const optionsDecoder = propsOf({ provider: providerPart });

function readOptions(options: unknown, findings: ProblemList): LookupOptions {
  if (isProperties(options)) return findings.readProps(optionsDecoder, options);
  findings.read(() => expected("an object, such as { provider }", options), options, "options");
  return {};
}

/** Decodes the properties of a lookup. @param names those that say what is looked up */
export const lookupDecoder = (...names: readonly string[]): Decoder =>
  propsOf({
    ...Object.fromEntries(names.map((name) => [name, optional(text)])),
    // Terraform takes those of a data source that a resource of scanform does not have
    ...Object.fromEntries([...refusedMeta.keys()].map((name) => [name, optional(anything)])),
    ...metaParts,
  });

/**
 * Whether exactly one of them says what is looked up.
 *
 * @param key what it is called by
 * @param given each, undefined where it is absent
 */
export function lookupProblems(key: string, given: Readonly<Record<string, string | undefined>>): readonly Problem[] {
  const known = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, isToken(value) ? undefined : value] as const],
  );
  return validateLookup(key, new Map(known)).map((found) => problemAt(found));
}
