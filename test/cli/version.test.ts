import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { desk } from "../support/desk";
import { repositoryRoot, scanform } from "../support/spawned";

/** Runs with a script that writes down, at the end, every module that was loaded. */
async function loadedBy(argv: readonly string[]) {
  const at = await desk();
  const preload = join(at.folder, "record.cjs");
  const record =
    'process.on("exit", () => require("fs").writeFileSync("loaded.json", JSON.stringify(Object.keys(require.cache))));';
  writeFileSync(preload, record);
  const ran = await scanform(argv, { cwd: at.folder, env: at.env, nodeOptions: ["--require", preload] });
  const paths = JSON.parse(readFileSync(join(at.folder, "loaded.json"), "utf8")) as readonly string[];
  const packages = paths.flatMap((path) => /.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(path)?.[1] ?? []);
  const own = paths.flatMap((path) => /dist[/\\]([a-z]+)[/\\]/.exec(path.slice(repositoryRoot.length))?.[1] ?? []);
  return { ran, packages: new Set(packages), rooms: new Set(own) };
}

describe("scanform --version", () => {
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as { version: string };

  test("prints the version of the package", async () => {
    const { ran } = await loadedBy(["--version"]);
    expect(ran).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  test("loads nothing of what the work is done with", async () => {
    const { packages, rooms } = await loadedBy(["--version"]);
    expect([...packages].sort()).toEqual(["commander"]);
    // of report/ the names of the formats, which the command line needs
    expect([...rooms].sort()).toEqual(["cli", "diagnostics", "report"]);
  });

  test.each(["--help", "plan --help"])("is not alone in that: `%s` does not either", async (line) => {
    const { packages } = await loadedBy(line.split(" "));
    expect([...packages].sort()).toEqual(["commander"]);
  });
});

describe("scanform plan", () => {
  test("loads what it needs, but neither cdktf nor the emulator", async () => {
    const { ran, packages, rooms } = await loadedBy(["plan", "--synthesized", "app"]);
    expect(ran.code).toBe(0);
    expect([...packages]).toEqual(expect.arrayContaining(["undici"]));
    expect([...packages]).not.toEqual(expect.arrayContaining(["cdktf"]));
    expect([...packages]).not.toEqual(expect.arrayContaining(["hono"]));
    expect([...rooms]).not.toEqual(expect.arrayContaining(["emulator"]));
  });
});
