import { fail } from "../diagnostics/error";

/**
 * Refuses to send a key where Node was told not to check certificates. Call it before any connection.
 *
 * @param url the base URL; only https is concerned
 * @param env with `NODE_TLS_REJECT_UNAUTHORIZED`, where "0" switches the check off
 * @param insecure allows it
 * @param otherwise how to allow it, for the error
 * @throws ScanformError `tls-unchecked`
 */
export function refuseUncheckedTls(url: URL, env: NodeJS.ProcessEnv, insecure: boolean, otherwise: string): void {
  if (url.protocol !== "https:" || env["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0" || insecure) return;
  fail(
    "tls-unchecked",
    `NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates, so anybody on the way to ${url.host} could read the API key. Unset it (NODE_EXTRA_CA_CERTS names a certificate authority of your own), or ${otherwise}.`,
  );
}
