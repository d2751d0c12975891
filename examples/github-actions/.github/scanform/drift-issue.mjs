// Keeps one issue with what has drifted: opens it, brings it up to date, and closes it.
import { readFileSync } from "node:fs";
import { getAll, send } from "./lib/host.mjs";
import { input, positive, run } from "./lib/script.mjs";

const marker = "<!-- scanform drift -->";
const title = "The scan settings are not what is declared";

/** Others may write the marker too: their issues are not edited. */
const isOurs = ({ user, body, pull_request: pull }) =>
  user?.login === "github-actions[bot]" && user.type === "Bot" && pull === undefined && (body ?? "").startsWith(marker);

await run(async () => {
  const found = input("CODE", /^[02]$/) === "2";
  const report = readFileSync(input("REPORT"), "utf8").trim();
  const runUrl = `${input("GITHUB_SERVER_URL")}/${input("GITHUB_REPOSITORY")}/actions/runs/${input("GITHUB_RUN_ID", positive)}`;
  const body = `${report}\n\nFound by [this run](${runUrl}).\n`;
  const ours = (await getAll("/issues?state=open")).find(isOurs);
  if (ours !== undefined)
    await send("PATCH", `/issues/${ours.number}`, { body, ...(found ? {} : { state: "closed" }) });
  else if (found) await send("POST", "/issues", { title, body });
});
