import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The part of ASN.1's DER (X.690) that a certificate needs. */

const tagged = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.of(tag), length(content.length), content]);

/** One byte up to 127; else the number of the bytes that follow, and these. */
function length(size: number): Buffer {
  if (size < 0x80) return Buffer.of(size);
  const digits = size.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes]);
}

const sequence = (...items: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(items));

const set = (...items: readonly Buffer[]): Buffer => tagged(0x31, Buffer.concat(items));

/** @param bytes big-endian, two's complement, no longer than needed */
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);

const derTrue: Buffer = tagged(0x01, Buffer.of(0xff));

const octets = (content: Buffer): Buffer => tagged(0x04, content);

/** @param unused how many bits at the end do not count */
const bits = (content: Buffer, unused = 0): Buffer => tagged(0x03, Buffer.concat([Buffer.of(unused), content]));

const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));

/** @param dotted as in "2.5.29.19" */
function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** All but the last byte have their highest bit set. */
function base128(arc: number): readonly number[] {
  const higher = Math.floor(arc / 128);
  return [...(higher === 0 ? [] : base128(higher).map((byte) => byte | 0x80)), arc % 128];
}

/** To the second, with the two-digit year that X.509 wants before 2050 (RFC 5280, 4.1.2.5). */
export function time(at: Date): Buffer {
  const digits = `${at.toISOString().slice(0, 19).replace(/\D/g, "")}Z`;
  return at.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}

/** `[number]` around a value. */
const explicit = (number: number, content: Buffer): Buffer => tagged(0xa0 | number, content);

/** `[number]` in place of a primitive value's own tag. */
const implicit = (number: number, content: Buffer): Buffer => tagged(0x80 | number, content);

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

/** RFC 5280, 4.2.1: a self-signed certificate for server and client of localhost. */
const extensions = explicit(
  3,
  sequence(
    sequence(objectId("2.5.29.19"), derTrue, octets(sequence(derTrue))),
    sequence(objectId("2.5.29.15"), derTrue, octets(bits(Buffer.of(0b1000_0100), 2))),
    sequence(objectId("2.5.29.37"), octets(sequence(objectId("1.3.6.1.5.5.7.3.1"), objectId("1.3.6.1.5.5.7.3.2")))),
    sequence(objectId("2.5.29.17"), octets(sequence(implicit(2, Buffer.from("localhost"))))),
  ),
);

/** A positive serial number in the shortest DER form. */
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

/** @param label of the lines around it */
export const pem = (label: "CERTIFICATE" | "PRIVATE KEY", der: Buffer): Buffer =>
  Buffer.from(`-----BEGIN ${label}-----\n${der.toString("base64")}\n-----END ${label}-----\n`);
