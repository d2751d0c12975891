import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Fields } from "../model/field";
import { objectSchema } from "../model/schema";
import type { Env } from "./env";
import { invalid } from "./call";
import { problemsOf } from "./problems";

/** The largest body that is taken, in bytes. The specification names no limit. */
const bodyLimit = 5 * 1024 * 1024;

/**
 * The JSON body of a request, valid by the fields of its operation.
 *
 * @throws 415 for another content type, 413 above the limit, 400 when it is not JSON, 422 when it is invalid
 */
export async function readBody(c: Context<Env>, fields: Fields): Promise<unknown> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new HTTPException(415, { message: "the body must be application/json" });
  const body = parse(await bytesOf(c));
  c.set("body", body);
  const { error } = objectSchema(fields, "accepted").safeParse(body);
  if (error !== undefined) throw invalid(problemsOf(error));
  // The body itself, not the schema's output, which leaves out an analyzer slug named __proto__.
  return body;
}

async function bytesOf(c: Context<Env>): Promise<Uint8Array> {
  const tooLarge = new HTTPException(413, { message: `the body is larger than ${String(bodyLimit)} bytes` });
  if (Number(c.req.header("content-length") ?? 0) > bodyLimit) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = c.req.raw.body ?? [];
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > bodyLimit) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new HTTPException(400, { message: "the body is not JSON", cause });
  }
}
