import { Names } from "../../typescript/names";
import { camelCase, wordsOf } from "../../typescript/words";
import type { Imported } from "../import-account";
import type { TypeScriptFiles, TypeScriptOptions } from "./code-options";
import { declarations } from "./declarations";
import { namesCode } from "./names-code";
import { oneFile } from "./one-file";
import type { Variables } from "./rules-code";
import { splitFiles } from "./split-files";
import { teamsOf } from "./teams";

/** Modules with one construct that declares what was imported. They are as prettier writes them. */
export function typescriptFiles(imported: Imported, options: TypeScriptOptions = {}): TypeScriptFiles {
  const names = Names.forVariables();
  const variables = variablesOf(imported, names);
  const known = namesCode(imported, options.policies, options.types);
  const made = declarations(imported, { flat: options.flat === true, variables, names, known });
  const parts = { imported, made, known, variables, names };
  const teams = options.split === true ? teamsOf(imported.configurations) : [];
  return teams.length > 1 ? splitFiles(parts, teams, options) : { text: oneFile(parts, options), more: [] };
}

/** The same in one module. */
export const typescriptOf = (imported: Imported, options: Omit<TypeScriptOptions, "split"> = {}): string =>
  typescriptFiles(imported, { ...options, split: false }).text;

/** Variables for the configurations that a rule or a statement needs. */
function variablesOf({ configurations, rules }: Imported, names: Names): Variables {
  const used = new Set(rules.map(({ target }) => target));
  return new Map(
    configurations
      .filter(({ id, pinned }) => used.has(id) || pinned)
      .map(({ id, key }) => {
        const name = camelCase(wordsOf(key));
        return [id, names.take(name, `${name}Configuration`)];
      }),
  );
}
