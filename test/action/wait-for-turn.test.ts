import { until } from "../support/until";
import { addRun, begun, refused, sha } from "../support/code-host-arrange";
import { type CodeHost, type Run, startCodeHost } from "../support/code-host";
import { type Turn, waitForMerges, waitForTurn } from "../../src/action/wait-for-turn";
import { accessTo } from "./step";

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

const wait = (commit = second, turn: Partial<Turn> = {}): Promise<void> =>
  waitForTurn(accessTo(host), {
    sha: commit,
    base: "main",
    runId: own,
    attempts: ["1", "1"],
    synthesized: "2026-01-01T09:00:00Z",
    patience: 20,
    pause: 0.05,
    ...turn,
  });

test("lets a merge go on when it is the only one", async () => {
  await wait();
});

test("lets a merge go on when the earlier ones are done, whatever became of them", async () => {
  addApply(700, first, "completed");
  addApply(701, first, "completed", { conclusion: "failure" });
  await wait();
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
  await ended;
});

test.each(["scanform-synth.yml", "scanform-apply.yml"])("a merge group waits for a merge in %s", async (workflow) => {
  host.runs.length = 0;
  const event = workflow === "scanform-synth.yml" ? "push" : "workflow_run";
  const run = addApply(800, first, "in_progress", { workflow, event });
  const ended = waitForMerges(accessTo(host), "main", "applied", { patience: 20, pause: 0.05 });
  // each look asks for the runs of both workflows, and for those of each status
  await until(() => host.reads.length >= 3 * 12, 20);
  Object.assign(run, { status: "completed", conclusion: "success" });
  await ended;
});

test("a pull request waits for no merge that is being applied", async () => {
  addApply(800, first, "waiting");
  await waitForMerges(accessTo(host), "main", "synthesized", { patience: 20, pause: 0.05 });
});

test("finds an earlier merge that is being applied, however many runs have ended since", async () => {
  addApply(800, first, "waiting");
  for (let id = 1000; id < 1150; id += 1) addApply(id, first, "completed");
  await expect(wait()).rejects.toThrow("waits for approval (run 800)");
});

const looksSoFar = (): number => host.reads.filter((read) => read.startsWith("GET /compare/")).length / 2;

/** Resolves once a script has looked so often; each look begins with two reads of the later commits. */
const looks = (count: number): Promise<void> => until(() => looksSoFar() >= count, 20);

test("looks twice once an earlier merge has ended, whose run may start the next one a moment later", async () => {
  const run = addApply(800, first, "in_progress");
  Object.defineProperty(run, "status", { get: () => (looksSoFar() < 2 ? "in_progress" : "completed") });
  await wait();
  expect(looksSoFar()).toBe(3);
});

test("lets two merges at once go on in their order", async () => {
  const other = addApply(901, third, "in_progress");
  await wait();
  const ended = wait(third, { runId: other.id, patience: 1 });
  await expect(ended).rejects.toThrow(`An earlier merge is not applied yet (run ${String(own)}).`);
});

test("does not wait for an approval that an earlier merge needs", async () => {
  addApply(800, first, "waiting");
  await expect(wait()).rejects.toThrow("waits for approval (run 800)");
});

test.each<[string, Partial<Run>]>([
  ["was applied", {}],
  ["was applied in part", { conclusion: "failure", jobs: begun("failure") }],
  ["is being applied", { status: "in_progress", conclusion: null, jobs: begun(null) }],
  ["was applied, and repeated in vain", { conclusion: "failure", jobs: [...begun(), ...refused(2)] }],
])("refuses a merge when a later one %s", async (_, run) => {
  addApply(901, third, "completed", run);
  await expect(wait()).rejects.toThrow("has been applied, if only in part (run 901)");
});

test.each<[string, Partial<Run>]>([
  ["was refused", { conclusion: "failure", jobs: refused() }],
  ["has the name of an apply, but is another workflow's event", { event: "push" }],
])("lets a merge go on when a later one %s", async (_, run) => {
  addApply(901, third, "completed", run);
  await wait();
});

describe.each([
  ["scanform-apply", { attempts: ["2", "1"] }],
  ["scanform-synth", { attempts: ["1", "2"] }],
])("%s", (workflow, turn) => {
  test(`a repeated run of ${workflow} is refused when the default branch has a later commit, although no run of it is left`, async () => {
    await expect(wait(second, turn)).rejects.toThrow("cannot be repeated");
  });

  test(`a repeated run of ${workflow} may apply the last commit`, async () => {
    host.main.pop();
    await wait(second, turn);
  });
});

test("refuses a commit that is not of the default branch, such as one of a tag with its name", async () => {
  await expect(wait(sha("9"))).rejects.toThrow(`${sha("9")} is not a commit of main.`);
});

test("finds later merges among many commits, and refuses a commit that is too old", async () => {
  for (let count = 0; count < 150; count += 1) host.main.push(count.toString(16).padStart(40, "a"));
  for (let id = 1000; id < 1150; id += 1) addApply(id, first, "completed");
  addApply(901, host.main.at(-1) ?? "", "completed");
  await expect(wait()).rejects.toThrow("A later commit");
  for (let count = 0; count < 100; count += 1) host.main.push(count.toString(16).padStart(40, "b"));
  await expect(wait()).rejects.toThrow("open a new pull request");
});
