import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../../support/spawned";

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types?: string } | string>>;
}

/** What each entry point of the package exports, types too, by its name for `import`. Needs `npm run build`. */
export function exportsByEntry(): ReadonlyMap<string, ReadonlySet<string>> {
  const { exports } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as Manifest;
  const typed = Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === "string" || target.types === undefined
      ? []
      : [{ name: entry.replace(".", "scanform"), file: join(repositoryRoot, target.types) }],
  );
  const program = ts.createProgram(
    typed.map(({ file }) => file),
    { module: ts.ModuleKind.Node20, skipLibCheck: true, noResolve: false, types: [] },
  );
  const checker = program.getTypeChecker();
  return new Map(
    typed.map(({ name, file }) => {
      const source = program.getSourceFile(file);
      const symbol = source && checker.getSymbolAtLocation(source);
      if (symbol === undefined) throw new Error(`${file} is no module`);
      return [name, new Set(checker.getExportsOfModule(symbol).map((each) => each.name))];
    }),
  );
}
