import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";
import { releaseFile, workflowOf } from "./workflow";

const { on, jobs } = workflowOf(releaseFile);
const steps = Object.values(jobs).flatMap((job) => job.steps);
const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as { version: string };

test("runs for the tag of a version only", () => {
  expect(on).toEqual({ push: { tags: ["v[0-9]+.[0-9]+.[0-9]+"] } });
});

test("gives each job only the permissions that it needs", () => {
  expect(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
    build: { contents: "read" },
    publish: { "id-token": "write" },
    attach: { contents: "write" },
  });
});

test("publishes with provenance in the environment that asks, without code of the repository", () => {
  const publish = jobs["publish"];
  expect(publish?.environment).toBe("release");
  expect(publish?.steps.flatMap(({ run }) => run ?? [])).toEqual([
    "npm publish ./release/npm/*.tgz --provenance --access public --ignore-scripts",
  ]);
  expect(publish?.steps.some(({ uses = "" }) => uses.includes("checkout"))).toBe(false);
});

test.each([
  [`v${version}`, 0],
  [`v${version}0`, 1],
  [version, 1],
])("the tag %s ends the comparison with the version with %i", (tag, code) => {
  const { run = "" } = steps.find(({ name }) => name === "Compare the tag with the version") ?? {};
  const env = { PATH: process.env["PATH"], GITHUB_REF_NAME: tag };
  const { status, stdout } = spawnSync("bash", ["-eo", "pipefail", "-c", run], {
    cwd: repositoryRoot,
    encoding: "utf8",
    env,
  });
  expect(status).toBe(code);
  expect(stdout).toBe(code === 0 ? "" : `::error::The tag is ${tag}, and package.json says ${version}.\n`);
});

test("runs scripts that package.json has", () => {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const called = steps.flatMap(({ run = "" }) => [...run.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name));
  expect(called).toEqual(["check", "advisories"]);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(called));
});
