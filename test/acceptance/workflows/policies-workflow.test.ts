import { unzipSync } from "fflate";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App } from "../../support/declare";
import { desk } from "../../support/desk";
import { addPull, addRun, at, sha, synthesizedZip } from "../../support/code-host-arrange";
import { type Pull, repository, type Review, startCodeHost } from "../../support/code-host";
import { temporaryFolder } from "../../support/temporary-folder";
import {
  applyAgain,
  applyMerge,
  declareBase,
  merge,
  planGroup,
  planPull,
  planSynthesized,
  policyFile,
  pushed,
  reviewPull,
  startApply,
  type Story,
  synthesizePull,
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
/** The kept files that could be applied. */
const savedPlans = (): readonly string[] =>
  story.host.artifacts
    .filter(({ name }) => name.startsWith("scanform-plan-"))
    .flatMap(({ content }) => Object.keys(unzipSync(content)).filter((name) => name === "plan.json"));

/** A repository whose own test fails. */
function failing(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { test: "exit 1" } }));
  return folder;
}

/** Merges the pull request, and lets scanform-apply do what it does. */
async function mergeAndApply(content: Uint8Array) {
  merge(story, pull, sha("1"), at("15:00"));
  return applyMerge(story, startApply(story, sha("1"), content, at("16:00")));
}

/** The statuses of a commit, oldest first. */
const statusesOf = (commit: string): readonly (readonly [state: string, words: string])[] =>
  story.host.statuses
    .filter((each) => each.sha === commit && each.context === "scanform")
    .map(({ state, description }) => [state, description]);
const statesOf = (commit: string): readonly string[] => statusesOf(commit).map(([state]) => state);
const statusOf = (commit: string): readonly string[] | undefined => statusesOf(commit).at(-1);
const planning = ["pending", "Planning what this commit declares."];
const containing = (text: string): string => expect.stringContaining(text) as string;

const groups = ["1", "2", "3", "4", "5"].map(sha);
const harmless = withComments("enabled", "disabled");

afterEach(() => {
  // of pull requests of this repository
  const green = story.host.statuses.filter(({ sha: of, state }) => state === "success" && !groups.includes(of));
  for (const { sha: of } of green)
    if (pull.head.repository === repository) expect(kept().filter((name) => name.endsWith(of))).not.toEqual([]);
});

// what is then said of drift: drift-workflow.test.ts
test("an approval survives a push that changes nothing, and the merge is applied", async () => {
  expect(await planPull(story, pull, weaker, at("09:00"))).toMatchObject({ plan: { result: "success" } });
  expect(shownComment()).toContain("### scanform: approvals are missing");
  expect(shownComment()).toContain("user-2 has not approved pull request 7");
  pull.reviews = [approval("10:00")];

  pushed(pull, sha("c"));
  await planPull(story, pull, weaker, at("11:00"));
  expect(shownComment()).toContain(`Plan of ${sha("c")}`);
  expect(shownComment()).not.toContain("approvals are missing");
  // the run of the first push is repeated
  await planPull(story, { ...pull, head: { ...pull.head, sha: sha("b") } }, weaker, at("12:00"));
  expect(statesOf(sha("b"))).toEqual(["pending", "pending"]);
  expect(statesOf(sha("c"))).toEqual(["pending", "success"]);

  const { find, apply } = await mergeAndApply(weaker);
  expect(find).toMatchObject({ result: "success", outputs: { environment: "scanform-apply-weakens" } });
  expect(apply).toMatchObject({ result: "success" });
  expect(story.desk.writes()).not.toEqual([]);
  expect(story.host.artifacts.map(({ name }) => name)).toContain("scanform-journal-1");
});

