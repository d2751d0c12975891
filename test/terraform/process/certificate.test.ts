import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { makeIdentity, time } from "../../../src/terraform/process/certificate";

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
