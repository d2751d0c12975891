import { unzipSync } from "fflate";
import { canary } from "../../support/account";
import { type App, everyday } from "../../support/declare";
import { desk } from "../../support/desk";
import { addPull, sha, synthesizedZip, zipOf } from "../../support/code-host-arrange";
import { repository, type Run, startCodeHost } from "../../support/code-host";
import { declareBase, planPull, type Story } from "./story";

const at = "2026-01-01T10:00:00Z";

let story: Story;
let base: Run;

beforeEach(async () => {
  story = { host: await startCodeHost(), desk: await desk() };
  base = declareBase(story, synthesizedZip(everyday), at);
});

const kept = (): readonly string[] => story.host.artifacts.filter(({ run }) => run !== base.id).map(({ name }) => name);

test("plans what a pull request declares, shows it, and keeps it, without the key", async () => {
  const { plan, comment } = await planPull(story, addPull(story.host), synthesizedZip(everyday), at);
  expect(plan).toMatchObject({ result: "success", outputs: { number: "7" } });
  expect(comment).toMatchObject({ result: "success" });
  expect(story.host.comments[0]?.body).toContain("WEAKENS");
  expect(kept()).toEqual(["scanform-synth-1", "scanform-shown", `scanform-plan-7-${sha("b")}`]);
  expect(story.desk.writes()).toEqual([]);

  const files = story.host.artifacts.flatMap(({ content }) => Object.values(unzipSync(content)));
  const shown = [plan.log, comment.log, ...story.host.comments.map(({ body }) => body)];
  for (const each of [...files.map((file) => Buffer.from(file).toString("utf8")), ...shown])
    expect(each).not.toContain(canary);
});

const wrong: App = { configurations: { a: { name: "a", risk_threshold: "high" } } };

test.each<[string, () => Uint8Array, string]>([
  ["cannot be planned", () => synthesizedZip(wrong), "risk_threshold"],
  ["leaves its folder", () => zipOf({ "../../.github/scanform/comment.mjs": "" }), "scanform could not plan this"],
])("keeps no plan of a declaration that %s", async (_, content, shown) => {
  const { plan, comment } = await planPull(story, addPull(story.host), content(), at);
  expect(plan).toMatchObject({ result: "failure" });
  expect(comment).toMatchObject({ result: "success" });
  expect(story.host.comments[0]?.body).toContain(shown);
  expect(kept()).toEqual(["scanform-synth-1", "scanform-shown"]);
});

test("plans nothing while it is not known what the default branch declares", async () => {
  story.host.artifacts.splice(0);
  const { plan, comment } = await planPull(story, addPull(story.host), synthesizedZip(everyday), at);
  expect(plan).toMatchObject({
    result: "failure",
    log: expect.stringContaining("what main declares any more") as string,
  });
  expect(comment).toMatchObject({ result: "success" });
  expect(story.desk.emulator.requests).toEqual([]);
  expect(kept()).toEqual(["scanform-synth-1", "scanform-shown"]);
});

test("keeps no plan of a commit that is not the pull request's last any more", async () => {
  const head = { branch: "stricter", sha: sha("a"), repository };
  addPull(story.host);
  const { plan } = await planPull(
    story,
    { number: 7, state: "open", base: "main", head },
    synthesizedZip(everyday),
    at,
  );
  expect(plan).toMatchObject({ result: "success", outputs: { number: "" } });
  expect(kept()).toEqual(["scanform-synth-1"]);
});

test("asks the service nothing for a fork", async () => {
  const head = { branch: "stricter", sha: sha("b"), repository: "mallory/settings" };
  const { plan, comment } = await planPull(story, addPull(story.host, { head }), synthesizedZip(everyday), at);
  expect([plan.result, comment.result]).toEqual(["skipped", "skipped"]);
  expect(story.desk.emulator.requests).toEqual([]);
});
