import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "../../tools/generate";

const committed = join(__dirname, "..", "..", "src", "constructs", "l1");

const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name), "utf8")]),
  );

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scanform-test-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("the committed bindings match the model, and a stale file goes: if not, run `tsx tools/generate.ts`", async () => {
  cpSync(committed, folder, { recursive: true });
  writeFileSync(join(folder, "stale.ts"), "export {};");
  await generate(folder);
  expect(contentsOf(folder)).toEqual(contentsOf(committed));
});

test("refuses to write to a folder with other files", async () => {
  writeFileSync(join(folder, "thesis.txt"), "years of work");
  await expect(generate(folder)).rejects.toThrow("was not written by this tool");
  expect(contentsOf(folder)).toEqual({ "thesis.txt": "years of work" });
});
