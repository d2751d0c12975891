import { Argument, Command, Option, CommanderError } from "commander";
import { spawnSync } from "node:child_process";
import { bashScript } from "../../src/cli/completion/bash";
import { commandTree } from "../../src/cli/completion/command-tree";
import { fishScript } from "../../src/cli/completion/fish";
import { zshScript } from "../../src/cli/completion/zsh";
import { desk } from "../support/desk";
import { program } from "../../src/cli/program";
import { withoutKey } from "../../src/cli/io";

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
      ["analyzers", "policies", "repositories", "configurations", "findings", "accounts"],
    ],
    [["list", "--json", "re"], ["repositories"]],
    [["plan", "--det"], ["--detailed-exitcode"]],
    [["plan", "--format", "m"], ["markdown"]],
    [["plan", "--format", "=", "js"], ["json"]],
    [
      ["plan", "--format", "="],
      ["text", "markdown", "json", "html"],
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

const sample = new Command("scanform").description("settings");
sample
  .command("plan")
  .description("it's a \\ plan [a: b]")
  .addArgument(new Argument("<what>").choices(["all", "some"]))
  .option("-o, --out <file>", "saves it")
  .option("--only [pattern]", "takes a part")
  .addOption(new Option("--format <format>", "how").choices(["text", "json"]))
  .option("--json", "as JSON");
sample.command("cloud").description("cloud").command("install").description("installs").argument("<dir>", "where");
const tree = commandTree(sample);

test("what can follow is known of every option and argument", () => {
  const [plan, cloud] = tree.commands;
  expect(plan).toMatchObject({ path: ["plan"], argument: { kind: "choices", choices: ["all", "some"] } });
  expect(plan?.options).toEqual([
    { flags: ["--out", "-o"], description: "saves it", values: { kind: "files" } },
    { flags: ["--only"], description: "takes a part", values: { kind: "any" } },
    { flags: ["--format"], description: "how", values: { kind: "choices", choices: ["text", "json"] } },
    { flags: ["--json"], description: "as JSON" },
    { flags: ["--help", "-h"], description: "display help for command" },
  ]);
  expect(cloud?.commands).toMatchObject([{ path: ["cloud", "install"], argument: { kind: "files" } }]);
});

test("fish knows what each command and option is followed by", () => {
  const lines = fishScript(tree).split("\n");
  const plan = "complete -c scanform -n '__fish_seen_subcommand_from plan'";
  expect(lines).toEqual(
    expect.arrayContaining([
      "complete -c scanform -n '__fish_use_subcommand' -f -a plan -d 'it\\'s a \\\\ plan [a: b]'",
      `${plan} -f -a 'all some'`,
      `${plan} -l out -s o -r -F -d 'saves it'`,
      `${plan} -l only -r -f -d 'takes a part'`,
      `${plan} -l format -r -f -a 'text json' -d 'how'`,
      `${plan} -l json -d 'as JSON'`,
      "complete -c scanform -n '__fish_seen_subcommand_from cloud; and not __fish_seen_subcommand_from install' -f -a install -d 'installs'",
      "complete -c scanform -n '__fish_seen_subcommand_from cloud; and __fish_seen_subcommand_from install' -F",
    ]),
  );
});

test("zsh knows what each command and option is followed by", () => {
  const lines = zshScript(tree).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "        'plan:it'\\''s a \\ plan [a: b]'",
      "        plan) _scanform_plan ;;",
      "    '*--out=[saves it]:value:_files' \\",
      "    '*-o=[saves it]:value:_files' \\",
      "    '*--only=[takes a part]:value: ' \\",
      "    '*--format=[how]:value:(text json)' \\",
      "    '*--json[as JSON]' \\",
      "    '*:value:(all some)'",
      "_scanform_cloud_install() {",
      "    '*:value:_files'",
    ]),
  );
});

test("zsh reads a description as text, whatever signs of its own it has", () => {
  const other = new Command("scanform").option("--rule <text>", "one [x]: a\\b's");
  expect(zshScript(commandTree(other))).toContain("'*--rule=[one \\[x\\]\\: a\\\\b'\\''s]:value: '");
});

test("bash leaves the value of an option that is no choice to the names of files", () => {
  const lines = bashScript(tree).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      '    " plan --out" | " plan -o") return ;;'.replaceAll('" plan', '"plan'),
      '    "plan --format") words="text json" ;;',
      '      "plan") words="all some" ;;',
      '      "cloud install") words="--help -h" ;;',
      '      "cloud install") path="cloud install" ;;',
    ]),
  );
});

/** The program, and what it prints; no command of it does anything. */
function idle() {
  let printed = "";
  const ran: string[] = [];
  const open = {
    out: (text: string) => {
      printed += text;
    },
    err: () => undefined,
    env: {},
    cwd: "/",
    colors: { out: false, err: false },
    interactive: false,
    ask: () => Promise.resolve(""),
    sleep: () => Promise.resolve(),
    signal: new AbortController().signal,
  };
  const root = program({ io: withoutKey(open), open, finish: () => undefined }, ["help"]);
  for (const [path, command] of commandsOf(root))
    if (command.commands.length === 0)
      command.action(() => {
        ran.push(path);
      });
  return {
    ran,
    commands: commandsOf(root),
    parse: (words: readonly string[]) => root.parseAsync(words, { from: "user" }),
    help: async (path: string): Promise<string> => {
      printed = "";
      const words = path.split(" ").slice(1);
      await root.parseAsync([...words, "--help"], { from: "user" }).catch((thrown: unknown) => {
        if (!(thrown instanceof CommanderError && thrown.exitCode === 0)) throw thrown;
      });
      return printed;
    },
  };
}

const commandsOf = (command: Command, path = "scanform"): readonly (readonly [path: string, command: Command])[] => [
  [path, command],
  ...command.commands.flatMap((each) => commandsOf(each, `${path} ${each.name()}`)),
];

/** The words of a line in a shell, up to where its output goes elsewhere. */
const wordsOf = (line: string): readonly string[] =>
  [...(line.split(/ [>|] /)[0] ?? "").matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

const paths = idle().commands.map(([path]) => path);

test.each(paths)("the help of `%s` ends with examples, each a command line that is understood", async (path) => {
  const { help, parse, ran } = idle();
  const [, examples = ""] = (await help(path)).split("\nExamples:\n");
  const lines = examples.split("\n").flatMap((line) => /^ {2}\$ (.*)$/.exec(line)?.[1] ?? []);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const inner = /^source <\((.*)\)$/.exec(line)?.[1] ?? line;
    const [name, ...words] = wordsOf(inner);
    expect(name).toBe("scanform");
    await idle().parse(words);
    await parse(words);
  }
  expect(ran).toHaveLength(lines.length);
  if (path !== "scanform") expect(ran.some((each) => each.startsWith(path))).toBe(true);
});

test.each(paths)("the examples of `%s` fit a terminal, and say what each is for", async (path) => {
  const [, examples = ""] = (await idle().help(path)).split("\nExamples:\n");
  const lines = examples.trimEnd().split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.map((line) => line.slice(0, 4))).toEqual(lines.map((_line, at) => (at % 2 === 0 ? "  # " : "  $ ")));
});
