import { strFromU8, unzipSync } from "fflate";
import { type App, asItIs, everyday } from "../../support/declare";
import { desk } from "../../support/desk";
import { meddle } from "../../support/scenes";
import { addArtifact, addPull, planFiles, sha, synthesizedZip, zipOf } from "../../support/code-host-arrange";
import { type Pull, repository, startCodeHost } from "../../support/code-host";
import { type Circumstances, runJob } from "./run-job";
import { applyAgain, applyMerge, declareBase, deleteRun, merge, planPull, startApply, type Story } from "./story";

let story: Story;

beforeEach(async () => {
  story = { host: await startCodeHost(), desk: await desk() };
  story.host.main.push(sha("0"));
  declareBase(story, synthesizedZip(withComments("silent", "enabled")), planned);
});

const [planned, merged, after] = ["2026-01-01T10:00:00Z", "2026-01-01T11:00:00Z", "2026-01-01T12:00:00Z"];

const pullOf = (number: number, digit: string): Pull =>
  addPull(story.host, { number, head: { branch: `branch-${digit}`, sha: sha(digit), repository } });

/** `comment` of the service's two configurations. */
const commentsOf = (): unknown =>
  story.desk.emulator
    .snapshot()
    .accounts[0]?.configurations?.map(({ name, configuration }) => [name, configuration?.["comment"]]);

const withComments = (baseline: string, relaxed: string): App => ({
  configurations: { baseline: { name: "baseline", comment: baseline }, relaxed: { name: "relaxed", comment: relaxed } },
});

test("applies what was reviewed, and keeps the journal", async () => {
  const pull = pullOf(7, "b");
  await planPull(story, pull, synthesizedZip(everyday), planned);
  merge(story, pull, sha("1"), merged);
  const { find, apply } = await applyMerge(story, startApply(story, sha("1"), synthesizedZip(everyday), after));
  expect(find).toMatchObject({ result: "success", outputs: { environment: "scanform-apply-weakens" } });
  expect(apply).toMatchObject({ result: "success" });
  expect(story.desk.writes()).not.toEqual([]);
  expect(story.host.artifacts.map(({ name }) => name)).toContain("scanform-journal-1");
});

test.each<[string, reviewers: readonly string[] | undefined, why: string]>([
  ["is not there", undefined, "scanform-apply-weakens does not exist"],
  ["has no reviewers", [], "scanform-apply-weakens has no required reviewers"],
])("applies nothing that weakens where the environment for it %s", async (_, reviewers, why) => {
  const pull = pullOf(7, "b");
  await planPull(story, pull, synthesizedZip(everyday), planned);
  merge(story, pull, sha("1"), merged);
  const given = startApply(story, sha("1"), synthesizedZip(everyday), after);
  if (reviewers === undefined) story.host.environments.delete("scanform-apply-weakens");
  else story.host.environments.set("scanform-apply-weakens", reviewers);
  const refusal = { result: "failure", log: expect.stringContaining(why) as string };
  expect(await applyMerge(story, given)).toMatchObject({ find: refusal });
  // the reviewers may be gone between the two jobs
  const find = { result: "success", outputs: { environment: "scanform-apply-weakens" }, log: "" } as const;
  expect(await runJob("scanform-apply.yml", "apply", { ...given, needs: { find } })).toMatchObject(refusal);
  expect(story.desk.writes()).toEqual([]);
});

/** A saved plan that was made long ago. */
function aged(saved: string): string {
  return JSON.stringify({ ...(JSON.parse(saved) as object), made_at: "2020-01-01T00:00:00.000Z" });
}

test("applies no plan that is too old", async () => {
  const pull = pullOf(7, "b");
  await planPull(story, pull, synthesizedZip(everyday), planned);
  merge(story, pull, sha("1"), merged);
  const given = startApply(story, sha("1"), synthesizedZip(everyday), after);
  for (const kept of story.host.artifacts.filter(({ name }) => name.startsWith("scanform-plan-7-"))) {
    const files = Object.entries(unzipSync(kept.content)).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
    const old = files.map(([name, text]) => [name, name === "plan.json" ? aged(text) : text] as const);
    Object.assign(kept, { content: zipOf(Object.fromEntries(old)) });
  }
  expect(await applyMerge(story, given)).toMatchObject({
    find: { result: "success" },
    apply: { result: "failure", log: expect.stringContaining("[plan-too-old]") as string },
  });
  expect(story.desk.writes()).toEqual([]);
});

test.each<[title: string, base: App, now: App, environment: string]>([
  ["a rule of the base no longer catches new repositories", everyday, asItIs, "scanform-apply-weakens"],
  ["the base cannot be evaluated", { configurations: { a: {} } }, asItIs, "scanform-apply-weakens"],
])("chooses the environment where %s", async (_title, base, now, environment) => {
  declareBase(story, synthesizedZip(base), planned);
  const pull = pullOf(7, "b");
  expect(await planPull(story, pull, synthesizedZip(now), planned)).toMatchObject({ plan: { result: "success" } });
  merge(story, pull, sha("1"), merged);
  const { find } = await applyMerge(story, startApply(story, sha("1"), synthesizedZip(now), after));
  expect(find).toMatchObject({ result: "success", outputs: { environment } });
});

