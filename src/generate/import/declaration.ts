import type { Imported } from "./import-account";
import { settingsOf } from "./settings/units";

/** What was imported as the library's `DesiredInput`. Configurations that share a name are distinguished by their ids. */
export function declarationOf({ configurations, rules }: Imported) {
  const byId = new Map(configurations.map((each) => [each.id, each]));
  return {
    configurations: configurations.map(({ id, name, pinned, units }) => ({
      name,
      ...(pinned ? { id } : {}),
      settings: settingsOf(units),
    })),
    rules: rules.map(({ target, ids, names, pattern }) => {
      const found = byId.get(target ?? "");
      return {
        ...(found === undefined
          ? { leave: true as const }
          : { configuration: found.pinned ? { id: found.id } : found.name }),
        ...(ids.length === 0 ? {} : { repositoryIds: ids }),
        ...(names.length === 0 ? {} : { repositoryNames: names }),
        ...(pattern === undefined ? {} : { repositoryPattern: pattern }),
      };
    }),
  };
}
