import type { Argument, Option } from "commander";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as markdown from "prettier/plugins/markdown";
import { format } from "prettier/standalone";
import { groupBy } from "../../src/model/group-by";
import { commandsOf, wholeProgram } from "../support/program";
import { repositoryRoot } from "../support/spawned";

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

test("the guide of commands has the commands and options that the program has", async () => {
  const guide = readFileSync(path, "utf8");
  const made = guide.replace(inSection("Commands"), commandTable()).replace(inSection("Options"), optionTable());
  const expected = await format(made, { parser: "markdown", plugins: [markdown], printWidth: 120 });
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, expected);
  expect(readFileSync(path, "utf8")).toBe(expected);
});
