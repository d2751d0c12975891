import { unzipSync } from "fflate";
import { canary } from "../../support/account";
import { type App, asItIs, everyday } from "../../support/declare";
import { desk } from "../../support/desk";
import { addArtifact, addPull, addRun, sha, synthesizedZip, zipOf } from "../../support/code-host-arrange";
import { repository, type Run, startCodeHost } from "../../support/code-host";
import { declareBase, planPull, type Story } from "./story";

const at = "2026-01-01T10:00:00Z";

let story: Story;
let base: Run;

beforeEach(async () => {
  story = { host: await startCodeHost(), desk: await desk() };
  base = declareBase(story, synthesizedZip(asItIs), at);
});

const kept = (): readonly string[] => story.host.artifacts.filter(({ run }) => run !== base.id).map(({ name }) => name);

test("plans what a pull request declares, shows it, and keeps it, without the key", async () => {
  const { begin, plan, comment } = await planPull(story, addPull(story.host), synthesizedZip(everyday), at);
  expect(begin).toMatchObject({ outputs: { number: "7", task: "plan" } });
  expect(plan).toMatchObject({ result: "success" });
  expect(comment).toMatchObject({ result: "success" });
  expect(story.host.comments[0]?.body).toContain("WEAKENS");
  expect(kept()).toEqual(["scanform-synth-1", "scanform-shown", `scanform-plan-7-${sha("b")}`]);
  expect(keptFiles()).toEqual(["outcome.json", "plan.html", "plan.json", "plan.md"]);
  expect(story.desk.writes()).toEqual([]);

  const files = story.host.artifacts.flatMap(({ content }) => Object.values(unzipSync(content)));
  const shown = [plan.log, comment.log, ...story.host.comments.map(({ body }) => body)];
  for (const each of [...files.map((file) => Buffer.from(file).toString("utf8")), ...shown])
    expect(each).not.toContain(canary);
});

const keptFiles = (): readonly string[] =>
  Object.keys(unzipSync(story.host.artifacts.at(-1)?.content ?? new Uint8Array()));

const unplanned = { sha: sha("b"), state: "failure", description: "It could not be planned." };
const wrong: App = { configurations: { a: { name: "a", risk_threshold: "high" } } };

test("keeps no plan of a declaration that cannot be planned", async () => {
  const { plan, comment } = await planPull(story, addPull(story.host), synthesizedZip(wrong), at);
  expect(plan).toMatchObject({ result: "failure" });
  expect(comment).toMatchObject({ result: "success" });
  expect(story.host.comments[0]?.body).toContain("risk_threshold");
  expect(story.host.statuses.at(-1)).toMatchObject(unplanned);
  expect(keptFiles()).toEqual(["outcome.json", "plan.md"]);
});

test("looks at no declaration that leaves its folder", async () => {
  const content = zipOf({ "../../.github/scanform/comment.mjs": "" });
  const { begin, plan } = await planPull(story, addPull(story.host), content, at);
  expect([begin.result, plan.result]).toEqual(["failure", "skipped"]);
  const description = expect.stringContaining("is not a path inside a folder") as string;
  expect(story.host.statuses.at(-1)).toMatchObject({ sha: sha("b"), state: "failure", description });
  expect(kept()).toEqual(["scanform-synth-1"]);
});

test("plans nothing while it is not known what the default branch declares", async () => {
  story.host.artifacts.splice(0);
  const { plan, comment } = await planPull(story, addPull(story.host), synthesizedZip(everyday), at);
  expect(plan).toMatchObject({
    result: "failure",
    log: expect.stringContaining("still has what main declares") as string,
  });
  expect(comment).toMatchObject({ result: "success" });
  expect(story.host.statuses.at(-1)).toMatchObject(unplanned);
  expect(story.desk.emulator.requests).toEqual([]);
  expect(keptFiles()).toEqual(["outcome.json", "plan.md"]);
});

test.each(["schedule", "workflow_dispatch"])("compares with what is kept by %s, long after a merge", async (event) => {
  Object.assign(story.host.artifacts[0] ?? {}, { expired: true });
  const { id } = addRun(story.host, { id: 39, workflow: "scanform-synth.yml", event });
  addArtifact(story.host, { name: "scanform-synth-1", run: id, content: synthesizedZip(asItIs) });
  const { begin, plan } = await planPull(story, addPull(story.host), synthesizedZip(asItIs), at);
  expect([begin.outputs["task"], plan.result]).toEqual(["same", "skipped"]);
});

test("keeps no plan of a commit that is not the pull request's last any more", async () => {
  const head = { branch: "stricter", sha: sha("a"), repository };
  addPull(story.host);
  const { begin, plan } = await planPull(
    story,
    { number: 7, state: "open", base: "main", head },
    synthesizedZip(everyday),
    at,
  );
  expect(begin).toMatchObject({ result: "success", outputs: { number: "" } });
  expect(plan.result).toBe("skipped");
  expect(kept()).toEqual(["scanform-synth-1"]);
});
