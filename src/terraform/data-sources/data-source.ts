import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { explainUnreachedAccount } from "../account/lists";
import type { Session } from "../account/session";
import type { DataSourceType, StateResponse } from "../provider-types";
import type { Schema } from "../schema/schema";
import { isUnknown, type ObjectValue, type Value, textIn } from "../value";
import { fail, ScanformError } from "../../diagnostics/error";
import { caseHint } from "../../model/uuid";
import { isNotFound } from "../../reconcile/ports";
import { type OperationId, operations } from "../../api/operations";
import { isAllowed, limits, type Parameters } from "../../api/parameter";
import type { Operation } from "../../api/operation";
import type { QueryOf } from "../../service/caller";
import { compareText } from "../../model/fingerprint";
import { type Field, type Fields, type FieldVisitor, visitField } from "../../model/field";
import { isObject } from "../../model/json";
import { spellings } from "../schema/fields";

/** A data source but for its schema, which `dataSourceSchemas` has under the same name. */
export interface Source {
  /** @returns its attributes beside those of the configuration */
  readonly read: (session: Session, config: ObjectValue) => Promise<StateResponse>;
  /** The errors of the configuration, without the service; accepts unknown values. */
  readonly check?: (config: ObjectValue) => readonly Diagnostic[];
}

export const found = (state: ObjectValue, diagnostics: readonly Diagnostic[] = []): StateResponse => ({
  state,
  diagnostics,
});

export const dataSource = (schema: Schema, { read, check = () => [] }: Source): DataSourceType => ({
  schema,
  validate: check,
  async read(session, config) {
    const wrong = check(config);
    if (wrong.length > 0) throw new ScanformError(wrong);
    const { state, diagnostics } = await explainUnreachedAccount(session.lists, read(session, config));
    return { state: { ...config, ...state }, diagnostics };
  },
});

/**
 * The answer about an object in the repository of `repository_id`. A 404 does not say what was not found: the list of
 * repositories does.
 *
 * @param missing.attribute the attribute that identifies the object in the repository
 * @throws ScanformError at `repository_id`, or at the attribute with these words
 */
export async function explainNotFound<T>(
  session: Session,
  config: ObjectValue,
  asked: Promise<T>,
  missing?: { readonly attribute: string; readonly words: string },
): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
    await checkRepository(session, textIn(config["repository_id"]));
    if (missing === undefined) throw thrown;
    return fail("nothing-to-read", missing.words, { attribute: [missing.attribute] });
  }
}

/** @throws ScanformError at `repository_id` when the account has no such repository */
export async function checkRepository(session: Session, id: string): Promise<void> {
  const repositories = await session.lists.read("repositories", "ended");
  if (repositories.some((each) => each.id === id)) return;
  const detail = `The account has no repository with the id ${JSON.stringify(id)}. The data source scanform_repositories lists them.${caseHint(id)}`;
  fail("repository-unknown", detail, { attribute: ["repository_id"] });
}

/** Checks the filters, one diagnostic for each invalid attribute. Unknown values are accepted. */
export const checkFilters = (parameters: Parameters, config: ObjectValue): readonly Diagnostic[] =>
  Object.entries(parameters).flatMap(([name, parameter]) => {
    const given = knownPartOf(config[name]);
    if (given === null || isAllowed(parameter, given)) return [];
    return [error("filter-invalid", `${name} must be ${limits(parameter)}.`, { attribute: [name] })];
  });

/** The known part of a value; null where there is none. An empty list stays one. */
function knownPartOf(value: Value | undefined): Value {
  if (value === undefined || value === null || isUnknown(value)) return null;
  if (!Array.isArray(value)) return value;
  const known = (value as readonly Value[]).filter((each) => !isUnknown(each));
  return known.length === 0 && value.length > 0 ? null : known;
}

/** The query of an operation, from the attributes of the same names. */
export function queryOf<Id extends OperationId>(id: Id, config: ObjectValue): QueryOf<Id> {
  const { query = {} }: Operation = operations[id];
  const given = Object.keys(query).flatMap((name) => {
    const value = config[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given) as QueryOf<Id>; // checked by `checkFilters`, and again by the client
}

/** The attributes of an entity of the service: null for absent values, text for JSON. */
export const toValues = (fields: Fields, entity: object): ObjectValue =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const given = (entity as Record<string, unknown>)[name];
      return spellings(name, field).map((each) => [each.name, toValue(each.field, each.part(given))] as const);
    }),
  );

function toValue(field: Field, given: unknown): Value {
  if (given === undefined || given === null) return null;
  return visitField(field, toPart, given);
}

/** For values that are there. */
const toPart: FieldVisitor<[given: unknown], Value> = {
  // as the model's decoder accepted it, which keeps what is no boolean for `lenient` fields
  leaf: ({ kind }, given) => (kind === "boolean" && typeof given !== "boolean" ? null : (given as Value)),
  set: (_field, given) => (given as readonly string[]).toSorted(compareText), // whose order means nothing
  textOrObject: (_field, given) => (typeof given === "string" ? given : JSON.stringify(given)),
  list: ({ item: field }, given) => itemsOf(given, (item) => toValue(field, item)),
  keyed: ({ entry: fields }, given) =>
    Object.fromEntries(
      (given as readonly { readonly id: string }[]).map((entry) => [entry.id, toValues(fields, entry)]),
    ),
  object: ({ fields }, given) => (isObject(given) ? toValues(fields, given) : null),
  map: ({ entry: fields }, given) =>
    isObject(given)
      ? Object.fromEntries(
          Object.entries(given).map(([key, entry]) => [key, isObject(entry) ? toValues(fields, entry) : null]),
        )
      : null,
};

const itemsOf = (given: unknown, valueOf: (item: unknown) => Value): Value =>
  Array.isArray(given) ? given.map(valueOf) : null;

/**
 * The specification gives an order for `all_findings` alone. Any other list may come in another order each time, and
 * what depends on it would see a change where there is none.
 */

type Key<T> = (each: T) => string | undefined;

/** @param keys in the order of their precedence; the last is an id */
export const sortBy = <T>(items: readonly T[], ...keys: readonly Key<T>[]): readonly T[] =>
  items.toSorted((left, right) =>
    keys.reduce((order, key) => (order === 0 ? compareText(key(left) ?? "", key(right) ?? "") : order), 0),
  );

/** Newest first, and by id when they are of the same time. @param timeOf a date-time; what has none comes first */
export const sortByTime = <T>(items: readonly T[], timeOf: Key<T>, idOf: Key<T>): readonly T[] =>
  sortBy(items, idOf).toSorted((left, right) => milliseconds(timeOf(right)) - milliseconds(timeOf(left)));

/** Findings and deepscans, in the order of `all_findings`. */
export const newestFirst = <T extends { readonly id: string; readonly created_at?: string }>(
  items: readonly T[],
): readonly T[] =>
  sortByTime(
    items,
    (each) => each.created_at,
    (each) => each.id,
  );

function milliseconds(time: string | undefined): number {
  const parsed = Date.parse(time ?? "");
  return Number.isNaN(parsed) ? Number.MAX_VALUE : parsed;
}
