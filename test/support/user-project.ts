import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Ran } from "./desk";
import { withoutNotices } from "./notices";
import { repositoryRoot } from "./spawned";

export interface UserProjectOptions {
  /** The unpacked package, which is copied. */
  readonly scanform: string;
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

/** @param folder is made */
export function userProject(folder: string, { scanform, packages, type, files }: UserProjectOptions): UserProject {
  const modules = join(folder, "node_modules");
  cpSync(scanform, join(modules, "scanform"), { recursive: true });
  for (const name of [...Object.keys(dependencies), ...packages, "tsx", ".bin/tsx"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(repositoryRoot, "node_modules", name), join(modules, name));
  }
  for (const [name, content] of Object.entries({ ...files, "package.json": JSON.stringify({ type }) }))
    writeFileSync(join(folder, name), content);
  const node = (argv: readonly string[], env: NodeJS.ProcessEnv = {}) => run(folder, argv, env);
  const cli = async (argv: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran> => {
    const ran = await node([join(modules, "scanform/dist/cli/bin.js"), ...argv], env);
    return { ...ran, err: withoutNotices(ran.err) };
  };
  return { folder, node, scanform: cli };
}

async function run(cwd: string, argv: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const child = spawn(process.execPath, argv, {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close").then(([code]: (number | null)[]) => code ?? -1);
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, out, err };
}
