import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../../support/spawned";

/** What surrounds a fragment: the constructs and clients that the text around it has spoken of. */
const surroundings: Readonly<Record<string, string>> = {
  app: "App",
  stack: "TerraformStack",
  strict: "Configuration",
  baseline: "Configuration",
  routing: "RepositoryAssignments",
  triage: "FindingTriage",
  deepscan: "Deepscan",
  client: "ServiceClient",
  emulator: "Emulator",
};

const ofTheFramework = ["App", "Aspects", "Fn", "Token", "TerraformOutput", "TerraformStack", "TerraformVariable"];

/** Whether a block is a file of its own. */
export const isModule = (text: string): boolean => /^(import|export) /m.test(text);

/**
 * A module around a fragment of code, which is in the constructor of a stack.
 *
 * @param exports what each entry point exports, the one whose names go before others first
 */
export function moduleOf(fragment: string, exports: ReadonlyMap<string, ReadonlySet<string>>): string {
  const around = Object.entries(surroundings).filter(([name]) => uses(fragment, name));
  const needed = [fragment, ...around.map(([, type]) => type), "TerraformStack"].join("\n");
  const taken = new Set<string>();
  const imports = [["cdktn", new Set(ofTheFramework)] as const, ...exports].flatMap(([entry, names]) => {
    const used = [...names].filter((name) => !taken.has(name) && uses(needed, name));
    for (const name of used) taken.add(name);
    return used.length === 0 ? [] : [`import { ${used.join(", ")} } from ${JSON.stringify(entry)};`];
  });
  return [
    ...imports,
    ...around.map(([name, type]) => `declare const ${name}: ${type};`),
    "export async function fragment(this: TerraformStack): Promise<void> {",
    fragment,
    "}",
  ].join("\n");
}

const uses = (text: string, name: string): boolean => new RegExp(`(?<![\\w."'-])${name}(?![\\w"'-])`).test(text);

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
