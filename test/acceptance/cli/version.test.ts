import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { tooOld } from "../../../src/diagnostics/node-version";
import { everyday } from "../../support/declare";
import { desk, type Desk } from "../../support/desk";
import { wholeProgram } from "../../support/program";
import { ended, repositoryRoot, scanform } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";

/** Runs as it was built, with a script that writes down, at the end, every module that was loaded. */
async function loadedBy(argv: readonly string[], given?: Desk) {
  const at = given ?? (await desk());
  const preload = join(at.folder, "record.cjs");
  const record =
    'process.on("exit", () => require("fs").writeFileSync("loaded.json", JSON.stringify(Object.keys(require.cache))));';
  writeFileSync(preload, record);
  const ran = await scanform(argv, { cwd: at.folder, env: at.env, nodeOptions: ["--require", preload] });
  const packages = loadedIn(at).flatMap(
    (path) => /.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(path)?.[1] ?? [],
  );
  return { ran, packages: new Set(packages) };
}

const loadedIn = ({ folder }: Desk): readonly string[] =>
  JSON.parse(readFileSync(join(folder, "loaded.json"), "utf8")) as readonly string[];

/** Runs from a file for each module, where the program as it was built is one file; the rooms that were loaded. */
async function roomsLoadedBy(argv: readonly string[], at: Desk): Promise<ReadonlySet<string>> {
  const dist = join(repositoryRoot, "dist");
  writeFileSync(
    join(at.folder, "unbundled.cjs"),
    `const { run } = require(${JSON.stringify(join(dist, "cli/run.js"))});
     const { terminal } = require(${JSON.stringify(join(dist, "cli/io.js"))});
     process.on("exit", () => require("fs").writeFileSync("loaded.json", JSON.stringify(Object.keys(require.cache))));
     run(process.argv.slice(2), terminal(new AbortController().signal)).then((code) => (process.exitCode = code));`,
  );
  const child = spawn(process.execPath, ["unbundled.cjs", ...argv], { cwd: at.folder, env: at.env });
  expect(await ended(child)).toMatchObject({ code: 0 });
  const rooms = loadedIn(at).map((path) => relative(dist, dirname(path)).split(sep));
  return new Set(rooms.map(([room = "", part = ""]) => (room === "reconcile" ? `${room}/${part}` : room)));
}

describe("scanform --version", () => {
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as { version: string };

  test("scanform --version prints the version of the package, and loads nothing of what the work is done with", async () => {
    const { ran, packages } = await loadedBy(["--version"]);
    expect(ran).toEqual({ code: 0, out: `${version}\n`, err: "" });
    expect([...packages].sort()).toEqual(["commander"]);
  });
});

/** What only the emulator, the provider, or an app needs. */
const foreign = [
  ...["hono", "@hono/node-server", "picomatch"],
  ...["@bufbuild/protobuf", "@msgpack/msgpack", "@grpc/grpc-js"],
  ...["cdktf", "cdktn", "constructs"],
];

const names = wholeProgram().commands.map((command) => command.name());

test.each(names.filter((name) => name !== "emulator"))(
  "the help of `scanform %s` loads nothing that only the emulator, the provider or an app needs",
  async (name) => {
    const { ran, packages } = await loadedBy([name, "--help"]);
    expect({ code: ran.code, err: ran.err }).toEqual({ code: 0, err: "" });
    expect(foreign.filter((each) => packages.has(each))).toEqual([]);
  },
);

test.each([
  ["plan --synthesized app", ["zod"]],
  ["plan --synthesized app --format html", ["zod"]],
  ["plan --help", ["zod"]],
  ["show x.plan", []],
  ["apply --synthesized app --auto-approve", []],
  ["list repositories", ["zod"]],
])("`scanform %s` loads neither that nor what other commands need", async (line, others) => {
  const at = await desk(everyday);
  await at.plan("--out", "x.plan");
  const { ran, packages } = await loadedBy(line.split(" "), at);
  expect(ran.code).toBe(0);
  expect([...foreign, ...others].filter((each) => packages.has(each))).toEqual([]);
});

/** What no command but their own needs. `reconcile/rollback` is not one of them: each saved plan may be that of a rollback. */
const ownRooms = ["action", "cdktn", "code-host", "constructs", "emulator", "terraform", "testing", "webhooks"];
const otherActs = ["reconcile/drift", "reconcile/explain"];

test.each([
  ["plan --synthesized app", ["page", "policy", "generate", "reconcile/apply"]],
  ["show x.plan", ["page", "policy", "generate", "declaration", "reconcile/refresh", "reconcile/apply"]],
  ["apply --synthesized app --auto-approve", ["page", "policy"]],
  ["list repositories", ["page", "policy", "generate", "declaration", "reconcile/apply"]],
])("`scanform %s` loads no room that only other commands need", async (line, others) => {
  const at = await desk(everyday);
  await at.plan("--out", "x.plan");
  const rooms = await roomsLoadedBy(line.split(" "), at);
  expect([...rooms]).toEqual(expect.arrayContaining(["cli", "model", "report"]));
  expect([...ownRooms, ...otherActs, ...others].filter((each) => rooms.has(each))).toEqual([]);
});

test("a folder that was deleted in the meantime is one sentence", () => {
  const command = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" plan';
  const bin = join(repositoryRoot, "dist/cli/bin.js");
  const cwd = temporaryFolder();
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command, process.execPath, bin], { cwd, encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toBe("error: the current folder is not there any more. Change to one that is, and run this again.\n");
});

describe("a Node that is too old", () => {
  const { engines } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
    engines: { node: string };
  };

  test("a Node that is too old is refused with the version that is needed", async () => {
    const at = await desk();
    const preload = join(at.folder, "old.cjs");
    const version = "20.19.9";
    writeFileSync(preload, `Object.defineProperty(process.versions, "node", { value: "${version}" });`);
    const ran = await scanform(["plan"], { cwd: at.folder, env: at.env, nodeOptions: ["--require", preload] });
    const oldest = engines.node.replace(">=", "");
    expect(ran).toEqual({
      code: 1,
      out: "",
      err: `scanform needs Node ${oldest} or newer, and this is Node ${version}.\n`,
    });
  });

  test.each([
    ["14.21.3", true],
    ["18.20.4", true],
    ["20.19.9", true],
    ["20.20.0", false],
    ["20.21.0", false],
    ["22.0.0", false],
    ["26.1.0", false],
  ])("Node %s is too old: %s", (version, isOld) => {
    expect(tooOld(version) !== undefined).toBe(isOld);
  });
});
