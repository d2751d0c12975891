import type { TerraformProvider } from "cdktf";
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
  /** Empty where it is wrong. */
  readonly sought: string;
  readonly options: LookupOptions;
  readonly problems: readonly Problem[];
}

/** @param key what the text is, such as `title` */
export function readLookup(key: string, given: unknown, options: unknown): ReadLookup {
  const findings = new Findings();
  const sought = readPart(text, given, key, findings);
  if (typeof sought === "string" && sought.trim() === "") findings.add("is empty: give it a value", key);
  const read = readOptions(options, findings);
  return { sought: sought === undefined ? "" : asText(sought), options: read, problems: findings.problems() };
}

function readOptions(options: unknown, findings: Findings): LookupOptions {
  const reader = metaReaders.get("provider");
  if (!isProperties(options) || reader === undefined) {
    findings.add(wrongKind(options, "an object, such as { provider }"), "options");
    return {};
  }
  for (const key in options)
    if (key !== "provider") findings.add(`is not a property that can be set. ${suggestion(key, ["provider"])}`, key);
  const provider =
    options["provider"] === undefined ? undefined : readPart(reader, options["provider"], "provider", findings);
  return provider === undefined ? {} : { provider: provider as TerraformProvider };
}
