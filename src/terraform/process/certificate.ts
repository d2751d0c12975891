import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { bits, explicit, implicit, integer, objectId, octets, sequence, set, time, utf8, yes } from "./der";

/** A certificate that signs itself, and its key. */
export interface Identity {
  readonly certificate: Buffer;
  /** PKCS #8. */
  readonly key: Buffer;
}

const day = 24 * 60 * 60 * 1000;

const ecdsaWithSha256 = sequence(objectId("1.2.840.10045.4.3.2"));

/** The name that terraform expects on the other side, and the organization that both sides give. */
const name = sequence(
  set(sequence(objectId("2.5.4.3"), utf8("localhost"))),
  set(sequence(objectId("2.5.4.10"), utf8("HashiCorp"))),
);

/** RFC 5280, 4.2.1: it may sign (itself), be a server's and a client's, and stands for localhost. */
const extensions = explicit(
  3,
  sequence(
    sequence(objectId("2.5.29.19"), yes, octets(sequence(yes))),
    sequence(objectId("2.5.29.15"), yes, octets(bits(Buffer.of(0b1000_0100), 2))),
    sequence(objectId("2.5.29.37"), octets(sequence(objectId("1.3.6.1.5.5.7.3.1"), objectId("1.3.6.1.5.5.7.3.2")))),
    sequence(objectId("2.5.29.17"), octets(sequence(implicit(2, Buffer.from("localhost"))))),
  ),
);

/** Positive, and as short as DER wants it. */
function serial(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f);
  return bytes;
}

/** A fresh identity for one process, on P-256, valid from yesterday (clocks differ) for a year. */
export function makeIdentity(now: Date): Identity {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const toBeSigned = sequence(
    explicit(0, integer(Buffer.of(2))),
    integer(serial()),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(now.getTime() - day)), time(new Date(now.getTime() + 365 * day))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    extensions,
  );
  const certificate = sequence(toBeSigned, ecdsaWithSha256, bits(sign("sha256", toBeSigned, privateKey)));
  return { certificate, key: privateKey.export({ type: "pkcs8", format: "der" }) };
}

/** @param label what stands in the lines around it */
export const pem = (label: "CERTIFICATE" | "PRIVATE KEY", der: Buffer): Buffer =>
  Buffer.from(`-----BEGIN ${label}-----\n${der.toString("base64")}\n-----END ${label}-----\n`);
