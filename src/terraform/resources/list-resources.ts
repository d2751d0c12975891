import type { Diagnostic } from "../../diagnostics/diagnostic";
import { visible } from "../../diagnostics/foreign-text";
import type { Parameters } from "../../api/parameter";
import { type FindingSummary, triageCategories } from "../../model/findings";
import { refreshedState } from "../configuration/configuration-state";
import { byName, checkPattern, nameFilter } from "../data-sources/account-objects";
import { checkFilters, sortBy } from "../data-sources/data-source";
import type { ListedObject, ListResourceType } from "../provider-types";
import { namePattern } from "../schema/data-sources";
import { filtersOf } from "../schema/fields";
import { schema } from "../schema/schema";
import { listIn } from "../value";
import { importedTriage, setState } from "./finding-triage";

/** Each list is read once, all its pages, whatever is filtered: an import of what is found needs the same one. */

/** Diagnostics of what is written in the block `config`. */
const inConfig = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
  found.map((each) => ({ ...each, attribute: ["config", ...(each.attribute ?? [])] }));

/** Lists `scanform_configuration`. */
export const listConfigurations: ListResourceType = {
  schema: schema("The configurations of the account, by their names.", { name_pattern: namePattern }),
  validate: (config) => inConfig(checkPattern(config)),
  async list({ lists }, config) {
    const all = byName(await lists.read("configurations", "ended")).filter(nameFilter(config));
    return all.map((live): ListedObject => {
      const imported = { id: live.id };
      const read = () => Promise.resolve(refreshedState(imported, live));
      return { displayName: visible(live.name ?? live.id), imported, read };
    });
  },
};

const triageFilters = {
  categories: { kind: "list", values: triageCategories, description: "Lists only triages of these categories." },
  repository_name: { kind: "text", description: "Lists only triages of findings in the repository of this name." },
} as const satisfies Parameters;

/** Lists `scanform_finding_triage`. */
export const listTriages: ListResourceType = {
  schema: schema(
    "The triages of the account, by the ids of their findings. The service lists neither findings older than a year nor findings on a branch.",
    filtersOf(triageFilters),
  ),
  validate: (config) => inConfig(checkFilters(triageFilters, config)),
  async list(session, { categories = null, repository_name: repository = null }) {
    const isWanted = (category: string, { repository: name }: FindingSummary): boolean =>
      (categories === null || listIn(categories).includes(category)) && (repository === null || repository === name);
    const all = sortBy([...(await session.findings()).values()], ({ id }) => id);
    return all.flatMap(({ id, status, summary }): readonly ListedObject[] => {
      if (status.is !== "set" || !isWanted(status.category, summary)) return [];
      const imported = importedTriage(id);
      const read = () => Promise.resolve(setState(imported, status.category));
      return [{ displayName: visible(triageName(summary, status.category)), imported, read }];
    });
  },
};

/** `payments-api: SQL injection (src/db.ts): wont_fix` */
function triageName({ repository, title, file }: FindingSummary, category: string): string {
  const where = file === undefined ? title : `${title} (${file})`;
  return [repository, where, category].filter((each) => each !== undefined).join(": ");
}
