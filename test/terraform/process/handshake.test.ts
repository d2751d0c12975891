import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { makeIdentity, time } from "../../../src/terraform/process/certificate";
import { handshakeLine, pluginLog, reattachment, startOf } from "../../../src/terraform/process/handshake";

const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
};

it("the start of the process follows the environment that terraform sets", () => {
  const env = { ...cookie, PLUGIN_PROTOCOL_VERSIONS: "6,5", PLUGIN_CLIENT_CERT: "PEM" };
  expect(startOf([], env)).toEqual({ kind: "plugin", clientCertificate: "PEM" });
});

it("the start of the process uses plain text when terraform sends no certificate", () => {
  const env = { ...cookie, PLUGIN_PROTOCOL_VERSIONS: "6", PLUGIN_CLIENT_CERT: "" };
  expect(startOf([], env)).toEqual({ kind: "plugin" });
});

it("the start of the process is in debug mode with --debug, whatever the environment", () => {
  expect(startOf(["--debug"], {})).toEqual({ kind: "debug" });
});

it("the start of the process is refused when a user runs the provider", () => {
  expect(startOf([], { TF_PLUGIN_MAGIC_COOKIE: "another" })).toMatchObject({
    kind: "refused",
    reason: expect.stringContaining("which terraform starts by itself") as string,
  });
});

it.each([
  ["4,5", /offers 4, 5/],
  ["16", /offers 16/],
  [undefined, /offers none/],
])("the start of the process is refused for a terraform that speaks %s", (versions, words) => {
  expect(startOf([], { ...cookie, PLUGIN_PROTOCOL_VERSIONS: versions })).toMatchObject({
    kind: "refused",
    reason: expect.stringMatching(words) as string,
  });
});

it("the output of the process contains the certificate without padding", () => {
  const place = { network: "unix", text: "/tmp/a/socket" } as const;
  expect(handshakeLine(place, Buffer.from("cert"))).toBe("1|6|unix|/tmp/a/socket|grpc|Y2VydA");
  expect(handshakeLine({ network: "tcp", text: "127.0.0.1:1" }, undefined)).toBe("1|6|tcp|127.0.0.1:1|grpc|");
});

it("the output of the process lets terraform attach", () => {
  const text = reattachment("registry.terraform.io/a/b", { network: "unix", text: "/s" }, 7);
  expect(JSON.parse(text)).toEqual({
    "registry.terraform.io/a/b": {
      Protocol: "grpc",
      ProtocolVersion: 6,
      Pid: 7,
      Test: true,
      Addr: { Network: "unix", String: "/s" },
    },
  });
});

it("the output of the process contains log lines in the format of terraform", () => {
  const lines: string[] = [];
  const log = pluginLog(
    (line) => lines.push(line),
    () => new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)),
  );
  log("warn", "two\nlines", { requests: 3 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]*\n$/);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    "@level": "warn",
    "@message": "two\nlines",
    "@module": "scanform",
    "@timestamp": "2026-01-02T03:04:05.006000Z",
    requests: 3,
  });
});

const now = new Date();

it("the certificate has the fields that terraform expects", () => {
  const read = new X509Certificate(makeIdentity(now).certificate);
  expect(read.subject).toBe("CN=localhost\nO=HashiCorp");
  expect(read.subjectAltName).toBe("DNS:localhost");
  expect(read.ca).toBe(true);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
  expect(Date.parse(read.validFrom)).toBeLessThan(now.getTime());
  expect(Date.parse(read.validTo)).toBeGreaterThan(now.getTime());
});

it("the certificate has a random positive serial number", () => {
  const serials = Array.from({ length: 50 }, () => new X509Certificate(makeIdentity(now).certificate).serialNumber);
  expect(new Set(serials).size).toBe(50);
  for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
});

it("the certificate is valid in any year", () => {
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
