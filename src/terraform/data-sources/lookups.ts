import type { Diagnostic } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import { analyzerListingFields, customPolicyFields, repositoryFields } from "../../model/entities";
import type { Fields } from "../../model/field";
import { configurationId } from "../../model/ids";
import { judgeLookup } from "../../model/judge";
import { lookUp, type LookupKind, lookupKinds } from "../../model/look-up";
import type { Session } from "../account/session";
import type { DataSourceType } from "../resource";
import { dataSourceSchemas } from "../schema/data-sources";
import { accountItemFields, liveFields } from "../schema/lookups";
import type { Schema } from "../schema/schema";
import type { ObjectValue } from "../values/value";
import { attributeDiagnostic } from "../validate";
import { accountItem } from "./account-item";
import { dataSource, found, textOf } from "./data-source";
import { toValues } from "./to-values";

/** One object of the account, by its id or by what it is called. */

interface Lookup<T> {
  readonly schema: Schema;
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

const lookup = <T>(one: Lookup<T>): DataSourceType =>
  dataSource(
    one.schema,
    async (session, config) => {
      const item = await soughtIn(one, session, config);
      return found({ ...config, ...toValues(one.fields, one.toItem?.(item) ?? (item as object)) });
    },
    (config) => checkSought(one.kind.key, one.standard !== undefined, config),
  );

/** @throws ScanformError at the attribute that was given, unless it says exactly one item */
async function soughtIn<T>(one: Lookup<T>, session: Session, config: ObjectValue): Promise<T> {
  const { kind, all, byId, standard } = one;
  const key = textOf(config, kind.key);
  const id = textOf(config, "id") || (key === "" ? (standard?.(session) ?? "") : "");
  const known = id === "" ? undefined : await byId?.(session, id);
  if (known !== undefined) return known;
  const looked = lookUp(kind, await all(session), id === "" ? { key } : { id });
  if ("found" in looked) return looked.found;
  return fail(looked.code, looked.detail, { attribute: [id === "" ? kind.key : "id"] });
}

function checkSought(key: string, hasStandard: boolean, config: ObjectValue): readonly Diagnostic[] {
  const given = ["id", key].flatMap((name) => {
    const value = config[name] ?? null;
    return value === null ? [] : [[name, typeof value === "string" ? value : undefined] as const];
  });
  return judgeLookup(key, new Map(given), hasStandard).map((each) => attributeDiagnostic(each));
}

export const accountLookups = {
  scanform_account: lookup({
    schema: dataSourceSchemas.scanform_account,
    fields: accountItemFields,
    kind: lookupKinds.account,
    all: ({ lists }) => lists.accounts(),
    standard: ({ accountId }) => accountId,
    toItem: accountItem,
  }),
  scanform_analyzer: lookup({
    schema: dataSourceSchemas.scanform_analyzer,
    fields: analyzerListingFields,
    kind: lookupKinds.analyzer,
    all: ({ lists }) => lists.analyzers(),
  }),
  scanform_custom_policy: lookup({
    schema: dataSourceSchemas.scanform_custom_policy,
    fields: customPolicyFields,
    kind: lookupKinds.customPolicy,
    all: ({ lists }) => lists.customPolicies(),
  }),
  scanform_repository: lookup({
    schema: dataSourceSchemas.scanform_repository,
    fields: repositoryFields,
    kind: lookupKinds.repository,
    all: ({ lists }) => lists.repositories(),
  }),
  scanform_configuration: lookup({
    schema: dataSourceSchemas.scanform_configuration,
    fields: liveFields,
    kind: lookupKinds.configuration,
    all: ({ lists }) => lists.configurations(),
    byId: ({ lists }, id) => lists.configuration(configurationId(id)),
    toItem: ({ settings, ...rest }) => ({ ...rest, ...settings }),
  }),
} as const satisfies Readonly<Record<string, DataSourceType>>;
