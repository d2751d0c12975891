// The action: `action.yml` runs the bundle of this file, action/index.js.
import { apply, find } from "./apply";
import { begin } from "./begin";
import { comment } from "./comment";
import { drift, issue } from "./drift";
import { type Job, jobOf } from "./job";
import { plan } from "./plan";
import { refuse } from "../code-host/refused";
import { status } from "./status";

/** What a step does, by the input `mode`. Each is a job of its own in the workflows, with what it needs and no more. */
const modes: Readonly<Record<string, (job: Job) => Promise<void>>> = {
  begin,
  plan,
  comment,
  status,
  find,
  apply,
  drift,
  issue,
};

async function main(): Promise<void> {
  const job = jobOf(process.env, (line) => {
    console.log(line);
  });
  try {
    const mode = job.input("mode", /^\w+$/);
    const run = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
    await (run ?? refuse(`The mode is none of ${Object.keys(modes).join(", ")}.`))(job);
  } catch (thrown) {
    job.error(thrown instanceof Error ? thrown.message : String(thrown));
    process.exitCode = 1;
  }
}

void main();
