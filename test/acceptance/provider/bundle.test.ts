import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";
import { providerFolder } from "../../support/provider-bundle";
import { temporaryFolder } from "../../support/temporary-folder";

const executable = "terraform-provider-scanform";
const { version, dependencies, devDependencies } = JSON.parse(
  readFileSync(join(repositoryRoot, "package.json"), "utf8"),
) as Readonly<Record<"dependencies" | "devDependencies", Readonly<Record<string, string>>>> & { version: string };

const folder = temporaryFolder();

beforeAll(() => {
  cpSync(providerFolder(), join(folder, "provider"), { recursive: true });
});

const start = (path: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync(path, { cwd: folder, encoding: "utf8", timeout: 60_000, env: { PATH: process.env["PATH"], ...env } });

test("it is one executable, with what it needs beside it", () => {
  expect(readdirSync(join(folder, "provider")).sort()).toEqual(["LICENSES.txt", "package.json", executable]);
  expect(statSync(join(folder, "provider", executable)).mode & 0o111).toBe(0o111);
  expect(JSON.parse(readFileSync(join(folder, "provider/package.json"), "utf8"))).toMatchObject({
    version,
    type: "commonjs",
  });
});

test("it starts far from any node_modules, and says what it is", () => {
  const { status, stdout, stderr } = start(join(folder, "provider", executable));
  expect([status, stderr]).toEqual([1, ""]);
  expect(stdout).toMatch(/^This is scanform's provider for Terraform.*\n$/);
});

test("it starts below a package of modules, too", () => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  expect(start(join(folder, "provider", executable)).stdout).toContain("This is scanform's provider for Terraform");
});

describe("it says in one line on stdout, which terraform shows, that it needs Node 20.20, and", () => {
  test.each([
    ["that there is none", undefined, "there is no node in the PATH of terraform."],
    ["of one so old that it cannot read the program", "echo v8.17.0", "this is Node 8.17.0."],
    ["of an old one", "echo v18.20.8", "this is Node 18.20.8."],
    ["of one that is nearly new enough", "echo v20.19.5", "this is Node 20.19.5."],
    [
      "why it does not start",
      "echo node: --no-such is not allowed >&2\necho in NODE_OPTIONS >&2\nexit 9",
      "the node in the PATH does not start: node: --no-such is not allowed in NODE_OPTIONS",
    ],
  ])("%s", (_, node, reason) => {
    const PATH = temporaryFolder();
    if (node !== undefined) writeFileSync(join(PATH, "node"), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
    const { status, stdout, stderr } = start(join(folder, "provider", executable), { PATH });
    expect([status, stdout, stderr]).toEqual([1, `scanform's provider needs Node 20.20 or newer, and ${reason}\n`, ""]);
  });
});

test.each(["v20.20.0", "v22.3.0", "v100.0.0"])("it starts a node that is new enough: %s", (version) => {
  const PATH = temporaryFolder();
  const node = `case $1 in -v) echo ${version} ;; *) echo started "$(basename "$1")" "$2" ;; esac`;
  writeFileSync(join(PATH, "node"), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
  const { stdout } = spawnSync(join(folder, "provider", executable), ["--debug"], {
    encoding: "utf8",
    env: { PATH: `${PATH}:${String(process.env["PATH"])}` },
  });
  expect(stdout).toBe(`started ${executable} --debug\n`);
});

test("all that it loads is in it, or is Node's own", () => {
  const text = readFileSync(join(folder, "provider", executable), "utf8");
  const loaded = [...text.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].flatMap(([, name]) => name ?? []);
  expect(loaded).toContain("node:net");
  const own = new Set(process.getBuiltinModule("node:module").builtinModules);
  const others = loaded.filter((name) => !name.startsWith("node:") && !own.has(name));
  expect(others).toEqual([]);
});

test("it carries the licence of each package that is in it", () => {
  const licences = readFileSync(join(folder, "provider/LICENSES.txt"), "utf8");
  const packages = [...licences.matchAll(/^(\S+) \d+\.\S+ \(.+\)$/gm)].map(([, name]) => name);
  expect(packages).toEqual(expect.arrayContaining(["scanform", "@bufbuild/protobuf", "@msgpack/msgpack"]));
  expect(licences).toContain("Copyright 2008 Google Inc."); // @bufbuild/protobuf says it in its sources alone
  expect(licences).toContain("Apache License");
});

test("who installs the command line alone gets no codecs of the provider", () => {
  const bundled = ["@bufbuild/protobuf", "@msgpack/msgpack"];
  expect(bundled.filter((name) => name in dependencies || !(name in devDependencies))).toEqual([]);
});
