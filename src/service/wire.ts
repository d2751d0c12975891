import { z } from "zod";
import {
  type Account,
  type Analyzer,
  accountFields,
  analyzerListingFields,
  type Configuration,
  type CustomPolicy,
  configurationFields,
  customPolicyFields,
  type Repository,
  repositoryFields,
} from "../model/entities";
import type { Fields } from "../model/field";
import { configurationId } from "../model/ids";
import { isObject } from "../model/json";
import { normalize, normalizeSettings, toWire } from "../model/normalize";
import { objectSchema, pathText } from "../model/schema";
import { settingsFields } from "../model/settings";
import type { ConfigurationBody } from "../reconcile/ports";
import { ServiceError } from "./error";
import type { Answer, Request } from "./transport";

/** Reads one kind of answer: its shape, and how it becomes ours. */
export interface Reading<T> {
  readonly schema: z.ZodType;
  readonly read: (body: unknown) => T;
}

const data = (body: unknown): unknown => (isObject(body) ? body["data"] : undefined);

const listOf = <T>(schema: z.ZodType, item: (wire: unknown) => T): Reading<readonly T[]> => ({
  schema: z.looseObject({ data: z.array(schema) }),
  read: (body) => {
    const items = data(body);
    return Array.isArray(items) ? items.map(item) : [];
  },
});

const entities = <T>(fields: Fields): Reading<readonly T[]> =>
  listOf(objectSchema(fields, "received"), (wire) => normalize(fields, wire, "wire") as T);

const configurationSchema = objectSchema(configurationFields, "received").extend({
  configuration: objectSchema(settingsFields, "received").nullish(),
});

function readConfiguration(wire: unknown): Configuration {
  const { id, name, created_at, configuration, ...rest } = normalize(configurationFields, wire, "wire");
  return {
    ...rest,
    id: configurationId(String(id)),
    ...(typeof name === "string" ? { name } : {}),
    settings: normalizeSettings(configuration, "wire"),
    ...(typeof created_at === "string" ? { created_at } : {}),
  };
}

/** Specification, *Resources and their fields*: answers as they come, checked and in normal form. */
export const readings = {
  accounts: entities<Account>(accountFields),
  repositories: entities<Repository>(repositoryFields),
  analyzers: entities<Analyzer>(analyzerListingFields),
  customPolicies: entities<CustomPolicy>(customPolicyFields),
  configurations: listOf(configurationSchema, readConfiguration),
  configuration: {
    schema: z.looseObject({ data: configurationSchema }),
    read: (body: unknown) => readConfiguration(data(body)),
  },
};

/** Neither absent nor null is documented, and either can only mean that there is none. */
const noted = z
  .array(z.json())
  .nullish()
  .transform((items) => items ?? []);

/** Specification, *Endpoints > Configurations*: bodies of bulk_update and assign_repositories. */
export const bulkAnswer = z.looseObject({
  updated_count: z.number(),
  total_count: z.number(),
  errors: noted,
});

export const assignAnswer = z.looseObject({
  configuration_id: z.string(),
  configuration_name: z.string().nullish(),
  assigned_count: z.number(),
  total_matched: z.number(),
  errors: noted,
});

/** Checks an answer against its shape. @throws ServiceError that names the first field that is wrong */
export function check<T>(schema: z.ZodType<T>, request: Request, answer: Answer): T {
  const result = schema.safeParse(answer.body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? "the answer" : pathText(issue.path);
  throw new ServiceError({
    ...request,
    ...answer,
    code: "service-answer",
    detail: `the answer is not of the documented shape: ${where}: ${issue?.message ?? "unreadable"}`,
  });
}

/** The body of create, PUT and PATCH. */
export const configurationBody = ({ name, settings, repositories }: ConfigurationBody): unknown => ({
  configuration: { name, configuration: toWire(settingsFields, settings) },
  ...(repositories === undefined ? {} : { repositories }),
});
