import { BlockList, isIP, isIPv6 } from "node:net";
import { hostname } from "node:os";

/**
 * The host name or IP address of a host that may have a port: in lower case, without brackets and without the dot of
 * the DNS root. Other spellings of an IPv4 address, such as `0x7f.1`, become the usual one. Undefined if it is no host.
 */
export function hostNameOf(host: string): string | undefined {
  const text = `http://${isIPv6(host) ? `[${host}]` : host}`;
  if (/[\s/\\?#@*]/.test(host) || !URL.canParse(text)) return undefined;
  return bareHostName(new URL(text));
}

/** The same, of a URL. */
export const bareHostName = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an IP address is of this machine only: 127.0.0.0/8, also mapped to IPv6, and ::1. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** Where an emulator listens. */
export interface ListeningAddress {
  /** The host that the user has given: a name or an address. */
  readonly host: string;
  /** The IP address of the socket. */
  readonly address: string;
  readonly port: number;
}

/**
 * Whether a Host header names the emulator. A page of another site reaches the emulator under the name of that site
 * if the DNS of the site says so (DNS rebinding), and a name here is none that such a site can have.
 *
 * | listening on | names | port |
 * |---|---|---|
 * | a loopback address | localhost, 127.0.0.1, [::1], the given host | its own |
 * | all addresses | every IP address, localhost, the name of this machine | any: a container maps ports |
 * | another address | that address, the given host | its own |
 */
export function isOwnHost(header: string, { host, address, port }: ListeningAddress): boolean {
  const name = hostNameOf(header);
  if (name === undefined) return false;
  if (isWildcard(address)) return isIP(name) !== 0 || ["localhost", hostname().toLowerCase()].includes(name);
  const names = [hostNameOf(host), address, ...(isLoopback(address) ? ["localhost", "127.0.0.1", "::1"] : [])];
  return names.includes(name) && portOf(header) === port;
}

/** The names to use instead, for an error message. The name of this machine is left out: a page might read it. */
export function ownHostsText({ host, address, port }: ListeningAddress): string {
  if (isWildcard(address)) return "by an IP address, localhost, or the name of its machine";
  const names = isLoopback(address) ? ["127.0.0.1", "localhost"] : [host.includes(":") ? `[${host}]` : host];
  return `as ${names.map((name) => `http://${name}:${String(port)}`).join(" or ")}`;
}

const isWildcard = (address: string): boolean => address === "0.0.0.0" || address === "::";

/** 80 where the header has none: specification of HTTP. */
const portOf = (header: string): number => Number(/:(\d+)$/.exec(header.replace(/^\[.*\]/, ""))?.[1] ?? 80);
