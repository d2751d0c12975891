import type { Place } from "./platforms";

/** PE32+: Microsoft's PE format, "COFF File Header" and the ones after it. */

const signatureOf = (file: Buffer): number => file.readUInt32LE(0x3c);

export const isPe = (file: Buffer): boolean =>
  file.readUInt16BE(0) === 0x4d5a && file.readUInt32BE(signatureOf(file)) === 0x50450000;

export const peMachine = (file: Buffer): number => file.readUInt16LE(signatureOf(file) + 4);

/** Where the entry of a data directory is. @param index 2 are resources, 4 certificates */
const directoryAt = (file: Buffer, index: number): number => signatureOf(file) + 24 + 112 + index * 8;

interface Section extends Place {
  /** Its address once it is loaded. */
  readonly address: number;
}

function sectionsOf(file: Buffer): readonly Section[] {
  const header = signatureOf(file);
  const table = header + 24 + file.readUInt16LE(header + 20);
  return Array.from({ length: file.readUInt16LE(header + 6) }, (_none, index) => {
    const at = table + index * 40;
    const start = file.readUInt32LE(at + 20);
    return { address: file.readUInt32LE(at + 12), start, end: start + file.readUInt32LE(at + 16) };
  });
}

/**
 * The file without the certificate of what it was before the bundle was put in. The entry would lead into the bundle, and the
 * certificate itself is at the end.
 */
export function withoutCertificate(file: Buffer): Buffer {
  const [entry, end] = [directoryAt(file, 4), Math.max(...sectionsOf(file).map((section) => section.end))];
  const bare = Buffer.from(file.subarray(0, end));
  bare.fill(0, entry, entry + 8);
  return bare;
}

export const hasCertificate = (file: Buffer): boolean => file.readBigUInt64LE(directoryAt(file, 4)) !== 0n;

/** Where the resources are, one of which holds the bundle. */
export const peResources = (file: Buffer): readonly Place[] =>
  sectionsOf(file).filter(({ address }) => address === file.readUInt32LE(directoryAt(file, 2)));
