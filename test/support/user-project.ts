import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Ran } from "./desk";
import { npmPackage, type NpmPackage } from "./npm-package";
import { ended, repositoryRoot, withoutNotices } from "./spawned";
import { linkPackages, temporaryFolder } from "./temporary-folder";

interface UserProjectOptions {
  /** What is installed besides what scanform depends on. */
  readonly packages: readonly string[];
  readonly type?: "commonjs" | "module";
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** A folder in which scanform is installed as npm installs it. */
export interface UserProject {
  readonly folder: string;
  /** Runs `node` with these arguments. */
  readonly node: (argv: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Ran>;
  /** Runs the installed `scanform`. */
  readonly scanform: (argv: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Ran>;
}

const { dependencies } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

interface UserProjects {
  readonly make: (options: UserProjectOptions) => UserProject;
  /** The folder in which they are. */
  readonly folder: string;
  readonly published: () => NpmPackage;
}

/** Projects that the tests of a file make, with the package as it is published. They share what is installed. */
export function userProjects(): UserProjects {
  const folder = temporaryFolder();
  let published: NpmPackage | undefined;
  let made = 0;
  beforeAll(async () => {
    published = await npmPackage();
  }, 120_000);
  const packed = (): NpmPackage => {
    if (published === undefined) throw new Error("there are projects in tests only");
    return published;
  };
  return {
    make: (options) => userProject(join(folder, `project-${String((made += 1))}`), packed().folder, options),
    folder,
    published: packed,
  };
}

/** @param folder is made; projects beside each other share what is installed, where that is the same */
function userProject(folder: string, scanform: string, { packages, type, files }: UserProjectOptions): UserProject {
  const modules = join(folder, "node_modules");
  mkdirSync(folder);
  symlinkSync(installed(dirname(folder), scanform, packages), modules);
  for (const [name, content] of Object.entries({ ...files, "package.json": JSON.stringify({ type }) }))
    writeFileSync(join(folder, name), content);
  const node = (argv: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    ended(
      spawn(process.execPath, argv, {
        cwd: folder,
        env: { PATH: process.env["PATH"], ...env },
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
  const cli = async (argv: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran> => {
    const ran = await node([join(modules, "scanform/dist/cli/bin.js"), ...argv], env);
    return { ...ran, err: withoutNotices(ran.err) };
  };
  return { folder, node, scanform: cli };
}

/** Installs scanform with what it depends on and other packages, unless that is done. @returns the `node_modules` */
function installed(below: string, scanform: string, packages: readonly string[]): string {
  const parent = join(below, `with-${[...packages].sort().join("-").replaceAll("/", "+")}`);
  const modules = join(parent, "node_modules");
  if (existsSync(modules)) return modules;
  mkdirSync(modules, { recursive: true });
  linkFiles(scanform, join(modules, "scanform"));
  linkPackages(parent, [...Object.keys(dependencies), ...packages, "tsx", ".bin/tsx"]);
  return modules;
}

/** Copies a folder without its contents: a file has both paths, where the file system allows that. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true, encoding: "utf8" })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else linkFile(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
