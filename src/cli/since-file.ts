import { statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { fail, messageOf, ScanformError } from "../diagnostics/error";
import { sameId } from "../model/uuid";
import { type Checkpoint, plannedConfigurations } from "../reconcile/apply/checkpoint";
import { beginningOf } from "./files";
import { journalFolder, journalNames, readJournal } from "./journal-file";
import { readPlanFile } from "./plan-file";

/** What a file remembers of one account. */
export interface Memory {
  readonly file: string;
  readonly account: string;
  readonly baseUrl: string;
  /** When it was read back: ISO 8601. Absent for a plan, which says how it was to be. */
  readonly at?: string;
  /** Absent for a journal that does not end with what was read back. */
  readonly checkpoint?: Checkpoint;
  /** It was found in a folder, which may have journals of other accounts too. */
  readonly isFound: boolean;
}

/**
 * Reads a journal, which ends with what was read back, or a saved plan, which is taken to be applied as it is; or the
 * journals of a folder in the order of their names, which begin with the time.
 *
 * @throws ScanformError that explains why the file cannot be used
 */
export function readMemories(cwd: string, file: string): readonly Memory[] {
  const path = resolve(cwd, file);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    const found = inFolder(path, file);
    return found.length > 0
      ? found
      : fail("usage", `--since ${file} is a folder without a journal. An apply writes one.`, { path });
  }
  return beginning(path, file).includes('"scanform-plan"') ? ofPlan(path, file) : [ofJournal(path, file)];
}

function inFolder(path: string, folder: string): readonly Memory[] {
  return journalNames(path).map((name) => ({ ...ofJournal(join(path, name), join(folder, name)), isFound: true }));
}

function ofJournal(path: string, file: string): Memory {
  const { begun, entries } = readJournal(path);
  const origin = { file, account: begun.account.id, baseUrl: begun.baseUrl, isFound: false };
  const last = entries.findLast((each) => each.type === "applied");
  if (last === undefined) return origin;
  const { type: _type, at, ...checkpoint } = last;
  return { ...origin, ...(at === undefined ? {} : { at }), checkpoint };
}

const ofPlan = (path: string, file: string): readonly Memory[] =>
  readPlanFile(path).map(({ account, baseUrl, desired, report, assigned }) => ({
    file,
    account: account.id,
    baseUrl,
    isFound: false,
    checkpoint: {
      desired,
      configurations: plannedConfigurations(report),
      repositories: assigned,
    },
  }));

/** Enough of a file to tell what it is. */
function beginning(path: string, file: string): string {
  try {
    return beginningOf(path, 200);
  } catch (thrown) {
    return fail(
      "usage",
      `--since ${file} cannot be read: ${messageOf(thrown)}. Name a journal, their folder, or a saved plan.`,
      { path },
      thrown,
    );
  }
}

/** A memory that says what was there. */
export type LastingMemory = Memory & { readonly checkpoint: Checkpoint };

/** The memories of one command. */
export interface Memories {
  readonly all: readonly Memory[];
  /** Why there is none, in the project's own folder: a warning, since nobody has named it. */
  readonly problems: readonly Diagnostic[];
}

/** The journals in the folder to which applies of this project write, if it is there. */
export function ownMemories(cwd: string): Memories {
  const folder = journalFolder(cwd);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return { all: [], problems: [] };
  return orWarnings([], () => inFolder(folder, relative(cwd, folder)));
}

/** The value of `read`, or why it cannot be read. */
export function orWarnings<T>(
  without: T,
  read: () => T,
): { readonly all: T; readonly problems: readonly Diagnostic[] } {
  try {
    return { all: read(), problems: [] };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { all: without, problems: thrown.diagnostics.map((each) => ({ ...each, severity: "warning" })) };
  }
}

/**
 * The memory of an account: the last of those that are given for it.
 *
 * @throws ScanformError where that does not end with what was read back
 */
export function memoryOf(
  memories: readonly Memory[],
  { id, baseUrl }: { readonly id: string; readonly baseUrl: string },
): LastingMemory | undefined {
  const last = memories.findLast((each) => sameId(each.account, id) && each.baseUrl === baseUrl);
  if (last === undefined) return undefined;
  const { checkpoint, file } = last;
  if (checkpoint !== undefined) return { ...last, checkpoint };
  return fail(
    "journal",
    `${file} does not end with what was read back: it is of a rollback or of an apply that was interrupted. Apply again, and take the new journal.`,
    { path: file },
  );
}
