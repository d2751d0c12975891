import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { acmeKey, startEmulator } from "../../src/emulator";
import { svgOf } from "./svg";

const root = join(__dirname, "../..");

/** What the README shows. */
export const picturePath = join(root, "docs/plan.svg");

/**
 * The first screen of the plan that the quickstart prints for the emulator's account, as an SVG. The port of the emulator
 * is another one each time, and the digest says for which service the plan is: both are replaced.
 *
 * @throws Error where the plan cannot be made
 */
export async function planPicture(): Promise<string> {
  const emulator = await startEmulator();
  try {
    const env = { ...process.env, SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey, FORCE_COLOR: "1" };
    const { NO_COLOR: _, ...colored } = env as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, [join(root, "dist/cli/bin.js"), "plan"], {
      cwd: root,
      env: colored,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`The plan of the quickstart ended with ${String(code)}.`);
    const shown = printed.replaceAll(new URL(emulator.url).host, "findings.example.com");
    return svgOf(firstScreen(shown), "What scanform plan prints for the quickstart");
  } finally {
    await emulator.close();
  }
}

/** The head, the verdict and what changes: all that stands before the second heading in capitals. */
function firstScreen(printed: string): readonly string[] {
  const lines = printed.split("\n");
  const headings = lines.flatMap((line, at) => (/^(?:\u001b\[\d+m)*[A-Z]{4,} /.test(line) ? [at] : []));
  const [, second = lines.length] = headings;
  return ["$ scanform plan", ...lines.slice(0, second), "\u001b[2m...\u001b[22m"];
}
