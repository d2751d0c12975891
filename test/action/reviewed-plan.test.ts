import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, type ZipAttributes, zipSync } from "fflate";
import { artifactOfRun, usableFiles, writeFiles } from "../../src/action/artifacts";
import { commit } from "../../src/action/job";
import { earlierJournals, keptJournals } from "../../src/action/journals";
import { openPullRequest, type SynthesizedBranch } from "../../src/action/pull-requests";
import { reviewedPlan } from "../../src/action/reviewed-plan";
import { type Artifact, type CodeHost, type Pull, repository, type Review, type Run, startCodeHost } from "../support/code-host";
import { addArtifact, addPull, addRun, at, planFiles, sha, zipOf } from "../support/code-host-arrange";
import { temporaryFolder } from "../support/temporary-folder";
import { accessTo, stepOf } from "./step";

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

beforeEach(async () => {
  host = await startCodeHost();
});

const find = (of: Partial<SynthesizedBranch> = {}) =>
  openPullRequest(accessTo(host), { sha: sha("b"), branch: "stricter", repository, ...of }, "main");

test("finds the pull request by the commit of the run", async () => {
  addPull(host);
  expect(await find()).toMatchObject({ number: 7 });
});

test("leaves out a pull request that only contains the commit", async () => {
  addPull(host, { number: 3, head: { branch: "longer", sha: sha("c"), repository }, contains: [sha("b")] });
  addPull(host);
  expect(await find()).toMatchObject({ number: 7 });
});

test("refuses two pull requests with the same last commit, which has one status", async () => {
  addPull(host, { number: 3, head: { branch: "copy", sha: sha("b"), repository } });
  addPull(host);
  await expect(find()).rejects.toThrow("Pull requests 3 and 7 have the same last commit");
});

test.each([
  ["closed", { state: "closed" as const }],
  ["into another branch", { base: "release" }],
  ["of a newer commit", { head: { branch: "stricter", sha: sha("c"), repository }, contains: [sha("b")] }],
  [
    "of a fork with the same branch and commit",
    { head: { branch: "stricter", sha: sha("b"), repository: "mallory/settings" } },
  ],
])("finds no pull request that is %s", async (_, pull) => {
  addPull(host, pull);
  expect(await find()).toEqual({ why: expect.stringContaining("No open pull request") as string });
});

test("finds that of a fork by its owner and branch, not that of this repository with the same commit", async () => {
  addPull(host);
  addPull(host, { number: 8, head: { branch: "stricter", sha: sha("b"), repository: "mallory/settings" } });
  addPull(host, { number: 9, head: { branch: "other", sha: sha("b"), repository: "mallory/settings" } });
  expect(await find({ repository: "mallory/settings" })).toMatchObject({ number: 8 });
  expect(await find()).toMatchObject({ number: 7 });
});

test("refuses what is not a commit", () => {
  const { job } = stepOf(host, {}, { workflow_run: { head_sha: "main/../../pulls" } });
  expect(() => job.event("workflow_run.head_sha", commit)).toThrow(
    "workflow_run.head_sha of the event has an invalid form.",
  );
});

const run = 40;
const name = "scanform-synth-1";
let parent: string;

beforeEach(async () => {
  host = await startCodeHost();
  parent = temporaryFolder();
  addRun(host, { id: run, workflow: "scanform-synth.yml", event: "pull_request", branch: "stricter" });
});

/** Fetches the artifact into a new folder. `false` where there is none. */
async function fetchArtifact(): Promise<boolean> {
  const access = accessTo(host);
  const artifact = await artifactOfRun(access, run, name);
  if (artifact !== undefined) writeFiles(await usableFiles(access, artifact), join(parent, "synthesized"));
  return artifact !== undefined;
}

const add = (artifact: Partial<Artifact> = {}): void => {
  addArtifact(host, { name, run, ...artifact });
};

const unix = (mode: number): ZipAttributes => ({ os: 3, attrs: mode * 2 ** 16 });

