import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";
import { ciFile, sourceOf, workflowOf } from "./workflow";

const { on, jobs } = workflowOf(ciFile);
const runsOf = (name: string): readonly string[] => jobs[name]?.steps.flatMap(({ run }) => run ?? []) ?? [];

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const { scripts, engines, peerDependencies } = JSON.parse(
  readFileSync(join(repositoryRoot, "package.json"), "utf8"),
) as Manifest;

test("runs for each pull request, for what is merged, and on a schedule", () => {
  expect(Object.keys(on)).toEqual(["pull_request", "push", "schedule", "workflow_dispatch"]);
});

test("has no secret, and no right but to read", () => {
  expect(JSON.stringify(jobs)).not.toContain("secrets.");
  for (const { permissions } of Object.values(jobs)) expect(permissions).toEqual({ contents: "read" });
});

test("runs all of .ci/run once, on the oldest Node", () => {
  expect(runsOf("whole")).toEqual([".ci/run"]);
  accessSync(join(repositoryRoot, ".ci/run"), constants.X_OK);
  const node = jobs["whole"]?.steps.find(({ uses = "" }) => uses.startsWith("actions/setup-node@"))?.with;
  expect(engines.node).toBe(`>=${String(node?.["node-version"])}.20`);
});

test("runs npm test on every supported Node, and on every system", () => {
  expect(runsOf("test")).toContain("npm test");
  const rows = (jobs["test"]?.strategy?.matrix["include"] ?? []) as readonly {
    readonly system: string;
    readonly node: number;
  }[];
  const nodes = rows.flatMap(({ system, node }) => (system === "ubuntu-latest" ? [node] : []));
  expect(nodes).toEqual([20, 22, 24]);
  expect([...new Set(rows.map(({ system }) => system))]).toEqual(["ubuntu-latest", "macos-latest", "windows-latest"]);
});

test("tries the newest of each peer, with tests that are there", () => {
  const peers = jobs["peers"]?.strategy?.matrix["peers"];
  expect(peers).toEqual(expect.arrayContaining(Object.keys(peerDependencies).map((name) => `${name}@latest`)));
  const [first = "", second = ""] = runsOf("peers").filter((run) => run.startsWith("npx jest"));
  const folders = first.match(/test\/\w+/g) ?? [];
  const files = (/ -- (.*)$/.exec(second)?.[1] ?? "")
    .split(" ")
    .map((name) => `test/acceptance/package/${name}.test.ts`);
  expect([...folders, ...files].filter((each) => !existsSync(join(repositoryRoot, each)))).toEqual([]);
});

test.each([
  ["core", "test/soak", ["endless-diffs"]],
  ["fuzz", "test/soak", ["foreign-fuzzer"]],
])("%s runs tests that are there, once a week", (name, folder, files) => {
  const runs = runsOf(name).filter((run) => run.startsWith("npx jest"));
  expect(runs).toContain(`npx jest --roots ${folder} --no-watchman -- ${files.join(" ")}`);
  for (const file of files) expect(existsSync(join(repositoryRoot, folder, `${file}.test.ts`))).toBe(true);
  expect(sourceOf(ciFile)).toMatch(new RegExp(`  ${name}:\n    if: github.event_name == 'schedule'`));
});

test("runs the long random runs once a week, with more cases than .ci/run has", () => {
  const found = jobs["soak"]?.steps.find(({ run }) => run === "npm run test:soak");
  const daily = /SOAK_RUNS=(\d+)/.exec(readFileSync(join(repositoryRoot, ".ci/run"), "utf8"))?.[1];
  expect(Number(found?.env?.["SOAK_RUNS"])).toBeGreaterThan(10 * Number(daily));
});

test("runs the executables on each system that they are made for", () => {
  expect(jobs["run-executables"]?.strategy?.matrix["system"]).toEqual([
    ...["ubuntu-latest", "ubuntu-24.04-arm", "macos-latest", "macos-15-intel", "windows-latest"],
  ]);
});

test("runs once a week, with WEEKLY set, the files of tests that leave rows out without it", () => {
  const found = jobs["weekly"]?.steps.find(({ run = "" }) => run.startsWith("npm run test:acceptance"));
  expect(found?.env).toEqual({ WEEKLY: "1" });
  const acceptance = join(repositoryRoot, "test/acceptance");
  const leaving = readdirSync(acceptance, { recursive: true, encoding: "utf8" }).filter(
    (name) =>
      name.endsWith(".test.ts") && /\b(describeWeekly|isWeekly)\b/.test(readFileSync(join(acceptance, name), "utf8")),
  );
  const chosen = found?.run?.split(" -- ")[1]?.split(" ") ?? [];
  expect(
    leaving.filter((name) => name !== "workflows/ci.test.ts" && !chosen.some((each) => name.includes(each))),
  ).toEqual([]);
});

test("calls scripts that package.json has", () => {
  const called = Object.keys(jobs).flatMap((name) =>
    runsOf(name).flatMap((run) =>
      [...run.matchAll(/npm (?:run )?(test:acceptance|test:soak|test|build)\b/g)].map(([, script = ""]) => script),
    ),
  );
  expect([...new Set(called)]).toEqual(["test", "test:acceptance", "test:soak", "build"]);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(called));
});
