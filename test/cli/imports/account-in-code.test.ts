import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId } from "../../support/account";
import { asItIs } from "../../support/declare";
import { desk, type Desk } from "../../support/desk";

const block = `provider "scanform" {\n  account_id = "${accountId}"\n}\n\n`;

const read = ({ folder }: Desk, name: string): string => readFileSync(join(folder, name), "utf8");

/** A desk with these files in the folder `code`. */
async function withFiles(files: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const at = await desk();
  mkdirSync(join(at.folder, "code"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at.folder, "code", name), text);
  return at;
}

test("HCL has a provider block with the account's id where the folder has none", async () => {
  const at = await withFiles({ "versions.tf": "terraform {\n  required_providers {\n    scanform = {}\n  }\n}\n" });
  const { code, err } = await at.run(["import", "--format", "hcl", "--out", "code"]);
  expect([code, err]).toEqual([0, expect.not.stringContaining("Name the account")]);
  expect(read(at, "code/imported.tf").startsWith(`# The account "acme".\n${block}import {\n`)).toBe(true);
});

test.each([
  ["main.tf", 'provider "scanform" {\n}\n'],
  ["main.tf", "# ours\nprovider scanform {}\n"],
  ["main.tf.json", '{ "provider": { "scanform": {} } }'],
])("HCL has no second provider block, and the file of the first is named: %s %j", async (name, text) => {
  const at = await withFiles({ [name]: text });
  const { err } = await at.run(["import", "--format", "hcl", "--out", "code"]);
  expect(read(at, "code/imported.tf")).not.toContain("provider");
  expect(err).toContain(
    `Name the account in the provider block of ${name}, so that a key of several accounts cannot mean another one: ` +
      `account_id = "${accountId}"\n`,
  );
});

test("nothing is said of a block that names the account", async () => {
  const at = await withFiles({
    "main.tf": block.toUpperCase().replace("PROVIDER", "provider").replace("SCANFORM", "scanform"),
  });
  const { err } = await at.run(["import", "--format", "hcl", "--out", "code"]);
  expect(err).not.toContain("Name the account");
});

test.each([
  ["typescript", `{ accountId: "${accountId}" }`],
  ["hcl", `account_id = "${accountId}"`],
  ["json", `pass accountId: "${accountId}" to plan`],
])("where %s is printed without a provider block, it is said what the account is", async (format, words) => {
  const at = await desk();
  const { out, err } = await at.run(["import", "--format", format]);
  expect(out).not.toContain(accountId);
  expect(err).toContain(words);
});

test("a new project names the account, and it is not said again", async () => {
  const at = await desk();
  const { err } = await at.run(["import", "--out", "new"]);
  expect(read(at, "new/main.ts")).toContain(accountId);
  expect(read(at, "new/main.ts")).toContain('// The account "acme".\n');
  expect(err).not.toContain("Name the account");
});

test.each([
  [{}, expect.stringContaining(`Name the account in the provider of the app, `) as string],
  [{ account_id: accountId }, expect.not.stringContaining("Name the account") as string],
])("beside an app whose provider block is %j it is said where the block does not name it", async (provider, said) => {
  const at = await desk({ ...asItIs, provider });
  const { code, err } = await at.run(["import", "--synthesized", "app"]);
  expect([code, err]).toEqual([0, said]);
});
