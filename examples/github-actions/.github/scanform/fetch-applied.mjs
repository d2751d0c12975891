// Downloads what the default branch declares, and the journal of the last apply. Nothing of it is run.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { filesOf, newest, writeFiles } from "./lib/artifact.mjs";
import { getAll } from "./lib/host.mjs";
import { input, notice, Refused, run } from "./lib/script.mjs";

/** The newest artifact of the newest successful run of a workflow on the branch; of a repeated run, of its last attempt. */
async function lastArtifact(workflow, event, prefix) {
  const branch = encodeURIComponent(input("BRANCH"));
  const filter = `event=${event}&branch=${branch}&status=success`;
  const runs = await getAll(`/actions/workflows/${workflow}/runs?${filter}`, "workflow_runs");
  const own = runs.filter(({ head_branch: of }) => of === input("BRANCH")).sort((a, b) => b.id - a.id);
  for (const { id, run_attempt: attempts = 1 } of own.slice(0, 20))
    for (let attempt = attempts; attempt > 0; attempt -= 1) {
      const name = `${prefix}-${attempt}`;
      const listed = await getAll(`/actions/runs/${id}/artifacts?name=${name}`, "artifacts");
      const artifact = newest(listed.filter((each) => each.name === name && !each.expired));
      if (artifact !== undefined) return artifact;
    }
  return undefined;
}

await run(async () => {
  const folder = input("OUT");
  const declared = await lastArtifact("scanform-synth.yml", "push", "scanform-synth");
  if (declared === undefined)
    throw new Refused("No run of scanform-synth has what is declared any more. Run it again for the last merge.");
  mkdirSync(folder);
  writeFiles(await filesOf(declared), join(folder, "synthesized"));
  const journal = await lastArtifact("scanform-apply.yml", "workflow_run", "scanform-journal");
  if (journal === undefined) notice("No run of scanform-apply has a journal any more: drift cannot be told.");
  else writeFiles(await filesOf(journal), join(folder, "journal"));
});
