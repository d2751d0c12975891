import type { Files } from "../code-host/artifacts";
import { lastArtifact, lastAttempt, type RunsAsked, usableFiles } from "./artifacts";
import type { Repository } from "../code-host/client";

/** Older journals are left out where all of them have more bytes: far less than an artifact may have. */
const mostBytes = 16 * 1024 * 1024;

const journalName = /^[\w-]+\.journal$/;

/** Each apply keeps the journals of all in an artifact: the attempt of its run is at the end of the name. */
const prefix = "scanform-journal";

/**
 * The journals of earlier applies, by which scanform refuses a plan that is applied already. Each apply keeps them
 * together with its own.
 */
export async function earlierJournals(host: Repository, base: string, runId: number, attempt: number): Promise<Files> {
  const kept = [
    await lastArtifact(host, appliesOf(base, "completed"), prefix),
    await lastAttempt(host, runId, attempt - 1, prefix),
  ];
  const journals = new Map<string, Buffer>();
  for (const artifact of kept)
    if (artifact !== undefined)
      for (const [name, content] of await usableFiles(host, artifact))
        if (journalName.test(name)) journals.set(name, content);
  return newestOf(journals);
}

/** The journals of the last apply that went well; undefined where they are kept no more. */
export async function lastJournals(host: Repository, base: string): Promise<Files | undefined> {
  const artifact = await lastArtifact(host, appliesOf(base, "success"), prefix);
  return artifact === undefined ? undefined : usableFiles(host, artifact);
}

const appliesOf = (branch: string, status: RunsAsked["status"]): RunsAsked => ({
  workflow: "scanform-apply.yml",
  branch,
  events: ["workflow_run"],
  status,
});

/** The newest journals; their names begin with the time. */
function newestOf(journals: Files): Files {
  const sorted = [...journals].sort(([a], [b]) => (a < b ? 1 : -1));
  let bytes = 0;
  return new Map(sorted.filter(([, content], at) => at === 0 || (bytes += content.length) <= mostBytes));
}
