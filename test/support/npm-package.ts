import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./spawned";

/** Packs what is published to npm, and unpacks it below a folder. @returns the folder with its package.json */
export function unpackedPackage(folder: string): string {
  const staged = join(folder, "staged");
  const { status, stderr } = spawnSync(process.execPath, ["tools/package.mjs", staged], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  execFileSync("npm", ["pack", staged, "--pack-destination", folder, "--loglevel=error"], { stdio: "pipe" });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  const unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", unpacked]);
  return join(unpacked, "package");
}
