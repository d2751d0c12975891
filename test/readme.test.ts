import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { acmeKey } from "../src/emulator";
import { startEmulator } from "./support/emulator";
import { exitCode } from "../src/cli/exit-codes";

const root = join(__dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The fenced blocks of the README, by their language. */
const blocks = (language: string): readonly string[] =>
  [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, of, text = ""]) => (of === language ? [text] : []));

test("shows the examples as they are", () => {
  const examples = ["quickstart", "library"].map((name) => join(root, "examples", name, "main.ts"));
  expect(blocks("ts")).toEqual(examples.map((path) => readFileSync(path, "utf8")));
});

test("shows the plan that the quickstart prints", async () => {
  const emulator = await startEmulator();
  try {
    const bin = join(root, "dist/cli/bin.js");
    const env = { ...process.env, SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey, NO_COLOR: "1" };
    const child = spawn(process.execPath, [bin, "plan"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    await once(child, "close");
    // the emulator's port is another one each time, and the digest says for which service the plan is
    const shown = printed
      .replace(new URL(emulator.url).host, "findings.example.com")
      .replace(/^digest .*$/m, "digest 3f9a1c02b7de");
    expect(blocks("")).toContain(shown);
  } finally {
    await emulator.close();
  }
}, 30_000);

test("names every exit code", () => {
  const named = [...readme.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
  expect(named).toEqual(Object.values(exitCode));
});

test("names every script that it tells to run", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const told = new Set(
    [...readme.matchAll(/npm (?:run )?(demo|test|check|generate|bench)\b/g)].map(([, name]) => name),
  );
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...told]));
});
