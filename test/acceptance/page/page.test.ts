import { leavesIn, titlesOf } from "../../../src/report/document";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { label } from "../../../src/diagnostics/foreign-text";
import { accountId } from "../../../src/model/ids";
import { leafText } from "../../../src/report/leaf-lines";
import { accountDocument } from "../../../src/report/make-document";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { documentOf, pageOf, rollback } from "../../page/pages";
import { declared, live, moving, planOf, repositories, reviewed, rich, routing, to, varied } from "../../report/plans";
import { withFindings } from "../../report/with-findings";
import { accountId as seededAccountId, canaryOfAll, otherAccountId } from "../../support/account";
import { describeInBrowser, foundByAxe, openBrowser, openPage, type Opened } from "../../support/browser";
import { everyday, idOf } from "../../support/declare";
import { desk, jsonOf } from "../../support/desk";
import { temporaryFolder } from "../../support/temporary-folder";

jest.setTimeout(180_000);

/** The texts of the elements that fit. */
const textsOf = (page: Page, selector: string): Promise<readonly string[]> =>
  ofAll(page, selector, `each.textContent.replace(/\\s+/g, " ").trim()`);

/** An expression of each element that fits. */
const ofAll = async (page: Page, selector: string, expression: string): Promise<readonly string[]> =>
  (await page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => ${expression})`,
  )) as readonly string[];

describeInBrowser("a page", () => {
  let browser: Browser;
  const folder = temporaryFolder();
  let pages = 0;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  /** Opens a page from disk. What it complains about, or asks for, is seen at the end of the test. */
  async function open(html: string, fragment = ""): Promise<Opened> {
    pages += 1;
    const path = join(folder, `${String(pages)}.html`);
    writeFileSync(path, html);
    return openPage(browser, `file://${path}${fragment}`);
  }

  function expectQuiet({ complaints, requests }: Opened): void {
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
  }

  test("answers in one click from the comment which rule sends payments-api where, and what it loses", async () => {
    const at = await desk({
      ...everyday,
      assignments: {
        routing: [
          { repository_pattern: "payments-%", configuration_id: idOf("strict") },
          { repository_pattern: "%", configuration_id: idOf("baseline") },
        ],
      },
    });
    await at.plan("--out", "plan.json");
    const comment = await at.run([
      "show",
      "plan.json",
      ..."--format markdown --page-url https://pages.example/plan.html".split(" "),
    ]);
    const [, fragment] = /\]\(https:\/\/pages\.example\/plan\.html(#repository=payments-api)\)/.exec(comment.out) ?? [];
    const { out } = await at.run(["show", "plan.json", "--format", "html"]);
    const opened = await open(out, fragment);
    const { page } = opened;
    expect(await textsOf(page, ".chosen h2")).toEqual(["payments-api weakens"]);
    expect(await textsOf(page, ".chosen .sides")).toEqual(["baseline -> strict"]);
    const explained = jsonOf(await at.run(["explain", "payments-api", "--synthesized", "app", "--json"]));
    expect(await textsOf(page, ".chosen .winner")).toEqual([
      `${String(explained["rule"])} assigns strict at scanform_repository_assignments.routing`,
    ]);
    expect(await textsOf(page, ".chosen .lost")).toEqual([
      expect.stringMatching(
        /^overridden: rule 2: % would assign baseline at .*an earlier rule matches too, and the first match decides$/,
      ),
    ]);
    expect((await textsOf(page, ".chosen .leaf.weaker")).length).toBeGreaterThan(0);
    expect(await page.evaluate("document.activeElement.textContent")).toContain("payments-api");
    expectQuiet(opened);
  });

  test("shows of each repository what the document says of its effect", async () => {
    for (const make of [rich, () => reviewed()]) {
      const made = make();
      const opened = await open(pageOf(documentOf(made)));
      const account = accountDocument(made);
      for (const effect of account.effects) {
        const [repository] = effect.repositories;
        if (repository === undefined) continue;
        await opened.page.evaluate(
          `location.hash = "#repository=" + encodeURIComponent(${JSON.stringify(repository.name)})`,
        );
        await opened.page.waitForFunction(
          `document.querySelector(".chosen h2")?.textContent.startsWith(${JSON.stringify(label(repository.name ?? ""))})`,
        );
        const shown = await textsOf(opened.page, ".chosen .leaf");
        const leaves = leavesIn(effect).map((each) => `${each.verdict} ${leafText(each, titlesOf(account))}`);
        expect(shown.toSorted()).toEqual(leaves.toSorted());
      }
      expectQuiet(opened);
    }
  });

  test("finds by every filter, with the keyboard alone", async () => {
    const opened = await open(pageOf(documentOf(rich())));
    const { page } = opened;
    const found = () => textsOf(page, ".results li > a");
    await page.focus("#search");
    await page.keyboard.type("payments");
    expect(await found()).toEqual(["payments-api", "payments-ledger"]);
    await page.keyboard.press("Tab");
    await page.keyboard.type("rule");
    expect(await found()).toEqual(["payments-api", "payments-ledger"]);
    await page.keyboard.down("Shift");
    await page.keyboard.press("Tab");
    await page.keyboard.up("Shift");
    await page.keyboard.down("Control");
    await page.keyboard.press("a");
    await page.keyboard.up("Control");
    await page.keyboard.type("web-%");
    expect((await found()).length).toBe(4);
    await page.keyboard.press("Tab");
    await page.keyboard.type("everything");
    await page.keyboard.press("Tab");
    await page.keyboard.type("unclassified");
    expect((await found()).every((each) => each.includes("web-"))).toBe(true);
    expect(await textsOf(page, "[role=status]")).toEqual(["2 of 9 repositories"]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".chosen .winner");
    expectQuiet(opened);
  });

  test.each([
    ["five", () => rich()],
    ["thirty", () => moving(30, 3, true)],
    ["five hundred", () => varied(500)],
  ])("draws %s configurations as bands that are named, and lists the repositories of one", async (_title, make) => {
    const opened = await open(pageOf(documentOf(make())));
    const { page } = opened;
    await page.waitForSelector(".band");
    const names = await ofAll(page, ".band", `each.getAttribute("aria-label")`);
    await page.setViewport({ width: 390, height: 800 });
    await page.waitForFunction(`document.querySelector(".bands svg").clientWidth < 390`);
    const gathered = names.some((each) => each.includes(" other configurations"));
    expect((await textsOf(page, ".bands text")).some((each) => / others [\d,]+$/.test(each))).toBe(gathered);
    expect(names.length).toBeLessThanOrEqual(60);
    for (const name of names) expect(name).toMatch(/^.+ -> .+: [\d,]+ repositor(y|ies), [a-z]+$/);
    const counts = names.map((each) => Number((/: ([\d,]+) /.exec(each)?.[1] ?? "").replaceAll(",", "")));
    const all = accountDocument(make()).effects.reduce((sum, each) => sum + each.repositories.length, 0);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(all);
    // a resize redraws the bands in the next frame
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    await page.evaluate(`document.querySelector(".band").focus()`);
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      `document.querySelector("[role=status]").textContent.startsWith("${String(counts[0])} of ")`,
    );
    expectQuiet(opened);
  });

  test("compared with an approved plan says what is new, marks it, and lists nothing else when asked", async () => {
    const at = await desk({ configurations: everyday.configurations ?? {} });
    await at.plan("--out", "approved.json");
    at.declare(everyday);
    await at.plan("--out", "plan.json");
    const { out } = await at.run(["show", "plan.json", "--since", "approved.json", "--format", "html"]);
    const opened = await open(out);
    const { page } = opened;
    expect(await textsOf(page, ".since")).toEqual([
      expect.stringMatching(/^WEAKENS MORE: [1-9]\d* new, 1 shrunk since [0-9a-f]{12}$/),
    ]);
    const all = await textsOf(page, ".results li");
    await page.click("form input[type=checkbox]");
    const fresh = await textsOf(page, ".results li");
    expect(fresh.length).toBeGreaterThan(0);
    expect(fresh).toEqual(all.filter((each) => each.includes("new")));
    expect(await foundByAxe(page)).toEqual([]);
    expectQuiet(opened);
  });

  test("says of a rollback which repositories it moves back, and which it leaves where they are", async () => {
    for (const [name, sides, rule] of [
      ["payments-api", "made -> baseline", "the rollback moves it back"],
      ["archive", "other", "the rollback leaves it where it is"],
    ] as const) {
      const opened = await open(pageOf(documentOf(rollback())), `#repository=${name}`);
      expect(await textsOf(opened.page, ".chosen .sides")).toEqual([sides]);
      expect(await textsOf(opened.page, ".chosen .rules li")).toEqual([rule]);
      expectQuiet(opened);
    }
  });

  test("shows configurations side by side", async () => {
    const opened = await open(pageOf(documentOf(rich())), "#configuration=strict&beside=baseline");
    expect(await textsOf(opened.page, ".chosen thead th")).toEqual([
      "setting",
      "after an apply: strict",
      "after an apply: baseline",
    ]);
    expect(await textsOf(opened.page, ".chosen tbody tr")).toContain("risk_threshold3not set");
    expectQuiet(opened);
  });

  test("a page of several accounts names each, and searches in one", async () => {
    const at = await desk({
      provider: [{ account_id: seededAccountId }, { alias: "globex", account_id: otherAccountId }],
      configurations: {
        baseline: { name: "baseline", comment: "enabled" },
        other: { name: "other", comment: "silent", provider: "scanform.globex" },
      },
    });
    const { out } = await at.run(["plan", "--synthesized", "app", "--format", "html"], {
      env: { ...at.env, SCANFORM_API_KEY: canaryOfAll },
    });
    const opened = await open(out);
    await opened.page.select("form label:last-of-type select", seededAccountId);
    const accounts = await textsOf(opened.page, ".results li > :last-child");
    expect(await textsOf(opened.page, ".of-account h2")).toHaveLength(2);
    expect(accounts.length).toBeGreaterThan(0);
    expect(accounts.every((each) => each.startsWith("account acme"))).toBe(true);
    await opened.page.setViewport({ width: 360, height: 800 });
    expect(await opened.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    expect(await foundByAxe(opened.page)).toEqual([]);
    expectQuiet(opened);
  });

  test("shows what two accounts call alike, each apart", async () => {
    const { account } = rich();
    const both = documentOf(rich(), {
      ...rich(),
      account: { ...account, id: accountId(otherAccountId), name: "globex" },
    });
    for (const fragment of ["#repository=payments-api", "#configuration=strict&beside=baseline"]) {
      const opened = await open(pageOf(both), fragment);
      expect(await textsOf(opened.page, ".chosen > h2 + .quiet")).toEqual([
        expect.stringContaining("acme"),
        expect.stringContaining("globex"),
      ]);
      const ids = await ofAll(opened.page, "[id]", "each.id");
      expect(ids).toEqual([...new Set(ids)]);
      expect(await foundByAxe(opened.page)).toEqual([]);
      expectQuiet(opened);
    }
  });

  test("leads past the picture, and shows what the search finds, with the keyboard alone", async () => {
    const opened = await open(pageOf(documentOf(moving(30, 3, true))));
    const { page } = opened;
    await page.setViewport({ width: 800, height: 400 });
    await page.waitForSelector(".band");
    const focused = (): Promise<unknown> => page.evaluate("document.activeElement.textContent");
    for (let pressed = 0; pressed < 10 && (await focused()) !== "past the picture, to the search"; pressed += 1)
      await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.offsetWidth")).toBeGreaterThan(100);
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("search");
    await page.evaluate("scrollTo(0, 0)");
    await page.keyboard.type("team-0029");
    const [isInView] = await ofAll(
      page,
      ".results li:first-child",
      "(({ top, bottom }) => String(top >= 0 && bottom <= innerHeight))(each.getBoundingClientRect())",
    );
    expect(isInView).toBe("true");
    expectQuiet(opened);
  });

  test.each(["", "#repository=payments-api", "#configuration=strict&beside=baseline", "#repository=no-such"])(
    "has nothing that axe finds, at the address %j",
    async (fragment) => {
      const opened = await open(pageOf(documentOf(rich())), fragment);
      await opened.page.waitForSelector(".band");
      expect(await foundByAxe(opened.page)).toEqual([]);
      expectQuiet(opened);
    },
  );

  test("shows what a policy says of an effect at each of its repositories, and of a change at its configuration", async () => {
    const at = await desk(everyday);
    writeFileSync(
      join(at.folder, "own.mjs"),
      `const deny = (message) => (at) => ({ level: "deny", message, at });
      export default [{ name: "own", check: ({ effects, changes }) => [
        ...effects.filter(({ from, to }) => from.name !== to.name).map(deny("moves")),
        ...changes.filter(({ name }) => name === "baseline").map(deny("changes")),
      ] }];`,
    );
    const { out } = await at.plan("--format", "html", "--policy", "own.mjs");
    for (const [fragment, says] of [
      ["#repository=payments-api", ["deny by own: moves"]],
      ["#repository=web", []],
      ["#configuration=baseline", ["deny by own: changes"]],
      ["#configuration=strict", []],
    ] as const) {
      const opened = await open(out, fragment);
      await opened.page.waitForSelector(".chosen h2");
      expect(await textsOf(opened.page, ".chosen .findings li")).toEqual(says);
      expect(await foundByAxe(opened.page)).toEqual([]);
      expectQuiet(opened);
    }
  });

  test("does not say of a repository whose configuration is deleted that it keeps it", async () => {
    const at = await desk({
      provider: { managed_scope: { all: true } },
      configurations: { relaxed: { name: "relaxed" } },
    });
    const { out } = await at.plan("--format", "html", "--prune", "--force");
    const opened = await open(out, "#repository=payments-api");
    await opened.page.waitForSelector(".chosen h2");
    expect(await textsOf(opened.page, ".chosen .sides")).toEqual(["baseline -> none"]);
    expect(await textsOf(opened.page, ".chosen .rules li")).toEqual([
      "no rule matches, and its configuration is deleted",
    ]);
    expectQuiet(opened);
  });

  test("cuts a name in the picture where it does not fit, whatever its letters", async () => {
    for (const letter of ["W", "i", "名", "🦀"]) {
      const opened = await open(pageOf(documentOf(planNamed(letter.repeat(100)))));
      await opened.page.waitForSelector(".band");
      const [left = 0, right = 0, edge = 0] = (await opened.page.evaluate(
        `(() => {
          const texts = [...document.querySelectorAll(".bands text")].map((each) => each.getBBox());
          const width = document.querySelector(".bands svg").viewBox.baseVal.width;
          return [Math.min(...texts.map(({ x }) => x)), Math.max(...texts.map((each) => each.x + each.width)), width];
        })()`,
      )) as readonly number[];
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(edge);
      expect(await textsOf(opened.page, ".bands text")).toEqual([
        expect.stringContaining("…"),
        expect.stringContaining("…"),
      ]);
      expectQuiet(opened);
    }
  });

  test("is inert, whatever names say, and shows them as text", async () => {
    for (const name of hostile) {
      const opened = await open(pageOf(documentOf(planNamed(name))), `#repository=${encodeURIComponent(name)}`);
      await opened.page.waitForSelector(".chosen .winner");
      expect(await textsOf(opened.page, ".chosen h2")).toEqual([
        expect.stringContaining(label(name).replace(/\s+/g, " ").trim()),
      ]);
      expect(await textsOf(opened.page, "main img, main iframe, main [onload], main [onerror]")).toEqual([]);
      expectQuiet(opened);
      await opened.page.close();
    }
  });

  test("shows open findings, and of a repository its own with their links", async () => {
    const opened = await open(pageOf(documentOf(withFindings())), "#repository=web-shop");
    const { page } = opened;
    expect(await textsOf(page, ".head .findings")).toEqual([
      expect.stringMatching(/^these 8 repositories have 41 open findings of the last 30 days \(3 critical, 38 high\)$/),
    ]);
    expect(await textsOf(page, ".chosen .examples li")).toEqual([
      expect.stringMatching(/^critical "SQL injection" in web-shop, src\/db\.ts https:/),
      expect.stringMatching(/^high "Open redirect"/),
    ]);
    const links = await ofAll(page, ".chosen .examples a, .details a", "each.href");
    expect(new Set(links)).toEqual(
      new Set(["https://findings.example.com/findings/ffffffff-0000-4000-8000-000000000001"]),
    );
    expect(links).toHaveLength(4);
    expect(await foundByAxe(page)).toEqual([]);
    await page.setViewport({ width: 360, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    expectQuiet(opened);
  });

  test("has no wider content than its window, at 360 pixels", async () => {
    const opened = await open(pageOf(documentOf(rich())), "#repository=payments-api");
    await opened.page.setViewport({ width: 360, height: 800 });
    await opened.page.waitForSelector(".band");
    expect(await opened.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    expectQuiet(opened);
  });
});

/** Names that would do something in a page, if they got into it as they are. */
const hostile = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  "<!--<script>",
  '"><svg onload=alert(1)>',
  "javascript:alert(1)",
  "${alert(1)}",
  "&lt;b&gt;",
  "a&account=b#c",
  "%E0%A4%A",
  "\u202Eevil\u2066",
  "名前 🦀",
];

function planNamed(name: string): Plan {
  return planOf(
    {
      configurations: [
        declared("goal", `${name} 1`, { comment: "disabled", analyzers: { [name]: { enabled: false } } }),
      ],
      assignments: routing({ target: to("goal"), repositoryNames: [name] }),
    },
    {
      configurations: [live(1, `${name} 2`, { comment: "enabled", analyzers: { [name]: { enabled: true } } })],
      repositories: repositories([name], 1),
    },
    name,
  );
}
