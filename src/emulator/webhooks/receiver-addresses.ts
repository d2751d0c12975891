import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { bareHostName } from "../addresses/host-name";
import { isLoopback } from "../addresses/loopback";
import type { AllowedHosts } from "./allowed-hosts";

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
export const lookupOf =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_name, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
