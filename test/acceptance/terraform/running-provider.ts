import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterTest } from "../../support/listening";
import { providerFolder } from "../../support/provider-bundle";

export interface RunningProvider {
  /** For TF_REATTACH_PROVIDERS. */
  readonly reattach: string;
  readonly pid: number | undefined;
  /** Interrupts it. @returns its exit code */
  readonly end: () => Promise<number | null>;
}

/** The provider as one starts it under a debugger. It is ended after the test. @param env all that it finds */
export async function runningProvider(env: NodeJS.ProcessEnv): Promise<RunningProvider> {
  const child = spawn(join(providerFolder(), "terraform-provider-scanform"), ["--debug"], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  afterTest(() => child.kill("SIGKILL"));
  let said = "";
  child.stdout.setEncoding("utf8");
  for await (const words of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(words);
    if (said.includes("Ctrl-C")) break;
  }
  const [, reattach] = /^export TF_REATTACH_PROVIDERS='(.*)'$/m.exec(said) ?? [];
  // without it terraform would start processes of its own, and nobody would notice
  if (reattach === undefined) throw new Error(`the provider does not say how it is reached:\n${said}`);
  const end = async (): Promise<number | null> => {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    const [code] = (await ended) as [number | null];
    return code;
  };
  return { reattach, pid: child.pid, end };
}
