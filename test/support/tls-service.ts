import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { makeIdentity, pem } from "../../src/terraform/process/certificate";

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/**
 * A service with TLS on loopback, gone after the test. Its certificate is trusted in this process, for any host name:
 * undici has no other way to trust it that a test can take.
 */
export async function tlsService(answer: RequestListener): Promise<{ readonly port: number }> {
  const identity = makeIdentity(new Date());
  const cert = pem("CERTIFICATE", identity.certificate);
  const server = createServer({ key: pem("PRIVATE KEY", identity.key), cert }, answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { connect } = tls;
  const trusting = jest.spyOn(tls, "connect");
  trusting.mockImplementation(((options: tls.ConnectionOptions) =>
    connect({ ...options, ca: cert, checkServerIdentity: () => undefined })) as typeof tls.connect);
  open.push(async () => {
    trusting.mockRestore();
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  return { port: (server.address() as AddressInfo).port };
}
