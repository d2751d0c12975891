import { existsSync } from "node:fs";
import axe from "axe-core";
import puppeteer, { type Browser, type Page } from "puppeteer-core";

/** Where Debian's package `chromium`, and what others install, is found. */
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const executable = process.env["CHROMIUM"] ?? places.find((each) => existsSync(each));

const reason = "Chromium is not installed: apt-get install -y chromium";
if (executable === undefined) {
  const then = process.env["CI"] === undefined ? "is skipped" : "fails";
  process.stderr.write(`${reason}: what needs it ${then}\n`);
}

/** Without a browser its tests are skipped, and in CI they fail. */
export const describeInBrowser = (title: string, tests: () => void): void => {
  if (executable !== undefined || process.env["CI"] !== undefined) describe(title, tests);
  else describe.skip(`${title} (${reason})`, tests);
};

/** A headless browser. A container has no sandbox of its own to give. */
export function openBrowser(): Promise<Browser> {
  if (executable === undefined) throw new Error(reason);
  return puppeteer.launch({ executablePath: executable, args: ["--no-sandbox", "--disable-gpu"] });
}

/** A page, and everything that it complains about: errors, and what its policy blocks. */
export interface Opened {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Requests other than that for the page. */
  readonly requests: readonly string[];
}

/** Opens a page by its URL. */
export async function openPage(browser: Browser, url: string): Promise<Opened> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (thrown) => complaints.push(String(thrown)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url().replace(/#.*/, "") !== url.replace(/#.*/, "")) requests.push(request.url());
  });
  await page.goto(url);
  return { page, complaints, requests };
}

/** What axe finds in a page, in both colour schemes. */
export async function foundByAxe(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const value of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    const results = (await page.evaluate(`${axe.source}; axe.run()`)) as axe.AxeResults;
    found.push(...results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${value} ${id}: ${html}`)));
  }
  return found;
}
