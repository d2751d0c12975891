import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Ran } from "../../support/desk";
import { ended } from "../../support/spawned";
import { installGuide } from "./typed-project";

/** Somebody who does what a guide says: a project, a shell, and what runs in the background. */
export interface Reader {
  readonly write: (path: string, text: string) => void;
  /** Runs lines of a shell, and ends at the first that fails. */
  readonly type: (lines: string) => Promise<Ran>;
  /** Runs a command until the end of the guide; goes on as soon as it says where it listens. */
  readonly start: (command: string) => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** What a guide says about its emulator, which listens elsewhere here. */
const guideUrl = "http://127.0.0.1:4010";

/** What the project has installed is in the PATH: npx would find the same, after a second. */
const withoutNpx = (lines: string): string => lines.replaceAll(/^npx /gm, "");

const exported = /^export (\w+)=(\S*)/gm;

/** @param folder is made the reader's project */
export function reader(folder: string): Reader {
  installGuide(folder);
  const env: NodeJS.ProcessEnv = {
    PATH: `${join(folder, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}`,
    HOME: folder,
    NO_COLOR: "1",
    CHECKPOINT_DISABLE: "1",
    TF_CLI_ARGS: "-no-color",
    npm_config_update_notifier: "false",
    npm_config_offline: "true",
  };
  const background: ChildProcess[] = [];
  let url = guideUrl;
  const shell = (lines: string) =>
    spawn("sh", ["-euc", lines], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  return {
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    type: async (lines) => {
      const typed = lines.replaceAll(guideUrl, url);
      for (const [, name = "", value = ""] of typed.matchAll(exported)) env[name] = value;
      return ended(shell(withoutNpx(typed)));
    },
    start: async (command) => {
      // as a free port; exec, so that the process to end is not the shell
      const child = shell(`exec ${withoutNpx(command).replace("--port 4010", "--port 0")}`);
      child.stderr.resume();
      background.push(child);
      for await (const line of createInterface({ input: child.stdout })) {
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
        if (found === undefined) continue;
        url = found;
        return;
      }
      throw new Error(`${command}: it has ended, and has not said where it listens`);
    },
    leave: async () => {
      for (const child of background) {
        if (child.exitCode !== null) continue;
        const closed = once(child, "close");
        child.kill("SIGINT");
        await closed;
      }
    },
  };
}
