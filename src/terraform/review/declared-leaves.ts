import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { type Field, type Fields, type FieldVisitor, visitField } from "../../model/field";
import { settingsFields } from "../../model/settings";
import { entriesOf, isObjectValue, isUnknown, type ObjectValue, type Value } from "../value";

/** A leaf of a declaration. */
interface DeclaredLeaf {
  readonly path: string;
  /** Whether it holds several values, which an absent one does not tell from none. */
  readonly isList: boolean;
}

/**
 * The leaves that one declaration of a configuration has and the other lacks. An entry of a map that is declared as a whole
 * is no such leaf: without it the entry is removed, and with it it comes.
 */
export function declaredWithout(has: ObjectValue, lacks: ObjectValue): readonly DeclaredLeaf[] {
  const isWhole = lacks["exclusive_analyzers"] === true;
  return Object.entries(settingsFields).flatMap(([name, field]) =>
    only(field, has[name] ?? null, lacks[name] ?? null, name, isWhole),
  );
}

/** Warns about leaves that were declared before and are not declared now. What the change removes is not one. */
export function noLongerManaged(prior: ObjectValue, planned: ObjectValue): readonly Diagnostic[] {
  const leaves = declaredWithout(prior, planned).map(({ path }) => path);
  if (leaves.length === 0) return [];
  return [
    warning("no-longer-managed", `${leaves.join(", ")}: not declared any more, and so left as the service has it.`),
  ];
}

/** @param isWhole whether entries of the map that are not declared are removed */
type Comparison = [has: Value, lacks: Value, path: string, isWhole: boolean];

function only(field: Field, ...given: Comparison): readonly DeclaredLeaf[] {
  const [has, lacks] = given;
  return has === null || isUnknown(lacks) ? [] : visitField(field, onlyIn, ...given);
}

const leaf =
  (isList: boolean) =>
  (_field: Field, ...[, lacks, path]: Comparison): readonly DeclaredLeaf[] =>
    lacks === null ? [{ path, isList }] : [];

/** For values that one has, and that are known in the other. */
const onlyIn: FieldVisitor<Comparison, readonly DeclaredLeaf[]> = {
  leaf: leaf(false),
  set: leaf(true),
  list: leaf(true),
  textOrObject: leaf(false),
  object: ({ fields }, has, lacks, path) => onlyFields(fields, has, lacks, path),
  map: ({ entry: fields }, has, lacks, path, isWhole) =>
    entriesOf(has).flatMap(([key, entry]) => {
      const other = isObjectValue(lacks) && Object.hasOwn(lacks, key) ? lacks[key] : undefined;
      if (other === undefined && isWhole) return [];
      return onlyFields(fields, entry, other ?? null, entryPath(path, key));
    }),
  keyed: ({ entry: fields }, has, lacks, path) => {
    if (lacks === null) return [{ path, isList: true }];
    const others = new Map(entriesOf(lacks).map(([id, entry]) => [id.toLowerCase(), entry]));
    return entriesOf(has).flatMap(([id, entry]) => {
      const other = others.get(id.toLowerCase());
      return other === undefined ? [] : onlyFields(fields, entry, other, entryPath(path, id));
    });
  },
};

function onlyFields(fields: Fields, has: Value, lacks: Value, path: string): readonly DeclaredLeaf[] {
  if (!isObjectValue(has) || isUnknown(lacks)) return [];
  const other = isObjectValue(lacks) ? lacks : {};
  return Object.entries(fields).flatMap(([name, field]) =>
    only(field, has[name] ?? null, other[name] ?? null, `${path}.${name}`, false),
  );
}

const entryPath = (path: string, key: string): string => `${path}[${JSON.stringify(key)}]`;
