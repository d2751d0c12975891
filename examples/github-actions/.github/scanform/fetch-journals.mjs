// Downloads the journals of earlier applies, by which scanform refuses a plan that is applied already. Each apply keeps
// them together with its own. Nothing of it is run.
import { filesOf, writeFiles } from "./lib/artifact.mjs";
import { lastArtifact, lastAttempt } from "./lib/last-artifact.mjs";
import { input, positive, run } from "./lib/script.mjs";

/** Older journals are left out where all of them have more bytes: far less than an artifact may have. */
const mostBytes = 16 * 1024 * 1024;

const journalName = /^[\w-]+\.journal$/;

await run(async () => {
  const prefix = "scanform-journal";
  const ended = "event=workflow_run&status=completed";
  const before = Number(input("GITHUB_RUN_ATTEMPT", positive)) - 1;
  const kept = [
    await lastArtifact("scanform-apply.yml", input("DEFAULT_BRANCH"), ended, prefix),
    await lastAttempt(input("GITHUB_RUN_ID", positive), before, prefix),
  ];
  const journals = new Map();
  for (const artifact of kept)
    if (artifact !== undefined)
      for (const [name, content] of await filesOf(artifact)) if (journalName.test(name)) journals.set(name, content);
  writeFiles(newestOf(journals), input("OUT"));
});

/** The newest journals; their names begin with the time. */
function newestOf(journals) {
  const sorted = [...journals].sort(([a], [b]) => (a < b ? 1 : -1));
  let bytes = 0;
  return sorted.filter(([, content], at) => at === 0 || (bytes += content.length) <= mostBytes);
}
