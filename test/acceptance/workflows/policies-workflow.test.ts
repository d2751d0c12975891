import { type App } from "../../support/declare";
import { desk } from "../../support/desk";
import { addArtifact, addPull, addRun, at, sha, synthesizedZip } from "../../support/code-host-arrange";
import { bot, type Pull, repository, type Review, startCodeHost } from "../../support/code-host";
import { meddle } from "../../support/scenes";
import {
  applyAgain,
  applyMerge,
  declareBase,
  lookForDrift,
  merge,
  planPull,
  policyFile,
  pushed,
  startApply,
  type Story,
} from "./story";

/** Somebody has to agree to what weakens, and nothing may be left without the analyzer that everybody needs. */
const policies = `
  import { deny, needs, policy } from "scanform/policy";

  export default [
    policy("weaker-agreed", ({ effects }) =>
      effects.filter((each) => each.class === "weakens").map((each) => needs("user-2", "gets weaker", each)),
    ),
    policy("comments-somewhere", (_account, { repositories }) =>
      repositories
        .filter(({ settings }) => settings?.comment === "silent")
        .map((each) => deny("has silent comments, seen by " + JSON.stringify(process.env), each)),
    ),
  ];
`;

let story: Story;
let pull: Pull;

const withComments = (baseline: string, relaxed: string): Uint8Array => {
  const app: App = {
    configurations: {
      baseline: { name: "baseline", comment: baseline },
      relaxed: { name: "relaxed", comment: relaxed },
    },
  };
  return synthesizedZip(app);
};

const [asItIs, weaker, weakerStill] = [
  withComments("enabled", "enabled"),
  withComments("disabled", "enabled"),
  withComments("disabled", "disabled"),
] as const;

beforeEach(async () => {
  story = { host: await startCodeHost(), desk: await desk(), files: { [policyFile]: policies } };
  story.host.main.push(sha("0"));
  declareBase(story, asItIs, at("08:30"));
  pull = addPull(story.host, { number: 7, author: "user-1", head: { branch: "stricter", sha: sha("b"), repository } });
});

const shownComment = (): string => story.host.comments.at(-1)?.body ?? "";
const approval = (time: string, more: Partial<Review> = {}): Review => ({
  by: "user-2",
  state: "APPROVED",
  sha: pull.head.sha,
  at: at(time),
  ...more,
});
const kept = (): readonly string[] =>
  story.host.artifacts.map(({ name }) => name).filter((name) => name.startsWith("scanform-plan-"));

/** Merges the pull request, and lets scanform-apply do what it does. */
async function mergeAndApply(content: Uint8Array) {
  merge(story, pull, sha("1"), at("15:00"));
  return applyMerge(story, startApply(story, sha("1"), content, at("16:00")));
}

test("an approval survives a push that changes nothing; the merge is applied, and drift has one issue", async () => {
  expect(await planPull(story, pull, weaker, at("09:00"))).toMatchObject({ plan: { result: "success" } });
  expect(shownComment()).toContain("### scanform: approvals are missing");
  expect(shownComment()).toContain("user-2 has not approved pull request 7");
  pull.reviews = [approval("10:00")];

  pushed(pull, sha("c"));
  await planPull(story, pull, weaker, at("11:00"));
  expect(shownComment()).toContain(`Plan of ${sha("c")}`);
  for (const absent of ["approvals are missing", "since the earlier plan"])
    expect(shownComment()).not.toContain(absent);

  const { find, apply } = await mergeAndApply(weaker);
  expect(find).toMatchObject({ result: "success", outputs: { environment: "scanform-apply-weakens" } });
  expect(apply).toMatchObject({ result: "success" });
  expect(story.desk.writes()).not.toEqual([]);

  await meddle(story.desk, { comment: "silent" });
  await lookForDrift(story, at("17:00"));
  expect(story.host.issues).toMatchObject([{ user: bot, state: "open" }]);
  await meddle(story.desk, { comment: "disabled" });
  await lookForDrift(story, at("18:00"));
  expect(story.host.issues).toMatchObject([{ state: "closed" }]);
});

