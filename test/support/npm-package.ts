import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "./spawned";

/** What is published to npm. It is shared by all tests, which must not change it. */
export interface NpmPackage {
  /** As it is uploaded. */
  readonly tarball: string;
  /** What is in it: the folder with its package.json. */
  readonly folder: string;
}

const run = promisify(execFile);

/** Holds one folder for each state of what the package is made from. */
const packages = join(repositoryRoot, "dist/packed");

/** Milliseconds that a package of other sources is kept, for those who may still read it. */
const keptFor = 3_600_000;

/** Packs and unpacks what is published to npm, once for each state of what it is made from. */
export async function npmPackage(): Promise<NpmPackage> {
  const made = join(packages, inputHash());
  if (!existsSync(made)) await make(made);
  const tarball = readdirSync(made).find((name) => name.endsWith(".tgz")) ?? "";
  return { tarball: join(made, tarball), folder: join(made, "package") };
}

/** Two workers may make it at the same time: what is found is complete, since it is renamed into place. */
async function make(made: string): Promise<void> {
  mkdirSync(packages, { recursive: true });
  removeOld();
  const aside = mkdtempSync(join(packages, "making-"));
  try {
    const staged = join(aside, "staged");
    const env = { ...process.env, SOURCE_DATE_EPOCH: undefined };
    await run(process.execPath, ["tools/package.mjs", staged], { cwd: repositoryRoot, env });
    await run("npm", ["pack", staged, "--pack-destination", aside, "--loglevel=error"]);
    rmSync(staged, { recursive: true });
    const tarball = readdirSync(aside).find((name) => name.endsWith(".tgz")) ?? "";
    await run("tar", ["-xzf", join(aside, tarball), "-C", aside]);
    renameSync(aside, made);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(made)) throw error;
  }
}

function removeOld(): void {
  for (const name of readdirSync(packages)) {
    const path = join(packages, name);
    const { mtimeMs = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < Date.now() - keptFor) rmSync(path, { recursive: true, force: true });
  }
}

/** Folders and files below dist that are made from the package, and what runs of the examples leave. */
const ignored = /^dist\/(packed|npm|release|\.tsbuildinfo)$|\/(cdktf\.out|\.scanform|node_modules)$/;

/** A hash of all that goes into the package, and of what selects and makes it. */
function inputHash(): string {
  const { files } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
    readonly files: readonly string[];
  };
  const selected = files.filter((pattern) => !pattern.startsWith("!")).map((pattern) => pattern.replace(/\/.*/, ""));
  const always = ["package.json", "package-lock.json", "README.md", "LICENSE", "src", "tools"];
  const hash = createHash("sha256");
  for (const path of [...new Set([...always, ...selected])].sort().flatMap(filesBelow))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(repositoryRoot, path)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** @param path of the repository, with `/` */
function filesBelow(path: string): readonly string[] {
  const at = join(repositoryRoot, path);
  if (ignored.test(path)) return [];
  return statSync(at).isFile()
    ? [path]
    : readdirSync(at)
        .sort()
        .flatMap((name) => filesBelow(`${path}/${name}`));
}
