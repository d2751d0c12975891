import type { z } from "zod";
import { fail } from "../diagnostics/error";
import { JsonLimitError, parseJson } from "../model/parse-json";
import { pathText } from "../model/problem";
import { objectSchema } from "../model/schema";
import { payloadFields, type WebhookPayload } from "../model/webhooks";

const described: z.ZodType = objectSchema(payloadFields, "answered");

/**
 * The generic payload: specification, *Generic payload*. Every documented field is required and restricted to
 * its documented values; undocumented fields are preserved.
 *
 * The specification does not show the payloads of chat-type destinations and of the daily digest, so there
 * are no schemas for them.
 */
export const payloadSchema = described as z.ZodType<WebhookPayload>;

/**
 * Reads the body of a webhook request: specification, *Generic payload*.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { text } from "node:stream/consumers";
 * import { parsePayload } from "scanform/webhooks";
 *
 * createServer(async (request, answer) => {
 *   try {
 *     const { repo_full_name, pr_number, risk_threshold, results } = parsePayload(await text(request));
 *     console.log(`${repo_full_name}#${pr_number}: ${risk_threshold}, ${results.length} findings`);
 *     answer.writeHead(204).end();
 *   } catch (error) {
 *     answer.writeHead(400).end(String(error));
 *   }
 * }).listen(8080);
 * ```
 *
 * @param body the text, the bytes or the parsed JSON
 * @throws ScanformError `webhook-payload` with the path of the first invalid field
 */
export function parsePayload(body: unknown): WebhookPayload {
  const value = jsonOf(body);
  const { error } = payloadSchema.safeParse(value);
  if (error === undefined) return value as WebhookPayload;
  const { path, message } = error.issues[0] ?? { path: [], message: error.message };
  const wrong = valueAt(value, path) === undefined ? "is missing" : message;
  return fail("webhook-payload", `${path.length === 0 ? "the payload" : pathText(path)}: ${wrong}`, {
    path: pathText(path),
  });
}

function jsonOf(body: unknown): unknown {
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return body;
  try {
    return parseJson(typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (thrown) {
    if (thrown instanceof JsonLimitError) fail("webhook-payload", `it is ${thrown.message}`, undefined, thrown);
    return fail("webhook-payload", "it is not JSON in UTF-8", undefined, thrown);
  }
}

/** The value at a path, or undefined. */
const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((within, step) => Reflect.get(Object(within) as object, step), value);
