import { addArtifact, addPull, addRun, at, planFiles, sha, zipOf } from "../support/code-host-arrange";
import { type Artifact, type CodeHost, type Pull, repository, type Review, type Run, startCodeHost } from "../support/code-host";
import { reviewedPlan } from "../../src/action/reviewed-plan";
import { accessTo } from "./step";

const merge = sha("e");
const merged = { at: "2026-01-01T12:00:00Z", as: merge };

let host: CodeHost;

beforeEach(async () => {
  host = await startCodeHost();
});

/** Which plan was reviewed. */
const reviewed = async (): Promise<string> =>
  String((await reviewedPlan(accessTo(host), merge, "main", Date.parse("2026-03-01"))).files.get("plan.md"));

const addMerged = (pull: Partial<Pull> = {}): Pull => addPull(host, { state: "closed", merged, ...pull });

/** A plan that a run has kept of pull request 7, by default for its last commit. */
function addPlan(digit: string, made: string, run: Partial<Run> = {}, commit = sha("b")): void {
  const created = at(made);
  const { id } = addRun(host, { id: 100 + host.runs.length, workflow: "scanform-plan.yml", created, ...run });
  const name = `scanform-plan-7-${commit}`;
  addArtifact(host, { name, run: id, made: created, content: zipOf(planFiles(digit)) });
}

const approval = (by: string | undefined, time: string, more: Partial<Review> = {}): Review => ({
  by,
  at: at(time),
  state: "APPROVED",
  sha: sha("b"),
  ...more,
});

test("takes the pull request that was merged as the commit, not the first that contains it", async () => {
  addPull(host, { number: 3, head: { branch: "later", sha: sha("c"), repository }, contains: [merge] });
  const elsewhere = { at: merged.at, as: sha("d") };
  addMerged({ number: 4, merged: elsewhere, head: { branch: "x", sha: sha("c"), repository }, contains: [merge] });
  addMerged({ number: 5, base: "release" });
  addMerged();
  addPlan("1", "10:00");
  expect(await reviewed()).toBe("plan 1");
});

test.each<[string, Partial<Pull>]>([
  ["was pushed without a pull request", { merged: { at: merged.at, as: sha("d") } }],
  ["is of an open pull request", { state: "open", merged: undefined, contains: [merge] }],
  ["is a trial merge", { state: "open", merged: undefined, trial: merge, contains: [merge] }],
  ["was merged into another branch", { base: "release" }],
])("refuses a commit that %s", async (_, pull) => {
  addMerged(pull);
  addPlan("1", "10:00");
  await expect(reviewed()).rejects.toThrow("No pull request was merged into main");
});

// which runs count: code-host/agreement.test.ts
test("leaves out a plan of the same name by scanform-synth, by a poisoned package", async () => {
  addMerged();
  addPlan("1", "10:00");
  addPlan("2", "11:00", { workflow: "scanform-synth.yml", event: "pull_request", branch: "stricter" });
  expect(await reviewed()).toBe("plan 1");
});

test("says that the pull request with the workflows themselves has no plan", async () => {
  addMerged();
  await expect(reviewed()).rejects.toThrow(
    /^Pull request 7 has no plan of its last commit \(no plan was kept before it\), so nothing is applied.* the workflows came to the default branch with this very merge/,
  );
});

test("takes a plan that was approved while the newest was the same plan of an earlier commit", async () => {
  addMerged({ reviews: [approval("kim", "10:30")] });
  addPlan("1", "10:00", {}, sha("a"));
  addPlan("1", "11:00");
  expect(await reviewed()).toBe("plan 1");
});

test.each<[string, () => void, string]>([
  [
    "the newest plan is of another commit",
    () => {
      addPlan("1", "11:00", {}, sha("a"));
    },
    "has no plan of its last commit, so nothing is applied",
  ],
  [
    "a run that may have kept a newer plan was deleted",
    () => {
      addRun(host, { id: 103, number: 3, workflow: "scanform-plan.yml", created: at("11:00") });
    },
    "has no plan of its last commit (run 2 of the plan workflow was deleted",
  ],
])("refuses what was merged where %s", async (_, arrangeMore, message) => {
  addMerged();
  addPlan("1", "10:00");
  arrangeMore();
  await expect(reviewed()).rejects.toThrow(message);
});

