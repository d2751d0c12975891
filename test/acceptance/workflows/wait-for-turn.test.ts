import { until } from "../../support/until";
import { addRun, begun, refused, sha } from "../../support/code-host-arrange";
import { type CodeHost, type Run, startCodeHost } from "../../support/code-host";
import { type Ended, runScript } from "./scripts";

const [first, second, third] = [sha("1"), sha("2"), sha("3")];
const own = 900;

let host: CodeHost;

beforeEach(async () => {
  host = await startCodeHost();
  host.main.push(first, second, third);
  addApply(own, second, "in_progress");
});

function addApply(id: number, commit: string, status: string, run: Partial<Run> = {}): Run {
  const conclusion = status === "completed" ? "success" : null;
  return addRun(host, {
    id,
    workflow: "scanform-apply.yml",
    title: `scanform-apply ${commit}`,
    sha: third,
    status,
    conclusion,
    jobs: status === "completed" ? begun() : [],
    ...run,
  });
}

const wait = (commit = second, env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  runScript(host, "wait-for-turn", {
    COMMIT: commit,
    SYNTH_ATTEMPT: "1",
    SYNTH_CREATED: "2026-01-01T09:00:00Z",
    WAIT_SECONDS: "20",
    PAUSE_SECONDS: "0.05",
    ...env,
  });

test("lets a merge go on when it is the only one", async () => {
  expect(await wait()).toMatchObject({ code: 0, log: "" });
});

test("lets a merge go on when the earlier ones are done, whatever became of them", async () => {
  addApply(700, first, "completed");
  addApply(701, first, "completed", { conclusion: "failure" });
  expect(await wait()).toMatchObject({ code: 0 });
});

test.each<[string, () => Run]>([
  ["is being applied", () => addApply(800, first, "in_progress")],
  ["is queued, and began later", () => addApply(950, first, "queued")],
  [
    "is being synthesized",
    () => addRun(host, { id: 1, workflow: "scanform-synth.yml", event: "push", sha: first, status: "in_progress" }),
  ],
  ["is the same one, in an earlier run", () => addApply(800, second, "in_progress")],
])("waits while an earlier merge %s", async (_, add) => {
  const run = add();
  const ended = wait();
  await looks(3);
  run.status = "completed";
  run.conclusion = "success";
  expect(await ended).toMatchObject({ code: 0 });
});

test("finds an earlier merge that is being applied, however many runs have ended since", async () => {
  for (let id = 1000; id < 1150; id += 1) addApply(id, first, "completed");
  addApply(800, first, "waiting");
  expect((await wait()).log).toContain("waits for approval (run 800)");
});

/** Resolves once a script has looked so often; each look begins with two reads of the later commits. */
async function looks(count: number): Promise<void> {
  const looked = (): number => host.reads.filter((read) => read.startsWith("GET /compare/")).length / 2;
  await until(() => looked() >= count, 20);
}

test("lets two merges at once go on in their order", async () => {
  const other = addApply(901, third, "in_progress");
  expect(await wait()).toMatchObject({ code: 0 });
  const ended = wait(third, { GITHUB_RUN_ID: String(other.id), WAIT_SECONDS: "1" });
  expect((await ended).log).toBe(`::error::An earlier merge is not applied yet (run ${String(own)}).\n`);
});

test("does not wait for an approval that an earlier merge needs", async () => {
  addApply(800, first, "waiting");
  const ended = await wait();
  expect(ended).toMatchObject({ code: 1, log: expect.stringContaining("waits for approval (run 800)") as string });
});

test.each<[string, Partial<Run>]>([
  ["was applied", {}],
  ["was applied in part", { conclusion: "failure", jobs: begun("failure") }],
  ["is being applied", { status: "in_progress", conclusion: null, jobs: begun(null) }],
  ["was applied, and repeated in vain", { conclusion: "failure", jobs: [...begun(), ...refused(2)] }],
])("refuses a merge when a later one %s", async (_, run) => {
  addApply(901, third, "completed", run);
  expect(await wait()).toMatchObject({
    code: 1,
    log: expect.stringContaining("has been applied, if only in part (run 901)") as string,
  });
});

test.each<[string, Partial<Run>]>([
  ["was refused", { conclusion: "failure", jobs: refused() }],
  ["has the name of an apply, but is another workflow's event", { event: "push" }],
])("lets a merge go on when a later one %s", async (_, run) => {
  addApply(901, third, "completed", run);
  expect(await wait()).toMatchObject({ code: 0 });
});

describe.each([
  ["of scanform-apply", { GITHUB_RUN_ATTEMPT: "2" }],
  ["of scanform-synth", { SYNTH_ATTEMPT: "2" }],
])("a repeated run %s", (_, env) => {
  test("is refused when the default branch has a later commit, although no run of it is left", async () => {
    const ended = await wait(second, env);
    expect(ended).toMatchObject({ code: 1, log: expect.stringContaining("cannot be repeated") as string });
  });

  test("may apply the last commit", async () => {
    host.main.pop();
    expect(await wait(second, env)).toMatchObject({ code: 0 });
  });
});

test("refuses a commit that is not of the default branch, such as one of a tag with its name", async () => {
  expect(await wait(sha("9"))).toMatchObject({ code: 1, log: `::error::${sha("9")} is not a commit of main.\n` });
});

test("finds later merges among many commits, and refuses a commit that is too old", async () => {
  for (let count = 0; count < 150; count += 1) host.main.push(count.toString(16).padStart(40, "a"));
  for (let id = 1000; id < 1150; id += 1) addApply(id, first, "completed");
  addApply(901, host.main.at(-1) ?? "", "completed");
  expect((await wait()).log).toContain("A later commit");
  for (let count = 0; count < 100; count += 1) host.main.push(count.toString(16).padStart(40, "b"));
  expect((await wait()).log).toContain("open a new pull request");
});
