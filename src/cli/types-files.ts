import { lstatSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fail, messageOf } from "../diagnostics/error";
import { isModuleOf, isOurs, moduleText } from "../generate/types/module-text";
import { sameId } from "../model/uuid";
import { digestOfSnapshot, type Snapshot, snapshotIn, snapshotText } from "../generate/types/snapshot";
import type { Secrets } from "./credentials/secrets";
import { saveFile } from "./files";

/** Source files are as readable as others. */
const mode = 0o666;

/** A module of types and its snapshot, as they are on the disk. */
export interface TypesFiles {
  /** As they are shown. */
  readonly names: readonly [module: string, snapshot: string];
  readonly paths: readonly [module: string, snapshot: string];
  /** The snapshot beside the module; absent where there is none. */
  readonly before?: Snapshot;
  /** The text of the module; absent where there is none. */
  readonly text?: string;
}

/**
 * @param out the module, relative to `cwd`
 * @throws ScanformError `types-file` for files that `scanform types` has not written, or for another account
 */
export function readTypesFiles(cwd: string, out: string): TypesFiles {
  if (!/\.[cm]?ts$/.test(out) || out.endsWith(".d.ts"))
    fail("usage", `--out ${JSON.stringify(out)} is not a TypeScript module. Name a file that ends in .ts.`);
  const module = resolve(cwd, out);
  const snapshot = join(dirname(module), "scanform-types.json");
  const text = contentOf(module, (each) => (isOurs(each) ? each : undefined));
  const before = contentOf(snapshot, snapshotIn);
  return {
    names: [out, join(dirname(out), basename(snapshot))],
    paths: [module, snapshot],
    ...(before === undefined ? {} : { before }),
    ...(text === undefined ? {} : { text }),
  };
}

/** What a file of ours holds; undefined where there is none. */
function contentOf<T>(path: string, read: (text: string) => T | undefined): T | undefined {
  const other = (why: string, cause?: unknown): never =>
    fail(
      "types-file",
      `${path} ${why}. Nothing was written. Name another file with --out, or remove it.`,
      { path },
      cause,
    );
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return undefined;
  if (!there.isFile()) return other("is not a regular file");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (thrown) {
    return other(`cannot be read: ${messageOf(thrown)}`, thrown);
  }
  return read(text) ?? other("is there, and was not written by this version of `scanform types`");
}

/** @throws ScanformError where the snapshot beside the module is of another account */
export function refuseOtherSnapshot({ before, names, paths }: TypesFiles, snapshot: Snapshot): void {
  if (before !== undefined && !sameId(before.account_id, snapshot.account_id))
    fail(
      "types-file",
      `${names[1]} is for the account ${before.account_id}, and this is ${snapshot.account_id}. Nothing was written. Name a file in another folder with --out.`,
      { path: paths[1] },
    );
}

/** Whether both files hold this snapshot; how they are formatted does not matter. */
export const isUpToDate = ({ before, text }: TypesFiles, snapshot: Snapshot): boolean =>
  before !== undefined &&
  digestOfSnapshot(before) === digestOfSnapshot(snapshot) &&
  text !== undefined &&
  isModuleOf(text, snapshot);

/** Writes the snapshot first: a module without it would be out of date, which the next check finds. */
export function writeTypesFiles(
  { paths: [module, beside] }: TypesFiles,
  snapshot: Snapshot,
  secrets: Pick<Secrets, "isIn">,
): void {
  const texts = [
    [beside, snapshotText(snapshot)],
    [module, moduleText(snapshot)],
  ] as const;
  if (texts.some(([, text]) => secrets.isIn(text)))
    fail(
      "types-file",
      "A name in the account contains an API key. Nothing was written. Rename it, and make a new key.",
    );
  for (const [path, text] of texts) saveFile(path, text, "types-file", mode);
}
