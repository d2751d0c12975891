import { mkdirSync, writeFileSync } from "node:fs";
import { postOf } from "../code-host/answers";
import { refuse } from "../code-host/refused";
import { visible } from "../diagnostics/foreign-text";
import { markers } from "../diagnostics/markdown";
import { keptInThisRun, writeFiles } from "./artifacts";
import { declaredBy } from "./declared";
import { environments, reviewersIn } from "./environments";
import type { Job } from "./job";
import { keptJournals } from "./journals";
import { furtherArguments, installScanform } from "./programs";

const report = "drift.md";

/** The exit code of scanform for drift. */
const drifted = 2;

/**
 * Looks for what has moved in the service since the journals of all applies, and for what is declared and not applied
 * yet. The report is in the folder `shown`, also where something could not be looked at, which fails the job.
 */
export async function drift(job: Job): Promise<void> {
  // a schedule runs on the default branch; the environment admits no other
  const branch = job.variable("GITHUB_REF_NAME");
  const scanform = await installScanform(job);
  writeFiles(await declaredBy(job, branch), job.temporary("synthesized"));
  const journals = await keptJournals(job.host, branch);
  if (journals === undefined) job.notice("No run of scanform-apply still has a journal: drift is not known.");
  else writeFiles(journals, job.temporary("journal"));
  const since = journals === undefined ? [] : ["--since", "journal"];
  const args = ["drift", "--synthesized", "synthesized", ...since, "--format", "markdown", ...furtherArguments(job)];
  const { code, out } = await scanform.run(args, job.temporary(), "api keys");
  mkdirSync(job.temporary("shown"));
  writeFileSync(job.temporary("shown", report), out);
  job.summary(out);
  if (code !== 0 && code !== drifted) refuse(`scanform drift ended with ${String(code)}.`);
  job.output("drifted", String(code === drifted));
}

const title = "The scan settings are not what is declared";

/**
 * Keeps one issue with what has drifted: opens it, brings it up to date, and closes it. Where it could not be looked for
 * drift everywhere, the issue says so, and stays open.
 */
export async function issue(job: Job): Promise<void> {
  const found = job.optional("drifted", /^(true|false)$/);
  const body = [
    (await reportOf(job)) ?? `${markers.drift}\n### scanform: drift is not known`,
    ...(found === undefined ? ["**scanform could not look everywhere**: the log of the run says why."] : []),
    ...(found === "false" ? [] : [await whoApplies(job)]),
    `Found by [this run](${job.runUrl()}).\n`,
  ].join("\n\n");
  const issues = await job.host.list("/issues?state=open", postOf);
  // others may write the marker too: their issues are not edited
  const ours = issues.find((each) => each.isOfWorkflow && !each.isPull && each.body.startsWith(markers.drift));
  if (ours !== undefined)
    await job.host.send("PATCH", `/issues/${String(ours.number)}`, {
      body,
      ...(found === "false" ? { state: "closed" } : {}),
    });
  else if (found !== "false") await job.host.send("POST", "/issues", { title, body });
}

/** The report of the job that has looked, if it has left one. */
async function reportOf(job: Job): Promise<string | undefined> {
  const text = (await keptInThisRun(job, "scanform-drift"))?.get(report)?.toString("utf8").trim() ?? "";
  return text === "" ? undefined : text;
}

/** How what is listed gets applied, and who is asked then. */
async function whoApplies(job: Job): Promise<string> {
  const asked = (await reviewersIn(job.host, environments.usual)) ?? [];
  const names = asked.map((name) => `\`${visible(name)}\``).join(", ");
  const who = asked.length === 0 ? "nobody: those who may merge may apply it" : names;
  return (
    "**Who may apply it**: an apply restores what has drifted, applies what is pending and removes triages that are " +
    "due. It follows the merge of a pull request, even one with an empty commit. The environment " +
    `\`${environments.usual}\` asks ${who}. The reviewers of \`${environments.asking}\` are asked about what weakens.`
  );
}