test.each<[string, Partial<Artifact>, string]>([
  ["has expired", { expired: true }, "has no plan of its last commit (the plan that was the newest then has expired)"],
  ["is not what was uploaded", { digest: `sha256:${"0".repeat(64)}` }, "cannot be used: it is not the one that was kept"],
  ["is no archive", { content: Buffer.from("no") }, "cannot be used: it is not a ZIP archive"],
])("refuses a kept plan that %s", async (_, artifact, message) => {
  addMerged();
  const { id } = addRun(host, { id: 100, workflow: "scanform-plan.yml" });
  addArtifact(host, { name: `scanform-plan-7-${sha("b")}`, run: id, ...artifact });
  await expect(reviewed()).rejects.toThrow(message);
});

type Plans = readonly (readonly [digit: string, made: string])[];

const once: Plans = [["1", "10:00"]];
const twice: Plans = [...once, ["2", "11:00"]];
const afterTheMerge: Plans = [...twice, ["3", "12:10"]];
const changed = "changed between its approvals and its merge";
const early =
  "Which plan pull request 7 had when it was approved (2026-01-01T11:00:00.000Z) is not known: no plan was kept before it.";
const none = "Pull request 7 has no plan of its last commit (no plan was kept before it)";

/** Users who may do other than write. */
const [reader, stranger, administrator] = ["reader", "stranger", "administrator"] as const;

function arrange(reviews: readonly Review[], plans: Plans): void {
  host.permissions.set(reader, "read").set(stranger, "none").set(administrator, "admin");
  addMerged({ reviews });
  for (const [digit, made] of plans) addPlan(digit, made);
}

test.each<[string, readonly Review[], Plans, digit: string]>([
  ["the plan of the last commit", [], once, "1"],
  [
    "the same plan that a repeated run has made after the approval",
    [approval("kim", "11:00")],
    [...once, ["1", "11:30"]],
    "1",
  ],
  ["the plan that was approved again", [approval("kim", "10:30"), approval("kim", "11:30")], twice, "2"],
  [
    "the last plan where the approval was dismissed",
    [approval("kim", "10:30"), approval("kim", "10:40", { state: "DISMISSED" })],
    afterTheMerge,
    "2",
  ],
  ["the last plan where an earlier commit was approved", [approval("kim", "10:30", { sha: sha("a") })], afterTheMerge, "2"],
  ["the last plan before the merge where the approval came after it", [approval("kim", "12:30")], afterTheMerge, "2"],
  [
    "the last plan where a request for changes took the approval back",
    [approval("kim", "10:30"), approval("kim", "10:40", { state: "CHANGES_REQUESTED" })],
    afterTheMerge,
    "2",
  ],
  [
    "a plan that anybody who can read has approved before it was there",
    [approval(reader, "09:00"), approval("lee", "11:30")],
    once,
    "1",
  ],
  [
    "a plan that somebody who can do nothing any more has approved before it was there",
    [approval(stranger, "09:00"), approval("lee", "11:30")],
    once,
    "1",
  ],
  ["a plan that a deleted account has approved before it was there", [approval(undefined, "09:00")], once, "1"],
])("takes %s", async (_, reviews, plans, digit) => {
  arrange(reviews, plans);
  expect(await reviewed()).toBe(`plan ${digit}`);
});

test.each<[string, readonly Review[], Plans, message: string]>([
  ["where the only plan is of after the approval", [approval("kim", "11:00")], [["1", "11:30"]], early],
  ["where the only plan is of after the merge", [approval("kim", "11:00")], [["1", "12:01"]], none],
  [
    "another plan that a repeated run has made after the approval",
    [approval("kim", "11:00")],
    [...once, ["2", "11:30"]],
    changed,
  ],
  [
    "where one of two people has approved an earlier plan",
    [approval("kim", "10:30"), approval("lee", "11:30")],
    twice,
    changed,
  ],
  ["where a bot has approved an earlier plan", [approval("helper[bot]", "10:30")], twice, changed],
  ["where an administrator has approved an earlier plan", [approval(administrator, "10:30")], twice, changed],
  [
    "where a comment follows the approval of an earlier plan",
    [approval("kim", "10:30"), approval("kim", "11:30", { state: "COMMENTED" })],
    twice,
    changed,
  ],
  ["a kept plan without a digest", [], [["g", "10:00"]], "The kept plan has no digest."],
])("refuses %s", async (_, reviews, plans, message) => {
  arrange(reviews, plans);
  await expect(reviewed()).rejects.toThrow(message);
});
