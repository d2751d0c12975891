import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addPull, sha } from "../../support/code-host-arrange";
import { bot, type CodeHost, repository, startCodeHost } from "../../support/code-host";
import { type Ended, runScript } from "./scripts";
import { temporaryFolder } from "../../support/temporary-folder";

const marker = "<!-- scanform plan -->";

let host: CodeHost;

beforeEach(async () => {
  host = await startCodeHost();
});

function comment(plan: string): Promise<Ended> {
  const path = join(temporaryFolder(), "plan.md");
  writeFileSync(path, plan);
  return runScript(host, "comment", { PULL_REQUEST: "7", COMMIT: sha("b"), PLAN: path });
}

test("writes a comment with the plan, its commit and its run", async () => {
  addPull(host);
  expect(await comment(`${marker}\nfirst\n`)).toMatchObject({ code: 0, outputs: { shown: "true" } });
  const run = `https://code.example.com/${repository}/actions/runs/900`;
  expect(host.comments.map(({ body }) => body)).toEqual([
    `${marker}\nfirst\n\nPlan of ${sha("b")}, by [this run](${run}).\n`,
  ]);
});

test("edits its comment when there is a new plan", async () => {
  addPull(host);
  await comment(`${marker}\nfirst`);
  await comment(`${marker}\nsecond`);
  expect(host.comments).toHaveLength(1);
  expect(host.comments[0]?.body).toContain("second");
});

test("finds its comment on a later page", async () => {
  addPull(host);
  const user = { login: "alice", type: "User" };
  for (let id = 1; id <= 120; id += 1) host.comments.push({ id, user, body: "hello" });
  await comment(`${marker}\nfirst`);
  await comment(`${marker}\nsecond`);
  expect(host.writes).toEqual(["POST /issues/7/comments", "PATCH /issues/comments/1120"]);
});

test.each([
  ["somebody else with the marker", { login: "mallory", type: "User" }, `${marker}\nno changes`],
  ["a person of the bot's name", { ...bot, type: "User" }, `${marker}\nno changes`],
  ["another app with the marker", { login: "other[bot]", type: "Bot" }, `${marker}\nno changes`],
  ["the same bot without the marker", bot, "Coverage: 90 %"],
  ["the same bot, which quotes the marker", bot, `> ${marker}`],
])("does not edit a comment of %s", async (_, user, body) => {
  addPull(host);
  host.comments.push({ id: 1, user, body });
  await comment(`${marker}\nfirst`);
  expect(host.comments).toEqual([
    { id: 1, user, body },
    expect.objectContaining({ user: bot, body: expect.stringContaining("first") as string }),
  ]);
});

test.each([
  ["has a newer commit", { head: { branch: "stricter", sha: sha("c"), repository } }],
  ["is closed", { state: "closed" as const }],
])("shows nothing, and keeps no plan, once the pull request %s", async (_, pull) => {
  addPull(host, pull);
  expect(await comment(`${marker}\nfirst`)).toMatchObject({ code: 0, outputs: {} });
  expect(host.writes).toEqual([]);
});

test("says so when there is no plan", async () => {
  addPull(host);
  await comment("");
  expect(host.comments[0]?.body).toContain("scanform could not plan this");
});
