import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addArtifact, addPull, addRun, planFiles, sha, zipOf } from "./arrange";
import { type CodeHost, type Pull, repository, type Review, type Run, startCodeHost } from "./code-host";
import { type Ended, runScript, temporaryFolder } from "./scripts";

const merge = sha("e");
const merged = { at: "2026-01-01T12:00:00Z", as: merge };

let host: CodeHost;
let out: string;

beforeEach(async () => {
  host = await startCodeHost();
  out = join(temporaryFolder(), "reviewed");
});

const fetchReviewed = (): Promise<Ended> => runScript(host, "fetch-reviewed", { COMMIT: merge, OUT: out });

const fetched = (): string => readFileSync(join(out, "reviewed.plan"), "utf8");

const addMerged = (pull: Partial<Pull> = {}): Pull => addPull(host, { state: "closed", merged, ...pull });

/** A plan that a run has kept for the last commit of pull request 7. */
function addPlan(digit: string, made: string, run: Partial<Run> = {}): void {
  const { id } = addRun(host, { id: 100 + host.runs.length, workflow: "scanform-plan.yml", ...run });
  const name = `scanform-plan-7-${sha("b")}`;
  addArtifact(host, { name, run: id, made: `2026-01-01T${made}:00Z`, content: zipOf(planFiles(digit)) });
}

const approval = (by: number | undefined, at: string, more: Partial<Review> = {}): Review => ({
  by,
  at: `2026-01-01T${at}:00Z`,
  state: "APPROVED",
  sha: sha("b"),
  ...more,
});

test("fetches the plan of the merged pull request's last commit", async () => {
  addMerged();
  addPlan("1", "10:00");
  expect(await fetchReviewed()).toMatchObject({ code: 0 });
  expect(fetched()).toBe("saved 1");
});

test("takes the pull request that was merged as the commit, not the first that contains it", async () => {
  addPull(host, { number: 3, head: { branch: "later", sha: sha("c"), repository }, contains: [merge] });
  const elsewhere = { at: merged.at, as: sha("d") };
  addMerged({ number: 4, merged: elsewhere, head: { branch: "x", sha: sha("c"), repository }, contains: [merge] });
  addMerged({ number: 5, base: "release" });
  addMerged();
  addPlan("1", "10:00");
  expect(await fetchReviewed()).toMatchObject({ code: 0 });
});

test.each<[string, Partial<Pull>]>([
  ["was pushed without a pull request", { merged: { at: merged.at, as: sha("d") } }],
  ["is of an open pull request", { state: "open", merged: undefined, contains: [merge] }],
  ["is a trial merge", { state: "open", merged: undefined, trial: merge, contains: [merge] }],
  ["was merged into another branch", { base: "release" }],
])("refuses a commit that %s", async (_, pull) => {
  addMerged(pull);
  addPlan("1", "10:00");
  const ended = await fetchReviewed();
  expect(ended.code).toBe(1);
  expect(ended.log).toContain("No pull request was merged into main");
});

test.each<[string, Partial<Run>]>([
  ["a run of another workflow", { workflow: "other.yml" }],
  [
    "scanform-synth, by a poisoned package",
    { workflow: "scanform-synth.yml", event: "pull_request", branch: "stricter" },
  ],
  ["the workflow as a branch has changed it", { event: "push", branch: "stricter" }],
  ["the workflow as a tag with the branch's name has it", { event: "push" }],
  ["a run of a fork", { repository: "mallory/settings" }],
])("leaves out a plan of the same name by %s", async (_, run) => {
  addMerged();
  addPlan("1", "10:00");
  addPlan("2", "11:00", run);
  expect(await fetchReviewed()).toMatchObject({ code: 0 });
  expect(fetched()).toBe("saved 1");
});

test("says that the pull request with the workflows themselves has no plan", async () => {
  addMerged();
  const ended = await fetchReviewed();
  expect(ended.code).toBe(1);
  expect(ended.log).toContain("Pull request 7 has no plan of its last commit, so nothing is applied");
  expect(ended.log).toContain("the workflows came to the default branch with this very merge");
});

