import type { Field, Fields } from "../../model/field";
import { type ConfigurationProblem, judgeConfiguration } from "../../model/judge-configuration";
import { suggestion } from "../../model/suggest";
import { settingsFields } from "../../model/settings";
import { isUuid } from "../../model/uuid";
import { type FieldVisitor, visitField } from "../../model/visit-field";
import { failed, type Said, type Step } from "../said";
import { isObjectValue, isUnknown, type ObjectValue, type Value } from "../values/value";
import { entriesOf } from "./settings";

type Path = readonly Step[];

/** What is wrong with a declared configuration whatever the account holds. What is not known yet is passed over. */
export function problemsOf(config: ObjectValue, at: Path = []): readonly Said[] {
  const { name = null, renamed_from: renamed = null } = config;
  return [
    ...judgeConfiguration({
      name: typeof name === "string" ? name : undefined,
      renamedFrom: listIn(renamed),
      codePolicyIds: listIn(config["code_policies"]).map((each) => {
        const id = isObjectValue(each) ? each["id"] : undefined;
        return typeof id === "string" ? id : undefined;
      }),
    }).map((problem) => saidOf(problem, at)),
    ...nullsIn(renamed, [...at, "renamed_from"]),
    ...inFields(settingsFields, config, at),
  ];
}

function saidOf(problem: ConfigurationProblem, at: Path): Said {
  switch (problem.kind) {
    case "name-empty":
      return failed("The name is empty", "Give the configuration a name.", [...at, "name"]);
    case "former-name-is-present": {
      const detail = `${JSON.stringify(problem.name)} is the name itself. Remove it from renamed_from.`;
      return failed("A former name is the present one", detail, [...at, "renamed_from"]);
    }
    case "policy-twice": {
      const path = [...at, "code_policies", problem.at, "id"];
      return failed("Named twice", `${problem.id} is there twice. Keep one of the entries.`, path);
    }
    default:
      return problem satisfies never;
  }
}

const listIn = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : [];

/** Items of a list that are null, each where it is. */
const nullsIn = (list: Value, at: Path): readonly Said[] =>
  !Array.isArray(list)
    ? []
    : (list as readonly Value[]).flatMap((each, index) =>
        each === null ? [failed("An item is null", "Remove it from the list.", [...at, index])] : [],
      );

const inFields = (fields: Fields, value: ObjectValue, at: Path): readonly Said[] =>
  Object.entries(fields).flatMap(([name, field]) => inValue(field, value[name] ?? null, [...at, name]));

function inValue(field: Field, value: Value, at: Path): readonly Said[] {
  return value === null || isUnknown(value) ? [] : visitField(field, checkPart, value, at);
}

const nothing = (): readonly Said[] => [];

/** For values that are known. */
const checkPart: FieldVisitor<[value: Value, at: Path], readonly Said[]> = {
  leaf: (field, value, at) => {
    if (field.kind === "enum") {
      if (typeof value !== "string" || field.open === true || field.values.includes(value)) return [];
      const detail = `${JSON.stringify(value)} is none of ${field.values.join(", ")}. ${suggestion(value, field.values)}`;
      return [failed("Not one of the values", detail, at)];
    }
    if (field.kind !== "integer" || (typeof value === "number" && Number.isSafeInteger(value))) return [];
    return [failed("Not a whole number", "It must be a whole number.", at)];
  },
  list: nothing,
  textOrObject: nothing,
  set: (_field, value, at) => nullsIn(value, at),
  map: ({ entry: fields }, value, at) =>
    entriesOf(value).flatMap(([key, entry]) => {
      if (isObjectValue(entry)) return inFields(fields, entry, [...at, { key }]);
      if (isUnknown(entry)) return [];
      return [failed("An entry is null", "Write {} to manage nothing of it, or remove the entry.", [...at, { key }])];
    }),
  keyed: ({ entry }, value, at) => [...nullsIn(value, at), ...entriesIn(entry, value as readonly Value[], at)],
  object: ({ fields }, value, at) => (isObjectValue(value) ? inFields(fields, value, at) : []),
};

/** Items that are told apart by their id. */
function entriesIn(fields: Fields, entries: readonly Value[], at: Path): readonly Said[] {
  return entries.flatMap((entry, index) => {
    if (!isObjectValue(entry)) return [];
    const id = entry["id"] ?? null;
    const inside = inFields(fields, entry, [...at, index]);
    if (typeof id !== "string") return inside;
    return [
      ...(isUuid(id) ? [] : [failed("Not an id", `${JSON.stringify(id)} is not a UUID.`, [...at, index, "id"])]),
      ...inside,
    ];
  });
}
