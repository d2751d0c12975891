import { listed } from "../diagnostics/enumeration";
import type { DiagnosticCode } from "../diagnostics/catalogue";
import type { Account, Analyzer, Configuration, CustomPolicy, Repository } from "./observed";
import { sameText } from "./normal-form";
import { suggestion } from "./suggest";
import { sameId } from "./uuid";

/** How one kind of object is looked up: by its id, or by what people call it. */
export interface LookupKind<T> {
  /** The name of the attribute that holds what it is called. */
  readonly key: "name" | "title" | "slug";
  readonly idOf: (item: T) => string;
  readonly keyOf: (item: T) => string | undefined;
  /** Begins the sentence that there is none. */
  readonly none: string;
  readonly unknown: DiagnosticCode;
  readonly ambiguous: DiagnosticCode;
}

const idOf = ({ id }: { readonly id: string }): string => id;
const nameOf = ({ name }: { readonly name?: string }): string | undefined => name;

const analyzer: LookupKind<Analyzer> = {
  key: "slug",
  idOf,
  keyOf: ({ slug }) => slug,
  none: "The account has no analyzer",
  unknown: "analyzer-unknown",
  ambiguous: "analyzer-slug-ambiguous",
};
const customPolicy: LookupKind<CustomPolicy> = {
  key: "title",
  idOf,
  keyOf: ({ title }) => title,
  none: "The account has no custom policy",
  unknown: "policy-unknown",
  ambiguous: "policy-title-ambiguous",
};
const configuration: LookupKind<Configuration> = {
  key: "name",
  idOf,
  keyOf: nameOf,
  none: "The account has no configuration",
  unknown: "configuration-not-found",
  ambiguous: "configuration-name-ambiguous",
};
const repository: LookupKind<Repository> = {
  key: "name",
  idOf,
  keyOf: nameOf,
  none: "The account has no repository",
  unknown: "repository-unknown",
  ambiguous: "repository-name-ambiguous",
};
const account: LookupKind<Account> = {
  key: "name",
  idOf: ({ account_id: id }) => id,
  keyOf: ({ org_name: name }) => name,
  none: "The key reaches no account",
  unknown: "account-unknown",
  ambiguous: "account-name-ambiguous",
};

export const lookupKinds = { analyzer, customPolicy, configuration, repository, account } as const;

/** The kinds that a declaration can look up for the CLI. */
export type LookupName = Exclude<keyof typeof lookupKinds, "account">;

/** What is looked for: an id in any case, or the key, in whatever normal form. */
export type Sought = { readonly id: string } | { readonly key: string };

export type LookedUp<T> = { readonly found: T } | { readonly code: DiagnosticCode; readonly detail: string };

/** The one item that is sought, or why there is none. @param items all of the kind */
export function lookUp<T>(kind: LookupKind<T>, items: readonly T[], sought: Sought): LookedUp<T> {
  if ("id" in sought) {
    const found = items.find((each) => sameId(kind.idOf(each), sought.id));
    return found === undefined
      ? { code: kind.unknown, detail: `${kind.none} with the id ${JSON.stringify(sought.id)}.` }
      : { found };
  }
  const which = `with the ${kind.key} ${JSON.stringify(sought.key)}`;
  const [found, ...others] = items.filter((each) => sameText(kind.keyOf(each), sought.key));
  if (found === undefined) {
    const known = items.flatMap((each) => kind.keyOf(each) ?? []);
    return { code: kind.unknown, detail: `${kind.none} ${which}. ${suggestion(sought.key, known)}` };
  }
  if (others.length === 0) return { found };
  const ids = listed([found, ...others].map(kind.idOf), 20);
  const count = String(others.length + 1);
  return { code: kind.ambiguous, detail: `There are ${count} ${which}: ${ids}. Give the id of one instead.` };
}
