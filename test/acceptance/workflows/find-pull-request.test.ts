import { addPull, sha } from "../../support/code-host-arrange";
import { type CodeHost, repository, startCodeHost } from "../../support/code-host";
import { type Ended, runScript } from "./scripts";

let host: CodeHost;

beforeEach(async () => {
  host = await startCodeHost();
});

const find = (env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  runScript(host, "find-pull-request", {
    COMMIT: sha("b"),
    HEAD_BRANCH: "stricter",
    HEAD_REPOSITORY: repository,
    ...env,
  });

test("finds the pull request by the commit of the run", async () => {
  addPull(host);
  expect(await find()).toMatchObject({ code: 0, outputs: { number: "7" } });
});

test("leaves out a pull request that only contains the commit", async () => {
  addPull(host, { number: 3, head: { branch: "longer", sha: sha("c"), repository }, contains: [sha("b")] });
  addPull(host);
  expect(await find()).toMatchObject({ outputs: { number: "7" } });
});

test("leaves out a pull request of another branch with the same last commit", async () => {
  addPull(host, { number: 3, head: { branch: "copy", sha: sha("b"), repository } });
  addPull(host);
  expect(await find()).toMatchObject({ outputs: { number: "7" } });
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
  const ended = await find();
  expect(ended).toMatchObject({ code: 0, outputs: {} });
  expect(ended.log).toContain("No open pull request");
});

test("does not plan a fork", async () => {
  addPull(host, { head: { branch: "stricter", sha: sha("b"), repository: "mallory/settings" } });
  const ended = await find({ HEAD_REPOSITORY: "mallory/settings" });
  expect(ended).toMatchObject({ code: 0, outputs: {} });
  expect(ended.log).toContain("fork is not planned");
});

test("refuses what is not a commit", async () => {
  expect(await find({ COMMIT: "main/../../pulls" })).toMatchObject({
    code: 1,
    log: "::error::COMMIT is not of its form.\n",
  });
});
