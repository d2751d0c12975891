// Downloads what the default branch declares, and the journals of the last apply. Nothing of it is run.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { filesOf, writeFiles } from "./lib/artifact.mjs";
import { lastArtifact } from "./lib/last-artifact.mjs";
import { input, notice, Refused, run } from "./lib/script.mjs";

await run(async () => {
  const [folder, branch] = [input("OUT"), input("BRANCH")];
  const declared = await lastArtifact("scanform-synth.yml", branch, "event=push&status=success", "scanform-synth");
  if (declared === undefined)
    throw new Refused("No run of scanform-synth has what is declared any more. Run it again for the last merge.");
  mkdirSync(folder);
  writeFiles(await filesOf(declared), join(folder, "synthesized"));
  const applied = "event=workflow_run&status=success";
  const journal = await lastArtifact("scanform-apply.yml", branch, applied, "scanform-journal");
  if (journal === undefined) notice("No run of scanform-apply has a journal any more: drift cannot be told.");
  else writeFiles(await filesOf(journal), join(folder, "journal"));
});
