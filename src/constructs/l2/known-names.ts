import { TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { isObject } from "../../model/json";
import { suggestions } from "../../model/suggest";
import { type Decoder, expected } from "../../model/decoder";
import { mistakeOf, type Problem } from "./problems";

/**
 * The names of an account, as `scanform types` writes them: its module exports this as `types`, and its
 * scanform-types.json holds the same.
 */
export interface KnownNames {
  /** Slugs by constant. */
  readonly analyzers: Readonly<Record<string, string>>;
  /** Ids by constant. */
  readonly policies: Readonly<Record<string, string | { readonly id: string; readonly title: string }>>;
  /** Names by constant. */
  readonly repositories: Readonly<Record<string, string>>;
}

const isText = (value: unknown): boolean => typeof value === "string";

const kinds: Readonly<Record<keyof KnownNames, (value: unknown) => boolean>> = {
  analyzers: isText,
  policies: (value) => isText(value) || (isObject(value) && isText(value["id"])),
  repositories: isText,
};

const isNames = (names: unknown, isName: (value: unknown) => boolean): boolean =>
  isObject(names) && Object.values(names).every(isName);

/** A snapshot. What else is in its file is passed over. */
export const knownNames: Decoder = (value) => {
  if (isObject(value) && Object.entries(kinds).every(([kind, isName]) => isNames(value[kind], isName))) return value;
  return expected("`types` of the module that `scanform types` writes, or its scanform-types.json", value);
};

/** What a construct refers to by name. Tokens are not checked. */
export interface NamesUsed {
  readonly analyzers?: readonly string[];
  readonly policies?: readonly string[];
  readonly repositories?: readonly string[];
}

/** The names of each provider block of a stack by its alias, which is empty for the usual one. */
const ofStack = new WeakMap<TerraformStack, Map<string, KnownNames>>();

/** From now on, what belongs to this provider block may use these names only. */
export function rememberNames(provider: IConstruct, alias: string | undefined, names: KnownNames | undefined): void {
  if (names === undefined) return;
  const stack = TerraformStack.of(provider);
  const ofAlias = ofStack.get(stack) ?? new Map<string, KnownNames>();
  ofStack.set(stack, ofAlias.set(alias ?? "", names));
}

/**
 * Names that the snapshot of a construct's provider lacks; none without a snapshot.
 *
 * @param provider the one that the construct names, if any
 */
export function unknownNames(
  construct: IConstruct,
  provider: { readonly alias?: string | undefined } | undefined,
  used: NamesUsed,
): readonly Problem[] {
  const known = ofStack.get(TerraformStack.of(construct))?.get(provider?.alias ?? "");
  if (known === undefined) return [];
  const policies = Object.values(known.policies).map((each) => (typeof each === "string" ? each : each.id));
  return [
    ...problems("analyzer", used.analyzers, Object.values(known.analyzers)),
    ...problems("code policy", used.policies, policies),
    ...problems("repository", used.repositories, Object.values(known.repositories)),
  ];
}

function problems(noun: string, used: readonly string[] = [], known: readonly string[]): readonly Problem[] {
  if (used.length === 0) return [];
  const all = new Set(known);
  const suggestion = suggestions();
  return used
    .filter((each) => !Token.isUnresolved(each) && !all.has(each))
    .map((each) =>
      mistakeOf(
        `The ${noun} ${JSON.stringify(each)} is not in the snapshot of the account. ${suggestion(each, known)} ` +
          "If it is new there, run: scanform types",
      ),
    );
}
