import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Argument, CommanderError, type Option } from "commander";
import fc from "fast-check";
import { worst } from "../../src/cli/exit-codes";
import { pasted, pastedFile } from "../../src/cli/shell";
import type { Diagnostic } from "../../src/diagnostics/diagnostic";
import { groupBy } from "../../src/model/group-by";
import { documentOf, jsonOf } from "../support/desk";
import { commandsOf, wholeProgram } from "../support/program";
import { aborted, play, type Scene, scenes, whileDown, withFile, without, withWrongKey } from "../support/scenes";
import { repositoryRoot } from "../support/spawned";

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

test.each(paths)(
  "the help of `%s` fits a screen of 80 columns and 50 lines, and ends with examples, each explained and understood",
  async (path) => {
    const text = (await idle().help(path)).trimEnd();
    const lines = text.split("\n");
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const [, examples = ""] = text.split("\nExamples:\n");
    const pairs = [...examples.matchAll(/^ {2}# .+\n {2}\$ (.+)$/gm)].map(([, line = ""]) => line);
    expect(pairs.length).toBeGreaterThan(0);
    expect(examples.split("\n")).toHaveLength(2 * pairs.length);
    const ran: string[] = [];
    for (const line of pairs) {
      const [name, ...words] = wordsOf(line);
      expect(name).toBe("scanform");
      const program = idle();
      await program.parse(words);
      ran.push(...program.ran);
    }
    expect(ran).toHaveLength(pairs.length);
    if (path !== "scanform") expect(ran.some((each) => each.startsWith(path))).toBe(true);
  },
);

interface Reported {
  readonly diagnostics: readonly Diagnostic[];
}
type Printed = Reported & { readonly accounts?: readonly Reported[] };

/** Each scene has an emulator of its own, and the digest of a plan says for which service it is. */
const withoutPort = (document: object): string =>
  JSON.stringify(document).replace(/(127\.0\.0\.1:)\d+|(digest":")[0-9a-f]+|("made_at":")[^"]+/g, "$1$2$3");

const isError = ({ code }: Scene): boolean => code === 1 || code === 4 || code === 130;
const plans = scenes.filter(({ argv }) => argv[0] === "plan");

/** Command lines that only read, and print something else than a plan. */
const readingScenes: readonly Scene[] = [
  { title: "list", code: 0, argv: ["list", "repositories"] },
  { title: "list of what cannot be listed", code: 1, argv: ["list", "webhooks"] },
  { title: "list without a kind", code: 1, argv: ["list"] },
  { title: "list without a key", code: 1, argv: ["list", "accounts"], prepare: without("SCANFORM_API_KEY") },
  { title: "list with a wrong key", code: 1, argv: ["list", "analyzers"], prepare: withWrongKey },
  { title: "list while the service is down", code: 1, argv: ["list", "policies"], prepare: whileDown },
  { title: "list that is interrupted", code: 130, argv: ["list", "repositories"], prepare: aborted },
  { title: "types", code: 0, argv: ["types"] },
  { title: "types --check where nothing was written", code: 2, argv: ["types", "--check"] },
  {
    title: "types over a file that is not its own",
    code: 1,
    argv: ["types"],
    prepare: withFile("scanform-types.ts", ""),
  },
  { title: "types that is interrupted", code: 130, argv: ["types"], prepare: aborted },
  { title: "init", code: 0, argv: ["init"] },
  { title: "init --import", code: 0, argv: ["init", "--import"] },
  { title: "init --import without a key", code: 1, argv: ["init", "--import"], prepare: without("SCANFORM_API_KEY") },
  { title: "init that is interrupted", code: 130, argv: ["init"], prepare: aborted },
];

/** One scene of each command and exit code. */
const oneOfEach = (all: readonly Scene[]): readonly Scene[] => [
  ...new Map(all.map((scene) => [`${String(scene.argv[0])} ${String(scene.code)}`, scene])).values(),
];

const listScenes = readingScenes.filter(({ argv }) => argv[0] === "list");

/** Every scene is played once, with --json where its command has it; as text and as Markdown one of each kind. */
test.each([
  ...oneOfEach([...scenes, ...listScenes].filter(isError)),
  ...readingScenes.filter((each) => !listScenes.includes(each)),
])(
  "what is exited with $title: $code; after an error the words are on stderr, without a stack trace",
  async (scene) => {
    const { code, out, err } = await play(scene);
    expect(code).toBe(scene.code);
    if (!isError(scene)) return;
    expect(err).toMatch(/^error: .+ \[[a-z-]+\]$/m);
    expect(err).not.toMatch(/^ +at /m);
    expect(err).not.toContain("[internal]");
    if (readingScenes.includes(scene)) expect(out).toBe("");
  },
);

test.each(listScenes)(
  "what is exited with $title: $code with --json, and stdout is one document, of the items or the errors",
  async (scene) => {
    const ran = await play(scene, "--json");
    expect(ran.code).toBe(scene.code);
    const document = jsonOf(ran);
    expect(document["format_version"]).toBe("1.0");
    expect(Object.keys(document)).toEqual(["format_version", isError(scene) ? "diagnostics" : "items"]);
    expect(ran.err).not.toContain("error:");
  },
);

test.each(scenes)(
  "what is exited with $title: $code with --json, and stdout is one document that says why",
  async (scene) => {
    const ran = await play(scene, "--json");
    expect(ran.code).toBe(scene.code);
    const document = documentOf(ran) as unknown as Printed;
    expect(document).toMatchObject({ format_version: "1.0", diagnostics: expect.any(Array) as unknown });
    if (!isError(scene)) return;
    const all = [...document.diagnostics, ...(document.accounts ?? []).flatMap(({ diagnostics }) => diagnostics)];
    const errors = all.filter((each) => each.severity === "error" && each.detail !== "");
    expect(errors).not.toEqual([]);
    expect(errors.filter(({ code }) => code === "internal")).toEqual([]);
    expect(ran.err).not.toContain("error:");
  },
);

test.each(oneOfEach(plans))(
  "what is exited with $title: $code with --format=markdown, and stdout is a comment",
  async (scene) => {
    const { code, out } = await play(scene, "--format=markdown");
    expect(code).toBe(scene.code);
    expect(out).toMatch(/^<!-- scanform plan -->\n### scanform: /);
    expect(out.match(/<!-- scanform plan -->/g)).toHaveLength(1);
  },
);

test("--format json is the same as --json", async () => {
  const scene = { title: "", code: 0, argv: ["plan", "--synthesized", "app"] };
  const [short, long] = [await play(scene, "--json"), await play(scene, "--format", "json")];
  expect(withoutPort(documentOf(long))).toEqual(withoutPort(documentOf(short)));
});

test("--json and another --format exclude each other, in one document", async () => {
  const scene = { title: "", code: 1, argv: ["plan", "--json", "--format", "markdown"] };
  const ran = await play(scene);
  expect(ran.code).toBe(1);
  expect(JSON.stringify(documentOf(ran))).toContain("exclude each other");
});

test("an argument that is named like a format does not choose one", async () => {
  const { code, out, err } = await play({ title: "", code: 1, argv: ["markdown"] });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain("unknown command 'markdown'. See `scanform --help`.");
});

test("the last format counts, also where the rest is not understood", async () => {
  const argv = ["plan", "--format", "json", "--format=text", "--nonsense"];
  const { code, out, err } = await play({ title: "", code: 1, argv });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain("unknown option '--nonsense'");
});

test.each(["--help", "plan --help", "help apply"])("help by `%s` goes to stdout and exits with 0", async (line) => {
  const { code, out, err } = await play({ title: "", code: 0, argv: line.split(" ") });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("Usage: scanform");
});

test.each([
  [["list"], "missing required argument 'kind'. See `scanform list --help`."],
  [["approve", "check", "--nonsense"], "See `scanform approve check --help`."],
  [["policy", "test", "--nonsense"], "See `scanform policy test --help`."],
])("a command that is not understood points to its own help: %j", async (argv, words) => {
  const { err } = await play({ title: "", code: 1, argv });
  expect(err).toContain(words);
});

test.each([
  ["show", ""],
  ["explain", ""],
  ["explain", "configuration", ""],
  ["rollback", ""],
])("an empty argument is an error: %j %j", async (...argv) => {
  const { code, err } = await play({ title: "", code: 1, argv });
  expect([code, err]).toEqual([1, expect.stringContaining("An argument is empty, as that of a shell variable")]);
});

test("no command at all is an error that points to it", async () => {
  const { code, err } = await play({ title: "", code: 1, argv: [] });
  expect(code).toBe(1);
  expect(err).toContain("No command was given. See `scanform --help`.");
});

test("an interrupted account decides the exit code of several, then one that is applied in part", () => {
  expect(worst([0, 4, 5, 3, 1, 2, 130])).toBe(130);
  expect(worst([0, 4, 5, 3, 1, 2])).toBe(5);
  expect(worst([1, 2, 3, 4, 0])).toBe(4);
  expect(worst([])).toBe(0);
});

/** What a POSIX shell makes of a command line. */
const asRead = (line: string): readonly string[] =>
  execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

test("a shell that an argument is pasted into takes it as it is", () => {
  const special = fc.stringMatching(/^[ "'$`\\!*?~#&;|<>(){}[\]%^=aé\t\n-]+$/);
  fc.assert(
    fc.property(fc.array(special, { minLength: 200, maxLength: 400 }), (all) => {
      expect(asRead(all.map(pasted).join(" "))).toEqual(all);
    }),
    { numRuns: 5 },
  );
});

test("an argument is in quotation marks only where a shell needs them, and a file is no option", () => {
  expect(["a.plan", ".scanform/x.journal", "https://a.example:1/b?c=d"].map(pasted)).toEqual([
    "a.plan",
    ".scanform/x.journal",
    '"https://a.example:1/b?c=d"',
  ]);
  expect(["a b.plan", "-x", "$HOME"].map(pastedFile)).toEqual(['"a b.plan"', "./-x", "'$HOME'"]);
});

const path = join(repositoryRoot, "docs/guides/commands.md");

const commands = commandsOf(wholeProgram()).filter(([, { commands: below }]) => below.length === 0);

const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;

const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map(() => "---")), ...rows].join("");

const typed = (argument: Argument): string => {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
};

const commandTable = (): string =>
  table(
    ["command", "does"],
    commands.map(([name, command]) =>
      row(code([name, ...command.registeredArguments.map(typed)].join(" ")), prose(command.description())),
    ),
  );

/** One row for an option that several commands have, and that does the same in all of them. */
function optionTable(): string {
  const all = commands.flatMap(([name, { options }]) => options.map((option) => ({ name, option })));
  const same = groupBy(all, ({ option }) => `${option.flags} ${meaningOf(option)}`);
  const rows = [...same.values()].flatMap((group) => {
    const [first] = group;
    const names = group.map(({ name }) => name.replace("scanform ", ""));
    return first === undefined ? [] : row(code(first.option.flags), names.join(", "), meaningOf(first.option));
  });
  return table(["option", "of", "does"], rows);
}

/** Markdown takes `<` for the beginning of an element. */
const prose = (text: string): string => text.replaceAll("<", "\\<");
const code = (text: string): string => `\`${text}\``;

const meaningOf = ({ description, argChoices = [], defaultValue }: Option): string => {
  const choices = argChoices.length === 0 ? "" : `: ${argChoices.map(code).join(", ")}`;
  return `${prose(description)}${choices}${typeof defaultValue === "string" ? `; default ${code(defaultValue)}` : ""}`;
};

const inSection = (title: string): RegExp => new RegExp(`(?<=^## ${title}\n\n)(?:\\|.*\n)+`, "m");

/** A table without what aligns its columns. */
const unaligned = (text: string): string => text.replace(/ +\|/g, " |").replace(/-{3,}/g, "---");

test("the guide of commands has the commands and options that the program has", () => {
  const guide = readFileSync(path, "utf8");
  const made = guide.replace(inSection("Commands"), commandTable()).replace(inSection("Options"), optionTable());
  if (process.env["UPDATE_GOLDEN"] === "1") {
    writeFileSync(path, made);
    execFileSync("npx", ["prettier", "--write", path], { cwd: repositoryRoot });
  }
  expect(unaligned(readFileSync(path, "utf8"))).toBe(unaligned(made));
});
