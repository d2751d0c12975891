import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pc from "picocolors";
import type { Page } from "puppeteer-core";
import { accountId } from "../src/model/ids";
import { htmlRenderer } from "../src/page/html";
import { plan } from "../src/reconcile/plan/plan";
import { planDocument } from "../src/report/make-document";
import type { Renderer } from "../src/report/renderer";
import { textRenderer } from "../src/report/text";
import { openBrowser } from "../test/support/browser";
import { median } from "./child";
import { nextOnes } from "./policies";

const rounds = 5;
const colors = pc.createColors(false);

/** What a page may cost, in bytes, milliseconds, and beside the plan as text. */
const most = { bytes: 5_000_000, view: 2000, key: 100, ratio: 2 };

/** How many analyzers each configuration has; with its name and two more they are 25 settings. */
const analyzers = 23;

/**
 * Measures a page of 5,000 changes and 20,000 moves: its size, rendering it beside rendering text, the time to the
 * first view, and that of a keystroke in the search until it is painted.
 */
export async function pageBench(): Promise<boolean> {
  const { desired, observed } = nextOnes(analyzers);
  const document = planDocument({ madeAt: 0, plans: [plan({ id: accountId("acme") }, desired, observed)] });
  // CPU time, garbage collection included: what else the machine does hardly changes it
  const timed = (renderer: Renderer): { readonly time: number; readonly text: string } => {
    const begun = process.cpuUsage();
    const text = renderer.plans(document, { colors });
    const { user, system } = process.cpuUsage(begun);
    return { time: (user + system) / 1000, text };
  };
  const all = Array.from({ length: rounds + 1 }, () => ({
    text: timed(textRenderer),
    page: timed(htmlRenderer),
  })).slice(1);
  const html = all[0]?.page.text ?? "";
  const [text, page] = [median(all.map((each) => each.text.time)), median(all.map((each) => each.page.time))];
  const { view, key } = await inBrowser(html);
  const bytes = Buffer.byteLength(html);
  const rows = [
    { what: "bytes", measured: bytes, must: most.bytes },
    { what: "page / text", measured: Math.round((page / text) * 100) / 100, must: most.ratio },
    { what: "first view ms", measured: Math.round(view), must: most.view },
    { what: "keystroke ms", measured: Math.round(key), must: most.key },
  ].map((each) => ({ ...each, reached: each.measured <= each.must ? "yes" : "NO" }));
  console.table([{ "text CPU ms": Math.round(text), "page CPU ms": Math.round(page) }]);
  console.table(rows);
  return rows.every(({ reached }) => reached === "yes");
}

/** The first view, once the script has drawn everything; the worst keystroke of a word. */
async function inBrowser(html: string): Promise<{ readonly view: number; readonly key: number }> {
  const folder = mkdtempSync(join(tmpdir(), "scanform-bench-"));
  const browser = await openBrowser();
  try {
    writeFileSync(join(folder, "plan.html"), html);
    const views: number[] = [];
    const keys: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const page = await browser.newPage();
      const begun = performance.now();
      await page.goto(`file://${folder}/plan.html`);
      await page.waitForSelector(".results li");
      views.push(performance.now() - begun);
      keys.push(await worstKey(page));
      await page.close();
    }
    return { view: median(views), key: median(keys) };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** From a key that is pressed to the next frame that is painted. */
async function worstKey(page: Page): Promise<number> {
  await page.focus("#search");
  await page.evaluate(`
    globalThis.times = [];
    document.getElementById("search").addEventListener("keydown", () => {
      const begun = performance.now();
      requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - begun)));
    });`);
  for (const letter of "team-49 block") {
    await page.keyboard.press(letter === " " ? "Space" : (letter as "a"));
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  }
  return Math.max(...((await page.evaluate("times")) as readonly number[]));
}
