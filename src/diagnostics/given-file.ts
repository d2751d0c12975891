import { readFileSync, type Stats, statSync } from "node:fs";
import { messageOf } from "./error";

/** A file that cannot be read. Its message does not repeat the path. */
export class GivenFileError extends Error {
  override readonly name = "GivenFileError";
}

/**
 * The bytes of a file that a user names. A pipe is one too, as `<(command)` of a shell gives it.
 *
 * @throws GivenFileError with a clause for a sentence of the caller: `cannot be read: it is a folder`
 */
export const readGivenFile = (path: string): Buffer =>
  inWords(() => {
    const file = statSync(path);
    if (file.isDirectory()) throw new GivenFileError("it is a folder");
    refuseDevice(file);
    return readFileSync(path);
  });

/** Whether what a user names is a folder, and not a file. @throws GivenFileError where it is neither */
export const isGivenFolder = (path: string): boolean =>
  inWords(() => {
    const found = statSync(path);
    if (!found.isDirectory()) refuseDevice(found);
    return found.isDirectory();
  });

function inWords<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    const words = clauseOf(thrown);
    throw words === undefined ? thrown : new GivenFileError(words, { cause: thrown });
  }
}

/** Why a file cannot be read, as a clause without a code of the system; its own message where that is another reason. */
export const whyUnread = (thrown: unknown): string => clauseOf(thrown) ?? messageOf(thrown);

const clauseOf = (thrown: unknown): string | undefined =>
  typeof thrown === "object" && thrown !== null && "code" in thrown ? clauses.get(thrown.code) : undefined;

/** What the system says, with its codes and the path once more, in words. */
const clauses: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["ENOTDIR", "there is no such file"],
  ["EACCES", "this user may not read it"],
  ["EPERM", "this user may not read it"],
]);

/** A device such as /dev/zero has no end. */
function refuseDevice(file: Stats): void {
  if (!file.isFile() && !file.isFIFO() && !file.isSocket()) throw new GivenFileError("it is a device, and not a file");
}
