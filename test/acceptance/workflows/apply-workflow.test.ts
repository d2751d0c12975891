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

/** A saved plan that was made long ago. */
function aged(saved: string): string {
  return JSON.stringify({ ...(JSON.parse(saved) as object), made_at: "2020-01-01T00:00:00.000Z" });
}

test("applies nothing of a plan that weakens without reviewers to ask, that a poisoned package changes, or that is too old", async () => {
  const pull = pullOf(7, "b");
  await planPull(story, pull, synthesizedZip(everyday), planned);
  merge(story, pull, sha("1"), merged);
  const given = startApply(story, sha("1"), synthesizedZip(everyday), after);
  const find = { result: "success", outputs: { environment: "scanform-apply-weakens" }, log: "" } as const;
  const reviewers = story.host.environments.get(find.outputs.environment) ?? [];
  expect(reviewers).not.toEqual([]);
  for (const [asked, why] of [
    [undefined, "scanform-apply-weakens does not exist"],
    [[], "scanform-apply-weakens has no required reviewers"],
  ] as const) {
    story.host.environments.delete(find.outputs.environment);
    if (asked !== undefined) story.host.environments.set(find.outputs.environment, asked);
    const refusal = { result: "failure", log: expect.stringContaining(why) as string };
    expect(await runJob("scanform-apply.yml", "find", given)).toMatchObject(refusal);
    // the reviewers may be gone between the two jobs
    expect(await runJob("scanform-apply.yml", "apply", { ...given, needs: { find } })).toMatchObject(refusal);
  }
  story.host.environments.set(find.outputs.environment, reviewers);

  const synthesized = story.host.artifacts.findLast(({ name }) => name.startsWith("scanform-synth-")) ?? {
    content: "",
  };
  const { content } = synthesized;
  Object.assign(synthesized, { content: synthesizedZip(asItIs) });
  expect(await applyMerge(story, given)).toMatchObject({
    find: { outputs: find.outputs },
    apply: { result: "failure", log: expect.stringContaining("[plan-") as string },
  });
  Object.assign(synthesized, { content });

  for (const kept of story.host.artifacts.filter(({ name }) => name.startsWith("scanform-plan-7-"))) {
    const files = Object.entries(unzipSync(kept.content)).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
    const old = files.map(([name, text]) => [name, name === "plan.json" ? aged(text) : text] as const);
    Object.assign(kept, { content: zipOf(Object.fromEntries(old)) });
  }
  expect(await applyAgain(story, given)).toMatchObject({
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

test("applies two merges at once, each as it was reviewed, in their order, whatever a poisoned package has kept", async () => {
  const [first, second] = [pullOf(7, "b"), pullOf(8, "c")];
  await planPull(story, first, synthesizedZip(withComments("enabled", "enabled")), planned);
  const synth = story.host.runs.find(({ event }) => event === "pull_request")?.id ?? 0;
  addArtifact(story.host, {
    name: `scanform-plan-7-${sha("b")}`,
    run: synth,
    made: planned,
    content: zipOf(planFiles("1")),
  });
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

const refusal = (why: string) => ({ result: "failure", log: expect.stringContaining(why) as string });

test("brings back by repeating or deleting runs neither the settings of an earlier merge, nor what somebody has taken back", async () => {
  const earlier = await applied(7, "b", planned, "enabled");
  const later = await applied(8, "c", after, "disabled");
  const journals = story.host.artifacts.filter(({ name }) => name.startsWith("scanform-journal"));
  expect(journals.map(({ content }) => Object.keys(unzipSync(content)).length)).toEqual([1, 2]);
  await meddle(story.desk, { comment: "enabled" });
  story.desk.emulator.clearRequests();
  const isApplied = { find: { result: "success" }, apply: refusal("[plan-applied]") };
  expect(await applyAgain(story, later)).toMatchObject(isApplied);
  const laterAgain = startApply(story, sha("8"), synthesizedZip(withComments("disabled", "enabled")), after, 2);
  expect(await applyMerge(story, laterAgain)).toMatchObject(isApplied);

  const repeated = refusal("cannot be repeated");
  expect(await applyAgain(story, earlier)).toMatchObject({ find: repeated });
  // the job that applies can be repeated alone, and asks again
  const find = { result: "success", outputs: { environment: "scanform-apply" }, log: "" } as const;
  expect(await runJob("scanform-apply.yml", "apply", { ...earlier, attempt: 2, needs: { find } })).toMatchObject(
    repeated,
  );
  deleteRun(story, later);
  expect(await applyAgain(story, earlier)).toMatchObject({ find: repeated });
  const earlierAgain = startApply(story, sha("7"), synthesizedZip(withComments("enabled", "enabled")), after, 2);
  expect(await applyMerge(story, earlierAgain)).toMatchObject({ find: repeated });
  expect(story.desk.writes()).toEqual([]);
});
