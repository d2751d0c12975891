import { baselineId, repositoriesNamed, seedOf } from "../support/account";
import { everyday, idOf } from "../support/declare";
import { desk, type Desk, documentOf, type Ran } from "../support/desk";
import { triageDesk } from "../support/triages";
import { factsIn } from "../page/read-back";

describe("a comment with --page-url", () => {
  async function comment(at: Desk, url: string, format = "markdown"): Promise<Ran> {
    await at.plan("--out", "saved.plan");
    return at.run(["show", "saved.plan", "--format", format, "--page-url", url], { env: {} });
  }

  test("links the page, and the sections of the repositories that are affected", async () => {
    const at = await desk(everyday);
    const { out, code } = await comment(at, "https://pages.example/a (b)/plan.html#x");
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
    const { out } = await comment(at, "https://pages.example/plan.html");
    expect(out).toContain("#repository=payments-api");
    expect(out).toContain("and 11 more");
  });

  test.each(["javascript:alert(1)", "file:///plan.html", "plan.html", "https://user:secret@pages.example/"])(
    "a comment with --page-url does not take the address %s",
    async (url) => {
      const at = await desk(everyday);
      const { code, err } = await comment(at, url);
      expect(code).toBe(1);
      expect(err).toContain("--page-url");
    },
  );

  test("a comment with --page-url is an error in another format", async () => {
    const at = await desk(everyday);
    const { code, err } = await comment(at, "https://pages.example/", "html");
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
  const { accounts } = documentOf(await at.plan("--json")) as {
    readonly accounts: readonly { readonly after: { readonly repositories: readonly { readonly name: string }[] } }[];
  };
  expect(names).toEqual(accounts[0]?.after.repositories.map(({ name }) => name));
});

test("a page highlights what is decided about findings, which is no part of the verdict", async () => {
  const at = await triageDesk();
  const { out } = await at.plan("--format", "html");
  expect(out).toMatch(
    /<p class="cost">none of [\d,]+ repositories is affected; <strong>dismisses 1 finding \(1 high\)<\/strong>/,
  );
});
