/** As much of ASN.1's DER as it takes to write a certificate (X.690). */

const tagged = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.of(tag), length(content.length), content]);

/** Short up to 127, else the number of its bytes and they. */
function length(size: number): Buffer {
  if (size < 0x80) return Buffer.of(size);
  const digits = size.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes]);
}

export const sequence = (...items: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(items));

export const set = (...items: readonly Buffer[]): Buffer => tagged(0x31, Buffer.concat(items));

/** @param bytes big-endian, two's complement, no longer than needed */
export const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);

export const yes: Buffer = tagged(0x01, Buffer.of(0xff));

export const octets = (content: Buffer): Buffer => tagged(0x04, content);

/** @param unused how many bits at the end do not count */
export const bits = (content: Buffer, unused = 0): Buffer => tagged(0x03, Buffer.concat([Buffer.of(unused), content]));

export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));

/** @param dotted as in "2.5.29.19" */
export function objectId(dotted: string): Buffer {
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
export const explicit = (number: number, content: Buffer): Buffer => tagged(0xa0 | number, content);

/** `[number]` in place of a primitive value's own tag. */
export const implicit = (number: number, content: Buffer): Buffer => tagged(0x80 | number, content);
