import { crc32, inflateRawSync } from "node:zlib";
import { ScanformError } from "../diagnostics/error";
import { refuse } from "./host";

const mebibyte = 2 ** 20;
export const limits = { archive: 32 * mebibyte, total: 64 * mebibyte, entries: 2000 } as const;

const endSize = 22;
const headerSize = 46;
const localSize = 30;
const signatures = { end: "PK\x05\x06", header: 0x02014b50, local: 0x04034b50 } as const;
const encrypted = 1;
const stored = 0;
const deflated = 8;
const fileTypes = { none: 0, directory: 0o040000, regular: 0o100000 } as const;

/** What the index of an archive says of a file. */
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

/**
 * The files of a ZIP archive, from path to bytes. Somebody else has made it: a path that could leave the folder, a
 * link, a name that is there twice, and whatever is too large are refused, and nothing is extracted.
 */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  try {
    return read(archive);
  } catch (thrown) {
    if (thrown instanceof ScanformError) throw thrown;
    return refuse("The archive is damaged, or expands to too much.", thrown);
  }
}

function read(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const names = new Set<string>();
  let total = 0;
  for (const entry of entries(archive)) {
    const folded = checkedName(entry).toLowerCase();
    if (names.has(folded)) refuse(`The archive has ${quoted(entry.name)} twice.`);
    names.add(folded);
    if (entry.name.endsWith("/")) continue;
    const content = contentOf(archive, entry, limits.total - total);
    total += content.length;
    files.set(entry.name, content);
  }
  return files;
}

function* entries(archive: Buffer): Generator<Entry> {
  const end = archive.lastIndexOf(Buffer.from(signatures.end, "latin1"));
  if (end < 0 || end + endSize > archive.length) refuse("The artifact is not a ZIP archive.");
  const count = archive.readUInt16LE(end + 10);
  if (count > limits.entries) refuse(`The archive has more than ${String(limits.entries)} entries.`);
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
  const type: number = mode & 0o170000;
  const isDirectory = name.endsWith("/");
  if (type !== fileTypes.none && type !== (isDirectory ? fileTypes.directory : fileTypes.regular))
    refuse(`${quoted(name)} in the archive is not a file: links and devices are refused.`);
  const steps = (isDirectory ? name.slice(0, -1) : name).split("/");
  const isSafe = steps.every((step) => step !== "" && step !== "." && step !== ".." && !/[\\:\p{C}]/u.test(step));
  if (!isSafe || name.length > 255) refuse(`${quoted(name)} in the archive is not a path inside a folder.`);
  return steps.join("/");
}

function contentOf(archive: Buffer, entry: Entry, room: number): Buffer {
  const { name, flags, method, crc, compressed, size, local } = entry;
  if ((flags & encrypted) !== 0) refuse(`${quoted(name)} in the archive is encrypted.`);
  if (size > room) refuse(`The archive expands to more than ${String(limits.total)} bytes.`);
  expectSignature(archive, local, signatures.local);
  const from = local + localSize + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const bytes = archive.subarray(from, from + compressed);
  const content =
    method === stored
      ? bytes
      : method === deflated
        ? inflateRawSync(bytes, { maxOutputLength: Math.max(size, 1) })
        : undefined;
  return content?.length === size && crc32(content) === crc
    ? content
    : refuse(`${quoted(name)} in the archive is damaged.`);
}

function expectSignature(archive: Buffer, at: number, signature: number): void {
  if (archive.readUInt32LE(at) !== signature) refuse("The archive is damaged.");
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 100));