test("a push that weakens more is asked about again, with what has changed, and is not applied without it", async () => {
  await planPull(story, pull, weaker, at("09:00"));
  await reviewPull(story, pull, [approval("10:00")], at("10:00"));
  expect(statusOf(sha("b"))?.[0]).toBe("success");
  const reviews = [...(pull.reviews ?? []), approval("10:30", { by: "user-3" })];
  pushed(pull, sha("c"));
  await reviewPull(story, pull, reviews, at("10:30"));
  expect(statusOf(sha("c"))).toBeUndefined();
  await planPull(story, pull, weakerStill, at("11:00"));
  expect(shownComment()).toContain("### scanform: approvals are missing");
  expect(shownComment()).toContain("user-2 approved at 2026-01-01T10:00:00.000Z, but the newest plan then");
  expect(shownComment()).toMatch(/\bnew\b/);
  expect(statusOf(sha("c"))).toEqual(["pending", containing("user-2 approved at 2026-01-01T10:00:00.000Z, but")]);

  merge(story, pull, sha("1"), at("15:00"));
  const given = startApply(story, sha("1"), weakerStill, at("16:00"));
  const { find, apply } = await applyMerge(story, given);
  expect(find).toMatchObject({ result: "failure", log: containing("user-2 approved at") });
  expect(apply).toMatchObject({ result: "skipped" });
  expect(story.desk.writes()).toEqual([]);

  pull.reviews = [...(pull.reviews ?? []), approval("17:00")];
  expect(await applyAgain(story, given)).toMatchObject({ find: { result: "success" }, apply: { result: "success" } });
});

