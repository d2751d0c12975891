import type { Command } from "commander";
import { type Terminal, withoutKey } from "../../src/cli/io";
import { program } from "../../src/cli/program";

/** The program with the definition of every command. @param out gets what it prints */
export function wholeProgram(out: (text: string) => void = () => undefined): Command {
  const open: Terminal = {
    ...{ out, err: () => undefined, env: {}, cwd: "/", interactive: false },
    ...{ colors: { out: false, err: false }, signal: new AbortController().signal },
    ask: () => Promise.resolve(undefined),
    sleep: () => Promise.resolve(),
  };
  return program({ io: withoutKey(open), open, finish: () => undefined }, ["help"]);
}

/** A command and those below it, with the words that lead to each. */
export const commandsOf = (
  command: Command,
  path: string = command.name(),
): readonly (readonly [path: string, command: Command])[] => [
  [path, command],
  ...command.commands.flatMap((each) => commandsOf(each, `${path} ${each.name()}`)),
];