test("writes nothing when a poisoned package declares something else once it is merged", async () => {
  const pull = pullOf(7, "b");
  await planPull(story, pull, synthesizedZip(asItIs), planned);
  merge(story, pull, sha("1"), merged);
  const { apply } = await applyMerge(story, startApply(story, sha("1"), synthesizedZip(everyday), after));
  expect(apply).toMatchObject({ result: "failure" });
  expect(story.desk.writes()).toEqual([]);
});

test("applies the reviewed plan although a poisoned package has kept another of its name", async () => {
  const pull = pullOf(7, "b");
  await planPull(story, pull, synthesizedZip(withComments("enabled", "enabled")), planned);
  const synth = story.host.runs.find(({ event }) => event === "pull_request");
  const name = `scanform-plan-7-${sha("b")}`;
  addArtifact(story.host, { name, run: synth?.id ?? 0, made: planned, content: zipOf(planFiles("1")) });
  merge(story, pull, sha("1"), merged);
  const content = synthesizedZip(withComments("enabled", "enabled"));
  const { find, apply } = await applyMerge(story, startApply(story, sha("1"), content, after));
  expect(find).toMatchObject({ outputs: { environment: "scanform-apply" } });
  expect(apply).toMatchObject({ result: "success" });
});

test("applies two merges at once, each as it was reviewed, in their order", async () => {
  const [first, second] = [pullOf(7, "b"), pullOf(8, "c")];
  await planPull(story, first, synthesizedZip(withComments("enabled", "enabled")), planned);
  await planPull(story, second, synthesizedZip(withComments("silent", "disabled")), planned);
  merge(story, first, sha("1"), merged);
  merge(story, second, sha("2"), merged);
  const earlier = startApply(story, sha("1"), synthesizedZip(withComments("enabled", "enabled")), after);
  const later = startApply(story, sha("2"), synthesizedZip(withComments("enabled", "disabled")), after);
  const ends = await Promise.all([applyMerge(story, later), applyMerge(story, earlier)]);
  expect(ends.map(({ apply }) => apply.result)).toEqual(["success", "success"]);
  expect(commentsOf()).toEqual([
    ["baseline", "enabled"],
    ["relaxed", "disabled"],
  ]);
});

/** Merges a pull request that declares this comment of the baseline, and applies the merge. */
async function applied(number: number, digit: string, at: string, comment: string): Promise<Circumstances> {
  const pull = pullOf(number, digit);
  const content = synthesizedZip(withComments(comment, "enabled"));
  await planPull(story, pull, content, at);
  merge(story, pull, sha(String(number)), at);
  const given = startApply(story, sha(String(number)), content, at);
  expect(await applyMerge(story, given)).toMatchObject({ apply: { result: "success" } });
  return given;
}

test("does not bring back the settings of an earlier merge by repeating runs, nor by deleting them", async () => {
  const earlier = await applied(7, "b", planned, "enabled");
  const later = await applied(8, "c", after, "silent");
  expect(await applyAgain(story, later)).toMatchObject({ find: { result: "success" }, apply: { result: "failure" } });
  const refusal = { result: "failure", log: expect.stringContaining("cannot be repeated") as string };
  expect(await applyAgain(story, earlier)).toMatchObject({ find: refusal });
  // the job that applies can be repeated alone, and asks again
  const find = { result: "success", outputs: { environment: "scanform-apply" }, log: "" } as const;
  expect(await runJob("scanform-apply.yml", "apply", { ...earlier, attempt: 2, needs: { find } })).toMatchObject(
    refusal,
  );
  deleteRun(story, later);
  expect(await applyAgain(story, earlier)).toMatchObject({ find: refusal });
  const synthesizedAgain = startApply(story, sha("7"), synthesizedZip(withComments("enabled", "enabled")), after, 2);
  expect(await applyMerge(story, synthesizedAgain)).toMatchObject({ find: refusal });
  expect(commentsOf()).toEqual([
    ["baseline", "silent"],
    ["relaxed", "enabled"],
  ]);
});

test("does not apply again, by repeating runs, what somebody has taken back by hand", async () => {
  await applied(6, "a", planned, "disabled");
  const given = await applied(7, "b", after, "enabled");
  const journals = story.host.artifacts.filter(({ name }) => name.startsWith("scanform-journal"));
  expect(journals.map(({ content }) => Object.keys(unzipSync(content)).length)).toEqual([1, 2]);
  await meddle(story.desk, { comment: "disabled" });
  story.desk.emulator.clearRequests();
  const refusal = { result: "failure", log: expect.stringContaining("[plan-applied]") as string };
  expect(await applyAgain(story, given)).toMatchObject({ find: { result: "success" }, apply: refusal });
  const synthesizedAgain = startApply(story, sha("7"), synthesizedZip(withComments("enabled", "enabled")), after, 2);
  expect(await applyMerge(story, synthesizedAgain)).toMatchObject({ apply: refusal });
  expect(story.desk.writes()).toEqual([]);
});
