import { writeFileSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser } from "puppeteer-core";
import { everyday } from "../../support/declare";
import { desk } from "../../support/desk";
import { describeInBrowser, openBrowser, openFile } from "../../support/browser";
import { temporaryFolder } from "../../support/temporary-folder";

jest.setTimeout(120_000);

describeInBrowser("a page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("of a plan opens from disk without a complaint or a request, and axe finds nothing in it", async () => {
    const at = await desk(everyday);
    const { out, code } = await at.plan("--format", "html");
    expect(code).toBe(0);
    const path = join(temporaryFolder(), "plan.html");
    writeFileSync(path, out);
    const { page, complaints, requests } = await openFile(browser, path);
    const found = await page.evaluate(`(() => { ${axe.source} })(); axe.run()`);
    expect((found as axe.AxeResults).violations).toEqual([]);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
  });
});
