import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { fail, messageOf } from "../diagnostics/error";
import { sameId } from "../model/uuid";
import { type Checkpoint, plannedConfigurations } from "../reconcile/apply/checkpoint";
import { readJournal } from "./journal-file";
import { readPlanFile } from "./plan-file";

/** What a file remembers of one account. */
export interface Memory {
  readonly file: string;
  readonly account: string;
  readonly baseUrl: string;
  /** When it was read back: ISO 8601. Absent for a plan, which says how it was to be. */
  readonly at?: string;
  readonly checkpoint: Checkpoint;
}

/**
 * Reads a journal, which ends with what was read back, or a saved plan, which is taken to be applied as it is.
 *
 * @throws ScanformError that explains why the file cannot be used
 */
export function readMemories(cwd: string, file: string): readonly Memory[] {
  const path = resolve(cwd, file);
  return beginning(path).includes('"scanform-plan"') ? ofPlan(path, file) : ofJournal(path, file);
}

function ofJournal(path: string, file: string): readonly Memory[] {
  const { begun, entries } = readJournal(path);
  const last = entries.findLast((each) => each.type === "applied");
  if (last === undefined)
    return fail(
      "journal",
      `${file} does not end with what was read back: its apply was interrupted, or made by scanform 0.1.0. Apply again, and take the new journal.`,
      { path },
    );
  const { type: _type, at, ...checkpoint } = last;
  return [{ file, account: begun.account.id, baseUrl: begun.baseUrl, ...(at === undefined ? {} : { at }), checkpoint }];
}

const ofPlan = (path: string, file: string): readonly Memory[] =>
  readPlanFile(path).map(({ account, baseUrl, desired, report, assigned }) => ({
    file,
    account: account.id,
    baseUrl,
    checkpoint: {
      desired,
      configurations: plannedConfigurations(report),
      repositories:
        assigned ?? fail("plan-file-version", `${file} was made by an earlier scanform. Plan again.`, { path }),
    },
  }));

/** Enough of a file to tell what it is. */
function beginning(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(200);
      return bytes.toString("utf8", 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    return fail(
      "usage",
      `--since ${path} cannot be read: ${messageOf(thrown)}. Name a journal or a saved plan.`,
      { path },
      thrown,
    );
  }
}

/** The memory of an account: the last of those that are given for it. */
export const memoryOf = (
  memories: readonly Memory[],
  { id, baseUrl }: { readonly id: string; readonly baseUrl: string },
): Memory | undefined => memories.findLast((each) => sameId(each.account, id) && each.baseUrl === baseUrl);
