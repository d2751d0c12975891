import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import { type OperationId, operations } from "../../api/operations";
import { isAllowed, limits, type Parameters, valueOfText } from "../../api/parameter";
import type { Fields } from "../../model/field";
import { groupBy } from "../../model/group-by";
import { isObject } from "../../model/json";
import { deepest, JsonLimitError, parseJson } from "../../model/parse-json";
import { objectSchema } from "../../model/schema";
import type { Profile } from "../profile/profile";
import type { AccountStore } from "../state/store";
import { formatProblems, type Problem, schemaProblems } from "../support/problems";

/** Hono's environment: the variables of a request. */
export interface Env {
  Variables: {
    /** The accounts that the key can access. */
    accounts: readonly AccountStore[];
    /** The account of the path, below /v1/accounts/:account_id. */
    account: AccountStore;
    /** The operation; undefined if the path has none for the method, absent if the path has none. */
    operationId?: OperationId | undefined;
    /** The parsed JSON body, valid or not. */
    body?: unknown;
    bodyBytes?: number;
    /** The fault that altered the response. */
    fault?: string;
    /** The status of a response that bypassed Hono; 0 if there was none. */
    status?: number;
  };
}

/** 404: specification, *Errors*. */
export const notFound = (): HTTPException => new HTTPException(404, { message: "not found" });

/** 422 with the path and the message of each problem. */
export const unprocessable = (problems: readonly Problem[], whole = "the body"): HTTPException =>
  new HTTPException(422, { message: formatProblems(problems, whole) });

/** The value, or 404 where there is none. */
export function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}

export const methodNotAllowed =
  (methods: readonly string[]) =>
  (c: Context<Env>): Response =>
    c.json({ error: `only ${methods.join(", ")} can be used here` }, 405, { Allow: methods.join(", ") });

/** Makes the paths of an app respond 405 to the methods that they do not have. Called after all of its routes. */
export function rejectOtherMethods(app: Hono<Env>): Hono<Env> {
  const handlers = app.routes.filter(({ method }) => method !== "ALL");
  for (const [path, routes] of groupBy(handlers, (route) => route.path))
    app.all(path, methodNotAllowed(routes.map(({ method }) => method)));
  return app;
}

/** The maximum size of a body in bytes. The specification names no limit. */
const maxBodyBytes = 5 * 1024 * 1024;

const schemas = new WeakMap<Fields, z.ZodObject>();

/** Reads the JSON body of a request and validates it by the fields of its operation. Throws as `readBodyAs` does. */
export function readBody(c: Context<Env>, fields: Fields): Promise<unknown> {
  const schema = schemas.get(fields) ?? objectSchema(fields, "accepted");
  schemas.set(fields, schema);
  return readBodyAs(c, schema);
}

/**
 * Reads the JSON body of a request and validates it by a schema.
 *
 * @returns the body itself: the schema's output lacks an analyzer slug named __proto__
 * @throws as `readJson`, and 422 if it is invalid
 */
export async function readBodyAs<T>(c: Context<Env>, schema: z.ZodType<T>): Promise<T> {
  const body = await readJson(c);
  const { error } = schema.safeParse(body);
  if (error !== undefined) throw unprocessable(schemaProblems(error, body));
  return body as T;
}

/**
 * Reads the JSON body of a request without validating its content.
 *
 * @throws 415 for another content type, 413 above the size limit, 400 for malformed or too deeply nested JSON
 */
export async function readJson(c: Context<Env>): Promise<unknown> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new HTTPException(415, { message: "the body must be application/json" });
  const bytes = await readBytes(c);
  const body = jsonOf(bytes);
  c.set("body", body);
  c.set("bodyBytes", bytes.byteLength);
  return body;
}

async function readBytes(c: Context<Env>): Promise<Uint8Array> {
  const tooLarge = new HTTPException(413, { message: `the body is larger than ${String(maxBodyBytes)} bytes` });
  const refuse = (): never => {
    // to close the connection while the client still sends would reset it, and the client could lose the response
    c.header("Connection", "keep-alive");
    throw tooLarge;
  };
  if (Number(c.req.header("content-length") ?? 0) > maxBodyBytes) refuse();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = c.req.raw.body ?? [];
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) refuse();
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause === tooLarge) throw cause;
    throw new HTTPException(400, { message: "the body ended too early", cause });
  }
  return Buffer.concat(chunks);
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes), deepest.message);
  } catch (cause) {
    const why = cause instanceof JsonLimitError ? cause.problem : "not JSON";
    throw new HTTPException(400, { message: `the body is ${why}`, cause });
  }
}

/**
 * Reads the query parameters of an operation; ignores unknown ones.
 *
 * @throws 422 for an invalid, missing or repeated parameter
 */
export function readQuery(c: Context<Env>, parameters: Parameters): Readonly<Record<string, unknown>> {
  const texts = c.req.queries();
  const given: Record<string, unknown> = {};
  const problems = Object.entries(parameters).flatMap(([name, parameter]): readonly Problem[] => {
    const [text, ...more] = texts[name] ?? [];
    if (text === undefined) return parameter.required === true ? [{ path: [name], message: "is required" }] : [];
    if (more.length > 0) return [{ path: [name], message: "is given more than once" }];
    given[name] = valueOfText(parameter, text);
    return isAllowed(parameter, given[name]) ? [] : [{ path: [name], message: `must be ${limits(parameter)}` }];
  });
  if (problems.length > 0) throw unprocessable(problems);
  return given;
}

const { body: updateBody } = operations.updateConfiguration;

/** The fields of a PATCH body in which the name is optional. */
const namelessFields: Fields = {
  ...updateBody,
  configuration: {
    ...updateBody.configuration,
    fields: {
      ...updateBody.configuration.fields,
      name: { kind: "string", description: updateBody.configuration.fields.name.description },
    },
  },
};

/** The fields that a body may have: the operation's own, adapted to the profile's `patch_name`. */
export const acceptedFields = (id: OperationId, fields: Fields, { patch_name }: Profile): Fields =>
  id === "updateConfiguration" && patch_name === "optional" ? namelessFields : fields;

const idLists = ["configuration_ids", "repository_ids", "repositories"];

/** @throws 422 or 413 if a body lists more ids than the profile's `ids_most` */
export function checkIdLimit(body: unknown, { ids_most: most, ids_status }: Profile): void {
  if (most === 0 || !isObject(body)) return;
  for (const field of idLists) {
    const ids = body[field];
    if (Array.isArray(ids) && ids.length > most)
      throw new HTTPException(ids_status, { message: `${field}: must not be more than ${String(most)} ids` });
  }
}
