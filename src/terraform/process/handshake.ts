/** The handshake of terraform and a plugin: the environment, and the first line on stdout. */

const cookieName = "TF_PLUGIN_MAGIC_COOKIE";
const cookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** The version of the handshake itself, and the plugin protocol that is spoken after it. */
const handshakeVersion = 1;
export const protocolVersion = 6;

export type Start =
  /** @property clientCertificate PEM; absent when terraform wants plain text */
  | { readonly kind: "plugin"; readonly clientCertificate?: string }
  | { readonly kind: "debug" }
  /** @property reason in words for the user */
  | { readonly kind: "refused"; readonly reason: string };

/** The way in which the process was started. */
export function startOf(args: readonly string[], env: NodeJS.ProcessEnv): Start {
  if (args.includes("--debug")) return { kind: "debug" };
  if (env[cookieName] !== cookie) return { kind: "refused", reason: byHand };
  const versions = (env["PLUGIN_PROTOCOL_VERSIONS"] ?? "").split(",");
  if (!versions.includes(String(protocolVersion)))
    return {
      kind: "refused",
      reason: `This provider speaks plugin protocol ${String(protocolVersion)}, and this terraform offers ${versions.join(", ") || "none"}: use terraform 1.0 or later.`,
    };
  const clientCertificate = env["PLUGIN_CLIENT_CERT"];
  return { kind: "plugin", ...(clientCertificate ? { clientCertificate } : {}) };
}

const byHand =
  "This is scanform's provider for Terraform, which terraform starts by itself: name scanform/scanform in " +
  "required_providers and run terraform, or start it with --debug to attach terraform to this process.";

/** Where the provider listens. @property text a path, or host and port */
export interface Endpoint {
  readonly network: "unix" | "tcp";
  readonly text: string;
}

/** The line that terraform waits for. @param certificate DER; absent for plain text */
export const handshakeLine = ({ network, text }: Endpoint, certificate: Buffer | undefined): string =>
  [handshakeVersion, protocolVersion, network, text, "grpc", unpadded(certificate)].join("|");

const unpadded = (certificate: Buffer | undefined): string => certificate?.toString("base64").replace(/=+$/, "") ?? "";

/** What terraform finds in TF_REATTACH_PROVIDERS to use a process that runs already. */
export const reattachment = (providerAddress: string, { network, text }: Endpoint, pid: number): string =>
  JSON.stringify({
    [providerAddress]: {
      Protocol: "grpc",
      ProtocolVersion: protocolVersion,
      Pid: pid,
      Test: true,
      Addr: { Network: network, String: text },
    },
  });

type Level = "trace" | "debug" | "info" | "warn" | "error";

/** @param fields shown after the message; never a secret */
export type Log = (level: Level, message: string, fields?: Readonly<Record<string, string | number>>) => void;

/**
 * A log in terraform's format, which it filters by TF_LOG: an object of JSON per line.
 * @param write takes a line with its end
 */
export const pluginLog =
  (write: (line: string) => void, now: () => Date): Log =>
  (level, message, fields = {}) => {
    const line = {
      ...fields,
      "@level": level,
      "@message": message,
      "@module": "scanform",
      // terraform takes exactly six digits after the point
      "@timestamp": now().toISOString().replace("Z", "000Z"),
    };
    write(`${JSON.stringify(line)}\n`);
  };

/** The text that Terraform recognizes as a crash and shows to the user. */
export const panicText = (thrown: unknown): string =>
  `panic: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`;
