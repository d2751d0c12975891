/** What may be imported from one module. */
export interface Importable {
  readonly module: string;
  readonly names: readonly string[];
  /** Those of them that are types. */
  readonly types?: readonly string[];
}

/** What the constructs export and the generated code may use. */
export const constructNames = {
  names: ["AssignmentRule", "Comment", "Configuration", "ConfigurationSettings", "RepositoryAssignments", "RiskLevel"],
  types: ["AssignmentRule", "ConfigurationSettings"],
} as const;

/** An import of those names that are used, as prettier writes it; nothing where none is. */
export function importLine({ module, names, types = [] }: Importable, used: ReadonlySet<string>): string {
  const own = names.filter((name) => used.has(name));
  if (own.length === 0) return "";
  const isTyped = own.every((name) => types.includes(name));
  const shown = own.map((name) => (!isTyped && types.includes(name) ? `type ${name}` : name));
  const keyword = isTyped ? "import type" : "import";
  const line = `${keyword} { ${shown.join(", ")} } from "${module}";`;
  const broken = `${keyword} {\n${shown.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
  return `${line.length <= 80 ? line : broken}\n`;
}
