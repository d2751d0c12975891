import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { baseUrlText } from "../model/base-url";
import { providerFields } from "../model/declared-fields";
import { type Decoder, optional, text } from "../model/decoder";
import type { ManagedScope } from "../model/desired";
import type { Values } from "../model/field";
import { objectDecoder, partsOf } from "../model/field-decoder";
import { isObject } from "../model/json";
import { validateScope } from "../model/validate";
import { at, type Stack, DocumentPath, decodeAt, problemAt } from "./document";
import type { Evaluator } from "./evaluate";
import { parseTemplate } from "./expression/parse";
import { CannotEvaluate } from "./refusals";
import { evaluated } from "./resources";

/** What a provider block says about where to go and what is owned there. Never a key. */
export interface ProviderSettings {
  /** Without `/v1`. */
  readonly baseUrl?: string;
  readonly accountId?: string;
  /** The names by which resources choose it; the default block has the empty one. */
  readonly aliases: readonly string[];
  readonly managedScope?: ManagedScope;
  readonly maxConcurrency?: number;
  /** No apply writes. */
  readonly dryRun?: true;
}

/** The provider block, without `api_key`, which a declaration must not hold. */
const providerDecoder = objectDecoder(
  { alias: optional(text), ...partsOf(providerFields, evaluated) },
  evaluated,
) as Decoder<ProviderAttributes>;
type ProviderAttributes = Values<typeof providerFields>;

/** The provider blocks of a stack by their alias; the default one has the empty name, and is always there. */
export type Providers = ReadonlyMap<string, ProviderSettings>;

export function providersOf(stack: Stack, evaluator: Evaluator, diagnostics: Diagnostic[]): Providers {
  const blocks = at(stack.json, ["provider", "scanform"]);
  const found = new Map<string, ProviderSettings>();
  for (const [index, block] of (Array.isArray(blocks) ? blocks : []).entries()) {
    const place = new DocumentPath(stack, ["provider", "scanform", String(index)], "provider.scanform");
    const settings = settingsOf(block, place, evaluator, diagnostics);
    const [alias = ""] = settings.aliases;
    if (found.has(alias)) {
      const which = alias === "" ? "no alias" : `the alias ${JSON.stringify(alias)}`;
      const detail = `Two provider blocks of ${stack.name} have ${which}. Give each another alias.`;
      diagnostics.push(error("several-providers", detail, place));
    }
    found.set(alias, settings);
  }
  return found.has("") ? found : new Map([["", { aliases: [""] }], ...found]);
}

/** Whether a block without an alias is declared. */
export function hasDefaultBlock(stack: Stack): boolean {
  const blocks = at(stack.json, ["provider", "scanform"]);
  return Array.isArray(blocks) && blocks.some((each: unknown) => !isObject(each) || each["alias"] === undefined);
}

/** An expression names a key that is elsewhere; anything else is one, or part of one. */
function isWrittenOut(key: unknown): boolean {
  if (typeof key !== "string") return key !== undefined && key !== null;
  try {
    return parseTemplate(key).some((part) => "literal" in part && part.literal !== "");
  } catch (thrown) {
    if (!(thrown instanceof CannotEvaluate)) throw thrown;
    return !/^\$\{[^{}]*\}$/.test(key);
  }
}

function settingsOf(
  block: unknown,
  place: DocumentPath,
  evaluator: Evaluator,
  diagnostics: Diagnostic[],
): ProviderSettings {
  const { api_key: key, "//": _comment, ...rest }: Record<string, unknown> = isObject(block) ? block : {};
  if (isWrittenOut(key)) {
    const detail =
      "apiKey is written out, and so is in the synthesized files in plain text. " +
      "Remove it, set SCANFORM_API_KEY instead, and make a new key in the dashboard.";
    diagnostics.push(error("secret-declared", detail, place.child("api_key")));
  }
  const settings = decodeAt(providerDecoder, evaluator.evaluate(rest, place), place, diagnostics);
  const scope = settings?.managed_scope;
  for (const problem of validateScope(scope ?? {})) diagnostics.push(problemAt(problem, place.child("managed_scope")));
  return {
    aliases: [typeof rest["alias"] === "string" ? rest["alias"] : ""],
    ...(settings?.base_url === undefined ? {} : { baseUrl: baseUrlText(settings.base_url) }),
    ...(settings?.account_id === undefined ? {} : { accountId: settings.account_id }),
    ...(scope === undefined ? {} : { managedScope: scopeOf(scope) }),
    ...(settings?.max_concurrency === undefined ? {} : { maxConcurrency: settings.max_concurrency }),
    ...(settings?.dry_run === true ? { dryRun: true } : {}),
  };
}

const scopeOf = ({
  names,
  all,
  max_deletes: most,
}: NonNullable<ProviderAttributes["managed_scope"]>): ManagedScope => ({
  ...(names === undefined ? {} : { names }),
  ...(all === undefined ? {} : { all }),
  ...(most === undefined ? {} : { maxDeletes: most }),
});
