// Downloads what the default branch declares, to compare a pull request with. Nothing of it is run.
import { filesOf, writeFiles } from "./lib/artifact.mjs";
import { lastArtifact } from "./lib/last-artifact.mjs";
import { input, Refused, run } from "./lib/script.mjs";

await run(async () => {
  const [folder, branch] = [input("OUT"), input("DEFAULT_BRANCH")];
  const declared = await lastArtifact("scanform-synth.yml", branch, "event=push&status=success", "scanform-synth");
  if (declared === undefined)
    throw new Refused(
      `No run of scanform-synth has what ${branch} declares any more, so a plan cannot be compared with it. ` +
        "Run it again for the last merge, and then this.",
    );
  writeFiles(await filesOf(declared), folder);
});
