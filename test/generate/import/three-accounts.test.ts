import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importCode } from "../../../src/generate/import/import-code";
import { threeAccounts } from "../three-accounts";

/** Compares a text with the file of that name, which UPDATE_GOLDEN=1 writes. */
function expectGolden(name: string, text: string): void {
  const path = join(__dirname, "golden", name);
  if (process.env["UPDATE_GOLDEN"] === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(text).toBe(readFileSync(path, "utf8"));
}

test.each(Object.entries(threeAccounts))("the code of the account %s is as reviewed", (name, account) => {
  expectGolden(`${name}/imported.txt`, importCode(account(), "typescript").text);
});
