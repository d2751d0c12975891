import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import type { Fields } from "../../model/field";
import { objectSchema } from "../../model/schema";
import { schemaProblems } from "../json/problems";
import type { Env } from "./env";
import { unprocessable } from "./http-errors";

/** The largest body that is taken, in bytes. The specification names no limit. */
const maxBodyBytes = 5 * 1024 * 1024;

/** How deep a body may be nested; the deepest that an operation takes has 6 levels. */
const maxDepth = 100;

const schemas = new WeakMap<Fields, z.ZodObject>();

/**
 * The JSON body of a request, valid by the fields of its operation.
 *
 * @throws 415 for another content type, 413 above the limit, 400 when it is not JSON, 422 when it is invalid
 */
export async function readBody(c: Context<Env>, fields: Fields): Promise<unknown> {
  const body = await readJson(c);
  const schema = schemas.get(fields) ?? objectSchema(fields, "accepted");
  schemas.set(fields, schema);
  const { error } = schema.safeParse(body);
  if (error !== undefined) throw unprocessable(schemaProblems(error, body));
  // The body itself, not the schema's output, which leaves out an analyzer slug named __proto__.
  return body;
}

/**
 * The JSON body of a request, whatever is in it.
 *
 * @throws 415 for another content type, 413 above the limit, 400 when it is not JSON or nested too deeply
 */
export async function readJson(c: Context<Env>): Promise<unknown> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new HTTPException(415, { message: "the body must be application/json" });
  const bytes = await readBytes(c);
  const body = parseJson(bytes);
  c.set("body", body);
  c.set("bodyBytes", bytes.byteLength);
  return body;
}

async function readBytes(c: Context<Env>): Promise<Uint8Array> {
  const tooLarge = new HTTPException(413, { message: `the body is larger than ${String(maxBodyBytes)} bytes` });
  if (Number(c.req.header("content-length") ?? 0) > maxBodyBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = c.req.raw.body ?? [];
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause === tooLarge) throw cause;
    throw new HTTPException(400, { message: "the body ended too early", cause });
  }
  return Buffer.concat(chunks);
}

function parseJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  // what is nested more deeply than the stack goes could be neither checked nor written again
  if (nestingDepth(text) > maxDepth)
    throw new HTTPException(400, { message: `the body is nested more than ${String(maxDepth)} levels deep` });
  try {
    return JSON.parse(text);
  } catch (cause) {
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

/** How many brackets are open at most at any place of a JSON text. */
function nestingDepth(text: string): number {
  let [depth, deepest, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === "\\") at += 1;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === "[" || character === "{") deepest = Math.max(deepest, (depth += 1));
    else if (character === "]" || character === "}") depth -= 1;
  }
  return deepest;
}
