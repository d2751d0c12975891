import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { baselineId, repositoriesNamed, seedOf } from "../support/account";
import { everyday, idOf } from "../support/declare";
import { desk, documentOf } from "../support/desk";
import { triageDesk } from "../support/triages";
import { factsIn } from "../page/read-back";

const noKey = { env: {} };

test("a saved plan is shown as a page without a key, and says what the page of the plan says but for what it lacks", async () => {
  const at = await desk(everyday);
  const made = await at.plan("--out", "saved.plan", "--format", "html");
  at.emulator.clearRequests();
  const shown = await at.run(["show", "saved.plan", "--format", "html"], noKey);
  expect(shown.code).toBe(0);
  expect(at.emulator.requests).toEqual([]);
  const [whole, saved] = [made, shown].map(({ out }) => factsIn(out).accounts[0]);
  expect(saved?.effects.length).toBe(whole?.effects.length);
  for (const [id, name, , , effect, rule] of saved?.repositories ?? [])
    expect(
      whole?.repositories.some((each) => each[0] === id && each[1] === name && each[4] === effect && each[5] === rule),
    ).toBe(true);
});

describe("a page with --since", () => {
  const digestIn = (out: string): string => /"digest": "([0-9a-f]{12})/.exec(out)?.[1] ?? "";

  test("says that nothing is new since the same plan", async () => {
    const at = await desk(everyday);
    const approved = await at.plan("--json");
    writeFileSync(join(at.folder, "approved.json"), approved.out);
    const { out, code } = await at.plan("--format", "html", "--since", "approved.json");
    expect(code).toBe(0);
    expect(out).toContain(`<p class="since">nothing new since ${digestIn(approved.out)}</p>`);
    expect(factsIn(out).accounts[0]?.since).toEqual({ repositories: [] });
  });

  test("counts and marks what is new", async () => {
    const at = await desk({ configurations: everyday.configurations ?? {} });
    const approved = await at.plan("--json");
    writeFileSync(join(at.folder, "approved.json"), approved.out);
    at.declare(everyday);
    const { out } = await at.plan("--format", "html", "--since", "approved.json", "--out", "saved.plan");
    expect(out).toMatch(new RegExp(`<p class="since new">\\d+ new since ${digestIn(approved.out)}</p>`));
    expect(out).toContain('<span class="tag new">new</span>');
    const facts = factsIn(out).accounts[0];
    const fresh = facts?.since?.repositories.map((each) => facts.repositories[each]?.[1]);
    expect(fresh).toEqual(expect.arrayContaining(["payments-api"]));
    const shown = await at.run(["show", "saved.plan", "--format", "html", "--since", "approved.json"], noKey);
    expect(shown.out).toContain(`new since ${digestIn(approved.out)}`);
  });

  test.each([
    ["text", /--since is for the page/],
    ["json", /--since is for the page/],
  ])("is an error in the format %s", async (format, message) => {
    const at = await desk(everyday);
    const { code, out, err } = await at.plan("--format", format, "--since", "approved.json");
    expect(code).toBe(1);
    expect(out + err).toMatch(message);
  });

  test("of a file that is no plan is an error that says how to make one", async () => {
    const at = await desk(everyday);
    writeFileSync(join(at.folder, "approved.json"), "{}");
    const { code, err } = await at.plan("--format", "html", "--since", "approved.json");
    expect(code).toBe(1);
    expect(err).toContain("scanform plan --json > plan.json");
  });
});

describe("a comment with --page-url", () => {
  test("links the page, and the sections of the repositories that are affected", async () => {
    const at = await desk(everyday);
    const { out, code } = await at.plan(
      "--format",
      "markdown",
      "--page-url",
      "https://pages.example/a (b)/plan.html#x",
    );
    expect(code).toBe(0);
    const page = "https://pages.example/a%20%28b%29/plan.html";
    expect(out).toContain(`[Review on the page](${page}): `);
    expect(out).toContain(`[\` payments-api \`](${page}#repository=payments-api)`);
  });

  test("links a repository of each effect before the second of one", async () => {
    const names = [...Array.from({ length: 20 }, (_, at) => `a-${String(at)}`), "payments-api"];
    const at = await desk(
      {
        configurations: { baseline: { name: "baseline", comment: "disabled" }, worse: { name: "worse" } },
        assignments: { routing: [{ repository_pattern: "payments-%", configuration_id: idOf("worse") }] },
      },
      seedOf({ repositories: repositoriesNamed(names, baselineId) }),
    );
    const { out } = await at.plan("--format", "markdown", "--page-url", "https://pages.example/plan.html");
    expect(out).toContain("#repository=payments-api");
    expect(out).toContain("and 11 more");
  });

  test.each(["javascript:alert(1)", "file:///plan.html", "plan.html", "https://user:secret@pages.example/"])(
    "does not take the address %s",
    async (url) => {
      const at = await desk(everyday);
      const { code, err } = await at.plan("--format", "markdown", "--page-url", url);
      expect(code).toBe(1);
      expect(err).toContain("--page-url");
    },
  );

  test("is an error in another format", async () => {
    const at = await desk(everyday);
    const { code, err } = await at.plan("--format", "html", "--page-url", "https://pages.example/");
    expect(code).toBe(1);
    expect(err).toContain("--page-url is for --format markdown");
  });
});

test("every repository of the account is on the page, whatever it has", async () => {
  const at = await desk({
    ...everyday,
    assignments: { routing: [{ repository_pattern: "payments-%", configuration_id: idOf("strict") }] },
  });
  const { out } = await at.plan("--format", "html");
  const names = factsIn(out).accounts[0]?.repositories.map(([, name]) => name);
  const { accounts } = documentOf(await at.plan("--json", "--for-policies")) as {
    readonly accounts: readonly { readonly after: { readonly repositories: readonly { readonly name: string }[] } }[];
  };
  expect(names).toEqual(accounts[0]?.after.repositories.map(({ name }) => name));
});

test("--page writes the page beside what is printed, and what is printed stays as it is", async () => {
  const at = await desk(everyday);
  const { out } = await at.plan("--format", "markdown", "--page", "plan.html");
  const page = readFileSync(join(at.folder, "plan.html"), "utf8");
  expect(page).toBe((await at.plan("--format", "html")).out);
  expect(out).toBe((await at.plan("--format", "markdown")).out);
  const part = await at.plan("--only", "payments-%", "--page", "plan.html");
  expect(part.code).toBe(1);
  expect(part.err).toContain("--page has the whole");
  const lost = await at.plan("--page", "no/such/folder/plan.html");
  expect(lost.code).toBe(1);
  expect(lost.err).toContain("Name another file with --page.");
});

test("a page highlights what is decided about findings, which is no part of the verdict", async () => {
  const at = await triageDesk();
  const { out } = await at.plan("--format", "html");
  expect(out).toMatch(
    /<p class="cost">0 of [\d,]+ repositories are affected; <strong>dismisses 1 finding \(1 high\)<\/strong>/,
  );
});
