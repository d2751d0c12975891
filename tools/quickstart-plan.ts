import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { acmeKey, startEmulator } from "../src/emulator";

const root = join(__dirname, "..");

/**
 * What the plan of the quickstart prints for the emulator's account. The port of the emulator is another one each time,
 * so its host is replaced. Requires a build.
 *
 * @throws Error where the plan cannot be made
 */
export async function quickstartPlan(flags: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const emulator = await startEmulator();
  try {
    const child = spawn(process.execPath, [join(root, "dist/cli/bin.js"), "plan", ...flags], {
      cwd: root,
      env: { ...environment, SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`The plan of the quickstart ended with ${String(code)}.`);
    return printed.replaceAll(new URL(emulator.url).host, "findings.example.com");
  } finally {
    await emulator.close();
  }
}
