import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { type IncomingMessage, request as http } from "node:http";
import { request as https } from "node:https";
import { isObject } from "../../model/json";
import { maxResponseBytes } from "./assumptions";
import { lookupOf } from "./receiver-addresses";

/** The result of a POST. `answer` is the beginning of the receiver's response. */
export type PostResult =
  | { readonly outcome: "delivered"; readonly status: number; readonly answer: string }
  | { readonly outcome: "failed"; readonly error: string; readonly status?: number; readonly answer?: string };

interface ReceiverResponse {
  readonly status: number;
  readonly text: string;
}

/**
 * Posts JSON once, over a new connection that is closed afterwards, without following redirects.
 * Never throws: a failure is a result.
 *
 * @param addressesOf resolves the host; throws if it must not be connected to
 * @param signal aborts the request; its reason becomes the error
 */
export async function post(
  url: string,
  payload: unknown,
  addressesOf: (url: URL) => Promise<readonly LookupAddress[]>,
  signal: AbortSignal,
): Promise<PostResult> {
  try {
    const target = new URL(url);
    const addresses = await Promise.race([addressesOf(target), abortOf(signal)]);
    const { status, text } = await sendRequest(target, addresses, JSON.stringify(payload), signal);
    if (status >= 200 && status < 300) return { outcome: "delivered", status, answer: text };
    const error = `answered ${String(status)}${status < 400 ? ", and redirects are not followed" : ""}`;
    return { outcome: "failed", error, status, answer: text };
  } catch (thrown) {
    return { outcome: "failed", error: reasonOf(signal.aborted ? signal.reason : thrown) };
  }
}

/** Avoids fetch, which after an abort opens another connection to the receiver and keeps it for a while. */
const sendRequest = (
  url: URL,
  addresses: readonly LookupAddress[],
  body: string,
  signal: AbortSignal,
): Promise<ReceiverResponse> =>
  new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": "scanform-emulator",
    };
    const send = url.protocol === "https:" ? https : http;
    send(url, { method: "POST", agent: false, headers, signal, lookup: lookupOf(addresses) })
      .on("error", reject)
      .on("response", (answer) => {
        readBeginning(answer).then((text) => {
          resolve({ status: answer.statusCode ?? 0, text });
        }, reject);
      })
      .end(body);
  });

/** Rejects when the signal is aborted: a lookup itself cannot be. */
async function abortOf(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw signal.reason;
}

async function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxResponseBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxResponseBytes));
}

/** The error code is most specific, and the only information when several addresses were tried. */
function reasonOf(thrown: unknown): string {
  const { code, message } = isObject(thrown) ? thrown : { message: String(thrown) };
  return [code, message].find((each) => typeof each === "string") ?? "the delivery failed";
}