test("a push that weakens more is asked about again, with what has changed, and is not applied without it", async () => {
  await planPull(story, pull, weaker, at("09:00"));
  pull.reviews = [approval("10:00")];
  pushed(pull, sha("c"));
  await planPull(story, pull, weakerStill, at("11:00"));
  expect(shownComment()).toContain("### scanform: approvals are missing");
  expect(shownComment()).toContain("user-2 approved at 2026-01-01T10:00:00.000Z, but the newest plan then");
  expect(shownComment()).toMatch(/### scanform: since the earlier plan\n[^]*\*\*WEAKENS MORE since\*\*/);

  merge(story, pull, sha("1"), at("15:00"));
  const given = startApply(story, sha("1"), weakerStill, at("16:00"));
  const { find, apply } = await applyMerge(story, given);
  expect(find).toMatchObject({ result: "failure", log: expect.stringContaining("user-2 approved at") as string });
  expect(apply).toMatchObject({ result: "skipped" });
  expect(story.desk.writes()).toEqual([]);

  pull.reviews = [...pull.reviews, approval("17:00")];
  expect(await applyAgain(story, given)).toMatchObject({ find: { result: "success" }, apply: { result: "success" } });
});

test("a digest that was posted, or kept by another run, before its plan was approved is no approval of it", async () => {
  await planPull(story, pull, asItIs, at("09:00"));
  pushed(pull, sha("c"));
  await planPull(story, pull, weakerStill, at("11:00"));
  const [, forged] = story.host.artifacts.filter(({ name }) => name.startsWith("scanform-plan-"));
  const run = addRun(story.host, {
    id: 800,
    workflow: "scanform-plan.yml",
    event: "push",
    branch: "stricter",
    created: at("09:10"),
  });
  const name = `scanform-plan-7-${sha("b")}`;
  addArtifact(story.host, { name, run: run.id, made: at("09:10"), content: forged?.content ?? new Uint8Array() });
  story.host.comments.push({ id: 1, user: bot, body: `<!-- scanform plan -->\n${shownComment()}` });
  pull.reviews = [approval("10:00", { sha: sha("b") }), approval("11:30", { by: "user-1" })];

  const { find } = await mergeAndApply(weakerStill);
  expect(find).toMatchObject({ result: "failure", log: expect.stringContaining("user-2 approved at") as string });
  expect(story.desk.writes()).toEqual([]);
});

test("a plan that a policy denies is shown, not kept and not applied, and the policy sees neither key nor token", async () => {
  const { plan, comment } = await planPull(story, pull, withComments("silent", "enabled"), at("09:00"));
  expect(plan).toMatchObject({
    result: "failure",
    log: expect.stringContaining("The plan is refused, by a policy") as string,
  });
  expect(comment).toMatchObject({ result: "success" });
  expect(shownComment()).toContain("has silent comments, seen by");
  expect(shownComment()).not.toMatch(/GITHUB_TOKEN|SCANFORM_API_KEY|INPUT_|ACTIONS_/);
  expect(kept()).toEqual([]);

  const { find } = await mergeAndApply(withComments("silent", "enabled"));
  expect(find).toMatchObject({
    result: "failure",
    log: expect.stringContaining("has no plan of its last commit") as string,
  });
  expect(story.desk.writes()).toEqual([]);
});

test("policies of the default branch that came after the review are asked when it is applied", async () => {
  const none = { ...story, files: {} };
  await planPull(none, pull, weaker, at("09:00"));
  pull.reviews = [approval("10:00", { by: "user-3" })];
  const { find } = await mergeAndApply(weaker);
  expect(find).toMatchObject({ result: "failure" });
  expect(story.desk.writes()).toEqual([]);
});
