import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mostSaid } from "../../src/cli/run-app";
import { desk, type Ran } from "../support/desk";

const key = "0123456789abcdefghij";

/** What is shown of an app that prints this and fails. */
async function failing(printed: string): Promise<Ran> {
  const at = await desk();
  writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app: "node app.cjs" }));
  writeFileSync(join(at.folder, "app.cjs"), `process.stdout.write(${printed}); process.exitCode = 1;`);
  return at.run(["synth"], { env: { SCANFORM_API_KEY_OTHER: key } });
}

test("of an app that says more than can be shown, the end is shown", async () => {
  const { code, err } = await failing(`"first" + ".".repeat(${String(mostSaid)}) + "last"`);
  expect(code).toBe(1);
  expect(err).toContain(`${".".repeat(1000)}last`);
  expect(err).not.toContain("first");
});

test("of an app that says no more than can be shown, all is shown", async () => {
  const { err } = await failing(`"first" + ".".repeat(${String(mostSaid - 9)}) + "last"`);
  expect(err).toContain("first....");
});

test("the half of a key where the output of an app is cut is not shown", async () => {
  const { err } = await failing(`"${key} ".repeat(2000)`);
  expect(err).toContain("*** ***");
  expect(err).not.toContain(key.slice(-5));
});
