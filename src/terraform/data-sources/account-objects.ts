import {
  type Account,
  analyzerListingFields,
  customPolicyFields,
  type Repository,
  repositoryFields,
} from "../../model/observed";
import { attributeDiagnostic } from "../common-diagnostics";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Fields } from "../../model/field";
import { like, LikePatternError } from "../../model/sql-like";
import { readableOnly } from "../../model/unreadable";
import { sameId } from "../../model/uuid";
import type { Session } from "../account/session";
import { accountItemFields, liveFields } from "../schema/data-sources";
import { type ObjectValue, textIn } from "../value";
import { found, sortBy, type Source, toValues } from "./data-source";
import { fail } from "../../diagnostics/error";
import { configurationId } from "../../model/ids";
import { validateLookup } from "../../model/validate";
import { lookUp, type LookupKind, lookupKinds } from "../../model/look-up";

/** An account under the names of `accountItemFields`. */
const accountItem = ({ account_id: id, org_name: name, ...rest }: Account) => ({
  id,
  name,
  ...rest,
});

interface Named {
  readonly id: string;
  readonly name?: string;
}

const idOf = ({ id }: Named): string => id;
export const byName = <T extends Named>(items: readonly T[]): readonly T[] => sortBy(items, ({ name }) => name, idOf);

export function checkPattern({ name_pattern: pattern }: ObjectValue): readonly Diagnostic[] {
  if (typeof pattern !== "string") return [];
  try {
    like(pattern);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    return [
      error("name-pattern-invalid", `${thrown.message}; write two for a literal backslash.`, {
        attribute: ["name_pattern"],
      }),
    ];
  }
}

export function nameFilter({ name_pattern: pattern }: ObjectValue): (each: Pick<Named, "name">) => boolean {
  if (typeof pattern !== "string") return () => true;
  const matches = like(pattern);
  return ({ name }) => name !== undefined && matches(name);
}

const repositoryFilter =
  ({ configuration_id: configuration, enabled }: ObjectValue): ((each: Repository) => boolean) =>
  (each) =>
    (typeof configuration !== "string" || sameId(configuration, each.configuration_id ?? "")) &&
    (enabled ?? each.enabled) === each.enabled;

/** Everything of one kind, in the attribute of this name. */
const listSource = <T extends object>(
  name: string,
  fields: Fields,
  list: (session: Session, config: ObjectValue) => Promise<readonly T[]>,
): Source => ({
  read: async (session, config) =>
    found({ [name]: (await list(session, config)).map((each) => toValues(fields, each)) }),
  check: checkPattern,
});

interface Lookup<T> {
  readonly fields: Fields;
  readonly kind: LookupKind<T>;
  readonly all: (session: Session) => Promise<readonly T[]>;
  /** Finds what the list may lack. */
  readonly byId?: (session: Session, id: string) => Promise<T | undefined>;
  /** The id that is meant where nothing is given. */
  readonly standard?: (session: Session) => string;
  /** The item under the names of the fields; without it, the item itself. */
  readonly toItem?: (item: T) => object;
}

const lookup = <T>(one: Lookup<T>): Source => ({
  async read(session, config) {
    const item = await findObject(one, session, config);
    return found(toValues(one.fields, one.toItem?.(item) ?? (item as object)));
  },
  check: (config) => checkLookup(one.kind.key, one.standard !== undefined, config),
});

/** @throws ScanformError at the given attribute, unless it identifies exactly one item */
async function findObject<T>(one: Lookup<T>, session: Session, config: ObjectValue): Promise<T> {
  const { kind, all, byId, standard } = one;
  const key = textIn(config[kind.key]);
  const id = textIn(config["id"]) || (key === "" ? (standard?.(session) ?? "") : "");
  const known = id === "" ? undefined : await byId?.(session, id);
  if (known !== undefined) return known;
  const looked = lookUp(kind, await all(session), id === "" ? { key } : { id });
  if ("found" in looked) return looked.found;
  return fail(looked.code, looked.detail, { attribute: [id === "" ? kind.key : "id"] });
}

function checkLookup(key: string, hasStandard: boolean, config: ObjectValue): readonly Diagnostic[] {
  const given = ["id", key].flatMap((name) => {
    const value = config[name] ?? null;
    return value === null ? [] : [[name, typeof value === "string" ? value : undefined] as const];
  });
  return validateLookup(key, new Map(given), hasStandard).map((each) => attributeDiagnostic(each));
}

/** What the account has: each kind as a list, and one object of it. */
export const accountSources = {
  scanform_accounts: listSource("accounts", accountItemFields, async ({ lists }) =>
    byName((await lists.accounts()).map(accountItem)),
  ),
  scanform_repositories: listSource("repositories", repositoryFields, async ({ lists }, config) =>
    byName(await lists.read("repositories", "ended"))
      .filter(nameFilter(config))
      .filter(repositoryFilter(config)),
  ),
  scanform_analyzers: listSource("analyzers", analyzerListingFields, async ({ lists }) =>
    sortBy(await lists.read("analyzers", "ended"), ({ slug }) => slug, idOf),
  ),
  scanform_custom_policies: listSource("policies", customPolicyFields, async ({ lists }) =>
    sortBy(await lists.read("policies", "ended"), ({ title }) => title, idOf),
  ),
  scanform_configurations: listSource("configurations", liveFields, async ({ lists }, config) =>
    byName(await lists.read("configurations", "ended"))
      .filter(nameFilter(config))
      .map(({ settings, ...rest }) => ({ ...rest, ...readableOnly(settings) })),
  ),
  scanform_account: lookup({
    fields: accountItemFields,
    kind: lookupKinds.account,
    all: ({ lists }) => lists.accounts(),
    standard: ({ accountId }) => accountId,
    toItem: accountItem,
  }),
  scanform_analyzer: lookup({
    fields: analyzerListingFields,
    kind: lookupKinds.analyzer,
    all: ({ lists }) => lists.read("analyzers", "ended"),
  }),
  scanform_custom_policy: lookup({
    fields: customPolicyFields,
    kind: lookupKinds.customPolicy,
    all: ({ lists }) => lists.read("policies", "ended"),
  }),
  scanform_repository: lookup({
    fields: repositoryFields,
    kind: lookupKinds.repository,
    all: ({ lists }) => lists.read("repositories", "ended"),
  }),
  scanform_configuration: lookup({
    fields: liveFields,
    kind: lookupKinds.configuration,
    all: ({ lists }) => lists.read("configurations", "ended"),
    byId: ({ lists }, id) => lists.configuration(configurationId(id)),
    toItem: ({ settings, ...rest }) => ({ ...rest, ...readableOnly(settings) }),
  }),
} satisfies Readonly<Record<string, Source>>;
