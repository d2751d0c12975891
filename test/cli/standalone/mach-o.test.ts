import { createHash } from "node:crypto";
import { machOBundle, signatureAt, signedMachO } from "../../../src/cli/standalone/mach-o";

const linkedit = 0x8000;
const commandSize = 72;

/** A load command of a segment. @param sections where their contents start */
function segment(name: string, start: number, length: number, sections: readonly number[] = []): Buffer {
  const command = Buffer.alloc(commandSize + 80 * sections.length);
  command.writeUInt32LE(0x19, 0);
  command.writeUInt32LE(command.length, 4);
  command.write(name, 8, "latin1");
  command.writeBigUInt64LE(BigInt(length), 32);
  command.writeBigUInt64LE(BigInt(start), 40);
  command.writeBigUInt64LE(BigInt(length), 48);
  command.writeUInt32LE(sections.length, 64);
  sections.forEach((at, index) => command.writeUInt32LE(at, commandSize + 80 * index + 48));
  return command;
}

/** A program of 40,001 bytes. @param firstSection the load commands must end before it */
function program(firstSection = 0x1000): Buffer {
  const commands = [
    segment("__PAGEZERO", 0, 0),
    segment("__TEXT", 0, 0x4000, [firstSection]),
    segment("NODE_SEA", 0x4000, 0x4000),
    segment("__LINKEDIT", linkedit, 40_001 - linkedit),
  ];
  const all = Buffer.concat(commands);
  const file = Buffer.alloc(40_001, "code");
  file.fill(0, 0, 0x1000);
  [0xfeedfacf, 0x0100_000c, 0, 2, commands.length, all.length].forEach((word, index) =>
    file.writeUInt32LE(word, index * 4),
  );
  all.copy(file, 32);
  return file;
}

test("a signature follows the code, has the hash of each page and is announced", () => {
  const signed = signedMachO(program(), "scanform");
  const start = 40_016;
  expect(signatureAt(signed)).toBe(start);
  expect(signed.readUInt32LE(16)).toBe(5);
  // the last segment reaches to the end
  const lastSegment = 32 + 3 * commandSize + 80;
  expect(Number(signed.readBigUInt64LE(lastSegment + 48))).toBe(signed.length - linkedit);
  const directory = start + 20;
  const hashes = directory + signed.readUInt32BE(directory + 16);
  for (let page = 0; page < 10; page += 1) {
    const content = signed.subarray(page * 4096, Math.min((page + 1) * 4096, start));
    const expected = createHash("sha256").update(content).digest("hex");
    expect(signed.toString("hex", hashes + page * 32, hashes + (page + 1) * 32)).toBe(expected);
  }
  expect(hashes + 10 * 32).toBe(start + signed.readUInt32BE(start + 4));
  expect(signed.toString("latin1", directory + 88, directory + 97)).toBe("scanform\0");
});

test("a signed program is not signed again", () => {
  expect(() => signedMachO(signedMachO(program(), "scanform"), "scanform")).toThrow("one is there");
});

test("a program without room for one more load command is refused", () => {
  expect(() => signedMachO(program(32 + 4 * commandSize + 80 + 15), "scanform")).toThrow("there is no room");
});

test("the bundle is looked for in its own segment", () => {
  expect(machOBundle(program())).toMatchObject([{ start: 0x4000, end: 0x8000 }]);
});
