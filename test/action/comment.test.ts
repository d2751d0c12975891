import { addArtifact, addPull, sha, zipOf } from "../support/code-host-arrange";
import { bot, type CodeHost, repository, startCodeHost } from "../support/code-host";
import { comment as commentStep } from "../../src/action/comment";
import { stepOf } from "./step";

const marker = "<!-- scanform plan -->";

let host: CodeHost;

beforeEach(async () => {
  host = await startCodeHost();
});

/** Comments on pull request 7 with what the job that planned has left. @returns the outputs of the step */
async function comment(plan: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const content = zipOf({ "plan.md": plan, ...more });
  addArtifact(host, {
    name: "scanform-shown",
    run: 900,
    content,
    made: `2026-01-01T10:00:0${String(host.artifacts.length)}Z`,
  });
  return commentOf("plan");
}

async function commentOf(task: string): Promise<string> {
  const step = stepOf(host, { "INPUT_PULL-REQUEST": "7", INPUT_TASK: task }, { workflow_run: { head_sha: sha("b") } });
  await commentStep(step.job);
  return step.outputs();
}

test("writes a comment with the plan, its commit and its run", async () => {
  addPull(host);
  expect(await comment(`${marker}\nfirst\n`)).toBe("shown=true\n");
  const run = `https://code.example.com/${repository}/actions/runs/900`;
  expect(host.comments.map(({ body }) => body)).toEqual([
    `${marker}\nfirst\n\nPlan of ${sha("b")}, by [this run](${run}).\n`,
  ]);
});

test("links the artifact with the page, where there is one", async () => {
  addPull(host);
  await comment(`${marker}\nfirst\n`, { "plan.html": "<!doctype html>" });
  expect(host.comments[0]?.body).toContain(
    `\`plan.html\` in [the artifact scanform-shown](https://code.example.com/${repository}/actions/runs/900#artifacts).`,
  );
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
  expect(await comment(`${marker}\nfirst`)).toBe("");
  expect(host.writes).toEqual([]);
});

test("says so when there is no plan", async () => {
  addPull(host);
  await comment("");
  expect(host.comments[0]?.body).toContain("scanform could not plan this");
});

test("says so when the job that plans has left nothing", async () => {
  addPull(host);
  expect(await commentOf("plan")).toBe("shown=true\n");
  expect(host.comments[0]?.body).toContain("scanform could not plan this");
});

test("says in a comment that is there that there is nothing to plan, and writes none", async () => {
  addPull(host);
  expect(await commentOf("same")).toBe("shown=true\n");
  expect(host.comments).toEqual([]);
  await comment(`${marker}\nfirst`);
  await commentOf("same");
  expect(host.comments.map(({ body }) => body)).toEqual([expect.stringContaining("### scanform: nothing to plan")]);
});

const asking = (sentence: string) => ({
  "outcome.json": JSON.stringify({ kind: "planned", words: "", asked: [sentence] }),
});

test("says which approvals are missing", async () => {
  addPull(host);
  await comment(`${marker}\nfirst`, asking("kim has not approved ```"));
  const [body = ""] = host.comments.map((each) => each.body);
  expect(body).toContain("first\n\n### scanform: approvals are missing\n\n````\nkim has not approved ```\n````\n");
});

test("leaves out what a comment has no room for, and says so", async () => {
  addPull(host);
  await comment(`${marker}\nfirst`, asking("a".repeat(65_000)));
  const [body = ""] = host.comments.map((each) => each.body);
  expect(body).toMatch(/first\n\nPlan of .*\n\nMore is in the summary of the run\.\n$/);
});