test("writes the files of the run's artifact into a new folder", async () => {
  add({ content: zipOf({ "manifest.json": "{}", "stacks/acme/cdk.tf.json": "a".repeat(5000) }) });
  expect(await fetchArtifact()).toBe(true);
  expect(readFileSync(join(parent, "synthesized/manifest.json"), "utf8")).toBe("{}");
  expect(readFileSync(join(parent, "synthesized/stacks/acme/cdk.tf.json"), "utf8")).toBe("a".repeat(5000));
});

test("does not send the token to the storage of artifacts", async () => {
  add();
  await fetchArtifact();
  expect(host.toStorage).toStrictEqual([undefined]);
});

test("leaves out an artifact of the same name that another run has made", async () => {
  addRun(host, { id: 41, workflow: "scanform-synth.yml", event: "pull_request" });
  add({ content: zipOf({ "ours.txt": "" }) });
  add({ run: 41, made: "2026-01-01T11:00:00Z", content: zipOf({ "theirs.txt": "" }) });
  await fetchArtifact();
  expect(readdirSync(join(parent, "synthesized"))).toEqual(["ours.txt"]);
});

test.each<[string, Partial<Artifact> | undefined]>([
  ["missing", undefined],
  ["expired", { expired: true }],
])("finds no artifact that is %s", async (_, artifact) => {
  if (artifact !== undefined) add(artifact);
  expect(await fetchArtifact()).toBe(false);
});

const a = strToU8("a");

// what else an archive can be is tried in test/code-host/client.test.ts
test.each<[string, Uint8Array, string]>([
  ["a path to the folder above", zipSync({ "../package.json": a }), "not a path inside a folder"],
  ["a symbolic link", zipSync({ link: [strToU8("/etc/passwd"), unix(0o120777)] }), "links and devices are refused"],
  ["a folder of a file's name", zipSync({ "a/b": a, a }), "EEXIST|ENOTDIR|EISDIR"],
  ["no archive at all", strToU8("<html>"), "not a ZIP archive"],
])("refuses an archive with %s", async (_, content, message) => {
  add({ content });
  await expect(fetchArtifact()).rejects.toThrow(new RegExp(message));
  expect(existsSync(join(parent, "package.json"))).toBe(false);
});

test.each<[string, number | undefined]>([
  ["by what the host says", undefined],
  ["although the host says otherwise", 10],
])("refuses an archive that is too large, %s", async (_, size) => {
  const content = new Uint8Array(33 * 2 ** 20);
  add({ content, ...(size === undefined ? {} : { size }) });
  await expect(fetchArtifact()).rejects.toThrow("more than 33554432");
  expect(host.toStorage).toHaveLength(size === undefined ? 0 : 1);
});

test("does not write into a folder that is there already", async () => {
  add();
  await fetchArtifact();
  await expect(fetchArtifact()).rejects.toThrow("EEXIST");
});

test("the journals are found behind many merges with nothing to apply", async () => {
  for (let id = 41; id < 100; id += 1) addRun(host, { id, workflow: "scanform-apply.yml", event: "workflow_run" });
  addArtifact(host, { name: "scanform-journal-1", run: 41, content: zipOf({ "1.journal": "{}" }) });
  expect(await keptJournals(accessTo(host), "main")).toEqual(new Map([["1.journal", Buffer.from("{}")]]));
});

test("the newest journals are kept where all are too large together, and the last one of each account always", async () => {
  const mebibytes = (count: number): string => "x".repeat(count * 1024 * 1024);
  const journal = (id: string, size: number): string =>
    `${JSON.stringify({ type: "begin", account: { id }, baseUrl: "https://h" })}\n${mebibytes(size)}`;
  addRun(host, { id: 41, workflow: "scanform-apply.yml", event: "workflow_run", conclusion: "failure" });
  const files = {
    "1-quiet.journal": journal("quiet", 0),
    "2-quiet.journal": journal("quiet", 1),
    "3-busy.journal": journal("busy", 9),
    "4-busy.journal": journal("busy", 9),
    "5-damaged.journal": "{",
    "notes.txt": "",
  };
  addArtifact(host, { name: "scanform-journal-1", run: 41, content: zipOf(files) });
  const kept = await earlierJournals(accessTo(host), "main", 42, 1);
  expect([...kept.keys()]).toEqual(["5-damaged.journal", "4-busy.journal", "2-quiet.journal"]);
});
