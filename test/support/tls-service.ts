import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import tls from "node:tls";
import { makeIdentity, pem } from "../../src/terraform/process/certificate";
import { afterTest, listening } from "./listening";

/**
 * A service with TLS on loopback, gone after the test. Its certificate is trusted in this process, for any host name:
 * the client has no option to trust it.
 */
export async function tlsService(answer: RequestListener): Promise<{ readonly port: number }> {
  const identity = makeIdentity(new Date());
  const cert = pem("CERTIFICATE", identity.certificate);
  const port = await listening(createServer({ key: pem("PRIVATE KEY", identity.key), cert }, answer));
  const { connect } = tls;
  const trusting = jest.spyOn(tls, "connect");
  trusting.mockImplementation(((options: tls.ConnectionOptions) =>
    connect({ ...options, ca: cert, checkServerIdentity: () => undefined })) as typeof tls.connect);
  afterTest(() => {
    trusting.mockRestore();
  });
  return { port };
}
