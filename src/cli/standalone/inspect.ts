import { elfMachine, elfNotes, isElf } from "./elf";
import { isMachO, machOBundle, machOMachine } from "./mach-o";
import type { Place, StandalonePlatform } from "./platforms";
import { isPe, peMachine, peResources } from "./portable-executable";

interface Format {
  readonly name: "ELF" | "Mach-O" | "PE";
  readonly is: (file: Buffer) => boolean;
  readonly machine: (file: Buffer) => number;
  /** The parts one of which holds the bundle. */
  readonly places: (file: Buffer) => readonly Place[];
}

const elf: Format = { name: "ELF", is: isElf, machine: elfMachine, places: elfNotes };
const machO: Format = { name: "Mach-O", is: isMachO, machine: machOMachine, places: machOBundle };
const pe: Format = { name: "PE", is: isPe, machine: peMachine, places: peResources };

/** What the file of a platform must be: its format, and the number that the format has for the processor. */
export const expected = {
  linux_amd64: { format: elf, machine: 62 },
  linux_arm64: { format: elf, machine: 183 },
  darwin_amd64: { format: machO, machine: 0x0100_0007 },
  darwin_arm64: { format: machO, machine: 0x0100_000c },
  windows_amd64: { format: pe, machine: 0x8664 },
} as const satisfies Record<StandalonePlatform, { readonly format: Format; readonly machine: number }>;

/** Node looks for a bundle where this text is followed by 1, and by 0 as it was built. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:";

/** What is wrong with the executable of a platform; undefined when nothing is. @param script what it must run */
export function faultOf(file: Buffer, script: Buffer, platform: StandalonePlatform): string | undefined {
  const { format, machine } = expected[platform];
  if (!format.is(file)) return `it is no ${format.name} file of 64 bits`;
  if (format.machine(file) !== machine) return `it is for the processor ${String(format.machine(file))}`;
  const fuses = occurrences(file, fuse).map((at) => String.fromCharCode(file[at + fuse.length] ?? 0));
  if (fuses.join() !== "1") return `Node looks for no bundle in it (${fuses.join() || "no fuse"})`;
  const at = file.indexOf(script);
  if (at === -1) return "it does not have the script";
  if (!format.places(file).some(({ start, end }) => start <= at && at + script.length <= end))
    return "the script is not where Node looks for it";
  return undefined;
}

function occurrences(file: Buffer, text: string): readonly number[] {
  const found: number[] = [];
  for (let at = file.indexOf(text); at !== -1; at = file.indexOf(text, at + 1)) found.push(at);
  return found;
}
