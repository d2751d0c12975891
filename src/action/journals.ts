import { optionalTextAt, WrongForm } from "../code-host/answers";
import type { Files } from "../code-host/artifacts";
import type { Repository } from "../code-host/client";
import { deepest, parseJson } from "../model/parse-json";
import { lastArtifact, lastAttempt, usableFiles } from "./artifacts";

/** Older journals are left out where all of them have more bytes: far less than an artifact may have. */
const mostBytes = 16 * 1024 * 1024;

const journalName = /^[\w-]+\.journal$/;

/** The maximum number of bytes in which the first entry of a journal is sought. */
const mostOfEntry = 64 * 1024;

/** Each apply keeps the journals of all in an artifact: the attempt of its run is at the end of the name. */
const prefix = "scanform-journal";

/**
 * The journals of earlier applies, by which scanform refuses a plan that is applied already. Each apply keeps them
 * together with its own.
 */
export async function earlierJournals(host: Repository, base: string, runId: number, attempt: number): Promise<Files> {
  const before = (await keptJournals(host, base)) ?? new Map<string, Buffer>();
  const own = await lastAttempt(host, runId, attempt - 1, prefix);
  const added = own === undefined ? [] : journalsIn(await usableFiles(host, own));
  return newestOf(new Map([...before, ...added]));
}

/** The journals of all applies of a branch, also of those that failed; undefined where none are kept any more. */
export async function keptJournals(host: Repository, branch: string): Promise<Files | undefined> {
  const runs = { workflow: "scanform-apply.yml", branch, events: ["workflow_run"], status: "completed" } as const;
  const artifact = await lastArtifact(host, runs, prefix);
  return artifact === undefined ? undefined : journalsIn(await usableFiles(host, artifact));
}

const journalsIn = (files: Files): Files => new Map([...files].filter(([name]) => journalName.test(name)));

/** The newest journals, and the last of each account; their names begin with the time. */
function newestOf(journals: Files): Files {
  const sorted = [...journals].sort(([a], [b]) => (a < b ? 1 : -1));
  const accounts = new Set<string>();
  let bytes = 0;
  return new Map(
    sorted.filter(([, content]) => {
      const account = accountOf(content);
      const isLast = !accounts.has(account);
      accounts.add(account);
      return (bytes += content.length) <= mostBytes || isLast;
    }),
  );
}

/** The account that the first entry of a journal names; empty for a journal that is damaged there. */
function accountOf(journal: Buffer): string {
  const [line = ""] = journal.toString("utf8", 0, mostOfEntry).split("\n", 1);
  try {
    const begun = parseJson(line, deepest.message);
    return `${optionalTextAt(begun, "account.id") ?? ""} ${optionalTextAt(begun, "baseUrl") ?? ""}`;
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError) && !(thrown instanceof WrongForm)) throw thrown;
    return "";
  }
}
