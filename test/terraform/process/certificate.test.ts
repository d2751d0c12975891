import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type TLSSocket } from "node:tls";
import fc from "fast-check";
import { type Identity, makeIdentity, pem, time } from "../../../src/terraform/process/certificate";

const now = new Date();
const files = ({ key, certificate }: Identity) => ({
  key: pem("PRIVATE KEY", key),
  cert: pem("CERTIFICATE", certificate),
});

describe("the certificate", () => {
  it("has the fields that terraform expects", () => {
    const read = new X509Certificate(makeIdentity(now).certificate);
    expect(read.subject).toBe("CN=localhost\nO=HashiCorp");
    expect(read.subjectAltName).toBe("DNS:localhost");
    expect(read.ca).toBe(true);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
    expect(Date.parse(read.validFrom)).toBeLessThan(now.getTime());
    expect(Date.parse(read.validTo)).toBeGreaterThan(now.getTime());
  });

  it("has a random positive serial number", () => {
    const serials = Array.from({ length: 50 }, () => new X509Certificate(makeIdentity(now).certificate).serialNumber);
    expect(new Set(serials).size).toBe(50);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  it("is valid in any year", () => {
    const years = fc.date({ min: new Date("2000-01-02"), max: new Date("2200-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(years, (at) => {
        const { validFrom } = new X509Certificate(makeIdentity(at).certificate);
        expect(Date.parse(validFrom)).toBe(Math.floor((at.getTime() - 86_400_000) / 1000) * 1000);
      }),
      { numRuns: 20 },
    );
    expect(time(new Date("2049-12-31T23:59:59Z")).toString("latin1")).toBe("\x17\x0d491231235959Z");
    expect(time(new Date("2050-01-01T00:00:00Z")).toString("latin1")).toBe("\x18\x0f20500101000000Z");
  });
});

describe("a connection with certificates on both sides", () => {
  const [ours, theirs, strangers] = [makeIdentity(now), makeIdentity(now), makeIdentity(now)];
  const server = createServer({
    ...files(ours),
    ca: files(theirs).cert,
    requestCert: true,
    ALPNProtocols: ["h2"],
  });
  let port = 0;
  beforeAll(async () => {
    server.on("secureConnection", (socket) => socket.end("welcome"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  /** What is read from the server until it ends. */
  async function greeting(own: object, ca: Buffer): Promise<string> {
    const socket: TLSSocket = connect({
      ...own,
      port,
      host: "127.0.0.1",
      servername: "localhost",
      ca,
      ALPNProtocols: ["h2"],
    });
    const parts: string[] = [];
    socket.setEncoding("utf8").on("data", (part: string) => parts.push(part));
    await once(socket, "close");
    return parts.join("");
  }

  it("is accepted", async () => {
    await expect(greeting(files(theirs), files(ours).cert)).resolves.toBe("welcome");
  });

  it.each([
    ["without a certificate", {}],
    ["with another's certificate", files(strangers)],
  ])("is refused for a client %s", async (_which, own) => {
    // by an alert, or by the connection's end
    const heard = await greeting(own, files(ours).cert).catch(() => "refused");
    expect(heard).toMatch(/^(refused)?$/);
  });

  it("is refused by a client that expects another server", async () => {
    await expect(greeting(files(theirs), files(strangers).cert)).rejects.toThrow(/self-signed certificate/);
  });
});
