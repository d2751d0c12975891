import type { CustomPolicy } from "../../../model/observed";
import type { Framework } from "../../choices";
import {
  type DeclaredConstruct,
  type FileTexts,
  type ModuleExtension,
  numberedConstruct,
} from "../../project/project-files";
import type { Snapshot } from "../../types/snapshot";
import type { Names } from "../../typescript/names";
import { printed } from "../../typescript/print";
import {
  array,
  call,
  childrenOf,
  code,
  type Expression,
  object,
  type Statement,
  string,
  templateLiteral,
} from "../../typescript/syntax";
import type { Imported } from "../import-account";
import type { Rule } from "../routing/routing";
import { leaveComment, rulesComment } from "../routing/rule-comments";
import type { Declarations, Variables } from "./declarations";
import type { WrittenNames } from "./settings-code";

export interface TypeScriptOptions {
  readonly policies?: readonly CustomPolicy[];
  /** Writes everything out: no bases and no constants. */
  readonly flat?: boolean;
  /** A file for each team, where there are several. */
  readonly split?: boolean;
  /** Default: cdktn. */
  readonly framework?: Framework;
  /** What the names of modules end in: nothing where a CommonJS project expects that. Default: `.js`. */
  readonly extension?: ModuleExtension | undefined;
  /** What scanform-types.ts beside the module holds, if it is there. */
  readonly types?: Snapshot;
  /** The number of this import of the account; from 2 on it is a part of the names. Default: 1. */
  readonly number?: number;
  /** The rules are a property, to be put before those of the app. */
  readonly rulesApart?: boolean;
}

export interface GeneratedCode {
  readonly text: string;
  /** The modules that it uses, by their paths relative to it. */
  readonly more: FileTexts;
}

/** What the module of the class exports. */
export const constructOf = ({ number }: Pick<TypeScriptOptions, "number"> = {}): DeclaredConstruct =>
  numberedConstruct("imported", "ImportedAccount", number);

/** The statements that route the repositories, a call for each rule; none where no rule is needed. */
export function routingStatements(
  { rules }: Imported,
  variables: Variables,
  { rulesApart = false }: TypeScriptOptions,
): readonly Statement[] {
  const added = rules.flatMap((rule) => ruleStatements(rule, variables));
  if (rulesApart)
    return [{ kind: "blank" }, { kind: "function", target: "this.addRulesTo", parameter: "routing", body: added }];
  if (rules.length === 0) return [];
  const made = call("new RepositoryAssignments", code("this"), string("routing"));
  return [
    { kind: "blank" },
    { kind: "lines", lines: rulesComment(rules).map((line) => `// ${line}`) },
    { kind: "const", name: "routing", value: made },
    ...added,
  ];
}

const ruleStatements = (rule: Rule, variables: Variables): readonly Statement[] => [
  ...(rule.target === undefined ? [{ kind: "lines", lines: [`// ${leaveComment}`] } as const] : []),
  { kind: "do", value: call("routing.addRule", ruleCode(rule, variables)) },
];

/** The class with these statements in its constructor. */
export function classText(body: readonly Statement[], options: TypeScriptOptions): string {
  const inside = printed(body[0]?.kind === "blank" ? body.slice(1) : body, "    ");
  const rules =
    options.rulesApart === true
      ? "  /** Adds these rules. To be called before others are added: the first that matches decides. */\n" +
        "  readonly addRulesTo: (routing: RepositoryAssignments) => void;\n\n"
      : "";
  return (
    `/** Configurations and routing as they were live when this was imported. */\n` +
    `export class ${constructOf(options).className} extends Construct {\n${rules}  constructor(scope: Construct, id: string) {\n` +
    `    super(scope, id);\n${inside === "" ? "" : `\n${inside}`}  }\n}\n`
  );
}

const ruleCode = ({ target, ids, names, pattern }: Rule, variables: Variables): Expression =>
  object([
    target === undefined
      ? { key: "leave", value: code("true") }
      : { key: "configuration", value: code(variables.get(target) ?? "undefined") },
    ...(ids.length === 0 ? [] : [{ key: "repositoryIds", value: array(ids.map(string)) }]),
    ...(names.length === 0 ? [] : [{ key: "repositoryNames", value: texts(names) }]),
    ...(pattern === undefined ? [] : [{ key: "repositoryPattern", value: string(templateLiteral(pattern)) }]),
  ]);

const texts = (all: readonly string[]): Expression => array(all.map((each) => string(templateLiteral(each))));

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
  if (rulesApart && up === ".") used.add("RepositoryAssignments");
  const types = { module: `${up}/scanform-types${extension}`, names: ["Analyzers", "Policies"] };
  return importLine({ module: `scanform/${framework}`, ...constructNames(rulesApart) }, used) + importLine(types, used);
}

interface Importable {
  readonly module: string;
  readonly names: readonly string[];
  readonly types?: readonly string[];
}

/** What the constructs export and the generated code may use. */
const constructNames = (rulesApart: boolean): Omit<Importable, "module"> => ({
  names: ["Comment", "Configuration", "ConfigurationSettings", "RepositoryAssignments", "RiskLevel"],
  types: ["ConfigurationSettings", ...(rulesApart ? ["RepositoryAssignments"] : [])],
});

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

const identifiers = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** The identifiers in code, in whatever role; those in texts are none. */
export function usedNames(statements: readonly Statement[]): ReadonlySet<string> {
  const used = new Set<string>();
  const add = (code: string): void => {
    for (const [name] of code.matchAll(identifiers)) used.add(name);
  };
  const walk = (expression: Expression): void => {
    if (expression.kind === "code") add(expression.code);
    if (expression.kind === "call") add(expression.callee);
    if (expression.kind === "object")
      for (const member of expression.members) if ("key" in member && member.computed === true) add(member.key);
    for (const { value } of childrenOf(expression)) walk(value);
  };
  for (const statement of statements) {
    if (statement.kind === "const" && statement.type !== undefined) add(statement.type);
    if ("value" in statement) walk(statement.value);
    if (statement.kind === "function") for (const name of usedNames(statement.body)) used.add(name);
  }
  return used;
}
