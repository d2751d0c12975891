import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import type { Fields } from "../../model/field";
import { deepest, JsonLimitError, parseJson } from "../../model/parse-json";
import { objectSchema } from "../../model/schema";
import { schemaProblems } from "../json/problems";
import type { Env } from "./env";
import { unprocessable } from "./http-errors";

/** The maximum size of a body in bytes. The specification names no limit. */
const maxBodyBytes = 5 * 1024 * 1024;

const schemas = new WeakMap<Fields, z.ZodObject>();

/**
 * Reads the JSON body of a request and validates it by the fields of its operation.
 *
 * @throws 415 for another content type, 413 above the size limit, 400 for malformed JSON, 422 for invalid fields
 */
export async function readBody(c: Context<Env>, fields: Fields): Promise<unknown> {
  const body = await readJson(c);
  const schema = schemas.get(fields) ?? objectSchema(fields, "accepted");
  schemas.set(fields, schema);
  const { error } = schema.safeParse(body);
  if (error !== undefined) throw unprocessable(schemaProblems(error, body));
  // the body itself: the schema's output lacks an analyzer slug named __proto__
  return body;
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
  const text = decodeUtf8(bytes);
  try {
    return parseJson(text, deepest.message);
  } catch (cause) {
    if (cause instanceof JsonLimitError)
      throw new HTTPException(400, { message: `the body is ${cause.problem}`, cause });
    throw notJson(cause);
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw notJson(cause);
  }
}

const notJson = (cause: unknown): HTTPException => new HTTPException(400, { message: "the body is not JSON", cause });
