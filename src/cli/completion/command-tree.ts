import type { Command } from "commander";

/** What can follow an option or be an argument. */
export type Values =
  | { readonly kind: "choices"; readonly choices: readonly string[] }
  | { readonly kind: "files" }
  | { readonly kind: "any" };

export interface OptionNode {
  /** Such as `--json`, and `-h` where there is a short form. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Absent where the option takes no value. */
  readonly values?: Values;
}

/** A command with all that can be typed after it. */
export interface CommandNode {
  /** The words that lead to it, without the program: empty for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly OptionNode[];
  /** The values of its first argument; absent where it takes none. */
  readonly argument?: Values;
  readonly commands: readonly CommandNode[];
}

const files: ReadonlySet<string> = new Set(["file", "dir", "folder", "plan", "journal", "seed", "profile", "faults"]);

/** Everything that the definitions of the commands say, for the completion of shells. */
export function commandTree(command: Command, path: readonly string[] = []): CommandNode {
  const [argument] = command.registeredArguments;
  return {
    path,
    description: command.description(),
    options: [
      ...command.options.map(({ flags, long, short, description, argChoices, required, optional }) => {
        const name = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1] ?? "";
        return {
          flags: [long, short].flatMap((each) => each ?? []),
          description,
          ...(required || optional ? { values: valuesOf(name, argChoices) } : {}),
        };
      }),
      { flags: ["--help", "-h"], description: "display help for command" },
    ],
    ...(argument === undefined ? {} : { argument: valuesOf(argument.name(), argument.argChoices) }),
    commands: command.commands.map((each) => commandTree(each, [...path, each.name()])),
  };
}

function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return { kind: "choices", choices };
  return { kind: files.has(name) ? "files" : "any" };
}

/** A command and all below it. */
export const allNodes = (node: CommandNode): readonly CommandNode[] => [node, ...node.commands.flatMap(allNodes)];
