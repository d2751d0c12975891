// Keeps one comment with the plan on a pull request, while the plan is that of its last commit.
import { readFileSync } from "node:fs";
import { get, getAll, send } from "./lib/host.mjs";
import { commit, input, notice, output, positive, run } from "./lib/script.mjs";

const marker = "<!-- scanform plan -->";

/** Others may write the marker too: their comments are not edited. */
const isOurs = ({ user, body }) =>
  user?.login === "github-actions[bot]" && user.type === "Bot" && (body ?? "").startsWith(marker);

await run(async () => {
  const [number, sha] = [input("PULL_REQUEST", positive), input("COMMIT", commit)];
  const plan = readFileSync(input("PLAN"), "utf8").trim();
  const text = plan === "" ? `${marker}\n### scanform could not plan this` : plan;
  const runUrl = `${input("GITHUB_SERVER_URL")}/${input("GITHUB_REPOSITORY")}/actions/runs/${input("GITHUB_RUN_ID", positive)}`;
  const body = `${text}\n\nPlan of ${sha}, by [this run](${runUrl}).\n`;
  const comments = await getAll(`/issues/${number}/comments`);
  const pull = await get(`/pulls/${number}`);
  if (pull.state !== "open" || pull.head.sha !== sha) {
    notice(`${sha} is not the last commit of the open pull request ${number} any more.`);
    return;
  }
  const ours = comments.find(isOurs);
  if (ours === undefined) await send("POST", `/issues/${number}/comments`, { body });
  else await send("PATCH", `/issues/comments/${ours.id}`, { body });
  output("shown", "true");
});
