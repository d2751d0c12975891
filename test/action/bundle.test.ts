import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { repositoryRoot } from "../support/spawned";

const bundle = join(repositoryRoot, "action/index.js");

test("the committed bundle is what the sources give, byte for byte", () => {
  execFileSync(process.execPath, ["tools/action.mjs", "--check"], { cwd: repositoryRoot, stdio: "pipe" });
});

test("the bundle is small, and names no path or package", () => {
  const text = readFileSync(bundle, "utf8");
  expect(text.length).toBeLessThan(45_000);
  for (const each of [repositoryRoot, "node_modules/.", "src/action/main"]) expect(text).not.toContain(each);
  const required = [...text.matchAll(/require\("([^"]+)"\)/g)].map(([, name = ""]) => name);
  expect(required.filter((name) => !name.startsWith("node:"))).toEqual([]);
});

test("action.yml runs it, and offers the inputs that it reads", () => {
  const { inputs, runs } = parse(readFileSync(join(repositoryRoot, "action.yml"), "utf8")) as {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly runs: unknown;
  };
  expect(runs).toEqual({ using: "node24", main: "action/index.js" });
  const read = [...readFileSync(bundle, "utf8").matchAll(/\.(?:input|optional)\("([\w-]+)"/g)].map(([, name]) => name);
  expect([...new Set([...read, "token"])].sort()).toEqual(Object.keys(inputs).sort());
});
