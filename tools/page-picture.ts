// Writes docs/page.png, the picture of a page in the README: tsx tools/page-picture.ts. Requires a build, and Chromium.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser } from "../test/support/browser";
import { quickstartPlan } from "./quickstart-plan";

const root = join(__dirname, "..");

async function pagePicture(path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "scanform-page-"));
  const browser = await openBrowser();
  try {
    writeFileSync(join(folder, "plan.html"), await quickstartPlan(["--format", "html"], process.env));
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
