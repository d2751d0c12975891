import { describeInBrowser, foundByAxe, openBrowser, openPage } from "../../support/browser";
import { emulator } from "../../emulator/client";

jest.setTimeout(60_000);

describeInBrowser("the page of the API's operations", () => {
  test("is accessible in both colour schemes, and loads its style sheet alone", async () => {
    const { url } = await emulator();
    const browser = await openBrowser();
    try {
      const { page, complaints, requests } = await openPage(browser, `${url}/api-docs/index.html`);
      expect(await page.evaluate("document.styleSheets.length")).toBe(1);
      expect(requests).toEqual([`${url}/api-docs/style.css`]);
      expect(complaints).toEqual([]);
      await page.evaluate('document.querySelectorAll("details").forEach((each) => { each.open = true; })');
      expect(await foundByAxe(page)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
