import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { isObject } from "../model/json";
import { define } from "../model/normalize";
import { pointer } from "./evaluate";
import type { Stack } from "./stack";

/** A property of an object, or of one of the objects of an array. */
interface Member {
  readonly key: string;
  readonly value: unknown;
  readonly path: readonly string[];
}

type Refuse = (path: readonly string[], why: string) => void;

/**
 * Terraform's JSON syntax lets an array of objects stand wherever an object of blocks may: all of them
 * count. Such a stack is brought into the form that cdktf writes, with one object for `resource`, for each
 * type and for each block, and an array for `import` and the blocks of the provider. Anything else at
 * these places is an error, for what is not read would be taken as not declared.
 */
export function unfold(stack: Stack, diagnostics: Diagnostic[]): Stack {
  const { resource, provider, import: imports } = stack.json;
  if (isUsual(resource, provider, imports)) return stack;
  const refuse: Refuse = (path, why) => {
    diagnostics.push(error("declaration-invalid", why, { path: pointer(stack, path) }));
  };
  return {
    ...stack,
    json: {
      ...stack.json,
      resource: resourcesOf(resource, refuse),
      provider: { scanform: providersOf(provider, refuse) },
      import: objectsIn(imports, ["import"], refuse).map(({ value }) => value),
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

function resourcesOf(value: unknown, refuse: Refuse): Readonly<Record<string, unknown>> {
  const types: Record<string, Record<string, unknown>> = {};
  for (const { key: type, value: named, path } of membersOf(value, ["resource"], refuse)) {
    if (!Object.hasOwn(types, type)) define(types, type, {});
    const blocks = types[type] ?? {};
    for (const { key: name, value: body, path: at } of membersOf(named, path, refuse))
      for (const block of isOurs(type) ? objectsIn(body, at, refuse) : [{ value: body, path: at }]) {
        if (isOurs(type) && Object.hasOwn(blocks, name))
          refuse(block.path, `${type}.${name} is declared twice. Rename or remove one of them.`);
        else define(blocks, name, isOurs(type) ? blockOf(block.value, at, refuse) : block.value);
      }
  }
  return types;
}

function blockOf(body: unknown, path: readonly string[], refuse: Refuse): unknown {
  if (isUsualBlock(body) || !isObject(body)) return body;
  const settings = membersOf(body["lifecycle"], [...path, "lifecycle"], refuse);
  return { ...body, lifecycle: Object.fromEntries(settings.map(({ key, value }) => [key, value])) };
}

const providersOf = (value: unknown, refuse: Refuse): readonly unknown[] =>
  membersOf(value, ["provider"], refuse)
    .filter(({ key }) => key === "scanform")
    .flatMap((each) => objectsIn(each.value, each.path, refuse).map((block) => block.value));

/** The properties of an object or of all objects of an array. A comment is none. */
const membersOf = (value: unknown, path: readonly string[], refuse: Refuse): readonly Member[] =>
  objectsIn(value, path, refuse).flatMap((object) =>
    Object.entries(object.value)
      .filter(([key]) => key !== "//")
      .map(([key, inside]): Member => ({ key, value: inside, path: [...object.path, key] })),
  );

interface Found {
  readonly value: Readonly<Record<string, unknown>>;
  readonly path: readonly string[];
}

function objectsIn(value: unknown, path: readonly string[], refuse: Refuse): readonly Found[] {
  if (value === undefined || value === null) return [];
  if (isObject(value)) return [{ value, path }];
  if (!Array.isArray(value)) {
    refuse(path, `${path.join(".")} must be an object, or an array of objects. Synthesize again.`);
    return [];
  }
  return value.flatMap((item: unknown, at): readonly Found[] => {
    const place = [...path, String(at)];
    if (isObject(item)) return [{ value: item, path: place }];
    refuse(place, `${path.join(".")} must hold objects only. Synthesize again.`);
    return [];
  });
}
