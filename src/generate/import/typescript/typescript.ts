import type { CustomPolicy } from "../../../model/entities";
import type { DeclaredConstruct } from "../../project/declared-construct";
import { templateLiteral } from "../../typescript/literal";
import { Names } from "../../typescript/names";
import { printed } from "../../typescript/print";
import { array, call, code, type Expression, object, type Statement, string } from "../../typescript/syntax";
import { camelCase, wordsOf } from "../../typescript/words";
import type { Imported, ImportedConfiguration } from "../import-account";
import type { Rule } from "../routing/rule";
import { overridesOf } from "../settings/overrides";
import { isEntry, type Units } from "../settings/unit";
import { type PolicyConstants, policyConstants } from "./policy-constants";
import { settingsMembers } from "./settings-code";
import { share } from "./share";

export interface TypeScriptOptions {
  readonly policies?: readonly CustomPolicy[];
  /** Writes everything out: no bases and no constants. */
  readonly flat?: boolean;
  /** Where the constructs come from. Default: `scanform/cdktf`. */
  readonly module?: string;
}

/** What the file exports. */
export const importedConstruct: DeclaredConstruct = {
  fileName: "imported.ts",
  className: "ImportedAccount",
  id: "imported",
};

/** A module with one construct that declares what was imported. It is as prettier writes it. */
export function typescriptOf(imported: Imported, options: TypeScriptOptions = {}): string {
  const { flat = false, module = "scanform/cdktf" } = options;
  const policies = policyConstants(imported, options.policies);
  const names = Names.forVariables();
  const variables = variablesOf(imported, names);
  const parts = flat ? written(imported, variables, policies) : shortened(imported, variables, policies, names);
  const rules = rulesCode(imported, variables);
  const body: Statement[] = [
    ...parts.configurations,
    ...(rules === undefined
      ? []
      : [
          { kind: "blank" } as const,
          { kind: "lines", lines: catchAllComment(imported.rules) } as const,
          { kind: "do", value: rules } as const,
        ]),
  ].filter((each) => each.kind !== "lines" || each.lines.length > 0);
  const inside = printed(body[0]?.kind === "blank" ? body.slice(1) : body, "    ");
  const text =
    printed([...policies.statements, ...parts.constants]) +
    `/** Configurations and routing as they were live when this was imported. */\n` +
    `export class ${importedConstruct.className} extends Construct {\n  constructor(scope: Construct, id: string) {\n    super(scope, id);\n` +
    `${inside === "" ? "" : `\n${inside}`}  }\n}\n`;
  return `${imports(text, module)}\n${text}`;
}

interface Parts {
  readonly constants: readonly Statement[];
  readonly configurations: readonly Statement[];
}

type Variables = ReadonlyMap<string, string>;

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

function written({ configurations }: Imported, variables: Variables, { policy }: PolicyConstants): Parts {
  const statements = configurations.flatMap((each) => {
    const props = object([nameMember(each), ...settingsMembers(each.units, policy, false)]);
    return declared(each, call("new Configuration", code("this"), string(each.key), props), variables);
  });
  return { constants: [], configurations: statements };
}

function shortened(imported: Imported, variables: Variables, { policy }: PolicyConstants, names: Names): Parts {
  const { configurations, bases } = imported;
  const isShared = oftenUsed(configurations.map(({ units }) => units));
  const baseNames = bases.map(({ members }) =>
    names.take(baseName(members.map((at) => configurations[at]?.name ?? ""))),
  );
  const baseAt = new Map(bases.flatMap(({ members }, base) => members.map((at) => [at, base] as const)));
  const baseValues = bases.map(({ units }) => object(settingsMembers(units, policy, true)));
  const props = configurations.map((each, at) => {
    const base = bases[baseAt.get(at) ?? -1];
    const units = base === undefined ? each.units : overridesOf(base.units, each.units, isShared);
    return object([nameMember(each), ...settingsMembers(units, policy, true)]);
  });
  const { constants, rewrite } = share([...baseValues, ...props], names);
  return {
    constants: [
      ...eachHelper([...baseValues, ...props]),
      ...constants.map(({ name, value }): Statement => ({ kind: "const", name, value })),
      ...(constants.length === 0 ? [] : [{ kind: "blank" } as const]),
      ...baseValues.flatMap((value, at): readonly Statement[] => [
        { kind: "const", name: baseNames[at] ?? "", type: "ConfigurationSettings", value: rewrite(value) },
        { kind: "blank" },
      ]),
    ],
    configurations: configurations.flatMap((each, at) => {
      const base = baseNames[baseAt.get(at) ?? -1];
      const own = rewrite(props[at] ?? object([]));
      const value =
        base === undefined
          ? call("new Configuration", code("this"), string(each.key), own)
          : call("Configuration.extend", code("this"), string(each.key), code(base), own);
      return declared(each, value, variables);
    }),
  };
}

