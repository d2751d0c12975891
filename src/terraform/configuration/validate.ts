import type { Field, Fields } from "../../model/field";
import { type ConfigurationProblem, judgeConfiguration } from "../../model/judge-configuration";
import { suggestion } from "../../model/suggest";
import { settingsFields } from "../../model/settings";
import { isUuid } from "../../model/uuid";
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
  if (value === null || isUnknown(value)) return [];
  switch (field.kind) {
    case "enum": {
      if (typeof value !== "string" || field.open === true || field.values.includes(value)) return [];
      const detail = `${JSON.stringify(value)} is none of ${field.values.join(", ")}. ${suggestion(value, field.values)}`;
      return [failed("Not one of the values", detail, at)];
    }
    case "integer":
      return typeof value === "number" && Number.isSafeInteger(value)
        ? []
        : [failed("Not a whole number", "It must be a whole number.", at)];
    case "set":
      return nullsIn(value, at);
    case "map":
      return entriesOf(value).flatMap(([key, entry]) =>
        isObjectValue(entry)
          ? inFields(field.entry, entry, [...at, { key }])
          : isUnknown(entry)
            ? []
            : [failed("An entry is null", "Write {} to manage nothing of it, or remove the entry.", [...at, { key }])],
      );
    case "keyed":
      return [...nullsIn(value, at), ...entriesIn(field.entry, value as readonly Value[], at)];
    case "object":
      return isObjectValue(value) ? inFields(field.fields, value, at) : [];
    case "boolean":
    case "number":
    case "string":
    case "list":
    case "text-or-object":
    case "json":
      return [];
    default:
      return field satisfies never;
  }
}

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
