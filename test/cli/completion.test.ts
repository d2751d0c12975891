import { spawnSync } from "node:child_process";
import { desk } from "../support/desk";

const scriptFor = async (shell: string): Promise<string> => {
  const at = await desk();
  const { code, out, err } = await at.run(["completion", shell], { env: {} });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(at.emulator.requests).toEqual([]);
  return out;
};

/** What bash offers for the last of these words. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const script = `${await scriptFor("bash")}
COMP_WORDS=(${quoted})
COMP_CWORD=${String(words.length - 1)}
_scanform
printf '%s\\n' "\${COMPREPLY[@]}"`;
  // bash warns of a locale that is not installed
  const env = { ...process.env, LC_ALL: "C" };
  const { stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-c", script], { encoding: "utf8", env });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

describe("scanform completion bash", () => {
  test.each([
    [["pl"], ["plan"]],
    [
      ["list", ""],
      ["analyzers", "policies", "repositories", "configurations", "accounts"],
    ],
    [["list", "--json", "re"], ["repositories"]],
    [["plan", "--det"], ["--detailed-exitcode"]],
    [["plan", "--format", "m"], ["markdown"]],
    [["plan", "--format", "=", "js"], ["json"]],
    [
      ["plan", "--format", "="],
      ["text", "markdown", "json"],
    ],
    [["terraform", ""], ["install"]],
    [["terraform", "install", "--d"], ["--dir"]],
    [["types", "--out", "plan", "--ch"], ["--check"]],
    [["completion", "f"], ["fish"]],
    [["apply", ""], []],
    [["plan", "--out", ""], []],
  ])("offers what can follow `scanform %j`", async (words, found) => {
    expect(await offered("scanform", ...words)).toEqual(found);
  });

  test("offers every command", async () => {
    const all = await offered("scanform", "");
    expect(all).toEqual(expect.arrayContaining(["synth", "plan", "apply", "show", "list", "types", "rollback"]));
  });
});

test.each(["bash", "zsh", "fish"])("the script for %s has every command and its options", async (shell) => {
  const script = await scriptFor(shell);
  for (const word of ["synth", "rollback", "emulator", "terraform", "install", "auto-approve", "fail-on", "switches"])
    expect(script).toContain(word);
  expect(script).toContain(shell === "bash" ? "text markdown json" : "markdown");
});

test("another shell is refused, with the nearest one", async () => {
  const at = await desk();
  const { code, err } = await at.run(["completion", "fsh"]);
  expect(code).toBe(1);
  expect(err).toContain('There is no completion for "fsh". Did you mean');
});
