import { CommanderError } from "commander";
import { commandsOf, wholeProgram } from "../support/program";

/** The program, and what it prints; no command of it does anything. */
function idle() {
  let printed = "";
  const ran: string[] = [];
  const root = wholeProgram((text) => {
    printed += text;
  });
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
    const [name, ...words] = wordsOf(line);
    expect(name).toBe("scanform");
    await idle().parse(words);
    await parse(words);
  }
  expect(ran).toHaveLength(lines.length);
  if (path !== "scanform") expect(ran.some((each) => each.startsWith(path))).toBe(true);
});

test.each(paths)("the help of `%s` fits a screen of 80 columns and 50 lines", async (path) => {
  const lines = (await idle().help(path)).trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test.each(paths)("the examples of `%s` say what each is for", async (path) => {
  const [, examples = ""] = (await idle().help(path)).split("\nExamples:\n");
  const lines = examples.trimEnd().split("\n");
  expect(lines.map((line) => line.slice(0, 4))).toEqual(lines.map((_line, at) => (at % 2 === 0 ? "  # " : "  $ ")));
});
