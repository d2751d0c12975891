import type { Place } from "./platforms";

/** ELF, 64 bits, little-endian: the System V ABI, chapters 4 and 5. */

const loadable = 1;
const notes = 4;

interface Segment {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

export const isElf = (file: Buffer): boolean => file.readUInt32BE(0) === 0x7f454c46 && file[4] === 2;

export const elfMachine = (file: Buffer): number => file.readUInt16LE(18);

function segmentsOf(file: Buffer): readonly Segment[] {
  const [table, size, count] = [Number(file.readBigUInt64LE(32)), file.readUInt16LE(54), file.readUInt16LE(56)];
  return Array.from({ length: count }, (_none, index) => {
    const at = table + index * size;
    const start = Number(file.readBigUInt64LE(at + 8));
    return { type: file.readUInt32LE(at), start, end: start + Number(file.readBigUInt64LE(at + 32)) };
  });
}

/**
 * The file without what no loader reads: symbols, debug information and the table of sections, a fifth of Node. It must be
 * done before a bundle is put in, which lies behind them.
 */
export function strippedElf(file: Buffer): Buffer {
  const loaded = segmentsOf(file).filter(({ type }) => type === loadable);
  const stripped = Buffer.from(file.subarray(0, Math.max(...loaded.map(({ end }) => end))));
  stripped.writeBigUInt64LE(0n, 40); // where the table of sections is
  stripped.fill(0, 60, 64); // how many they are, and which has their names
  return stripped;
}

/** Where the notes are, one of which holds the bundle. */
export const elfNotes = (file: Buffer): readonly Place[] => segmentsOf(file).filter(({ type }) => type === notes);
