import { crc32, inflateRawSync } from "node:zlib";
import { quoted } from "../diagnostics/foreign-text";

const mebibyte = 2 ** 20;
/** Of an archive: its bytes, those of all its files, and their number. */
export const limits = { archive: 32 * mebibyte, total: 64 * mebibyte, entries: 2000 } as const;

/** Why an archive is not used. */
export class ArchiveError extends Error {}

const endSize = 22;
const headerSize = 46;
const localSize = 30;
const signatures = { end: 0x06054b50, header: 0x02014b50, local: 0x04034b50 } as const;
const encrypted = 1;
const stored = 0;
const deflated = 8;
const fileTypes = { none: 0, directory: 0o040000, regular: 0o100000 } as const;

/**
 * The files of a ZIP archive, from path to bytes. Somebody else has made it: a path that could leave a folder, a link, a
 * name that is there twice, and whatever is too large are refused.
 *
 * @throws ArchiveError
 */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  try {
    return read(archive);
  } catch (thrown) {
    if (thrown instanceof ArchiveError) throw thrown;
    throw new ArchiveError("it is damaged, or expands to too much", { cause: thrown });
  }
}

function read(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const names = new Set<string>();
  let total = 0;
  for (const entry of entries(archive)) {
    const folded = checkedName(entry).toLowerCase();
    if (names.has(folded)) throw new ArchiveError(`it has ${shown(entry.name)} twice`);
    names.add(folded);
    if (entry.name.endsWith("/")) continue;
    const content = contentOf(archive, entry, limits.total - total);
    total += content.length;
    files.set(entry.name, content);
  }
  return files;
}

interface Entry {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  readonly mode: number;
  readonly local: number;
  readonly name: string;
}

function* entries(archive: Buffer): Generator<Entry> {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0 || end + endSize > archive.length) throw new ArchiveError("it is not a ZIP archive");
  const count = archive.readUInt16LE(end + 10);
  if (count > limits.entries) throw new ArchiveError(`it has more than ${String(limits.entries)} entries`);
  let at = archive.readUInt32LE(end + 16);
  for (let done = 0; done < count; done += 1) {
    expectSignature(archive, at, signatures.header);
    const nameLength = archive.readUInt16LE(at + 28);
    yield {
      flags: archive.readUInt16LE(at + 8),
      method: archive.readUInt16LE(at + 10),
      crc: archive.readUInt32LE(at + 16),
      compressed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      mode: archive.readUInt16LE(at + 40),
      local: archive.readUInt32LE(at + 42),
      name: archive.toString("utf8", at + headerSize, at + headerSize + nameLength),
    };
    at += headerSize + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}

function checkedName({ name, mode }: Entry): string {
  const type = mode & 0o170000;
  const isDirectory = name.endsWith("/");
  if (type !== fileTypes.none && type !== (isDirectory ? fileTypes.directory : fileTypes.regular))
    throw new ArchiveError(`${shown(name)} in it is not a file: links and devices are refused`);
  const steps = (isDirectory ? name.slice(0, -1) : name).split("/");
  const isSafe = steps.every((step) => step !== "" && step !== "." && step !== ".." && !/[\\:\p{C}]/u.test(step));
  if (!isSafe || name.length > 255) throw new ArchiveError(`${shown(name)} in it is not a path inside a folder`);
  return steps.join("/");
}

function contentOf(
  archive: Buffer,
  { name, flags, method, crc, compressed, size, local }: Entry,
  room: number,
): Buffer {
  if ((flags & encrypted) !== 0) throw new ArchiveError(`${shown(name)} in it is encrypted`);
  if (size > room) throw new ArchiveError(`it expands to more than ${String(limits.total)} bytes`);
  expectSignature(archive, local, signatures.local);
  const from = local + localSize + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const bytes = archive.subarray(from, from + compressed);
  const content = expanded(bytes, method, size);
  if (content?.length !== size || crc32(content) !== crc) throw new ArchiveError(`${shown(name)} in it is damaged`);
  return content;
}

function expanded(bytes: Buffer, method: number, size: number): Buffer | undefined {
  if (method === stored) return bytes;
  return method === deflated ? inflateRawSync(bytes, { maxOutputLength: Math.max(size, 1) }) : undefined;
}

function expectSignature(archive: Buffer, at: number, signature: number): void {
  if (archive.readUInt32LE(at) !== signature) throw new ArchiveError("it is damaged");
}

const shown = (name: string): string => quoted(name.slice(0, 100));
