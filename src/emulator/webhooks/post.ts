import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type IncomingMessage, request as http } from "node:http";
import { request as https } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { fail } from "../../diagnostics/error";
import { isObject } from "../../model/json";
import { bareHostName, hostNameOf, isLoopback } from "../support/addresses";

/** The result of a POST. `answer` is the beginning of the receiver's response. */
export type PostResult =
  | { readonly outcome: "delivered"; readonly status: number; readonly answer: string }
  | { readonly outcome: "failed"; readonly error: string; readonly status?: number; readonly answer?: string };

/** The maximum number of bytes of a receiver's response that are logged. */
const maxResponseBytes = 1_000;

/**
 * Posts JSON once, over a new connection that is closed afterwards, without following redirects.
 * Never throws: a failure is a result.
 *
 * @param addressesOf resolves the host; throws if it must not be connected to
 * @param timeout for the whole response, in milliseconds
 * @param stop aborts the request; its reason becomes the error
 */
export async function post(
  url: string,
  payload: unknown,
  addressesOf: (url: URL) => Promise<readonly LookupAddress[]>,
  timeout: number,
  stop: AbortSignal,
): Promise<PostResult> {
  const late = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([stop, late]);
  try {
    const target = new URL(url);
    const addresses = await Promise.race([addressesOf(target), abortOf(signal)]);
    const { status, text } = await sendRequest(target, addresses, JSON.stringify(payload), signal);
    if (status >= 200 && status < 300) return { outcome: "delivered", status, answer: text };
    const error = `answered ${String(status)}${status < 400 ? ", and redirects are not followed" : ""}`;
    return { outcome: "failed", error, status, answer: text };
  } catch (thrown) {
    if (stop.aborted) return { outcome: "failed", error: reasonOf(stop.reason) };
    const error = late.aborted ? `no whole answer within ${String(timeout)} ms` : reasonOf(thrown);
    return { outcome: "failed", error };
  }
}

/** Avoids fetch, which after an abort opens another connection to the receiver and keeps it for a while. */
const sendRequest = (
  url: URL,
  addresses: readonly LookupAddress[],
  body: string,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> =>
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

/** Resolves a host name to all of its addresses; an IP address to itself. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export const systemResolve: Resolve = (name) => lookup(name, { all: true });

/**
 * The addresses that a delivery may connect to: those of this machine, or any of an allowed host.
 *
 * @throws Error with the option that allows the host, if one of its addresses is elsewhere; as `resolve` throws
 */
export async function receiverAddresses(
  url: URL,
  allowed: AllowedHosts,
  resolve: Resolve,
): Promise<readonly LookupAddress[]> {
  const name = bareHostName(url);
  const addresses = await resolve(name);
  const elsewhere = addresses.find(({ address }) => !isLoopback(address));
  if (elsewhere === undefined || allowed.has(name)) return addresses;
  const found = elsewhere.address === name ? name : `${name} (${elsewhere.address})`;
  throw new Error(
    `not sent: ${found} is not this machine. Allow it with --allow-webhooks ${name}, in code with allowWebhooks: ["${name}"].`,
  );
}

/** Makes a connection use these addresses, whatever the DNS says meanwhile. */
const lookupOf =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_name, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };

/** The hosts besides this machine that get webhooks, as `hostNameOf` writes them. */
export type AllowedHosts = ReadonlySet<string>;

/** @throws ScanformError `usage` that names what is not a host */
export function checkAllowedHosts(given: readonly string[]): AllowedHosts {
  return new Set(
    given.map((host) => {
      const name = hostNameOf(host);
      if (name === undefined || hasPort(host))
        fail(
          "usage",
          `--allow-webhooks, or allowWebhooks: ${JSON.stringify(host)} is not a host. Give a name or an IP address, such as hooks.example.com, without http:// and without a port.`,
        );
      return name;
    }),
  );
}

const hasPort = (host: string): boolean => host.includes(":") && !isIPv6(host.replace(/^\[|\]$/g, ""));
