import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { type Field, type Fields, type FieldVisitor, visitField } from "../../model/field";
import { settingsFields } from "../../model/settings";
import { entriesOf, isObjectValue, isUnknown, type ObjectValue, type Value } from "../value";

/** Warns about leaves that were declared before and are not declared now. What the change removes is not one. */
export function noLongerManaged(prior: ObjectValue, planned: ObjectValue): readonly Diagnostic[] {
  const exclusive = planned["exclusive_analyzers"] === true;
  const leaves = Object.entries(settingsFields).flatMap(([name, field]) =>
    released(field, prior[name] ?? null, planned[name] ?? null, name, exclusive),
  );
  if (leaves.length === 0) return [];
  return [
    warning("no-longer-managed", `${leaves.join(", ")}: not declared any more, and so left as the service has it.`),
  ];
}

/** @param exclusive entries of a map that are not declared are removed */
type Comparison = [before: Value, after: Value, path: string, exclusive: boolean];

function released(field: Field, ...given: Comparison): readonly string[] {
  const [before, after] = given;
  return before === null || isUnknown(after) ? [] : visitField(field, releasedIn, ...given);
}

const releasedLeaf = (_field: Field, ...[, after, path]: Comparison): readonly string[] =>
  after === null ? [path] : [];

/** For values that were declared before, and are known now. */
const releasedIn: FieldVisitor<Comparison, readonly string[]> = {
  leaf: releasedLeaf,
  set: releasedLeaf,
  list: releasedLeaf,
  textOrObject: releasedLeaf,
  object: ({ fields }, before, after, path) => releasedFields(fields, before, after, path),
  map: ({ entry: fields }, before, after, path, exclusive) =>
    entriesOf(before).flatMap(([key, entry]) => {
      const next = isObjectValue(after) && Object.hasOwn(after, key) ? after[key] : undefined;
      if (next === undefined && exclusive) return [];
      return releasedFields(fields, entry, next ?? null, entryPath(path, key));
    }),
  keyed: ({ entry: fields }, before, after, path) => {
    const entries = entriesOf(before);
    if (after === null && entries.length === 0) return [path];
    const now = new Map(entriesOf(after).map(([id, entry]) => [id.toLowerCase(), entry]));
    return entries.flatMap(([id, entry]) => {
      const at = entryPath(path, id);
      if (after === null) {
        const leaves = releasedFields(fields, entry, null, at);
        return leaves.length === 0 ? [at] : leaves;
      }
      const next = now.get(id.toLowerCase());
      return next === undefined ? [] : releasedFields(fields, entry, next, at);
    });
  },
};

function releasedFields(fields: Fields, before: Value, after: Value, path: string): readonly string[] {
  if (!isObjectValue(before) || isUnknown(after)) return [];
  const next = isObjectValue(after) ? after : {};
  return Object.entries(fields).flatMap(([name, field]) =>
    released(field, before[name] ?? null, next[name] ?? null, `${path}.${name}`, false),
  );
}

const entryPath = (path: string, key: string): string => `${path}[${JSON.stringify(key)}]`;
