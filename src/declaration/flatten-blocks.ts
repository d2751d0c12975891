import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { isObject, define } from "../model/json";
import { DocumentPath, type Stack } from "./document";

/** A property of an object, or of one of the objects of an array. */
interface Member {
  readonly key: string;
  readonly value: unknown;
  readonly place: DocumentPath;
}

type Refuse = (place: DocumentPath, why: string) => void;

/**
 * Brings a stack into the form that cdktf writes: one object for `resource`, for each type and for each
 * block, and an array for `import` and the provider's blocks. Terraform's JSON syntax also allows an array of
 * objects in place of an object of blocks, and reads all of them. Anything else there is an error: what is
 * not read would count as not declared.
 */
export function flattenBlocks(stack: Stack, diagnostics: Diagnostic[]): Stack {
  const { resource, provider, import: imports } = stack.json;
  if (isUsual(resource, provider, imports)) return stack;
  const root = new DocumentPath(stack);
  const refuse: Refuse = (place, why) => {
    diagnostics.push(error("declaration-invalid", why, place));
  };
  return {
    ...stack,
    json: {
      ...stack.json,
      resource: resourcesOf(resource, root.child("resource"), refuse),
      provider: { scanform: providersOf(provider, root.child("provider"), refuse) },
      import: objectsIn(imports, root.child("import"), refuse).map(({ value }) => value),
    },
  };
}

const isUsual = (resource: unknown, provider: unknown, imports: unknown): boolean =>
  (resource === undefined ||
    (isObject(resource) && Object.entries(resource).every(([type, named]) => isUsualType(type, named)))) &&
  (provider === undefined || (isObject(provider) && areObjects(provider["scanform"] ?? []))) &&
  (imports === undefined || areObjects(imports));

const areObjects = (value: unknown): boolean => (Array.isArray(value) ? value.every(isObject) : false);

const isUsualType = (type: string, named: unknown): boolean =>
  isObject(named) && (!isOurs(type) || Object.values(named).every(isUsualBlock));

const isUsualBlock = (body: unknown): boolean =>
  isObject(body) && (body["lifecycle"] === undefined || isObject(body["lifecycle"]));

const isOurs = (type: string): boolean => type.startsWith("scanform_");

function resourcesOf(value: unknown, place: DocumentPath, refuse: Refuse): Readonly<Record<string, unknown>> {
  const types: Record<string, Record<string, unknown>> = {};
  for (const { key: type, value: named, place: ofType } of membersOf(value, place, refuse)) {
    if (!Object.hasOwn(types, type)) define(types, type, {});
    const blocks = types[type] ?? {};
    for (const { key: name, value: body, place: at } of membersOf(named, ofType, refuse))
      for (const block of isOurs(type) ? objectsIn(body, at, refuse) : [{ value: body, place: at }]) {
        if (isOurs(type) && Object.hasOwn(blocks, name))
          refuse(block.place, `${type}.${name} is declared twice. Rename or remove one of them.`);
        else define(blocks, name, isOurs(type) ? blockOf(block.value, at, refuse) : block.value);
      }
  }
  return types;
}

function blockOf(body: unknown, place: DocumentPath, refuse: Refuse): unknown {
  if (isUsualBlock(body) || !isObject(body)) return body;
  const settings = membersOf(body["lifecycle"], place.child("lifecycle"), refuse);
  return { ...body, lifecycle: Object.fromEntries(settings.map(({ key, value }) => [key, value])) };
}

const providersOf = (value: unknown, place: DocumentPath, refuse: Refuse): readonly unknown[] =>
  membersOf(value, place, refuse)
    .filter(({ key }) => key === "scanform")
    .flatMap((each) => objectsIn(each.value, each.place, refuse).map((block) => block.value));

/** The properties of an object or of all objects of an array. A comment is none. */
const membersOf = (value: unknown, place: DocumentPath, refuse: Refuse): readonly Member[] =>
  objectsIn(value, place, refuse).flatMap((object) =>
    Object.entries(object.value)
      .filter(([key]) => key !== "//")
      .map(([key, inside]): Member => ({ key, value: inside, place: object.place.child(key) })),
  );

interface Found {
  readonly value: Readonly<Record<string, unknown>>;
  readonly place: DocumentPath;
}

function objectsIn(value: unknown, place: DocumentPath, refuse: Refuse): readonly Found[] {
  if (value === undefined || value === null) return [];
  if (isObject(value)) return [{ value, place }];
  if (!Array.isArray(value)) {
    refuse(place, `${place.steps.join(".")} must be an object, or an array of objects. Synthesize again.`);
    return [];
  }
  return value.flatMap((item: unknown, at): readonly Found[] => {
    const inside = place.child(at);
    if (isObject(item)) return [{ value: item, place: inside }];
    refuse(inside, `${place.steps.join(".")} must hold objects only. Synthesize again.`);
    return [];
  });
}
