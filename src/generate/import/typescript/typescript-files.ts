import { camelCase, Names, wordsOf } from "../../typescript/names";
import { printed } from "../../typescript/print";
import type { Refusal } from "../expressible";
import type { Imported } from "../import-account";
import { declarations, type Variables } from "./declarations";
import {
  classText,
  type Parts,
  routingStatements,
  sharedStatements,
  type GeneratedCode,
  type TypeScriptOptions,
  usedImports,
} from "./module-parts";
import { namesCode } from "./settings-code";
import { splitFiles, teamsOf } from "./split-files";

/** Modules with one construct that declares what was imported. They are as prettier writes them. */
export function typescriptFiles(imported: Imported, options: TypeScriptOptions = {}): GeneratedCode {
  const names = Names.forVariables();
  const variables = variablesOf(imported, names);
  const known = namesCode(imported, options.policies, options.types);
  const made = declarations(imported, { flat: options.flat === true, variables, names, known });
  const parts = { imported, made, known, variables, names };
  const teams = options.split === true ? teamsOf(imported.configurations) : [];
  return teams.length > 1 ? splitFiles(parts, teams, options) : { text: oneFile(parts, options), more: {} };
}

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

export function oneFile(parts: Parts, options: TypeScriptOptions): string {
  const { imported, made, variables } = parts;
  const shared = sharedStatements(parts, false);
  const body = [
    ...imported.configurations.flatMap((_, at) => made.of(at, "this")),
    ...routingStatements(imported, variables, options),
  ];
  const imports = `import { Construct } from "constructs";\n${usedImports([...shared, ...body], options, ".")}`;
  return `${imports}\n${printed(shared)}${classText(body, options)}`;
}

/**
 * Texts that the framework takes for a reference of its own, however they are written: marks of tokens, and numbers of
 * the size that means one. In a list, `$` looks like the beginning of a reference that was taken apart.
 */
export const refusedByCdktf: Refusal = (text, inList = false) => {
  if (/[$#&]\{TfToken\[/.test(text) || /\de\+?2\d\d/i.test(text)) return "cdktf takes its text for a reference";
  if (inList && text === "$") return "cdktf takes it for a part of a reference";
  return text === "__proto__" ? "cdktf drops this key" : undefined;
};
