import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { analyzerListingFields, customPolicyFields, type Repository, repositoryFields } from "../../model/entities";
import type { Fields } from "../../model/field";
import { like, LikePatternError } from "../../model/sql-like";
import { sameId } from "../../model/uuid";
import type { Session } from "../account/session";
import type { DataSourceType } from "../resource";
import { dataSourceSchemas } from "../schema/data-sources";
import { accountItemFields, liveFields } from "../schema/lookups";
import type { ObjectValue } from "../values/value";
import { accountItem } from "./account-item";
import { sortBy } from "./sort";
import { dataSource, found } from "./data-source";
import { toValues } from "./to-values";

/** Data sources for the lists of the account. Each list is read once per session. */

interface Named {
  readonly id: string;
  readonly name?: string;
}

const byName = <T extends Named>(items: readonly T[]): readonly T[] =>
  sortBy(
    items,
    ({ name }) => name,
    ({ id }) => id,
  );

function checkPattern({ name_pattern: pattern }: ObjectValue): readonly Diagnostic[] {
  if (typeof pattern !== "string") return [];
  try {
    like(pattern);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    return [error("name-pattern-invalid", `${thrown.message}; write two for one.`, { attribute: ["name_pattern"] })];
  }
}

function nameFilter({ name_pattern: pattern }: ObjectValue): (each: Pick<Named, "name">) => boolean {
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
const listOf =
  <T extends object>(
    name: string,
    fields: Fields,
    list: (session: Session, config: ObjectValue) => Promise<readonly T[]>,
  ): DataSourceType["read"] =>
  async (session, config) =>
    found({ ...config, [name]: (await list(session, config)).map((each) => toValues(fields, each)) });

export const accountLists = {
  scanform_accounts: dataSource(
    dataSourceSchemas.scanform_accounts,
    listOf("accounts", accountItemFields, async ({ lists }) =>
      sortBy(
        await lists.accounts(),
        (each) => each.org_name,
        (each) => each.account_id,
      ).map(accountItem),
    ),
  ),
  scanform_repositories: dataSource(
    dataSourceSchemas.scanform_repositories,
    listOf("repositories", repositoryFields, async ({ lists }, config) =>
      byName(await lists.repositories())
        .filter(nameFilter(config))
        .filter(repositoryFilter(config)),
    ),
    checkPattern,
  ),
  scanform_analyzers: dataSource(
    dataSourceSchemas.scanform_analyzers,
    listOf("analyzers", analyzerListingFields, async ({ lists }) =>
      sortBy(
        await lists.analyzers(),
        (each) => each.slug,
        (each) => each.id,
      ),
    ),
  ),
  scanform_custom_policies: dataSource(
    dataSourceSchemas.scanform_custom_policies,
    listOf("policies", customPolicyFields, async ({ lists }) =>
      sortBy(
        await lists.customPolicies(),
        (each) => each.title,
        (each) => each.id,
      ),
    ),
  ),
  scanform_configurations: dataSource(
    dataSourceSchemas.scanform_configurations,
    listOf("configurations", liveFields, async ({ lists }, config) =>
      byName(await lists.configurations())
        .filter(nameFilter(config))
        .map(({ settings, ...rest }) => ({ ...rest, ...settings })),
    ),
    checkPattern,
  ),
} as const satisfies Readonly<Record<string, DataSourceType>>;
