// Writes docs/page.png, the picture of a page in the README: tsx tools/page-picture.ts. Requires a build, and Chromium.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acmeKey, startEmulator } from "../src/emulator";
import { openBrowser } from "../test/support/browser";

const root = join(__dirname, "..");

/** The page of the plan that the quickstart makes for the emulator's account. */
async function quickstartPage(): Promise<string> {
  const emulator = await startEmulator();
  try {
    const child = spawn(process.execPath, [join(root, "dist/cli/bin.js"), "plan", "--format", "html"], {
      cwd: root,
      env: { ...process.env, SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey },
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

async function pagePicture(path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "scanform-page-"));
  const browser = await openBrowser();
  try {
    writeFileSync(join(folder, "plan.html"), await quickstartPage());
    const page = await browser.newPage();
    await page.setViewport({ width: 1000, height: 1180 });
    await page.goto(`file://${folder}/plan.html`);
    await page.waitForSelector(".results li");
    await page.screenshot({ path, optimizeForSpeed: false });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

void pagePicture(join(root, "docs/page.png"));
