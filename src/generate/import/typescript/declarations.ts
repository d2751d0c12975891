import type { Names } from "../../typescript/names";
import {
  call,
  childrenOf,
  code,
  type Expression,
  object,
  type Statement,
  string,
  templateLiteral,
} from "../../typescript/syntax";
import type { Imported, ImportedConfiguration } from "../import-account";
import { isEntry, overridesOf, type Units } from "../settings/units";
import { baseNames, saidByBase } from "./base-names";
import { type NamesCode, settingsMembers } from "./settings-code";
import { share } from "./share";

/** The variable of each configuration that has one, by its id. */
export type Variables = ReadonlyMap<string, string>;

/** The configurations as code, and what they share. */
export interface Declarations {
  /** Constants and bases; one that usually has several lines is followed by a blank statement. */
  readonly shared: readonly Statement[];
  /** Whether `each` is called. */
  readonly usesEach: boolean;
  /** The statements of the configuration at this index, for this scope. */
  readonly of: (at: number, scope: "this" | "scope") => readonly Statement[];
}

export interface DeclarationOptions {
  readonly flat: boolean;
  readonly variables: Variables;
  readonly names: Names;
  readonly known: NamesCode;
}

export const declarations = (imported: Imported, options: DeclarationOptions): Declarations =>
  options.flat ? written(imported, options) : shortened(imported, options);

function written({ configurations }: Imported, { variables, known }: DeclarationOptions): Declarations {
  return {
    shared: [],
    usesEach: false,
    of: (at, scope) => {
      const each = configurations[at];
      if (each === undefined) return [];
      const props = object([nameMember(each), ...settingsMembers(each.units, known, false)]);
      return declared(each, call("new Configuration", code(scope), string(each.key), props), variables);
    },
  };
}

function shortened(imported: Imported, { variables, known, names }: DeclarationOptions): Declarations {
  const { configurations, bases } = imported;
  const isShared = oftenUsed(configurations.map(({ units }) => units));
  const nameOfBase = bases.map((base) => {
    const own = base.members.map((at) => configurations[at]?.name ?? "");
    const says = saidByBase(base.units, bases);
    return names.take(...baseNames(own, { isOfAll: own.length === configurations.length, says }));
  });
  const baseAt = new Map(bases.flatMap(({ members }, base) => members.map((at) => [at, base] as const)));
  const baseValues = bases.map(({ units }) => object(settingsMembers(units, known, true)));
  const props = configurations.map((each, at) => {
    const base = bases[baseAt.get(at) ?? -1];
    const units = base === undefined ? each.units : overridesOf(base.units, each.units, isShared);
    return object([nameMember(each), ...settingsMembers(units, known, true)]);
  });
  const { constants, rewrite } = share([...baseValues, ...props], names);
  return {
    usesEach: [...baseValues, ...props].some(callsEach),
    shared: [
      ...constants.map(({ name, value }): Statement => ({ kind: "const", name, value })),
      ...(constants.length === 0 ? [] : [{ kind: "blank" } as const]),
      ...baseValues.flatMap((value, at): readonly Statement[] => [
        { kind: "const", name: nameOfBase[at] ?? "", type: "ConfigurationSettings", value: rewrite(value) },
        { kind: "blank" },
      ]),
    ],
    of: (at, scope) => {
      const each = configurations[at];
      if (each === undefined) return [];
      const base = nameOfBase[baseAt.get(at) ?? -1];
      const own = rewrite(props[at] ?? object([]));
      const value =
        base === undefined
          ? call("new Configuration", code(scope), string(each.key), own)
          : call("Configuration.extend", code(scope), string(each.key), code(base), own);
      return declared(each, value, variables);
    },
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

function oftenUsed(all: readonly Units[]): (value: unknown) => boolean {
  const uses = new Map<string, number>();
  for (const units of all)
    for (const value of units.values())
      if (isEntry(value)) uses.set(JSON.stringify(value), (uses.get(JSON.stringify(value)) ?? 0) + 1);
  return (value) => (uses.get(JSON.stringify(value)) ?? 0) > 3;
}

const callsEach = (value: Expression): boolean =>
  (value.kind === "call" && value.callee === "each") || childrenOf(value).some((each) => callsEach(each.value));
