import { addPull, sha } from "../support/code-host-arrange";
import { type CodeHost, repository, startCodeHost } from "../support/code-host";
import { openPullRequest, type SynthesizedBranch } from "../../src/action/pull-requests";
import { accessTo, stepOf } from "./step";
import { commit } from "../../src/action/job";

let host: CodeHost;

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
