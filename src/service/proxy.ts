import { BlockList, isIP, isIPv6 } from "node:net";
import { inspect } from "node:util";
import { fail } from "../diagnostics/error";
import { loopback } from "./endpoint";

/** A proxy as it is configured. */
export interface ProxyOption {
  /** Such as `http://user:password@proxy.example.com:8080`. Never included in an error. */
  readonly url: string;
  /** What errors call it; default: the option. */
  readonly name?: string;
}

const standardPorts: Readonly<Record<string, string>> = { "https:": "443", "http:": "80" };

/** An HTTP proxy that tunnels connections with CONNECT. However it is printed, its password is not. */
export class Proxy {
  readonly name: string;
  /** With its port, and without user and password. */
  readonly origin: string;
  readonly #authorization: string | undefined;

  /** @throws ScanformError `proxy-invalid` for anything but the URL of an http or https proxy */
  constructor({ url: text, name = "the option proxy" }: ProxyOption) {
    const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
    const example = "such as http://proxy.example.com:8080";
    if (!URL.canParse(given)) fail("proxy-invalid", `${name} is not the URL of a proxy. Set it to one, ${example}.`);
    const { protocol, hostname, port, username, password } = new URL(given);
    if (protocol !== "http:" && protocol !== "https:")
      fail(
        "proxy-invalid",
        `${name} names a proxy that is used with ${protocol.slice(0, -1)}, and scanform can use http and https. Set it to a URL ${example}.`,
      );
    this.name = name;
    this.origin = `${protocol}//${hostname}:${port === "" ? String(standardPorts[protocol]) : port}`;
    if (username !== "" || password !== "") this.#authorization = basic(decoded(username), decoded(password));
  }

  /** The header `proxy-authorization` of a CONNECT. */
  get authorization(): string | undefined {
    return this.#authorization;
  }

  /** `proxy.example.com:8080 (HTTPS_PROXY)` */
  toString(): string {
    return `${this.origin.replace(/^.*\/\//, "")} (${this.name})`;
  }

  [inspect.custom](): string {
    return `Proxy(${this.toString()})`;
  }
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** A percent sign that encodes nothing is taken literally. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (thrown) {
    if (thrown instanceof URIError) return text;
    throw thrown;
  }
};

/**
 * The proxy that an environment names for a URL: HTTPS_PROXY or HTTP_PROXY by its scheme, unless NO_PROXY lists its
 * host. Each may be in lower case, which is preferred. This machine is never reached through a proxy, which would get
 * the key unencrypted.
 */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): ProxyOption | undefined {
  if (loopback.test(url.hostname)) return undefined;
  const proxy = variable(env, url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY");
  if (proxy === undefined || isExcluded(url, variable(env, "NO_PROXY")?.value ?? "")) return undefined;
  return { url: proxy.value, name: proxy.name };
}

function variable(env: NodeJS.ProcessEnv, name: string): { readonly name: string; readonly value: string } | undefined {
  for (const each of [name.toLowerCase(), name]) {
    const value = env[each]?.trim() ?? "";
    if (value !== "") return { name: each, value };
  }
  return undefined;
}

/**
 * @param list hosts, separated by commas or blanks: `*`, a name (which includes what is below it), an address,
 *   or a range of addresses such as `10.0.0.0/8`; a name or an address may have a port
 */
function isExcluded(url: URL, list: string): boolean {
  const hostname = bare(url.hostname);
  const port = url.port === "" ? standardPorts[url.protocol] : url.port;
  return list
    .toLowerCase()
    .split(/[\s,]/)
    .some((entry) => {
      if (entry === "*") return true;
      if (entry.includes("/")) return isInRange(hostname, entry);
      const [, name = entry, own] = isIPv6(entry) ? [] : (/(.+):(\d+)$/.exec(entry) ?? []);
      const host = bare(name.replace(/^\*?\./, ""));
      const matches = host !== "" && (hostname === host || hostname.endsWith(`.${host}`));
      return matches && (own === undefined || own === port);
    });
}

/** A host without the brackets of an address, or the dot at the end of a name. */
const bare = (host: string): string => host.replace(/^\[|\]$|\.$/g, "");

function isInRange(hostname: string, range: string): boolean {
  const [start = "", bits = ""] = range.split("/");
  const version = isIP(bare(start));
  if (version === 0 || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(bare(start), Number(bits), family);
  return list.check(hostname, family);
}
