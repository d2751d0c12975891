import { isIPv6 } from "node:net";

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
