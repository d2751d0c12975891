import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exitCode } from "../src/cli/exit-codes";
import { catalogue } from "../src/diagnostics/catalogue";
import { accountId } from "./support/account";
import { accountOf, desk, documentOf } from "./support/desk";

const page = readFileSync(join(__dirname, "../AGENTS.md"), "utf8");

test("is one page", () => {
  expect(page.split("\n").length).toBeLessThanOrEqual(90);
});

test("names only codes that there are", () => {
  const [, text = ""] = /^## Fix what is reported\n(.*?)^## /ms.exec(page) ?? [];
  const named = [...text.matchAll(/`([a-z]+(?:-[a-z]+)*)`/g)].map(([, code = ""]) => code);
  const fields = ["detail", "location", "unauthorized"];
  expect(named.filter((code) => !(code in catalogue) && !fields.includes(code))).toEqual([]);
  expect(named.filter((code) => code in catalogue).length).toBeGreaterThan(5);
});

test("says what to do after each exit code but success and Ctrl-C", () => {
  const named = [...page.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
  const { done, interrupted, ...others } = exitCode;
  expect(named).toEqual(Object.values(others));
  expect([done, interrupted]).toEqual([0, 130]);
});

test("names fields that a plan has as JSON", async () => {
  const at = await desk({ configurations: { a: { name: "baseline", risk_threshold: 3 } } });
  const ran = await at.plan("--json");
  expect(documentOf(ran)).toMatchObject({ overall: { repositories: {} }, diagnostics: [] });
  expect(accountOf(ran)).toMatchObject({
    summary: { repositories: { weakens: 0, unclassified: 4 } },
    lines: expect.anything() as unknown,
    diagnostics: expect.anything() as unknown,
    account: { id: accountId },
  });
});
