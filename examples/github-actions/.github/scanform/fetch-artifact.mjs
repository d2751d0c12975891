// Downloads an artifact of one run, whoever made it, into a new folder. Nothing of it is run.
import { filesOf, newest, writeFiles } from "./lib/artifact.mjs";
import { getAll } from "./lib/host.mjs";
import { input, positive, Refused, run } from "./lib/script.mjs";

await run(async () => {
  const [runId, name] = [input("RUN_ID", positive), input("ARTIFACT", /^[\w-]+$/)];
  const listed = await getAll(`/actions/runs/${runId}/artifacts?name=${name}`, "artifacts");
  const artifact = newest(listed.filter((each) => each.name === name && !each.expired));
  if (artifact === undefined)
    throw new Refused(`The run ${runId} has no artifact ${name} any more. Run scanform-synth again.`);
  writeFiles(await filesOf(artifact), input("OUT"));
});