test("a plan that a policy denies is shown and red, not saved and not applied, whoever approves it and whatever was planned before", async () => {
  const denied = withComments("silent", "enabled");
  await planPull({ ...story, files: {} }, pull, denied, at("08:00"));
  expect(statusOf(sha("b"))?.[0]).toBe("success");
  expect(savedPlans()).toEqual(["plan.json"]);
  story.host.statuses.splice(0);

  expect(await planPull(story, pull, denied, at("09:00"))).toMatchObject({
    plan: { result: "failure", log: containing("The plan is refused, by a policy") },
    comment: { result: "success" },
    status: { result: "success" },
  });
  expect(shownComment()).toContain("has silent comments, seen by");
  // the policy sees neither key nor token
  expect(shownComment()).not.toMatch(/GITHUB_TOKEN|SCANFORM_API_KEY|INPUT_|ACTIONS_/);
  expect(savedPlans()).toEqual(["plan.json"]);
  const red = ["failure", "Denied by policy: comments-somewhere."];
  expect(statusesOf(sha("b"))).toEqual([planning, red]);
  await reviewPull(story, pull, [approval("10:00")], at("10:00"));
  expect(statusOf(sha("b"))).toEqual(red);

  const { find } = await mergeAndApply(denied);
  expect(find).toMatchObject({
    result: "failure",
    log: containing("was refused, so nothing is applied: Denied by policy"),
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

test("the status is green where nobody is asked, red where the newest run keeps nothing, and follows a push that takes all back", async () => {
  story = { ...story, files: {} };
  await planPull(story, pull, weaker, at("09:00"));
  expect(statusesOf(sha("b"))).toEqual([planning, ["success", containing("1 configuration to change")]]);
  expect(story.host.statuses.at(-1)?.target_url).toBe(
    "https://code.example.com/acme/settings/pull/7#issuecomment-1000",
  );

  const calm = story.host.interfere;
  story.host.interfere = (path, outgoing) => {
    const isEdit = path.includes("/issues/comments/");
    if (isEdit) outgoing.writeHead(500).end();
    return isEdit;
  };
  expect(await planPull(story, pull, weaker, at("10:00"))).toMatchObject({ comment: { result: "failure" } });
  expect(statesOf(sha("b"))).toEqual(["pending", "success", "pending", "failure"]);
  expect(statusOf(sha("b"))?.[1]).toBe("No plan of this commit is kept: scanform-plan has failed.");

  story.host.interfere = calm;
  pushed(pull, sha("c"));
  await planPull(story, pull, asItIs, at("11:00"));
  expect(statusOf(sha("c"))?.[0]).toBe("success");
  expect(story.host.comments).toHaveLength(1);
  expect(shownComment()).toContain("### scanform: nothing to plan");
});

test("the status is red where the commit cannot be synthesized, and names that run", async () => {
  const { run } = await synthesizePull(story, pull, failing(), at("10:00"));
  const skipped = { result: "skipped" };
  expect(await planSynthesized(story, run, at("10:00"))).toMatchObject({ plan: skipped, status: skipped });
  expect(statusesOf(sha("b"))).toEqual([["failure", "scanform-synth has ended with failure."]]);
  expect(story.host.statuses.at(-1)?.target_url).toBe(
    `https://code.example.com/acme/settings/actions/runs/${String(run.id)}`,
  );
});

test("the status follows reviews, also one that comes while it is set, and is red where another pull request has the commit", async () => {
  story.host.interfere = (path) => {
    if (path.includes("/statuses/") && statesOf(sha("b")).length === 1) pull.reviews = [approval("10:00")];
    return false;
  };
  await planPull(story, pull, weaker, at("09:00"));
  const waiting = ["pending", containing("user-2 has not approved pull request 7. Asked by weaker-agreed")];
  expect(statusesOf(sha("b"))).toEqual([planning, waiting, ["success", containing("1 configuration to change")]]);
  await reviewPull(story, pull, [approval("11:00", { state: "DISMISSED" })], at("12:00"));
  expect(statusOf(sha("b"))).toEqual(waiting);
  await reviewPull(story, pull, [approval("13:00")], at("13:00"));
  expect(statusOf(sha("b"))?.[0]).toBe("success");
  expect(story.host.comments).toHaveLength(1);

  addPull(story.host, { number: 8, head: { ...pull.head, branch: "copy" } });
  await reviewPull(story, pull, [approval("13:00")], at("14:00"));
  expect(statusOf(sha("b"))).toEqual(["failure", containing("Pull requests 7 and 8 have the same last commit")]);
});

test.each([
  ["declares something else", harmless, ["failure", containing("A fork's pull request is not planned")]],
  ["declares what the default branch declares", asItIs, ["success", containing("what the default branch declares")]],
])("the status of a fork that %s is set without planning it", async (_, content, status) => {
  const head = { branch: "stricter", sha: sha("d"), repository: "mallory/settings" };
  story.host.pulls.length = 0;
  pull = addPull(story.host, { number: 9, head });
  await planPull(story, pull, content, at("09:00"));
  expect(statusesOf(sha("d"))).toEqual([planning, status]);
  await reviewPull(story, pull, [approval("10:00")], at("10:00"));
  expect(statusOf(sha("d"))).toEqual(status);
  expect(story.desk.emulator.requests).toEqual([]);
  expect(story.host.comments).toEqual([]);
});

test("the status of a pull request that changes nothing declared is green at once, and its merge applies nothing", async () => {
  const { plan } = await planPull(story, pull, asItIs, at("09:00"));
  expect(plan.result).toBe("skipped");
  expect(statesOf(sha("b"))).toEqual(["pending", "success"]);
  expect(story.host.comments).toEqual([]);
  const { find, apply } = await mergeAndApply(asItIs);
  expect(find).toMatchObject({ result: "success", outputs: { environment: "" } });
  expect(apply.result).toBe("skipped");
  expect(story.desk.emulator.requests).toEqual([]);
});

test("the status of a pull request without a changed file is that of what is left to do", async () => {
  declareBase(story, weaker, at("08:45"));
  Object.assign(pull, { changedFiles: 0 });
  expect(await planPull(story, pull, weaker, at("09:00"))).toMatchObject({ plan: { result: "success" } });
  expect(statusOf(sha("b"))?.[0]).toBe("pending");
});

test("the status of a merge group is green where its plan is the approved one of its pull request, and no earlier merge waits", async () => {
  await planPull(story, pull, weaker, at("09:00"));
  const statusOfGroup = async (digit: string, content: Uint8Array) => {
    await planGroup(story, 7, sha(digit), content, at("11:00"));
    return statusesOf(sha(digit));
  };
  const missing = ["failure", containing("user-2 has not approved pull request 7")];
  expect(await statusOfGroup("1", weaker)).toEqual([planning, missing]);
  pull.reviews = [approval("10:00")];
  const before = statesOf(sha("b"));
  const nothing = ["success", "It declares what the default branch declares."];
  expect(await statusOfGroup("2", weaker)).toEqual([planning, ["success", containing("1 configuration to change")]]);
  expect(await statusOfGroup("3", weakerStill)).toEqual([planning, ["failure", containing("not the one of pull")]]);
  const denied = ["failure", "Denied by policy: comments-somewhere."];
  expect(await statusOfGroup("4", withComments("silent", "enabled"))).toEqual([planning, denied]);
  expect(await statusOfGroup("5", asItIs)).toEqual([planning, nothing]);
  expect(statesOf(sha("b"))).toEqual(before);
  expect(story.host.comments).toHaveLength(1);

  const [workflow, title] = ["scanform-apply.yml", `scanform-apply ${sha("1")}`];
  addRun(story.host, { id: 700, workflow, title, status: "waiting", conclusion: null });
  expect(await planGroup(story, 7, sha("6"), weaker, at("12:00"))).toMatchObject({ begin: { result: "failure" } });
  expect(statusesOf(sha("6"))).toEqual([planning, ["failure", containing("An earlier merge waits for approval")]]);
});