test.each([
  ["there is one of before the merge's only approval", "11:30"],
  ["it was made after the merge", "12:01"],
])("refuses when no plan was kept in time: %s", async (_, made) => {
  addMerged({ reviews: [approval(1, "11:00")] });
  addPlan("1", made);
  const ended = await fetchReviewed();
  expect(ended.code).toBe(1);
  expect(ended.log).toContain("No plan of pull request 7 was kept before it was approved or merged");
});

test("refuses another plan that a repeated run has made after the approval", async () => {
  addMerged({ reviews: [approval(1, "11:00")] });
  addPlan("1", "10:00");
  addPlan("2", "11:30");
  const ended = await fetchReviewed();
  expect(ended.code).toBe(1);
  expect(ended.log).toContain("changed between its approvals and its merge");
});

test("refuses when one of two people has approved an earlier plan", async () => {
  addMerged({ reviews: [approval(1, "10:30"), approval(2, "11:30")] });
  addPlan("1", "10:00");
  addPlan("2", "11:00");
  expect(await fetchReviewed()).toMatchObject({ code: 1 });
});

test("takes the same plan that a repeated run has made after the approval", async () => {
  addMerged({ reviews: [approval(1, "11:00")] });
  addPlan("1", "10:00");
  addPlan("1", "11:30");
  expect(await fetchReviewed()).toMatchObject({ code: 0 });
});

test("takes the plan that was approved again", async () => {
  addMerged({ reviews: [approval(1, "10:30"), approval(1, "11:30")] });
  addPlan("1", "10:00");
  addPlan("2", "11:00");
  expect(await fetchReviewed()).toMatchObject({ code: 0 });
  expect(fetched()).toBe("saved 2");
});

test.each<[string, readonly Review[]]>([
  ["that was dismissed", [approval(1, "10:30"), approval(1, "10:40", { state: "DISMISSED" })]],
  ["of an earlier commit", [approval(1, "10:30", { sha: sha("a") })]],
  ["that came after the merge", [approval(1, "12:30")]],
  [
    "that a request for changes took back",
    [approval(1, "10:30"), approval(1, "10:40", { state: "CHANGES_REQUESTED" })],
  ],
])("disregards an approval %s", async (_, reviews) => {
  addMerged({ reviews });
  addPlan("1", "10:00");
  addPlan("2", "11:00");
  addPlan("3", "12:10");
  expect(await fetchReviewed()).toMatchObject({ code: 0 });
  expect(fetched()).toBe("saved 2");
});

test.each<[string, "read" | "none"]>([
  ["anybody who can read a public repository", "read"],
  ["somebody who can do nothing here any more", "none"],
])("disregards an approval by %s, even before there is a plan", async (_, permission) => {
  addMerged({ reviews: [approval(1, "09:00"), approval(2, "11:30")] });
  host.permissions.set(1, permission);
  addPlan("1", "10:00");
  expect(await fetchReviewed()).toMatchObject({ code: 0 });
  expect(fetched()).toBe("saved 1");
});

test("disregards an approval by an account that was deleted", async () => {
  addMerged({ reviews: [approval(undefined, "09:00")] });
  addPlan("1", "10:00");
  expect(await fetchReviewed()).toMatchObject({ code: 0 });
});

test.each<[string, () => Review]>([
  ["somebody who can write", () => approval(1, "10:30")],
  ["a bot", () => approval(1, "10:30", { isBot: true })],
  [
    "an administrator",
    () => {
      host.permissions.set(1, "admin");
      return approval(1, "10:30");
    },
  ],
])("counts an approval by %s", async (_, review) => {
  addMerged({ reviews: [review()] });
  addPlan("1", "10:00");
  addPlan("2", "11:00");
  expect((await fetchReviewed()).log).toContain("changed between its approvals and its merge");
});

test("keeps an approval that a comment follows", async () => {
  addMerged({ reviews: [approval(1, "10:30"), approval(1, "11:30", { state: "COMMENTED" })] });
  addPlan("1", "10:00");
  addPlan("2", "11:00");
  expect(await fetchReviewed()).toMatchObject({ code: 1 });
});

test("refuses a kept plan without a digest", async () => {
  addMerged();
  addPlan("g", "10:00");
  const ended = await fetchReviewed();
  expect(ended.log).toBe("::error::The kept plan has no digest, or no verdict.\n");
});
