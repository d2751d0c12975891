import { statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { type Diagnostic, error, warning } from "../diagnostics/diagnostic";
import { fail, messageOf, ScanformError } from "../diagnostics/error";
import { isGivenFolder } from "../diagnostics/given-file";
import { compareText } from "../model/fingerprint";
import { sameId } from "../model/uuid";
import type { JournalEntry } from "../reconcile/apply/journal-entry";
import { journalFolder, journalNames, type ReadJournal, readJournal } from "./journal-file";

/** Journals that say what earlier applies have left, in which order they began. Each is read when it is needed, and once. */
export interface Journals {
  /** The entries of each journal of an account, those that began last first. What cannot be read is passed over. */
  of(account: { readonly id: string; readonly baseUrl: string }): Iterable<readonly JournalEntry[]>;
  /** Which journals were passed over, or that there is no looking into their folder. */
  problems(): readonly Diagnostic[];
}

/**
 * The journals of `--since`: files, and folders of them; without it those of the project's own folder, if it is there.
 *
 * @throws ScanformError `usage` for a file that is none, and for a folder without a journal
 */
export function journalsOf(cwd: string, since: readonly string[] | undefined): Journals {
  const problems: Diagnostic[] = [];
  const files = since === undefined ? own(cwd, problems) : since.flatMap((file) => named(cwd, file));
  const read = new Map<string, ReadJournal | undefined>();
  const reading = (file: string): ReadJournal | undefined => {
    if (read.has(file)) return read.get(file);
    let journal: ReadJournal | undefined;
    try {
      journal = readJournal(resolve(cwd, file));
    } catch (thrown) {
      if (!(thrown instanceof ScanformError)) throw thrown;
      if (since?.includes(file) === true && thrown.diagnostics.some(({ code }) => code === "usage")) throw thrown;
      problems.push(
        ...thrown.diagnostics.map(({ detail, path }) =>
          warning("journal", `${detail} It is passed over.`, path === undefined ? {} : { path }),
        ),
      );
    }
    read.set(file, journal);
    return journal;
  };
  // a name begins with the time, unless somebody has given it another one
  const timeOf = (file: string): string =>
    timeInName.exec(basename(file))?.[0] ?? reading(file)?.begun.at?.replace(/[:.]/g, "-") ?? "";
  const sorted = files
    .map((file) => ({ file, key: `${timeOf(file)} ${basename(file)}` }))
    .toSorted((one, other) => compareText(other.key, one.key));
  return {
    *of({ id, baseUrl }) {
      for (const { file } of sorted) {
        const journal = reading(file);
        if (journal !== undefined && sameId(journal.begun.account.id, id) && journal.begun.baseUrl === baseUrl)
          yield journal.entries;
      }
    },
    problems: () => problems,
  };
}

const timeInName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z/;

function own(cwd: string, problems: Diagnostic[]): readonly string[] {
  const folder = journalFolder(cwd);
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
      ? inFolder(folder, relative(cwd, folder))
      : [];
  } catch (thrown) {
    problems.push(error("journal", `${folder} cannot be read: ${messageOf(thrown)}.`, { path: folder }));
    return [];
  }
}

function named(cwd: string, file: string): readonly string[] {
  const path = resolve(cwd, file);
  const refuse = (why: string, cause?: unknown): never =>
    fail("usage", `--since ${file} ${why} Name a journal, or the folder of the journals.`, { path }, cause);
  let found: readonly string[];
  try {
    found = isGivenFolder(path) ? inFolder(path, file) : [file];
  } catch (thrown) {
    return refuse(`cannot be read: ${messageOf(thrown)}.`, thrown);
  }
  return found.length > 0 ? found : refuse("is a folder without a journal. An apply writes one.");
}

const inFolder = (path: string, shown: string): readonly string[] =>
  journalNames(path).map((name) => join(shown, name));