const nameMember = ({ name }: ImportedConfiguration) => ({ key: "name", value: string(templateLiteral(name)) });

function declared(
  { id, pinned }: ImportedConfiguration,
  value: Expression,
  variables: Variables,
): readonly Statement[] {
  const name = variables.get(id);
  if (name === undefined) return [{ kind: "do", value }];
  const pin: Statement = { kind: "do", value: call(`${name}.importFrom`, string(id)) };
  return [{ kind: "const", name, value }, ...(pinned ? [pin] : [])];
}

/** Entries that are worth a constant. */
function oftenUsed(all: readonly Units[]): (value: unknown) => boolean {
  const uses = new Map<string, number>();
  for (const units of all)
    for (const value of units.values())
      if (isEntry(value)) uses.set(JSON.stringify(value), (uses.get(JSON.stringify(value)) ?? 0) + 1);
  return (value) => (uses.get(JSON.stringify(value)) ?? 0) > 3;
}

/** What all members' names have in common, or the name of the one that is most like the base. */
function baseName(members: readonly string[]): string {
  const [first = [], ...rest] = members.map(wordsOf);
  const common = first.filter((word) => rest.every((words) => words.includes(word)));
  return camelCase([...(common.length > 0 ? common : first), "base"]);
}

function eachHelper(values: readonly Expression[]): readonly Statement[] {
  const isUsed = values.some((value) => JSON.stringify(value).includes('"callee":"each"'));
  if (!isUsed) return [];
  const lines = [
    "/** The same settings for each of these slugs. */",
    "const each = <T>(settings: T, slugs: readonly string[]): Record<string, T> =>",
    "  Object.fromEntries(slugs.map((slug) => [slug, settings]));",
  ];
  return [{ kind: "lines", lines }, { kind: "blank" }];
}

function rulesCode({ rules }: Imported, variables: Variables): Expression | undefined {
  if (rules.length === 0) return undefined;
  const props = object([{ key: "rules", value: array(rules.map((rule) => ruleCode(rule, variables))) }]);
  return call("new RepositoryAssignments", code("this"), string("routing"), props);
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

/** Every pattern takes repositories that are created later; the one for all of them deserves a word. */
const catchAllComment = (rules: readonly Rule[]): readonly string[] =>
  rules.at(-1)?.pattern === "%"
    ? [
        "// The first rule that matches decides. The last one is for all the others,",
        "// and so for repositories that are created later.",
      ]
    : ["// The first rule that matches decides, for repositories created later too."];

/** Only what the text uses, in the order of prettier and of a reader: by name. */
function imports(text: string, module: string): string {
  const used = ["Comment", "Configuration", "ConfigurationSettings", "RepositoryAssignments", "RiskLevel"].filter(
    (name) => new RegExp(`(?:new |: |\\b)${name}(?:\\(|\\.[A-Z]|\\.extend|\\s=)`).test(text),
  );
  const shown = used.map((name) => (name === "ConfigurationSettings" ? `type ${name}` : name));
  const line = `import { ${shown.join(", ")} } from "${module}";`;
  const own = line.length <= 80 ? line : `import {\n${shown.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
  return `import { Construct } from "constructs";\n${used.length === 0 ? "" : `${own}\n`}`;
}
