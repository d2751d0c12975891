import { isIPv6 } from "node:net";
import { fail } from "../../diagnostics/error";
import { hostNameOf } from "../addresses/host-name";

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
