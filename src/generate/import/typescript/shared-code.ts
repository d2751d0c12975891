import type { Names } from "../../typescript/names";
import type { Statement } from "../../typescript/syntax";
import type { Imported } from "../import-account";
import type { TypeScriptOptions } from "./code-options";
import type { Declarations } from "./declarations";
import { constructNames, importLine } from "./imports";
import type { WrittenNames } from "./names-code";
import type { Variables } from "./rules-code";
import { usedNames } from "./used-names";

/** What files are made of. */
export interface Parts {
  readonly imported: Imported;
  readonly made: Declarations;
  readonly known: WrittenNames;
  readonly variables: Variables;
  readonly names: Names;
}

/** Constants, bases and the helper. */
export const sharedStatements = ({ known, made }: Parts, exported: boolean): readonly Statement[] =>
  [...known.statements, ...(made.usesEach ? eachHelper(exported) : []), ...made.shared].map((each) =>
    exported && each.kind === "const" ? { ...each, exported } : each,
  );

/** The function that gives several analyzers the same settings. */
const eachHelper = (exported: boolean): readonly Statement[] => [
  {
    kind: "lines",
    lines: [
      "/** The same settings for each of these slugs. */",
      ...(exported
        ? ["export const each = <T>(", "  settings: T,", "  slugs: readonly string[],", "): Record<string, T> =>"]
        : ["const each = <T>(settings: T, slugs: readonly string[]): Record<string, T> =>"]),
      "  Object.fromEntries(slugs.map((slug) => [slug, settings]));",
    ],
  },
  { kind: "blank" },
];

/**
 * The imports of the constructs and of the account's names that these statements use.
 *
 * @param up the way to the folder of the class
 */
export function usedImports(
  statements: readonly Statement[],
  { framework = "cdktn", extension = ".js", rulesApart = false }: TypeScriptOptions,
  up: "." | "..",
): string {
  const used = new Set(usedNames(statements));
  if (rulesApart && statements.some(({ kind }) => kind === "assign")) used.add("AssignmentRule");
  const types = { module: `${up}/scanform-types${extension}`, names: ["Analyzers", "Policies"] };
  return importLine({ module: `scanform/${framework}`, ...constructNames }, used) + importLine(types, used);
}
