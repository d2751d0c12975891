import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { everyday } from "../support/declare";
import { desk } from "../support/desk";

/** The command lines that are given a file. */
const lines: readonly (readonly [line: string, argv: (file: string) => readonly string[]])[] = [
  ["show", (file) => ["show", file]],
  ["apply", (file) => ["apply", file]],
  ["apply --reviewed", (file) => ["apply", "--synthesized", "app", "--reviewed", file]],
  ["rollback", (file) => ["rollback", file]],
  ["drift --since", (file) => ["drift", "--synthesized", "app", "--since", file]],
  ["show --since", (file) => ["show", "saved.plan", "--since", file]],
  ["policy check", (file) => ["policy", "check", "--plan", file, "--policy", "none.policy.mjs"]],
  ["approve check", (file) => ["approve", "check", "--plan", file, "--repository", "a/b", "--pull", "1"]],
  ["emulator --seed", (file) => ["emulator", "--seed", file]],
  ["emulator --profile", (file) => ["emulator", "--profile", file]],
  ["emulator --faults", (file) => ["emulator", "--faults", file]],
];

const others = [
  ["nothing", "gone.json", "there is no such file"],
  ["a folder", "app", "it is a folder"],
  ["a device without an end", "/dev/zero", "it is a device, and not a file"],
] as const;

test.each(lines)("%s says why it cannot read what is no file, in plain words", async (line, argv) => {
  const at = await desk(everyday);
  await at.plan("--out", "saved.plan");
  for (const [, file, words] of others) {
    if (line === "drift --since" && file === "app") continue; // the folder of the journals
    const { code, err } = await at.run(argv(file));
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`cannot be read: ${words}.`) as string });
    expect(err).not.toMatch(/E[A-Z]{3,}:/);
  }
});

test("a key is read from a file, and neither from a folder nor from a device", async () => {
  const at = await desk(everyday);
  for (const [, file, words] of others) {
    const { SCANFORM_API_KEY: _key, ...env } = at.env;
    const { code, err } = await at.run(["list", "accounts"], { env: { ...env, SCANFORM_API_KEY_FILE: file } });
    expect(code).toBe(1);
    expect(err).toContain(`The file that SCANFORM_API_KEY_FILE names cannot be read: ${words}.`);
  }
});

test("a pipe is a file, as a shell gives it for <(command)", async () => {
  const at = await desk(everyday);
  expect((await at.plan("--out", "saved.plan")).code).toBe(0);
  const pipe = join(at.folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const writer = spawn("sh", ["-c", `cat saved.plan > pipe`], { cwd: at.folder });
  const shown = await at.run(["show", "pipe"]);
  await once(writer, "close");
  execFileSync("rm", [pipe]);
  expect(shown).toEqual(await at.run(["show", "saved.plan"]));
});
