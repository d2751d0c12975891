import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Compares with the file in `golden/`; `UPDATE_GOLDEN=1 npx jest test/report` rewrites it. */
export function expectGolden(name: string, text: string): void {
  const path = join(__dirname, "golden", name);
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, "utf8"));
}
