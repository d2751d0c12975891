import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { everyday } from "../support/declare";
import { desk, type Desk, type Ran } from "../support/desk";

const deep = `${'{"a":['.repeat(10_000)}1${"]}".repeat(10_000)}`;

/** A command that meets a file which somebody else has made; nothing may be asked of the service or written. */
async function meeting(argv: readonly string[], make: (at: Desk) => void): Promise<Ran> {
  const at = await desk(everyday);
  make(at);
  const ran = await at.run(argv);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).not.toContain("call stack");
  expect(ran.err).not.toContain("[internal]");
  expect(at.writes()).toEqual([]);
  return ran;
}

const file =
  (name: string, text: string) =>
  ({ folder }: Desk): void => {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  };

test.each<readonly [string, readonly string[], string, string]>([
  ["a plan file", ["apply", "x"], "x", `{"format":"scanform-plan","format_version":"4.0","body":${deep}}`],
  ["a plan file to show", ["show", "x"], "x", `{"format":"scanform-plan","format_version":"4.0","body":${deep}}`],
  ["a journal", ["rollback", "x"], "x", `{"type":"begin","x":${deep}}\n`],
  ["semantics", ["plan", "--synthesized", "app", "--semantics", "x"], "x", deep],
  ["a seed", ["emulator", "--seed", "x"], "x", deep],
  ["faults", ["emulator", "--faults", "x"], "x", deep],
  ["a profile", ["emulator", "--profile", "x"], "x", deep],
  ["the emulator's data", ["emulator", "--data", "x"], "x", deep],
  ["a manifest", ["plan", "--synthesized", "app"], "app/manifest.json", deep],
  ["a stack", ["plan", "--synthesized", "app"], "app/stacks/s/cdk.tf.json", deep],
  ["cdktf.json", ["synth"], "cdktf.json", deep],
])("%s that is nested 20,000 deep is an error that names the file", async (_what, argv, name, text) => {
  expect((await meeting(argv, file(name, text))).err).toContain(name.split("/").at(-1));
});

test.each<readonly [string, readonly string[], (text: string) => string]>([
  ["a plan file", ["apply", "saved.plan"], (text) => text.replace('"accounts":[', '"accounts":{"__proto__":[')],
  [
    "a plan file of nulls",
    ["apply", "saved.plan"],
    () => '{"format":"scanform-plan","format_version":"4.0","body":null}',
  ],
  ["a plan file that is a list", ["show", "saved.plan"], () => "[]"],
])("%s of another shape is an error", async (_what, argv, edit) => {
  const at = await desk(everyday);
  await at.plan("--out", "saved.plan");
  const path = join(at.folder, "saved.plan");
  writeFileSync(path, edit(readFileSync(path, "utf8")));
  expect(await at.run(argv)).toMatchObject({
    code: 1,
    err: expect.stringContaining("[plan-file-unreadable]") as string,
  });
});

test("a pipe in place of a stack is an error, and nobody waits for it", async () => {
  const { err } = await meeting(["plan", "--synthesized", "app"], ({ folder }) => {
    const path = join(folder, "app/stacks/s/cdk.tf.json");
    execFileSync("rm", [path]);
    execFileSync("mkfifo", [path]);
  });
  expect(err).toContain("cdk.tf.json is not a file. Synthesize again.");
});
