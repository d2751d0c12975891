import { createHash } from "node:crypto";
import type { Place } from "./platforms";

/** Mach-O, 64 bits: <mach-o/loader.h>, and <kern/cs_blobs.h> for the signature. */

const headerSize = 32;
const segmentCommand = 0x19;
const signatureCommand = 0x1d;

export const isMachO = (file: Buffer): boolean => file.readUInt32LE(0) === 0xfeedfacf;

export const machOMachine = (file: Buffer): number => file.readUInt32LE(4);

interface Command {
  readonly kind: number;
  readonly at: number;
}

function commandsOf(file: Buffer): readonly Command[] {
  const commands: Command[] = [];
  let at = headerSize;
  for (let left = file.readUInt32LE(16); left > 0; left -= 1) {
    commands.push({ kind: file.readUInt32LE(at), at });
    at += file.readUInt32LE(at + 4);
  }
  return commands;
}

interface Segment extends Place {
  readonly name: string;
  readonly at: number;
}

const segmentsOf = (file: Buffer): readonly Segment[] =>
  commandsOf(file)
    .filter(({ kind }) => kind === segmentCommand)
    .map(({ at }) => {
      const start = Number(file.readBigUInt64LE(at + 40));
      const name = file.toString("latin1", at + 8, at + 24).replace(/\0+$/, "");
      return { name, at, start, end: start + Number(file.readBigUInt64LE(at + 48)) };
    });

function segmentOf(file: Buffer, name: string): Segment {
  const found = segmentsOf(file).find((segment) => segment.name === name);
  if (found === undefined) throw new Error(`there is no segment ${name}`);
  return found;
}

/** Where the bundle is. */
export const machOBundle = (file: Buffer): readonly Place[] =>
  segmentsOf(file).filter(({ name }) => name === "NODE_SEA");

const pageSize = 4096;
const hashSize = 32;
/** From the start of a code directory, version 0x20400. */
const directorySize = 88;
/** Of the blob that holds the directory alone. */
const indexSize = 20;

const aligned = (size: number, to: number): number => Math.ceil(size / to) * to;

/** The hashes of a file's pages, up to its signature. */
export const pageHashes = (file: Buffer, end: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(end / pageSize) }, (_none, page) =>
    createHash("sha256")
      .update(file.subarray(page * pageSize, Math.min((page + 1) * pageSize, end)))
      .digest(),
  );

/**
 * The file with an ad-hoc signature: the hashes of its pages, which nobody vouches for. Macs with Apple's processors
 * start no program without one. It has the form in which linkers write it, so that it needs no tool of Apple's.
 *
 * @param unsigned has no signature @param identifier the name of the program
 */
export function signedMachO(unsigned: Buffer, identifier: string): Buffer {
  const codeEnd = aligned(unsigned.length, 16);
  const name = Buffer.from(`${identifier}\0`);
  const hashesAt = directorySize + name.length;
  const size = indexSize + hashesAt + Math.ceil(codeEnd / pageSize) * hashSize;
  const file = Buffer.concat([unsigned], codeEnd + aligned(size, 8));
  announceSignature(file, codeEnd);

  const text = segmentOf(file, "__TEXT");
  const signature = file.subarray(codeEnd);
  const words = (at: number, ...values: readonly number[]): void => {
    values.forEach((value, index) => signature.writeUInt32BE(value, at + index * 4));
  };
  words(0, 0xfade0cc0, size, 1, 0, indexSize);
  const [version, adHocByLinker] = [0x20400, 0x20002];
  words(indexSize, 0xfade0c02, size - indexSize, version, adHocByLinker, hashesAt, directorySize, 0);
  words(indexSize + 28, Math.ceil(codeEnd / pageSize), codeEnd);
  signature.set([hashSize, 2 /* SHA-256 */, 0, Math.log2(pageSize)], indexSize + 36);
  signature.writeBigUInt64BE(BigInt(text.start), indexSize + 64);
  signature.writeBigUInt64BE(BigInt(text.end - text.start), indexSize + 72);
  signature.writeBigUInt64BE(1n /* the main program */, indexSize + 80);
  name.copy(signature, indexSize + directorySize);
  Buffer.concat(pageHashes(file, codeEnd)).copy(signature, indexSize + hashesAt);
  return file;
}

/** Writes the load command of a signature from there to the end of the file, and extends the last segment to it. */
function announceSignature(file: Buffer, start: number): void {
  const [count, size] = [file.readUInt32LE(16), file.readUInt32LE(20)];
  const at = headerSize + size;
  const last = segmentOf(file, "__LINKEDIT");
  const isFree = file.subarray(at, at + 16).every((byte) => byte === 0) && at + 16 <= firstSection(file);
  if (!isFree || signatureAt(file) !== undefined) throw new Error("there is no room for a signature, or one is there");
  file.writeUInt32LE(count + 1, 16);
  file.writeUInt32LE(size + 16, 20);
  [signatureCommand, 16, start, file.length - start].forEach((value, index) =>
    file.writeUInt32LE(value, at + index * 4),
  );
  const length = file.length - last.start;
  file.writeBigUInt64LE(BigInt(aligned(length, 0x4000)), last.at + 32);
  file.writeBigUInt64LE(BigInt(length), last.at + 48);
}

/** Where the first section's content is: the load commands end before it. */
function firstSection(file: Buffer): number {
  const starts = segmentsOf(file).flatMap(({ at }) =>
    Array.from({ length: file.readUInt32LE(at + 64) }, (_none, index) => file.readUInt32LE(at + 72 + index * 80 + 48)),
  );
  return Math.min(...starts.filter((start) => start > 0));
}

/** Where the signature is; undefined when there is none. */
export function signatureAt(file: Buffer): number | undefined {
  const command = commandsOf(file).find(({ kind }) => kind === signatureCommand);
  return command === undefined ? undefined : file.readUInt32LE(command.at + 8);
}
