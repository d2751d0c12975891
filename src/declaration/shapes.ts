import { z } from "zod";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { isObject } from "../model/json";
import { suggestion } from "../model/suggest";
import { isUuid, objectSchema, pathText } from "../model/schema";
import { settingsFields } from "../model/settings";
import { IdOf } from "./evaluate";

const strings = z.array(z.string()).nullish();
const uuid = z.string().refine(isUuid, "must be a UUID");

/** What identifies a `scanform_configuration`, beside its settings. */
export const identityShape = z.looseObject({
  name: z.string().min(1, "must not be empty"),
  renamed_from: strings,
  exclusive_analyzers: z.boolean().nullish(),
});

/** Attributes of `scanform_configuration`; the settings are checked as the model describes them. */
export const configurationShape = objectSchema(settingsFields, "declared").extend(identityShape.shape);
export type ConfigurationShape = z.infer<typeof identityShape>;

const rule = z.strictObject({
  leave: z.boolean().nullish(),
  configuration_id: z.union([z.instanceof(IdOf), uuid], "must be the id of a configuration").nullish(),
  repository_ids: strings,
  repository_names: strings,
  repository_pattern: z.string().nullish(),
});

/** Attributes of `scanform_repository_assignments`. */
export const assignmentsShape = z.strictObject({ rules: z.array(rule) });
export type AssignmentsShape = z.infer<typeof assignmentsShape>;
export type RuleShape = z.infer<typeof rule>;

/** The provider block. The key is not among them: it has no place in a declaration. */
export const providerShape = z.strictObject({
  alias: z.string().nullish(),
  base_url: z.string().nullish(),
  account_id: z.string().nullish(),
  managed_scope: z
    .strictObject({
      names: z.string().nullish(),
      all: z.boolean().nullish(),
      max_deletes: z.int("must be a whole number").min(0, "must not be negative").nullish(),
    })
    .nullish(),
});
export type ProviderShape = z.infer<typeof providerShape>;

const annotation = z.object({ constructPath: z.string(), level: z.string(), message: z.string() });
export type Annotation = z.infer<typeof annotation>;

const manifest = z.object({
  stacks: z.record(
    z.string(),
    z.object({
      name: z.string(),
      constructPath: z.string().optional(),
      synthesizedStackPath: z.string(),
      annotations: z.array(annotation).optional(),
    }),
  ),
});

export type Manifest = z.infer<typeof manifest>;
export interface DocumentShapes {
  readonly manifest: Manifest;
  readonly document: Readonly<Record<string, unknown>>;
}

/** The files that cdktf writes. */
export const documentShapes: { readonly [K in keyof DocumentShapes]: z.ZodType<DocumentShapes[K]> } = {
  manifest,
  document: z.record(z.string(), z.unknown()),
};

/**
 * Checks evaluated attributes against a shape.
 *
 * @param place gives the address and the JSON pointer of a path inside the value
 * @returns the value, or undefined when a diagnostic was added, here or by the evaluation
 */
export function shaped<T>(
  schema: z.ZodType<T>,
  value: unknown,
  place: (path: readonly PropertyKey[]) => { readonly address: string; readonly path: string },
  diagnostics: Diagnostic[],
): T | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    if (issue.code === "unrecognized_keys") {
      const known = knownKeys(schema, issue.path);
      for (const key of issue.keys) {
        const name = pathText([...issue.path, key]);
        const detail = `${name} is not an attribute that can be set. ${suggestion(key, known)}`;
        diagnostics.push(error("declaration-invalid", detail, place([...issue.path, key])));
      }
      continue;
    }
    const found = issue.path.reduce<unknown>(inside, value);
    // there, and yet without a value: it could not be evaluated, which has been said
    if (found === undefined && isThere(value, issue.path)) continue;
    const why =
      found instanceof IdOf ? "must be known before the apply; an id of a configuration is not" : issue.message;
    const shown =
      found === undefined || isObject(found) || Array.isArray(found)
        ? ""
        : ` (it is ${typeof found === "number" ? String(found) : JSON.stringify(found)})`;
    diagnostics.push(error("declaration-invalid", `${pathText(issue.path)}: ${why}${shown}.`, place(issue.path)));
  }
  return undefined;
}

const inside = (value: unknown, step: PropertyKey): unknown =>
  (value as Record<PropertyKey, unknown> | undefined)?.[step];

const isThere = (value: unknown, path: readonly PropertyKey[]): boolean => {
  const parent = path.slice(0, -1).reduce<unknown>(inside, value);
  return path.length > 0 && typeof parent === "object" && parent !== null && Object.hasOwn(parent, path.at(-1) ?? "");
};

/** The attributes that there are at a path of a schema, for a suggestion. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const [step, ...rest] = path;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return knownKeys(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodLazy) return knownKeys(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodPipe) return knownKeys(schema.out as z.ZodType, path);
  if (schema instanceof z.ZodArray) return knownKeys(schema.element as z.ZodType, rest);
  if (schema instanceof z.ZodRecord) return knownKeys(schema.valueType as z.ZodType, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  if (step === undefined) return Object.keys(schema.shape);
  const next: unknown = schema.shape[String(step)];
  return next instanceof z.ZodType ? knownKeys(next, rest) : [];
}
