// Downloads what the default branch declares, to compare a pull request with. Nothing of it is run.
import { filesOf, writeFiles } from "./lib/artifact.mjs";
import { lastArtifact } from "./lib/last-artifact.mjs";
import { input, Refused, run } from "./lib/script.mjs";

await run(async () => {
  const declared = await lastArtifact(
    "scanform-synth.yml",
    input("DEFAULT_BRANCH"),
    "event=push&status=success",
    "scanform-synth",
  );
  if (declared === undefined)
    throw new Refused(
      "No run of scanform-synth on a push to the default branch has what is declared there any more. " +
        "Run it again for the last merge; where that is too old to run again, merge an empty commit.",
    );
  writeFiles(await filesOf(declared), input("OUT"));
});
